"""Whatever two phones enter without the network, whenever it is sent, however people decide: no hand is lost or twice.

Every hand ends in the book exactly once, or is said to be another one, or not to count.
"""

from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from scoring.book.audit import verify
from scoring.book.ledger.entries import Outcome
from scoring.models import Entry, GameTable
from scoring.table.held_hands.services import DROP, NEXT, REOPEN, SAME, DecisionOutcome
from scoring.table.settlement.services import request_end, request_reopening
from tests.scoring.support.evenings import change_book, evening_of, fresh, new_order
from tests.scoring.support.held_hands import (
    OTHER,
    PHONE,
    Away,
    Fields,
    decided,
    dreier_of,
    held_of,
    open_at,
)
from tests.scoring.support.tables import book_of, last_key, strike

pytestmark = pytest.mark.django_db
SEATS = st.integers(0, 3)
VORHANDSPIEL = {"p0-contract": "rufer", "p0-result": "won"}
FIELDS: st.SearchStrategy[Fields] = st.one_of(
    SEATS.map(dreier_of),
    st.just({"p0-contract": "dreier", "p0-declarer": "1"}),  # something is missing
    SEATS.map(lambda seat: {**VORHANDSPIEL, "p0-partner": str(seat)}),
)
STEP = st.one_of(
    st.tuples(st.just("enter"), st.integers(0, 1), FIELDS),
    st.tuples(st.just("send"), st.integers(0, 1), st.integers(0, 9)),
    st.tuples(st.just("all"), st.integers(0, 1), st.just(0)),
    st.tuples(st.just("look"), st.integers(0, 1), st.just(0)),
    st.tuples(st.just("decide"), st.integers(0, 9), st.sampled_from((SAME, NEXT, DROP, REOPEN))),
    st.tuples(st.just("strike"), st.just(0), st.just(0)),
    st.tuples(st.just("end"), st.just(0), st.just(0)),
    st.tuples(st.just("seats"), st.just(0), st.just(0)),
)


class Table:
    """A table with two phones, one or the other of them without the network."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.phones = Away(table, PHONE), Away(table, OTHER)
        self.keys: list[str] = []
        self.refused: set[str] = set()  # hands that lack something: they stay on their phone

    def enter(self, at: int, fields: Fields) -> None:
        """A hand is kept on a phone."""
        self.keys.append(self.phones[at].enter(fields).key)

    def send(self, at: int, which: int) -> None:
        """A hand is sent, perhaps once more."""
        queue = self.phones[at].queue
        if queue:
            self.send_to_server(at, queue[which % len(queue)])

    def send_to_server(self, at: int, one: Any) -> None:
        """Send a hand; the answer never says that it is lost."""
        written = self.phones[at].send(one)
        assert written.outcome in (Outcome.SAVED, Outcome.STALE, Outcome.ENDED, Outcome.DECIDED, Outcome.INVALID)
        assert written.outcome not in (Outcome.STALE, Outcome.ENDED) or written.held is not None
        if written.outcome is Outcome.INVALID:
            self.refused.add(one.key)
        else:
            self.refused.discard(one.key)

    def all(self, at: int, _: int) -> None:
        """A phone sends all that it has, in order."""
        for hand in self.phones[at].queue:
            self.send_to_server(at, hand)

    def look(self, at: int, _: int) -> None:
        """A phone shows the page as it is now; what it had it still has."""
        queue = self.phones[at].queue
        self.phones[at].look()
        self.phones[at].queue = queue

    def decide(self, which: int, what: str) -> None:
        """Somebody taps on something that is asked, or on what was decided."""
        held = held_of(self.table)
        hands = held.settled_hands if what == REOPEN else held.open
        if not hands:
            return
        deals = [played_line.number for played_line in book_of(self.table).played if played_line.is_deal]
        line = deals[which % len(deals)] if deals else 0
        told = decided(self.table, hands[which % len(hands)].key, what, line=line, note="ist so")
        allowed = {
            DecisionOutcome.DONE,
            DecisionOutcome.INVALID,
            DecisionOutcome.ENDED,
            DecisionOutcome.STALE,
            DecisionOutcome.OTHERS,
        }
        assert told.answer in allowed

    def strike(self, *_: int) -> None:
        """The last hand is struck out."""
        if last_key(self.table) and not fresh(self.table).ended:
            strike(self.table)

    def end(self, *_: int) -> None:
        """The evening ends, or goes on."""
        change_book(self.table, request_reopening() if fresh(self.table).ended else request_end())

    def seats(self, *_: int) -> None:
        """Two players change their places."""
        if not fresh(self.table).ended:
            order = book_of(self.table).now.order
            new_order(self.table, (*order[:-2], order[-1], order[-2]))

    def finish(self) -> None:
        """Both phones send all that they have, and people decide about everything."""
        for _ in range(2):  # what was refused at first may come too late by now
            for at in (0, 1):
                self.all(at, 0)
            for key in open_at(self.table):
                if key in open_at(self.table):  # it may have been saved by itself meanwhile
                    assert decided(self.table, key, DROP, note="ist so").answer is DecisionOutcome.DONE
        for at in (0, 1):
            self.all(at, 0)

    def is_sound(self) -> None:
        """Every hand is somewhere, and only there."""
        held = held_of(self.table)
        for key in self.keys:
            entries = Entry.objects.filter(table=self.table, key=key).count()
            is_settled = key in held.hands and bool(held.hands[key].decided_as)
            places = (entries, int(is_settled), int(held.is_open(key)), int(key in self.refused))
            assert sum(places) <= 1 or (places == (0, 0, 1, 1)), places
            assert entries <= 1


@given(st.lists(STEP, min_size=4, max_size=18), st.sampled_from((4, 5)))
def test_every_hand_ends_in_the_book_once_or_people_have_said_that_it_is_none(steps, players):
    with transaction.atomic():
        at_play = Table(evening_of(players))
        for what, *how in steps:
            getattr(at_play, what)(*how)
            at_play.is_sound()
        at_play.finish()
        held = held_of(at_play.table)
        for key in at_play.keys:
            entries = Entry.objects.filter(table=at_play.table, key=key).count()
            is_settled = key in held.hands and bool(held.hands[key].decided_as)
            assert entries + is_settled == (0 if key in at_play.refused else 1)
        assert held.open == ()
        assert verify() == []
        transaction.set_rollback(True)
