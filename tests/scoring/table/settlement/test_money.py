"""Whole evenings settled by hand (tests/data/settlement/tables.toml), read from the book as it is stored."""

import tomllib
from typing import Any

import pytest

from scoring.book.ledger.seats import load_seats
from scoring.engine.agreement import AgreedPot, Stakes, parse_agreement
from scoring.engine.settlement import BOX
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.settlement.services import (
    EveningSettlement,
    compute_lot_seed,
    compute_pot,
    compute_settlement,
    load_agreed,
    request_agreement,
)
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import (
    change_book,
    end_evening,
    evening_of,
    fresh,
    new_order,
    pagat,
    play_hands,
    table_of,
)
from tests.scoring.support.tables import POINT, book_of, dreier, rufer
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
