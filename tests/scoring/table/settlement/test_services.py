"""Whole evenings settled as they are stored: by hand (tests/data/settlement/tables.toml) and at random."""

import html
import json
import re
import tomllib
from collections import Counter
from typing import Any

import django.test
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.book.ledger.seats import load_seats
from scoring.engine.agreement import AgreedPot, Stakes, parse_agreement
from scoring.engine.evening.course import Seating
from scoring.engine.settlement import BOX
from scoring.models import GameTable, Total
from scoring.table.corrections import changes
from scoring.table.settlement.services import (
    EveningSettlement,
    compute_lot_seed,
    compute_pot,
    compute_settlement,
    load_agreed,
    request_agreement,
)
from tarockclub.kit.amounts import format_points, format_signed_cents
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import (
    change_book,
    end_evening,
    evening_of,
    fresh,
    new_order,
    pagat,
    play_hands,
    send_change,
    table_of,
)
from tests.scoring.support.pages import Page, open_table_page, url
from tests.scoring.support.tables import POINT, Record, book_of, dreier, play, rufer
from tests.support.accounts import log_in
from tests.support.paths import DATA

pytestmark = pytest.mark.django_db
EVENINGS: list[dict[str, Any]] = tomllib.loads((DATA / "settlement/tables.toml").read_text("utf-8"))["evening"]


def agreed_in(said: dict[str, Any]) -> Stakes:
    """An agreement as in the file."""
    pot = said.get("pagatkassa")
    return Stakes(**{**said, "pagatkassa": AgreedPot(**pot) if pot else None})


def happened(evening: dict[str, Any]) -> GameTable:
    """The table after everything has happened."""
    table = evening_of(evening["players"], agreed_in(evening["agreed"]), evening.get("sheet", "treffpunkt"))
    for said in evening["happens"]:
        if "hand" in said:
            play_hands(table, said["hand"])
        elif "order" in said:
            who = {
                kind: {int(place): name for place, name in said.get(kind, {}).items()}
                for kind in ("came", "substitutes")
            }
            new_order(table, tuple(said["order"]), **{kind: names for kind, names in who.items() if names})
        elif "cash" in said:
            change_book(table, changes.move_cash(*said["cash"]))
        else:
            change_book(table, changes.void_next_deal() if "void" in said else changes.redeal())
    return table


def settle_table(table: GameTable) -> EveningSettlement:
    """The settlement of the table as it is in the database now."""
    now = fresh(table)
    return compute_settlement(book_of(now), load_seats(now, INSIDE), load_agreed(now), bytes(now.head))


def adds_up(found: EveningSettlement) -> None:
    """Check the sums of every settlement."""
    accounts, settlement = found.accounts, found.settlement
    assert sum(account.owed.money for account in accounts) == 0
    assert sum(account.owed.written for account in accounts) == 0
    assert sum(account.owed.due for account in accounts) + settlement.box == 0
    assert sum(account.owed.points for account in accounts) + settlement.box_cents == 0
    assert sum(account.owed.pot for account in accounts) == 0
    paid = [0] * (len(accounts) + 1)
    for payment in settlement.payments:
        assert payment.amount > 0
        paid[payment.payer] -= payment.amount
        paid[payment.getter if payment.getter != BOX else -1] += payment.amount
    assert paid == [*(account.owed.balance for account in accounts), settlement.box_cents]


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: str(evening["name"]))
def test_an_evening_is_settled_as_it_was_worked_out_by_hand(evening):
    table = happened(evening)
    for found in (settle_table(table), settle_table(end_evening(table))):
        adds_up(found)
        if "accounts" in evening:
            assert {
                account.name: [account.owed.written // POINT, account.owed.money // POINT, *account.owed[3:]]
                for account in found.accounts
            } == evening["accounts"]
        if "payments" in evening:
            names = [account.name for account in found.accounts]
            payments = [
                [names[payment.payer], names[payment.getter], payment.amount] for payment in found.settlement.payments
            ]
            assert payments == evening["payments"]
        assert found.settlement.box_cents == evening.get("box", 0)


def test_a_struck_hand_gives_back_what_it_moved_in_the_pot():
    table = table_of(dreier(0), pagat(rufer(1)), agreed=Stakes(10, False, AgreedPot("treffpunkt", 10)))
    assert compute_pot(book_of(table), load_agreed(table)) == 0
    change_book(table, changes.strike_line(book_of(table).number))
    assert compute_pot(book_of(table), load_agreed(table)) == 50
    adds_up(settle_table(table))


def test_without_a_pagatkassa_there_is_no_pot_even_if_there_was_cash():
    table = evening_of(4, Stakes(10))
    change_book(table, changes.move_cash(0, 100))
    assert compute_pot(book_of(table), load_agreed(table)) is None
    found = settle_table(table)
    assert found.pot is None
    assert [account.owed.balance for account in found.accounts] == [0, 0, 0, 0]


def test_odd_cents_go_by_the_lot_of_the_entry_that_ended_the_evening():
    table = table_of(dreier(0), players=5, agreed=Stakes(0, False, AgreedPot("standard", 13)))
    table = end_evening(table)
    found = settle_table(table)
    assert found.lot == compute_lot_seed(bytes(table.entries.get(kind="ended").hash))
    assert found.pot is not None
    assert (found.pot.left, found.pot.odd) == (13, 3)
    assert sorted(found.pot.shares) == [0, 2, 2, 3, 3, 3]
    assert settle_table(table) == found
    adds_up(found)


def test_another_end_of_the_same_evening_draws_another_lot():
    lots = set()
    for _ in range(3):
        table = evening_of(4)
        lots.add(settle_table(end_evening(table)).lot)
    assert len(lots) == 3


def test_who_wins_is_told_by_the_written_score_and_nobody_wins_before_there_is_one():
    table = evening_of(4, Stakes(10))
    assert settle_table(table).winners == ()
    play_hands(table, rufer(0))
    assert settle_table(table).winners == ("Anna", "Cilli")


def test_what_was_said_last_is_what_is_agreed():
    table = evening_of(4, Stakes(10))
    assert load_agreed(table) == Stakes(10)
    change_book(table, request_agreement(Stakes(20)))
    change_book(table, request_agreement(Stakes(5, False, AgreedPot("standard", 5))))
    assert load_agreed(fresh(table)) == Stakes(5, False, AgreedPot("standard", 5))
    assert parse_agreement(fresh(table).agreed) == Stakes(10)


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


def test_the_first_page_lists_ended_evenings_apart_and_leads_to_their_settlement():
    client = log_in(headers={"accept-language": "de"})
    goes_on, over = evening_of(4), end_evening(evening_of(5))
    page = Page(client.get("/").content.decode())
    going_on, _, done = page.html.partition("<h2>Zuletzt gewonnen</h2>")
    assert url("table", goes_on) in going_on
    assert url("settlement", over) in done
    assert url("settlement", goes_on) not in page.html
    assert "Anna, Berta, Cilli, Dora, Emil" in page.texts


def test_the_table_page_leads_to_the_settlement_and_shows_what_is_in_the_pot(german):
    table = table_of(dreier(0), agreed=Stakes(10, False, AgreedPot("treffpunkt", 10)))
    page = open_table_page(german, table)
    assert url("settlement", table) in page.html
    assert "Kassa\n0,50" in page.text
    assert "Kassa" not in open_table_page(german, evening_of(4)).text


def test_who_writes_settles_without_the_server_by_what_the_page_says_and_who_watches_is_told_nothing(german):
    table = table_of(dreier(0), dreier(1), agreed=Stakes(10, False, AgreedPot("treffpunkt", 10)))
    [said] = re.findall(r'data-accounts="([^"]*)"', open_table_page(german, table).html)
    accounts = json.loads(html.unescape(said))
    assert (accounts["rate"], accounts["due"]) == (10, [60, 60, -60, -60, 0, 0])
    rule = {"opening": 10, "stake": 10, "cap": None, "premium": "pagat"}
    assert accounts["pot"] == {"left": 60, "moves": [-20, -10, -10, -20, 0, 0]} | rule
    assert "data-accounts" not in open_table_page(django.test.Client(), table).html
    donating = table_of(dreier(0), agreed=Stakes(10, donation=True))
    assert "data-accounts" not in open_table_page(german, donating).html


def test_an_ended_evening_has_shared_its_pot_and_says_to_its_players_who_gets_what(german):
    """Dreier of Anna: 15 points at 10 cents, and her part of the pot of 0,50 that came back to all."""
    table = table_of(dreier(0), agreed=Stakes(10, False, AgreedPot("treffpunkt", 10)))
    end_evening(table)
    html = open_table_page(german, table).html
    assert "Dieser Abend ist beendet." in html
    assert "Pagatkassa: <strong>" not in html
    rows = re.findall(r'<th scope="row">(\w+)</th>\s*<td[^>]*>([^<]+)</td>\s*<td[^>]*>([^<]+)</td>', html)
    settled = compute_settlement(
        book_of(table), load_seats(table, INSIDE), load_agreed(table), bytes(fresh(table).head)
    )
    expected = [
        (account.name, format_points(account.owed.written), format_signed_cents(account.owed.balance))
        for account in settled.ranked
    ]
    assert rows[:4] == expected
    assert "€" not in open_table_page(django.test.Client(headers={"accept-language": "de"}), table).text


def test_an_evening_for_points_only_has_no_money_on_its_page(german):
    table = table_of(dreier(0))
    assert "€" not in open_table_page(german, end_evening(table)).text
