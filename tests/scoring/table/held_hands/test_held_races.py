"""Held hands and several phones at the same moment: one decision counts, and every hand is in the book once or not."""

import pytest

from scoring.book.audit import verify
from scoring.book.ledger.entries import Outcome
from scoring.models import Entry, HeldHand
from scoring.table.held_hands.services import DROP, NEXT, SAME, Decision, DecisionOutcome, decide_hand
from tests.scoring.book.ledger.test_races import PHONES, at_once
from tests.scoring.support.evenings import fresh
from tests.scoring.support.held_hands import OTHER, Away, dreier_of, open_at
from tests.scoring.support.tables import book_of, dreier, new_table, play

pytestmark = pytest.mark.usefixtures("fresh_database")


def late(hands=1):
    """A table, and a phone whose hands came too late."""
    table = new_table()
    phone = Away(table)
    for seat in range(hands):
        phone.enter(dreier_of(seat % 4))
    play(table, dreier(3))
    for hand in phone.queue:
        phone.send(hand)
    return table, phone


def test_the_same_hand_sent_by_several_tabs_at_once_is_held_once():
    table = new_table()
    phone = Away(table)
    one = phone.enter(dreier_of(1))
    play(table, dreier(0))
    got = at_once(lambda _tab: phone.send(one).outcome)
    assert got == [Outcome.STALE] * PHONES
    assert HeldHand.objects.count() == 1
    assert fresh(table).held == 1


def test_of_phones_that_save_it_as_the_next_hand_at_once_all_are_told_that_it_is():
    table, phone = late()
    key, seen = phone.queue[0].key, fresh(table).last_sequence
    got = at_once(lambda _phone: decide_hand(table, key, Decision(NEXT, seen), OTHER).answer)
    assert got == [DecisionOutcome.DONE] * PHONES
    assert Entry.objects.filter(key=key).count() == 1
    assert len(book_of(table).played) == 2


@pytest.mark.heavy
@pytest.mark.parametrize("_time", range(5))
def test_of_phones_that_decide_otherwise_at_once_one_wins_and_the_others_are_told(_time):
    table, phone = late()
    key, seen, line = phone.queue[0].key, fresh(table).last_sequence, book_of(table).played[0].number
    decisions = (Decision(NEXT, seen), Decision(SAME, seen, line), Decision(DROP, seen, note="doppelt"))
    got = at_once(lambda at: decide_hand(table, key, decisions[at % 3], OTHER).answer)
    kinds = {at % 3 for at, answer in enumerate(got) if answer is DecisionOutcome.DONE}
    assert len(kinds) == 1
    assert set(got) == {DecisionOutcome.DONE, DecisionOutcome.DECIDED}
    assert Entry.objects.filter(key=key).count() == (1 if kinds == {0} else 0)
    assert open_at(table) == []


def test_hands_that_are_sent_again_while_somebody_decides_are_saved_once_and_in_order():
    table, phone = late(hands=4)
    first, seen = phone.queue[0].key, fresh(table).last_sequence

    def act(at):
        if at == 0:
            return decide_hand(table, first, Decision(NEXT, seen), OTHER).answer
        return [phone.send(hand).outcome for hand in phone.queue]

    got = at_once(act)
    assert got[0] is DecisionOutcome.DONE
    assert {outcome for outcomes in got[1:] for outcome in outcomes} <= {Outcome.SAVED, Outcome.STALE}
    assert [line.key for line in book_of(table).played][1:] == [hand.key for hand in phone.queue]
    assert open_at(table) == []
    assert verify() == []


def test_a_decision_and_a_hand_of_another_phone_at_once_leave_nothing_lost_and_nothing_twice():
    table, phone = late(hands=3)
    first, seen = phone.queue[0].key, fresh(table).last_sequence
    others = [Away(table) for _ in range(PHONES)]
    for at, other in enumerate(others):
        other.enter(dreier_of(at % 4))

    def act(at):
        if at == 0:
            return decide_hand(table, first, Decision(NEXT, seen), OTHER).answer
        return others[at].send(others[at].queue[0]).outcome

    got = at_once(act)
    assert not [outcome for outcome in got if isinstance(outcome, Exception)]
    keys = {hand.key for hand in phone.queue} | {other.queue[0].key for other in others[1:]}
    in_the_book = [line.key for line in book_of(table).played]
    assert len(in_the_book) == len(set(in_the_book))
    assert keys == (keys & set(in_the_book)) | set(open_at(table))
    assert not set(in_the_book) & set(open_at(table))
    assert verify() == []
