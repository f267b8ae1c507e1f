"""Whatever happens at a table, its settlement adds up, under every agreement, and agrees with the kept totals."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.book.ledger.seats import load_seats
from scoring.engine.agreement import AgreedPot, Stakes
from scoring.engine.evening.course import Seating
from scoring.models import GameTable, Total
from scoring.table.corrections import changes
from scoring.table.settlement.services import compute_settlement
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import evening_of, fresh, pagat, send_change
from tests.scoring.support.tables import Record, book_of, dreier, play, rufer
from tests.scoring.table.settlement.test_money import adds_up

pytestmark = pytest.mark.django_db
GUESTS = ("Gerti", "Hans", "Anna", "Emil")
AGREEMENTS = (
    Stakes(),
    Stakes(7, True),
    Stakes(10, False, AgreedPot("standard", 13, 50, 70)),
    Stakes(0, True, AgreedPot("treffpunkt", 11)),
)
places, seats = st.integers(0, 5), st.integers(0, 3)
hands: st.SearchStrategy[Record] = st.one_of(
    st.builds(dreier, seats, kontra=st.sampled_from((1, 2, 4))),
    st.builds(lambda seat, won: pagat(dreier(seat), won=won), seats, st.booleans()),
    st.builds(lambda won: pagat(rufer(0), won=won), st.booleans()),
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("hand"), hands),
        st.tuples(st.just("cash"), places, st.integers(-300, 300)),
        st.tuples(st.just("go"), places),
        st.tuples(st.just("come"), places, st.sampled_from(GUESTS)),
        st.tuples(st.just("substitute"), places, st.sampled_from(GUESTS)),
        st.tuples(st.just("strike"), st.integers(0, 20)),
        st.tuples(st.just("swap"), places, places),
    ),
    max_size=12,
)


def take_step(table: GameTable, step: tuple[Any, ...]) -> None:
    """Let something happen at the table, or be refused."""
    book = book_of(table)
    order, club = book.now.order, load_first_club()
    match step:
        case ("hand", hand):
            play(table, hand)
        case ("cash", place, cents):
            send_change(table, changes.move_cash(place, cents))
        case ("go", place):
            send_change(table, changes.change_seats(Seating(tuple(seat for seat in order if seat != place))))
        case ("come", place, name):
            new = order if place in order else (*order, place)
            send_change(
                table, changes.change_seats(Seating(new, came=((place, find_or_create_person(club, name).pk),)))
            )
        case ("substitute", place, name):
            send_change(
                table,
                changes.change_seats(Seating(order, substitutes=((place, find_or_create_person(club, name).pk),))),
            )
        case ("strike", at) if book.played:
            send_change(table, changes.strike_line(book.played[at % len(book.played)].number))
        case ("swap", one, other):
            here = {seat.place: (seat.place, seat.since) for seat in load_seats(table, INSIDE) if seat.until is None}
            if one in here and other in here:
                send_change(table, changes.swap_seats(here[one], here[other]))


@given(st.integers(4, 6), st.sampled_from(("skoty", "treffpunkt", "zwanzigerrufen")), steps)
def test_every_settlement_adds_up_and_agrees_with_the_totals(players, sheet, happens):
    table = evening_of(players, sheet=sheet)
    for step in happens:
        take_step(table, step)
    book, sat, head = book_of(table), load_seats(table, INSIDE), bytes(fresh(table).head)
    kept: Counter[str] = Counter()
    for total in Total.objects.filter(sitting__table=table):
        kept[next(person.name for person in sat if person.id == total.sitting_id)] += total.money
    for agreed in AGREEMENTS:
        found = compute_settlement(book, sat, agreed, head)
        adds_up(found)
        told: Counter[str] = Counter()
        for account in found.accounts:
            told[account.name] += account.owed.money
        assert +told == +kept
        assert -told == -kept
        assert (found.pot is None) == (agreed.pagatkassa is None)
        if found.pot is not None:
            assert found.pot.left >= 0
            assert sum(found.pot.shares) == found.pot.left
