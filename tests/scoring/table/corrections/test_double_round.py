"""A wrong tap at the gong: "double stake" is taken back with the hand, and stands again with it."""

import pytest

from scoring.book import audit
from scoring.book.ledger.entries import Outcome, list_open_phases
from scoring.book.table_clock import decode_clock
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import strike_last_deal
from tarockclub.platform.accounts.actors import Actor
from tests.scoring.support.clocks import clocked, enter
from tests.scoring.support.corrections import radls
from tests.scoring.support.evenings import send_change
from tests.scoring.support.tables import book_of, last_key, new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A table at which the hand in play was entered with double stake, by mistake."""
    found = clocked(-1)
    assert enter(found, "double").outcome is Outcome.SAVED
    return found


def taken_back(table, who=Actor()):  # noqa: B008 -- a value
    """The last hand is struck by one tap."""
    written = strike_last_deal(table, new_key(), last_key(table), "vertippt", who=who)
    assert written.outcome is Outcome.SAVED, written
    return written.entry


def open_now(table):
    """Return the hands that may be entered."""
    row = GameTable.objects.get(pk=table.pk)
    clock = decode_clock(row.clock)
    assert clock is not None
    return list_open_phases(row.pk, clock, book_of(table).now)


def test_the_hand_in_play_that_was_called_double_is_taken_back_and_entered_as_what_it_was(table):
    assert open_now(table) == ("double",)
    taken_back(table)
    assert open_now(table) == ("play", "double")
    assert enter(table, "play").outcome is Outcome.SAVED
    for _deal in range(4):
        assert enter(table, "double").outcome is Outcome.SAVED
    assert enter(table, "double").code == "double_round_over"
    assert [factor for factor in radls(table) if factor] == [1, 2, 2, 2, 2]
    assert audit.verify([table.pk]) == []


def test_what_counts_again_counts_double_again(table):
    line = taken_back(table).deal_number
    for _twice in range(2):
        restored = send_change(table, changes.restore_line(line), who=Actor(directs=True))
        assert restored.outcome is Outcome.SAVED, restored
        assert radls(table) == [None, 2]
        assert open_now(table) == ("double",)
        taken_back(table, Actor(directs=True))
    assert audit.verify([table.pk]) == []


def test_of_two_hands_with_double_stake_one_is_taken_back_and_the_round_goes_on(table):
    enter(table, "double")
    taken_back(table)
    assert open_now(table) == ("double",)
    assert [factor for factor in radls(table) if factor] == [2]
    for _deal in range(3):
        assert enter(table, "double").outcome is Outcome.SAVED
    assert enter(table, "double").code == "double_round_over"
