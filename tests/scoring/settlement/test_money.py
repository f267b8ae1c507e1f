"""Whole evenings settled by hand (tests/data/settlement/tables.toml), read from the book as it is stored."""

import tomllib
from typing import Any

import pytest

from scoring.corrections import changes
from scoring.engine.agreement import Pot, Stakes, parse_agreement
from scoring.engine.settlement.payments import BOX
from scoring.ledger.seats import load_seats
from scoring.models import GameTable
from scoring.settlement.accounts import EveningSettlement, compute_settlement
from scoring.settlement.pagatkassa import compute_lot_seed, compute_pot
from scoring.settlement.services import load_agreed, request_agreement
from tests.scoring.support.evenings import changed, ended, evening_of, fresh, new_order, pagat, played
from tests.scoring.support.tables import POINT, book_of, dreier, rufer
from tests.support.paths import DATA

pytestmark = pytest.mark.django_db
EVENINGS: list[dict[str, Any]] = tomllib.loads((DATA / "settlement/tables.toml").read_text("utf-8"))["evening"]


def agreed_in(said: dict[str, Any]) -> Stakes:
    """An agreement as in the file."""
    pot = said.get("pagatkassa")
    return Stakes(**{**said, "pagatkassa": Pot(**pot) if pot else None})


def happened(evening: dict[str, Any]) -> GameTable:
    """The table after everything has happened."""
    table = evening_of(evening["players"], agreed_in(evening["agreed"]), evening.get("sheet", "treffpunkt"))
    for said in evening["happens"]:
        if "hand" in said:
            played(table, said["hand"])
        elif "order" in said:
            who = {
                kind: {int(place): name for place, name in said.get(kind, {}).items()}
                for kind in ("came", "substitutes")
            }
            new_order(table, tuple(said["order"]), **{kind: names for kind, names in who.items() if names})
        elif "cash" in said:
            changed(table, changes.move_cash(*said["cash"]))
        else:
            changed(table, changes.void_next_deal() if "void" in said else changes.redeal())
    return table


def settled(table: GameTable) -> EveningSettlement:
    """The settlement of the table as it is in the database now."""
    now = fresh(table)
    return compute_settlement(book_of(now), load_seats(now), load_agreed(now), bytes(now.head))


def adds_up(found: EveningSettlement) -> None:
    """What must hold of every settlement."""
    accounts, settlement = found.accounts, found.settlement
    assert sum(one.owed.money for one in accounts) == 0
    assert sum(one.owed.written for one in accounts) == 0
    assert sum(one.owed.due for one in accounts) + settlement.box == 0
    assert sum(one.owed.points for one in accounts) + settlement.box_cents == 0
    assert sum(one.owed.pot for one in accounts) == 0
    paid = [0] * (len(accounts) + 1)
    for one in settlement.payments:
        assert one.amount > 0
        paid[one.payer] -= one.amount
        paid[one.getter if one.getter != BOX else -1] += one.amount
    assert paid == [*(one.owed.balance for one in accounts), settlement.box_cents]


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: str(evening["name"]))
def test_an_evening_is_settled_as_it_was_worked_out_by_hand(evening):
    table = happened(evening)
    for found in (settled(table), settled(ended(table))):
        adds_up(found)
        if "accounts" in evening:
            assert {
                one.name: [one.owed.written // POINT, one.owed.money // POINT, *one.owed[3:]] for one in found.accounts
            } == evening["accounts"]
        if "payments" in evening:
            names = [one.name for one in found.accounts]
            payments = [[names[one.payer], names[one.getter], one.amount] for one in found.settlement.payments]
            assert payments == evening["payments"]
        assert found.settlement.box_cents == evening.get("box", 0)


def test_played_for_nothing_nobody_owes_cents_and_the_points_are_settled():
    table = evening_of()
    played(table, dreier(0))
    found = settled(table)
    assert found.settlement.payments == ()
    assert {(one.payer, one.getter, one.amount) for one in found.settlement.in_points} == {
        (seat, 0, 5 * POINT) for seat in (1, 2, 3)
    }


def test_a_struck_hand_gives_back_what_it_moved_in_the_pot():
    table = evening_of(4, Stakes(10, False, Pot("treffpunkt", 10)))
    played(table, dreier(0), pagat(rufer(1)))
    assert compute_pot(book_of(table), load_agreed(table)) == 0
    changed(table, changes.strike_line(book_of(table).number))
    assert compute_pot(book_of(table), load_agreed(table)) == 50
    adds_up(settled(table))


def test_without_a_pagatkassa_there_is_no_pot_even_if_there_was_cash():
    table = evening_of(4, Stakes(10))
    changed(table, changes.move_cash(0, 100))
    assert compute_pot(book_of(table), load_agreed(table)) is None
    found = settled(table)
    assert found.pot is None
    assert [one.owed.balance for one in found.accounts] == [0, 0, 0, 0]


def test_odd_cents_go_by_the_lot_of_the_entry_that_ended_the_evening():
    table = evening_of(5, Stakes(0, False, Pot("standard", 13)))
    played(table, dreier(0))
    table = ended(table)
    found = settled(table)
    assert found.lot == compute_lot_seed(bytes(table.entries.get(kind="ended").hash))
    assert found.pot is not None
    assert (found.pot.left, found.pot.odd) == (13, 3)
    assert sorted(found.pot.shares) == [0, 2, 2, 3, 3, 3]
    assert settled(table) == found
    adds_up(found)


def test_another_end_of_the_same_evening_draws_another_lot():
    lots = set()
    for _ in range(3):
        table = evening_of(4)
        lots.add(settled(ended(table)).lot)
    assert len(lots) == 3


def test_who_wins_is_told_by_the_written_score_and_nobody_wins_before_there_is_one():
    table = evening_of(4, Stakes(10))
    assert settled(table).winners == ()
    played(table, rufer(0))
    assert settled(table).winners == ("Anna", "Cilli")


def test_what_was_said_last_is_what_is_agreed():
    table = evening_of(4, Stakes(10))
    assert load_agreed(table) == Stakes(10)
    changed(table, request_agreement(Stakes(20)))
    changed(table, request_agreement(Stakes(5, False, Pot("standard", 5))))
    assert load_agreed(fresh(table)) == Stakes(5, False, Pot("standard", 5))
    assert parse_agreement(fresh(table).agreed) == Stakes(10)
