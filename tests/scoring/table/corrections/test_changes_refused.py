"""Changes that are refused, each with its reason and without leaving anything behind."""

import pytest

from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.services import record_hand
from scoring.engine.evening.course import Seating
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from tests.scoring.support.corrections import refusals
from tests.scoring.support.evenings import change_book, send_change, table_of
from tests.scoring.support.state_machine_checks import all_of_it
from tests.scoring.support.tables import dreier, last_key, new_key, new_table, play, rufer
from tests.scoring.support.tampering import numbers
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db


@share_rows
def table() -> GameTable:
    """Two hands of a table of four."""
    return table_of(dreier(0), dreier(1))


def test_an_evening_that_has_ended_takes_no_change_until_it_is_reopened(table):
    last = numbers(table)[-1]
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}), "")
    before = all_of_it(table)
    for ask in (
        changes.correct_hand(last, dreier(0)),
        changes.strike_line(last),
        changes.set_radl(4),
        changes.redeal(),
    ):
        assert send_change(table, ask).outcome is Outcome.ENDED
    assert record_hand(table.slug, new_key(), last_key(table), dreier(0)).outcome is Outcome.ENDED
    assert all_of_it(table) == before
    change_book(table, changes.change_evening(Entry.Kind.REOPENED, {}))
    change_book(table, changes.correct_hand(last, dreier(0)))
    assert play(table, dreier(2)).entry


def test_a_hand_of_before_the_end_is_still_answered_when_it_is_sent_again(table):
    key, previous = new_key(), last_key(table)
    entry = record_hand(table.slug, key, previous, dreier(0)).entry
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}))
    assert record_hand(table.slug, key, previous, dreier(0)) == WriteResult(Outcome.SAVED, entry)


def test_a_correction_needs_a_reason_and_a_seat_change_none(table):
    assert send_change(table, changes.strike_line(numbers(table)[0]), "").outcome is Outcome.INVALID
    assert send_change(table, changes.set_radl(4), "").outcome is Outcome.INVALID
    assert send_change(table, changes.change_seats(Seating((0, 2, 1, 3))), "").outcome is Outcome.SAVED
    change_book(table, changes.strike_line(numbers(table)[0]))
    assert send_change(table, changes.restore_line(numbers(table)[0]), "").outcome is Outcome.INVALID


def test_what_is_struck_is_not_struck_again_nor_corrected_nor_voided(table):
    first = numbers(table)[0]
    assert refusals(table, changes.restore_line(first)) == ["not_struck"]
    change_book(table, changes.strike_line(first))
    assert refusals(table, changes.strike_line(first)) == ["already_struck"]
    assert refusals(table, changes.correct_hand(first, dreier(2))) == ["no_hand"]
    assert refusals(table, changes.void_hand(first)) == ["no_hand"]


def test_the_same_hand_again_is_no_correction(table):
    assert refusals(table, changes.correct_hand(numbers(table)[0], dreier(0))) == ["no_change"]


def test_a_correction_is_checked_as_a_new_hand_is(table):
    assert refusals(table, changes.correct_hand(numbers(table)[1], rufer(0))) == ["declarer_not_forehand"]
    assert refusals(table, changes.correct_hand(numbers(table)[1], dreier(2), 4)) == ["radl_not_stacking"]


@pytest.mark.parametrize("deals", [-1, 25])
def test_a_radl_by_hand_is_of_a_round_or_some(table, deals):
    assert refusals(table, changes.set_radl(deals)) == ["radl_out_of_range"]


@pytest.mark.parametrize("cents", [0, 1_000_001, -1_000_001])
def test_cash_is_some_money_and_not_a_fortune(table, cents):
    assert refusals(table, changes.move_cash(0, cents)) == ["cash_out_of_range"]


def test_a_table_of_another_evening_does_not_lend_its_lines(table):
    other = new_table("treffpunkt", 0)
    assert refusals(other, changes.strike_line(numbers(table)[0])) == ["line_unknown"]
    assert refusals(other, changes.insert_hand(numbers(table)[0], dreier(0))) == ["line_unknown"]
