"""A director's day through the API alone, from people to prizes; a tournament is archived and brought back."""

import uuid

import pytest

from scoring.book.access.permissions import hash_link
from scoring.models import AccessToken
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.support.accounts import make_account
from tests.support.programs import Program, create_program
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_tournament
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import running, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import tournament
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.settings import CUP, build_default_settings
from tournaments.models import Tournament
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db
NAMES = [f"Spieler {number}" for number in range(1, 10)]


class Desk:
    """A director's program at one tournament."""

    def __init__(self, of: Tournament, role: str = "director") -> None:
        self.slug, self.program = of.slug, create_program(make_account("director"), role)

    def path(self, what: str) -> str:
        return f"tournaments/{self.slug}/{what}"

    def read(self, what: str):
        answer = self.program.read(self.path(what))
        assert answer.status_code == 200, answer.content
        return answer.json()

    def send(self, path: str, key: str = "", /, **said):
        return self.program.send(self.path(path), {"key": key or str(uuid.uuid4()), **said})

    def do(self, path: str, /, **said):
        return self.program.do(self.path(path), **said)

    def hand(self, table: str, declarer: int, phase: str = "time") -> None:
        at = self.program.read(f"tables/{table}").json()
        record = {"plays": [{"contract": "dreier", "declarer": declarer, "points": "40"}]}
        body = {"key": str(uuid.uuid4()), "previous": at["previous"], "record": record, "phase": phase}
        answer = self.program.send(f"tables/{table}/hands", {**body, "seats": at["next"]["seats"]})
        assert answer.status_code == 200, answer.content


@share_rows
def desk():
    return Desk(tournament(rounds=1, double_round=False, hand_in_play=False, sheet="treffpunkt"))


def seated(desk: Desk) -> None:
    """Nine people, a round, its tables."""
    assert desk.do("entrants", entrants=[{"name": name} for name in NAMES])["numbers"] == list(range(1, 10))
    desk.do("rounds")
    desk.do("rounds/1/entries", come=list(range(1, 10)))
    made = desk.do("rounds/1/drafts")
    assert sorted(len(table["seats"]) for table in made["tables"]) == [4, 5]
    desk.do(f"rounds/1/drafts/{made['draft']}/publish")


def test_a_round_from_the_first_name_to_the_last_prize(desk):
    seated(desk)
    assert desk.send("rounds/1/pause").json()["code"] == "not_begun"
    desk.do("rounds/1/start")
    tables = desk.read("rounds/1/desk")["tables"]
    assert [table["clock"] for table in tables] == ["runs", "runs"]
    for table in tables:
        desk.hand(table["slug"], 0)
    desk.do("rounds/1/extend", seconds=300)
    desk.do("rounds/1/end-time")
    late = desk.send("rounds/1/tables/1/done").json()
    assert late["code"] == "not_counted"
    for table in desk.read("rounds/1/desk")["tables"]:
        at = desk.program.read(f"tables/{table['slug']}").json()
        chips = [{"place": seat["place"], "cents": 5000 + seat["money"] * 100 // 6} for seat in at["seats"]]
        desk.do(f"rounds/1/tables/{table['number']}/chips", chips=chips)
        desk.do(f"rounds/1/tables/{table['number']}/done")
    desk.do("rounds/1/fees", entrants=[1, 2, 3])
    for of in (1, 0):
        desk.do(f"results/{of}/publish", seen=get_sign(desk, of))
    standings = [Program().read(desk.path(what)).json() for what in ("rounds/1/standings", "standings")]
    assert [(len(shown["lines"]), shown["published"]) for shown in standings] == [(9, 1), (9, 1)]
    assert sum(line["capital_cents"] for line in standings[1]["lines"]) == 0
    desk.do("prizes", name="Ein Schinken", cents=2500)
    desk.do("results/0/lots", what="choice")
    scope = desk.read("prizes")["scopes"][0]
    desk.do("results/0/choice", person=scope["turn"], prize=1)
    assert desk.read("prizes")["scopes"][0]["prizes"][0]["chosen_by"]
    assert load_cash_box(Tournament.objects.get(slug=desk.slug)).balance == 900 - 2500


def get_sign(desk: Desk, of: int) -> str:
    return str(next(result["seen"] for result in desk.read("results")["results"] if result["of"] == of))


def test_what_is_sent_twice_is_done_once_and_what_is_refused_says_why(desk):
    body = {"key": "k" * 56, "entrants": [{"name": "Spieler 1"}]}
    for _ in range(2):
        assert desk.program.send(desk.path("entrants"), body).json() == {"numbers": [1]}
    other = desk.program.send(desk.path("entrants"), {**body, "entrants": [{"name": "Spieler 2"}]})
    assert (other.status_code, other.json()["code"]) == (422, "other_body")
    assert [entrant["name"] for entrant in desk.read("entrants")["entrants"]] == ["Spieler 1"]
    nobody = desk.send("entrants/7/withdraw")
    assert (nobody.status_code, nobody.json()["code"]) == (409, "nobody_known")
    assert desk.send("entrants", entrants=[{"name": "‌"}]).json()["code"] == "no_name"


def test_a_draft_is_swapped_by_start_numbers(desk):
    desk.do("entrants", entrants=[{"name": name} for name in NAMES[:8]])
    desk.do("rounds")
    desk.do("rounds/1/entries", come=list(range(1, 9)))
    made = desk.do("rounds/1/drafts")
    one, other = (table["seats"][0] for table in made["tables"])
    swapped = desk.do(f"rounds/1/drafts/{made['draft']}/swap", one=one, other=other)
    assert (swapped["way"], swapped["draft"]) == ("swapped", made["draft"] + 1)
    assert [table["seats"][0] for table in swapped["tables"]] == [other, one]


def test_teams_are_made_of_start_numbers_and_by_lot(db):
    desk = Desk(tournament(rounds=1, team_size=2))
    desk.do("entrants", entrants=[{"name": name} for name in NAMES[:8]])
    desk.do("teams", teams=[{"name": "Die Vögel", "members": [1, 2]}])
    desk.do("teams/by-lot")
    teams = desk.read("teams")
    assert [len(team["members"]) for team in teams["teams"]] == [2, 2, 2, 2]
    assert teams["without"] == []
    assert desk.send("teams", teams=[{"members": [1, 3]}]).json()["code"] == "in_team"


def test_a_cup_of_four_hands_knows_written_score_and_place_points_and_no_capital(db):
    made = tournament(
        **build_default_settings(CUP)
        ._replace(rounds=1, hands=(4, 5, 6), sheet="treffpunkt", double_round=False)
        ._asdict()
    )
    desk = Desk(made)
    desk.do("entrants", entrants=[{"name": name} for name in NAMES[:4]])
    desk.do("rounds")
    desk.do("rounds/1/entries", come=[1, 2, 3, 4])
    desk.do(f"rounds/1/drafts/{desk.do('rounds/1/drafts')['draft']}/publish")
    desk.do("rounds/1/start")
    slug = desk.read("rounds/1/desk")["tables"][0]["slug"]
    for _ in range(4):
        desk.hand(slug, 0)
    at = desk.program.read(f"tables/{slug}").json()
    record = {"plays": [{"contract": "dreier", "declarer": 0, "points": "40"}]}
    fifth = {
        "key": "fifth",
        "previous": at["previous"],
        "seats": at["next"]["seats"],
        "record": record,
        "phase": "time",
    }
    refused = desk.program.send(f"tables/{slug}/hands", fifth)
    assert (refused.status_code, refused.json()["code"]) == (423, "hands_played")
    desk.do("rounds/1/tables/1/done")
    desk.do("results/1/publish", seen=get_sign(desk, 1))
    shown = Program().read(desk.path("rounds/1/standings")).json()
    assert shown["published"] == 1
    assert [(line["rank"], line["place_points"], line["capital_cents"]) for line in shown["lines"]] == [
        (1, 60 * 60, 0),
        (2, 20 * 60, 0),
        (2, 20 * 60, 0),
        (2, 20 * 60, 0),
    ]
    assert sum(line["written"] for line in Program().read(desk.path("standings")).json()["lines"]) == 0


def test_who_is_meant_is_entered_by_his_number_in_the_register(desk):
    known = find_or_create_person(load_first_club(), "Anna Maier")
    listed = desk.program.read("persons?q=Maier").json()["persons"]
    assert [(person["number"], person["name"]) for person in listed] == [(known.number, "Anna Maier")]
    desk.do("entrants", entrants=[{"name": "Anna Meier", "person": known.number, "number": 7}])
    entered = desk.read("entrants")["entrants"]
    assert [(entrant["number"], entrant["name"]) for entrant in entered] == [(7, "Anna Maier")]
    nobody = desk.send("entrants", entrants=[{"name": "Niemand", "person": 999}]).json()
    assert nobody["errors"][0]["path"] == "entrants/0/person"


def test_somebody_who_has_phoned_is_registered_and_confirmed(desk):
    typed = desk.do("registrations", name="Anna Maier", town="Linz")
    assert typed["state"] == "open"
    desk.do(f"registration/{typed['id']}", take=True)
    [row] = desk.read("registrations")
    assert (row["name"], row["town"], row["state"], row["start_number"]) == ("Anna Maier", "Linz", "taken", 1)


def test_new_links_open_the_tables_of_a_round():
    tournament = create_small_tournament()
    director, path = create_program(make_account("director")), f"tournaments/{tournament.slug}/rounds/1/links"
    [link], [again] = (director.do(path, key="k")["tables"] for _twice in range(2))
    assert link == again
    assert link["players"] == ["Anton", "Bruno", "Clara", "Doris"]
    assert AccessToken.objects.get(digest=hash_link(link["secret"])).table.slug == uuid.UUID(link["slug"])
    assert link["write"].endswith(f"/t/{link['secret']}/")


def test_the_line_of_a_seat_names_whose_score_and_capital_it_was():
    of, round_, tables = running(8)
    play(round_, 1)
    acts.substitute(tables[0], factories.new_key(), 1, Newcomer("Ersatz"))
    lines = Desk(of).read("rounds/1/standings")["lines"]
    assert {line["name"]: line["seat_of"] for line in lines if line["seat_of"]} == {"Ersatz": "Spieler 2"}


def test_an_empty_tournament_is_deleted_and_a_played_one_archived():
    of, _first, _tables = factories.whole(4)
    desk = Desk(of, "secretary")
    for _twice in range(2):
        assert desk.send("archive", "gone").json() == {"deleted": True}
    assert desk.program.read(f"tournaments/{of.slug}").status_code == 404
    other, first, _tables = factories.whole(4)
    started(first)
    play(first, 1)
    desk = Desk(other, "secretary")
    assert desk.send("archive").json() == {"deleted": False}
    listed = [desk.program.read(path).json() for path in ("tournaments", "tournaments?archived=1")]
    assert [[tournament["slug"] for tournament in some] for some in listed] == [[], [str(other.slug)]]
    assert desk.send("archive", back=True).json() == {"deleted": False}
    assert [tournament["slug"] for tournament in desk.program.read("tournaments").json()] == [str(other.slug)]


def test_a_secretarys_program_changes_no_team_once_a_round_has_started():
    of, first, _tables = factories.whole(8, team_size=2)
    started(first)
    answer = Desk(of, "secretary").send("teams/by-lot")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_for_role")
