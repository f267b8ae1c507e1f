"""Chips through the API: two phones of a table agree, the director closes, tables of a round at once."""

import uuid

import pytest

from scoring.book.table_clock.clock import IN_PLAY
from tests.support.accounts import make_account
from tests.support.programs import create_phone, create_program
from tests.tournaments.conftest import watch
from tests.tournaments.hall.clock.rounds import table_at, tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.support import acts
from tournaments.models import Act

__all__ = ["watch"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(watch):
    """Two tables that have played to their end."""
    made = tables_of(2, double_round=False)
    acts.start_clock(made, str(uuid.uuid4()))
    watch.later(minutes=31)
    for number in (1, 2):
        play(made, number, phase=IN_PLAY)
    return made


def try_command(client, path, **said):
    answer = client.send(path, {"key": str(uuid.uuid4()), **said})
    return answer.status_code, answer.json()


def test_two_phones_agree_and_the_director_closes_what_they_have_agreed_on(round_):
    table = table_at(round_, 1).game_table
    at = f"tables/{table.slug}/chips"
    first, second = (create_phone(table, device * 32) for device in "ab")
    seen = first.read(at).json()
    assert [player["computed"] for player in seen["players"]] == [5100, 5100, 4900, 4900]
    assert (seen["at_end"], seen["counted"], seen["confirmed"]) == (True, False, False)
    chips = [{"place": player["place"], "cents": player["computed"]} for player in seen["players"]]
    key = str(uuid.uuid4())
    for _ in range(2):  # the answer got lost
        assert try_command(first, at, key=key, seen=seen["sequence"], chips=chips) == (200, {"done": True})
    assert (
        try_command(first, at, key=key, seen=seen["sequence"], chips=[*chips[:-1], {**chips[-1], "cents": 1}])[0] == 422
    )
    assert try_command(first, at, seen=seen["sequence"], chips=chips)[1]["code"] == "own_count"
    assert try_command(second, at, seen=seen["sequence"] - 1, chips=chips)[1]["code"] == "book_changed"
    assert try_command(second, at, seen=seen["sequence"], chips=chips)[0] == 200
    assert first.read(at).json()["confirmed"]
    assert Act.objects.filter(kind="counted").count() == 2
    director = create_program(make_account("director"))
    status, done = try_command(director, f"tournaments/{round_.tournament.slug}/rounds/2/close-finished")
    assert (status, done["closed"]) == (200, [1])
    assert [(refusal["table"], refusal["code"]) for refusal in done["left"]] == [(2, "not_counted")]
    assert done["left"][0]["message"]


def test_a_director_says_of_all_tables_that_their_chips_are_right(round_):
    director, at = create_program(make_account("director")), f"tournaments/{round_.tournament.slug}/rounds/2/chips"
    tables = [{"table": table["table"], "seen": table["sequence"]} for table in director.read(at).json()["tables"]]
    stale = [{**tables[0], "seen": 0}, tables[1]]
    assert try_command(director, f"{at}/agree", tables=stale)[1]["closed"] == [2]
    assert try_command(director, f"{at}/agree", tables=tables)[1] == {"closed": [1, 2], "left": []}
    assert try_command(director, f"{at}/agree", tables=[{"table": 9, "seen": 0}])[1]["code"] == "no_such_table"
    assert [table["done"] for table in director.read(at).json()["tables"]] == [True, True]
