"""A season through the API: its events, its standings, published and taken up again; as a file."""

import pytest

from tests.support.accounts import make_account
from tests.support.programs import Program, create_program
from tests.support.shared_rows import share_rows
from tests.support.small_season import create_small_season
from tests.support.small_tournament import create_small_tournament
from tests.tournaments.seasons.season import seasons

pytestmark = pytest.mark.django_db


@share_rows
def director():
    return create_program(make_account("director"))


def test_a_season_of_two_typed_days_is_published(director):
    of = seasons.season(way="table", table=(300, 200, 100))
    season = of.slug
    for names in (("Spieler 1", "Spieler 2", "Spieler 3"), ("Spieler 2", "Spieler 1", "Spieler 4")):
        seasons.day(of, *names)
    assert [row["name"] for row in director.read("seasons").json()["seasons"]] == ["Cup"]
    seen = Program().read(f"seasons/{season}").json()
    assert [(line["rank"], line["name"], line["points"]) for line in seen["standing"]] == [
        (1, "Spieler 1", 500),
        (1, "Spieler 2", 500),
        (3, "Spieler 3", 100),
        (3, "Spieler 4", 100),
    ]
    assert seen["missing"] == []
    director.do(f"seasons/{season}/publish", seen=seen["seen"], confirmed=True)
    again = director.send(f"seasons/{season}/events/typed", {"key": "late", "name": "Noch ein Tag"})
    assert (again.status_code, again.json()["code"]) == (409, "season_ended")
    director.do(f"seasons/{season}/take-up", reason="ein Tag fehlt")
    later = seasons.season(name="Cup 2026").slug
    refused = director.send(f"seasons/{later}/events/carried", {"key": "carried", "season": str(season), "percent": 50})
    assert refused.json()["code"] == "not_published"


def test_a_typed_event_is_put_in_and_changed(director):
    season = seasons.season().slug
    event = director.do(f"seasons/{season}/events/typed", name="Cuptag", day="2025-03-01")["number"]
    director.do(f"seasons/{season}/events/{event}/change", name="Frühlingstag", day="2025-03-02")
    seen = director.read(f"seasons/{season}").json()
    assert [(shown["name"], shown["day"], shown["counts"]) for shown in seen["events"]] == [
        ("Frühlingstag", "2025-03-02", False)
    ]


def test_a_marathon_stands_in_its_season_before_it_is_published(director):
    season = create_small_season(create_small_tournament())
    seen = Program().read(f"seasons/{season.slug}")
    assert seen.status_code == 200
    [marathon] = seen.json()["rankings"]
    assert {name: marathon[name] for name in ("number", "name", "shares")} == {
        "number": 1,
        "name": "Marathon",
        "shares": [6000],
    }
    assert [line["name"] for line in marathon["standing"]] == ["Spieler 1", "Spieler 2", "Spieler 3"]


@pytest.mark.parametrize("form", ["xlsx", "csv", "json"])
def test_a_season_is_taken_along(director, form):
    answer = director.read(f"seasons/{create_small_season(create_small_tournament()).slug}/files/{form}")
    assert answer.status_code == 200
    assert len(answer.content) > 100
    assert "attachment" in answer["Content-Disposition"]
