"""What the tournament's page says of its rounds is counted, each thing by itself, however many there are."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import made
from tournaments.people.rounds import set_state
from tournaments.setup.overview import rounds_of

pytestmark = pytest.mark.django_db


def test_who_plays_and_how_many_tables_are_counted_for_each_round():
    of, first, _tables = made.whole(13)
    made.round_(of, 5)
    gone = first.presences.order_by("pk")[0]
    set_state(first, made.new_key(), [gone.entrant_id], "no_show")
    assert [(one.number, one.entered, one.tables, one.stage) for one in rounds_of(of)] == [
        (1, 12, 3, "drawn"),
        (2, 5, 0, "open"),
    ]


def test_players_are_never_paired_with_tables_to_be_counted():
    of, _first, _tables = made.whole(8)
    with CaptureQueriesContext(connection) as queries:
        rounds_of(of)
    asked = [one["sql"] for one in queries]
    assert len(asked) == 3
    assert not any("tournaments_presence" in sql and "tournaments_roundtable" in sql for sql in asked)
