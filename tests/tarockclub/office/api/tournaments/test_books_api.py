"""A season's books, the hall of fame, the log and the links of tables through the API."""

import uuid

import pytest

from scoring.book.access.permissions import hash_link
from scoring.models import AccessToken
from tests.support.accounts import make_account
from tests.support.programs import Program, create_program
from tests.support.shared_rows import share_rows
from tests.support.small_season import create_small_season
from tests.support.small_tournament import create_small_tournament
from tests.tournaments.support import factories
from tests.tournaments.support.factories import new_key
from tournaments.models import Act, SeasonResult

pytestmark = pytest.mark.django_db


@share_rows
def director():
    return create_program(make_account("director"))


def test_money_of_a_season_moves_is_taken_back_and_counted(director):
    cash = f"seasons/{create_small_season(create_small_tournament()).slug}/cash"
    director.do(f"{cash}/movements", what="income", cents=5000, reason="Spende vom Wirt")
    director.do(f"{cash}/movements", what="expense", cents=-1250, reason="Pokal")
    [spent] = [move for move in director.read(cash).json()["journal"] if move["what"] == "expense"]
    director.do(f"{cash}/movements/{spent['sequence']}/take-back", reason="doppelt")
    assert director.read(cash).json()["balance"] == 5000
    stale = director.send(f"{cash}/count", {"key": "count", "counted": 4990, "seen": 3750, "reason": "fehlt"})
    assert (stale.status_code, stale.json()["code"]) == (409, "box_changed")
    director.do(f"{cash}/count", counted=4990, seen=5000, reason="ein Zehnerl fehlt")
    now = director.read(cash).json()
    assert (now["balance"], now["boxes"][-1]["balance"]) == (4990, 4990)


def test_an_event_is_changed_and_a_published_standing_stays_as_it_was(director):
    season = director.do("seasons", name="Cup 2025")["slug"]
    event = director.do(f"seasons/{season}/events/typed", name="Cuptag", day="2025-03-01")["number"]
    results = [{"name": f"Spieler {rank}", "rank": rank} for rank in (1, 2, 3)]
    director.do(f"seasons/{season}/events/{event}/results", results=results)
    director.do(f"seasons/{season}/events/{event}/change", name="Frühlingstag", day="2025-03-02")
    seen = director.read(f"seasons/{season}").json()
    assert [(shown_event["name"], shown_event["day"]) for shown_event in seen["events"]] == [
        ("Frühlingstag", "2025-03-02")
    ]
    assert Program().read(f"seasons/{season}/editions").json() == {"editions": []}
    director.do(f"seasons/{season}/publish", seen=seen["seen"], confirmed=True)
    assert [
        shown_edition["number"] for shown_edition in Program().read(f"seasons/{season}/editions").json()["editions"]
    ] == [1]
    edition = Program().read(f"seasons/{season}/editions/1").json()
    assert edition["standing"] == seen["standing"]
    fame = director.read("hall-of-fame").json()
    first = fame["careers"][0]
    assert (first["name"], first["titles"], first["wins"]) == ("Spieler 1", 1, 1)
    secret = fame.pop("secret")
    assert Program().read(f"hall-of-fame/{secret}").json() == fame
    another = secret[:-1] + ("0" if secret[-1] != "0" else "1")
    assert Program().read(f"hall-of-fame/{another}").status_code == 404


@pytest.mark.parametrize("form", ["xlsx", "csv", "json"])
def test_a_season_is_taken_along(director, form):
    answer = director.read(f"seasons/{create_small_season(create_small_tournament()).slug}/files/{form}")
    assert answer.status_code == 200
    assert len(answer.content) > 100
    assert "attachment" in answer["Content-Disposition"]


def test_new_links_open_the_tables_of_a_round(director):
    tournament = create_small_tournament()
    [link] = director.send(f"tournaments/{tournament.slug}/rounds/1/links", {}).json()["tables"]
    assert link["players"] == ["Anton", "Bruno", "Clara", "Doris"]
    assert AccessToken.objects.get(digest=hash_link(link["secret"])).table.slug == uuid.UUID(link["slug"])
    assert link["write"].endswith(f"/t/{link['secret']}/")


def test_what_was_done_is_listed_the_latest_first(director):
    slug = director.do("tournaments", name="Kirtag", day="2026-12-01")["slug"]
    director.do(f"tournaments/{slug}/entrants", entrants=[{"name": "Anton"}])
    log = director.read(f"tournaments/{slug}/log").json()
    assert [(line["kind"], line["sequence"]) for line in log["lines"]] == [("entered", 2), ("made", 1)]
    assert log["next"] == ""
    assert director.read(f"tournaments/{slug}/donations").status_code == 404


@pytest.mark.parametrize(
    "extreme", [{"points": 2**63 - 1}, {"points": -(2**63) + 1}, {"written": 2**62}, {"rank": 10_000}]
)
def test_results_beyond_all_that_could_be_typed_are_refused(director, extreme):
    season = director.do("seasons", name="Cup")["slug"]
    event = director.do(f"seasons/{season}/events/typed", name="Erster Abend")["number"]
    said = {"key": new_key(), "results": [{"name": "Spieler 1", "rank": 1} | extreme]}
    assert director.send(f"seasons/{season}/events/{event}/results", said).status_code == 400
    assert not SeasonResult.objects.exists()


def test_the_donation_of_a_table_that_is_not_there_is_not_taken_for_one_of_nobody(director):
    of, _first, _tables = factories.whole(8)
    said = {"key": new_key(), "what": "donation", "cents": 150, "reason": "Kontra", "round": 1, "table": 3}
    path = f"tournaments/{of.slug}/cash/movements"
    assert director.send(path, said).status_code == 404
    assert not Act.objects.filter(tournament=of, kind="cash").exists()
    assert director.send(path, said | {"table": 2}).status_code == 200
