"""A repeated write is answered, never counted; a late one is told so."""

import pytest

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.models import Entry
from scoring.table.corrections.services import strike_last_deal
from tests.scoring.support.tables import (
    dreier,
    everything,
    last_key,
    new_key,
    new_table,
    play,
    strike,
    totals,
)

pytestmark = pytest.mark.django_db


def test_the_same_hand_under_the_same_key_gets_the_first_answer_and_counts_once():
    table, key = new_table(), new_key()
    first = record_hand(table.slug, key, "", dreier(0))
    before = everything(table)
    again = record_hand(table.slug, key, "", dreier(0))
    assert again.outcome is Outcome.SAVED
    assert again.entry == first.entry
    assert everything(table) == before


def test_a_retry_is_answered_however_far_the_table_has_gone_on():
    table, key = new_table(), new_key()
    first = record_hand(table.slug, key, "", dreier(0))
    play(table, dreier(1))
    strike(table)
    before = everything(table)
    assert record_hand(table.slug, key, "", dreier(0)).entry == first.entry
    assert everything(table) == before


def test_a_key_that_comes_back_with_another_hand_is_refused():
    table, key = new_table(), new_key()
    record_hand(table.slug, key, "", dreier(0))
    before = everything(table)
    assert record_hand(table.slug, key, "", dreier(1)).outcome is Outcome.OTHER_BODY
    assert record_hand(table.slug, key, key, dreier(0)).outcome is Outcome.OTHER_BODY
    assert strike_last_deal(table, key, key, "verzählt").outcome is Outcome.OTHER_BODY
    assert everything(table) == before


def test_who_saw_an_older_sheet_is_told_and_nothing_is_written():
    table = new_table()
    play(table, dreier(0))
    before = everything(table)
    for previous in ("", "never-given", last_key(table) + "x"):
        late = record_hand(table.slug, new_key(), previous, dreier(1))
        assert late.outcome is Outcome.STALE
        assert late.entry is None
    assert strike_last_deal(table, new_key(), "", "verzählt").outcome is Outcome.STALE
    assert everything(table) == before


def test_who_does_not_say_what_he_saw_is_told_and_nothing_is_written():
    table = new_table()
    before = everything(table)
    assert record_hand(table.slug, new_key(), None, dreier(0)).outcome is Outcome.NO_PREVIOUS
    assert strike_last_deal(table, new_key(), None, "verzählt").outcome is Outcome.NO_PREVIOUS
    assert everything(table) == before


def test_a_refused_hand_may_be_sent_again_under_the_same_key():
    table, key = new_table(), new_key()
    first = play(table, dreier(0))
    assert first.entry is not None
    assert record_hand(table.slug, key, "", dreier(1)).outcome is Outcome.STALE
    assert record_hand(table.slug, key, first.entry.key, {}).outcome is Outcome.INVALID
    assert record_hand(table.slug, key, first.entry.key, dreier(1)).outcome is Outcome.SAVED
    assert totals(table) == [10, 10, -10, -10]


def test_the_same_key_at_two_tables_is_two_hands():
    key = new_key()
    one, other = new_table(), new_table()
    assert record_hand(one.slug, key, "", dreier(0)).outcome is Outcome.SAVED
    assert record_hand(other.slug, key, "", dreier(0)).outcome is Outcome.SAVED
    assert Entry.objects.filter(key=key).count() == 2
