"""Striking out the last hand: it stays in the book, counts nothing, and its turn comes again."""

import pytest

from scoring.book.ledger.entries import Outcome
from scoring.models import Deal
from scoring.table.corrections.services import strike_last_deal
from tests.scoring.support.evenings import table_of
from tests.scoring.support.tables import (
    book_of,
    dreier,
    everything,
    last_key,
    new_key,
    new_table,
    play,
    strike,
    totals,
    trischaken,
)

pytestmark = pytest.mark.django_db


def test_all_hands_can_be_struck_one_after_the_other():
    table = new_table()
    start = book_of(table).now
    for hand in (dreier(0), trischaken(1), dreier(2)):
        play(table, hand)
    for _ in range(3):
        assert strike(table).outcome is Outcome.SAVED
    assert book_of(table).now == start
    assert totals(table) == [0, 0, 0, 0]
    assert last_key(table) == ""
    assert strike(table).outcome is Outcome.STALE
    assert Deal.objects.filter(table=table).count() == 3


def test_a_double_tap_on_strike_strikes_one_hand():
    table = table_of(dreier(0), dreier(1))
    key, previous = new_key(), last_key(table)
    first = strike_last_deal(table, key, previous, "verzählt")
    before = everything(table)
    again = strike_last_deal(table, key, previous, "verzählt")
    assert again == first
    assert everything(table) == before
    assert totals(table) == [15, -5, -5, -5]


def test_a_strike_without_a_reason_is_refused():
    table = table_of(dreier(0))
    before = everything(table)
    written = strike_last_deal(table, new_key(), last_key(table), "")
    assert written.outcome is Outcome.INVALID
    assert [problem.path for problem in written.problems] == ["reason"]
    assert everything(table) == before
