"""Programs take back what was done: with the sentence of what stands against it, once for a key."""

import uuid

import pytest

from tests.tarockclub.office.api.tournaments.test_day import Desk
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import over, started
from tests.tournaments.support import acts, factories
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db


def find_last(desk: Desk):
    return desk.read("log")["lines"][0]


def test_an_act_is_taken_back_once_and_the_log_says_so():
    of, first, _tables = factories.whole(4)
    started(first)
    desk = Desk(of)
    assert desk.send("rounds/1/pause").status_code == 200
    pause, key = find_last(desk), str(uuid.uuid4())
    answers = [desk.send(f"log/{pause['sequence']}/undo", key) for _twice in range(2)]
    assert [answer.json() for answer in answers] == [{"sequence": pause["sequence"] + 1}] * 2
    undone, was = desk.read("log")["lines"][:2]
    assert (undone["kind"], undone["undoes"], was["undone_by"]) == ("undone", pause["sequence"], undone["sequence"])
    again = desk.send(f"log/{pause['sequence']}/undo")
    assert (again.status_code, again.json()["code"]) == (409, "undone_already")


def test_what_stands_against_it_is_said():
    of, first, _tables = factories.whole(4)
    started(first)
    desk = Desk(of)
    start = find_last(desk)
    play(first, 1)
    answer = desk.send(f"log/{start['sequence']}/undo")
    assert (answer.status_code, answer.json()["code"]) == (409, "hands_since")
    assert "table 1" in answer.json()["message"]
    assert desk.send("log/999/undo").json()["code"] == "no_such_act"


def test_a_secretarys_program_takes_back_what_a_secretary_may_do():
    of, first, _tables = factories.whole(4, fee=300)
    started(first)
    desk = Desk(of, "secretary")
    start = find_last(desk)["sequence"]
    acts.pay(first, factories.new_key(), [of.entrants.get(number=1).pk])
    assert desk.send(f"log/{find_last(desk)['sequence']}/undo").status_code == 200
    assert desk.send(f"log/{start}/undo").json()["code"] == "not_for_role"


def test_a_final_result_is_withdrawn_and_stays_to_be_read():
    of, first, (table,) = factories.whole(4)
    over(first, (table, (10, -10, 5, -5)))
    desk = Desk(of)
    for number in (1, 0):
        results = desk.read("results")["results"]
        seen = next(result["seen"] for result in results if result["of"] == number)
        assert desk.send(f"results/{number}/publish", seen=seen, confirmed=True).status_code == 200
    assert desk.send("results/0/withdraw", reason="").json()["code"] == "no_reason"
    assert desk.send("results/0/withdraw", reason="zu früh").status_code == 200
    assert Tournament.objects.get(pk=of.pk).ended is None
    edition = desk.read("results/0/editions/1")
    assert edition["withdrawn"] is not None
    assert desk.send("results/0/withdraw", reason="nochmals").json()["code"] == "not_published"


def test_a_substitutes_name_is_answered_with_those_it_may_mean():
    of, first, _tables = factories.whole(4)
    huber = factories.enter_people(of, "Franz Huber")[0]
    started(first)
    desk, path = Desk(of), "rounds/1/tables/1/substitute"
    answer = desk.send(path, place=1, name="Franz Hubr")
    assert (answer.status_code, answer.json()["code"]) == (409, "alike")
    (candidate,) = answer.json()["candidates"]
    assert candidate == {"name": "Franz Huber", "person": huber.person.number, "number": huber.number}
    assert desk.send(path, place=1, name="Franz Hubr", person=99_999).status_code == 400
    assert desk.send(path, place=1, name="Franz Hubr", person=candidate["person"]).json() == {"numbers": [huber.number]}
    assert desk.send(path, place=2, name="Franz Hubr", new=True).status_code == 200
    assert Entrant.objects.filter(tournament=of, person__name="Franz Hubr").count() == 1


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
