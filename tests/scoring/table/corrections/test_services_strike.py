"""Striking out the last hand: it stays in the book, counts nothing, and its turn comes again."""

import pytest

from scoring.book.ledger.entries import Outcome
from scoring.models import Deal, Entry
from scoring.table.corrections.services import strike_last_deal
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


def test_after_a_strike_everything_stands_as_before_the_hand():
    table = new_table()
    play(table, dreier(0))
    before, standing = book_of(table).now, totals(table)
    play(table, trischaken(1))
    assert book_of(table).now.radl == 2
    assert strike(table).outcome is Outcome.SAVED
    assert book_of(table).now == before
    assert totals(table) == standing


def test_a_struck_hand_stays_in_the_book_with_the_reason():
    table = new_table()
    hand = play(table, dreier(0)).entry
    written = strike(table, "Blatt vertauscht")
    assert written.entry is not None
    assert written.entry.kind == Entry.Kind.STRIKE
    assert written.entry.replaces == hand
    assert written.entry.note is not None
    assert written.entry.note.text == "Blatt vertauscht"
    [one] = book_of(table).played
    assert one.score is None
    assert one.struck is not None
    assert one.struck.payouts == (90, -30, -30, -30)
    assert Entry.objects.filter(table=table).count() == 2


def test_all_hands_can_be_struck_one_after_the_other():
    table = new_table()
    start = book_of(table).now
    for declarer in range(3):
        play(table, dreier(declarer))
    for _ in range(3):
        assert strike(table).outcome is Outcome.SAVED
    assert book_of(table).now == start
    assert totals(table) == [0, 0, 0, 0]
    assert last_key(table) == ""
    assert strike(table).outcome is Outcome.STALE
    assert Deal.objects.filter(table=table).count() == 3


def test_a_double_tap_on_strike_strikes_one_hand():
    table = new_table()
    play(table, dreier(0))
    play(table, dreier(1))
    key, previous = new_key(), last_key(table)
    first = strike_last_deal(table, key, previous, "verzählt")
    before = everything(table)
    again = strike_last_deal(table, key, previous, "verzählt")
    assert again == first
    assert everything(table) == before
    assert totals(table) == [15, -5, -5, -5]


def test_a_strike_without_a_reason_is_refused():
    table = new_table()
    play(table, dreier(0))
    before = everything(table)
    written = strike_last_deal(table, new_key(), last_key(table), "")
    assert written.outcome is Outcome.INVALID
    assert [problem.path for problem in written.problems] == ["reason"]
    assert everything(table) == before
