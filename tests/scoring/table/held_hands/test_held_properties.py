"""Whatever two phones enter without the network, whenever it is sent, however people decide: no hand is lost or twice.

Every hand ends in the book exactly once, or is said to be another one, or not to count. Of many held hands, and of
strange ones, what is offered stays short, and all can be shown.
"""

import re
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from scoring.book.audit import verify
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.held_hands import find_held_hand
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
    too_late,
)
from tests.scoring.support.pages import open_table_page, url
from tests.scoring.support.tables import book_of, dreier, last_key, line_of, new_table, play, strike
from tests.scoring.table.held_hands.test_held_pages import form_of, piece
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def test_of_a_long_evening_only_deals_that_it_may_be_are_offered(table):
    phone = Away(table)
    phone.enter(dreier_of(3))
    for _ in range(20):
        play(table, dreier(0))
    phone.send(phone.queue[0])
    phone.send(phone.queue[0]._replace(key="of-nothing", previous="thrown-away"))
    lines = [line.number for line in book_of(table).played]
    assert list_offers(table) == [*lines[:10], *lines[-3:]]
    decided(table, phone.queue[0].key, DROP, note="nur probiert")
    assert list_offers(table) == lines[-3:]


def list_offers(table: GameTable) -> list[int]:
    """The lines that the first hand may be, by its buttons, in the order of play."""
    html = piece(open_table_page(Client(), table)).html.partition("</article>")[0]
    return sorted(int(line) for line in re.findall(r'value="same (\d+)"', html))


@pytest.mark.heavy_but("fields0")
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"p0-contract": "<script>", "p0-declarer": "9"},
        {"p0-contract": "dreier", "p0-declarer": "²", "p0-result": "won"},
        {"p0-contract": "trischaken", "p0-points-0": "70"},
        {"key": "x", "previous": "y", "seats": "z", "what": "strike", "line": "1"},
    ],
)
def test_whatever_a_phone_had_in_its_form_can_be_shown(table, fields):
    phone = too_late(table, fields)
    page = open_table_page(Client(), table)
    assert open_at(table) == [phone.queue[0].key]
    assert "<script>" not in piece(page).html
    assert piece(page).text
    filled = form_of(Client().get(url("table", table), {"held": phone.queue[0].key}))
    assert filled.sent["key"] == phone.queue[0].key


def test_a_hand_of_sittings_that_nobody_knows_is_shown_without_names(table):
    phone = Away(table)
    one = phone.enter(dreier_of(0))
    play(table, dreier(0))
    phone.send(one._replace(seen=one.seen._replace(sittings=(901, 902, 903, 904))))
    shown = piece(open_table_page(Client(), table))
    assert "Dreier" in shown.text
    assert find_held_hand(table.pk, one.key) is not None


def test_only_so_many_are_asked_about_at_once(monkeypatch):
    monkeypatch.setattr("scoring.table.held_hands.page.MOST_SHOWN", 2)
    table = new_table()
    phones = [Away(table) for _ in range(4)]
    for phone in phones:
        phone.enter(dreier_of(1))
    play(table, dreier(0))
    for phone in phones:
        phone.send(phone.queue[0])
    shown = piece(open_table_page(Client(), table))
    assert shown.html.count("<article") == 2
    assert "Danach warten noch 2 Spiele." in shown.text


def test_two_phones_that_entered_the_same_hand_are_asked_one_by_one(table):
    phones = [Away(table), Away(table, OTHER)]
    for phone in phones:
        phone.enter(dreier_of(1))
    play(table, dreier(0))
    for phone in phones:
        phone.send(phone.queue[0])
    decided(table, phones[0].queue[0].key, NEXT)
    html = piece(open_table_page(Client(), table)).html
    assert f'value="same {line_of(table, 1)}" class="primary"' in html


def test_the_pages_take_as_many_queries_for_many_held_hands(django_assert_max_num_queries):
    client = Client()
    client.get("/log-in/")
    counts = []
    for hands in (1, 30):
        table = new_table()
        phone = Away(table)
        for at in range(hands):
            phone.enter(dreier_of(at % 4))
        play(table, dreier(0))
        for hand in phone.queue:
            phone.send(hand)
        assert len(held_of(table).open) == hands
        for name in ("table", "live", "settlement"):
            with django_assert_max_num_queries(13) as seen:
                assert client.get(url(name, table)).status_code == 200
            counts.append(len(seen))
    assert counts[:3] == counts[3:]


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
