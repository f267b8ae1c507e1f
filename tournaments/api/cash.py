"""The cash box of a tournament: movements, reversals, counts; receipts."""

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.api.authentication import SECRETARY
from tarockclub.api.operations import Part
from tarockclub.api.schemas import Cents, Done, Keyed, Number, Out, Reason, Whole, get_key
from tarockclub.text import clean_text
from tournaments.acts import parse_content
from tournaments.api.common import (
    FAILS,
    answer_refusals,
    clean_reason,
    find_actor,
    find_entrant,
    find_own_table,
    find_own_tournament,
)
from tournaments.cash import tournament_receipts
from tournaments.cash.services import count_box, load_cash_box, record_movement, take_back
from tournaments.cash_journal.journal import MOST_CENTS, Move, TypedMove
from tournaments.cash_journal.messages import format_cash_problem
from tournaments.cash_journal.receipts import Receipt
from tournaments.models import Prize

part = Part("cash", "The cash box of a tournament, to the cent, with receipts.")
_CASH = "tournaments/{uuid:slug}/cash"


class MoveOut(Out):
    """A movement of money; a positive amount came into the box."""

    sequence: Number = Field(description="Its number for undoing it or for a receipt.")
    at: datetime
    what: str = Field(description="fees, prize, float, donation, expense, income, reversal, count")
    cents: Whole
    balance: Whole = Field(description="The balance after it.")
    reason: str
    voucher: str
    party: str
    of: Number = Field(description="The movement that it cancels; 0: none.")
    taken_back: bool
    round: Number
    table: Number


class CashOut(Out):
    """The balance of the box and where it comes from."""

    fees: Whole
    prizes: Whole
    balance: Whole
    adds_up: bool
    journal: list[MoveOut]


class Movement(Keyed):
    """A new movement."""

    what: Literal["float", "donation", "expense", "income"]
    cents: int = Field(ge=-MOST_CENTS, le=MOST_CENTS, description="Positive: comes into the box.")
    reason: Reason
    voucher: str = Field(default="", max_length=80, description="Number of the invoice handed in.")
    party: str = Field(default="", max_length=80, description="Payer or recipient.")
    round: Number = Field(default=0, description="The table whose donation box it is from.")
    table: Number = 0


class TakingBack(Keyed):
    """The reason for cancelling a movement."""

    reason: Reason


class Counting(Keyed):
    """A cash count."""

    counted: Cents
    seen: Whole = Field(description="The expected balance, as it was read.")
    reason: Reason = ""


class NewReceipt(Keyed):
    """The subject of a new receipt; exactly one of these."""

    fees_of: Number = Field(
        default=0, description="Start number: all entry fees of the player that are not on a receipt yet."
    )
    movement: Number = Field(default=0, description="Sequence number of a movement.")
    prize: Number = Field(default=0, description="Number of a prize that is handed out.")
    party: str = Field(default="", max_length=80)


class ReceiptLineOut(Out):
    """A line of a receipt."""

    text: str
    cents: Whole


class ReceiptOut(Out):
    """A receipt."""

    number: Number
    label: str
    at: datetime
    name: str
    paid_in: bool
    cents: Whole
    lines: list[ReceiptLineOut]
    reverses: str


class ReceiptsOut(Out):
    """All receipts of a tournament."""

    receipts: list[ReceiptOut]


@part.get(_CASH, gives=CashOut, door=SECRETARY, fails=(404,))
def read_cash_box(request: HttpRequest, slug: uuid.UUID) -> CashOut:
    """Return the balance of the cash box, with all movements."""
    box = load_cash_box(find_own_tournament(request, slug))
    return CashOut(
        fees=box.fee_total,
        prizes=box.bought,
        balance=box.balance,
        adds_up=box.adds_up,
        journal=build_moves(box.journal),
    )


def build_moves(moves: Iterable[Move]) -> list[MoveOut]:
    """Build the movements of a cash box."""
    found = [{name: getattr(move, name) for name in MoveOut.model_fields} for move in moves]
    return [MoveOut.model_validate(move) for move in found]


@part.post(f"{_CASH}/movements", gives=Done, door=SECRETARY, fails=FAILS)
def move_in_cash_box(request: HttpRequest, slug: uuid.UUID, body: Movement) -> Done:
    """Put money into the box or take some out, with a reason."""
    tournament = find_own_tournament(request, slug)
    entry = TypedMove(body.what, body.cents, clean_text(body.voucher), clean_text(body.party))
    table = find_own_table(request, slug, body.round, body.table) if body.round or body.table else None
    with answer_refusals(format_cash_problem):
        key, reason = get_key(request, body), clean_reason(body.reason)
        record_movement(tournament.pk, key, body.cents, reason, find_actor(request), entry=entry, table=table)
    return Done()


@part.post(f"{_CASH}/movements/{{int:sequence}}/take-back", gives=Done, door=SECRETARY, fails=FAILS)
def take_cash_back(request: HttpRequest, slug: uuid.UUID, sequence: Number, body: TakingBack) -> Done:
    """Cancel a movement by an opposite one."""
    tournament = find_own_tournament(request, slug)
    with answer_refusals(format_cash_problem):
        take_back(tournament.pk, get_key(request, body), sequence, clean_reason(body.reason), find_actor(request))
    return Done()


@part.post(f"{_CASH}/count", gives=Done, door=SECRETARY, fails=FAILS)
def count_cash(request: HttpRequest, slug: uuid.UUID, body: Counting) -> Done:
    """Record a cash count; a difference becomes a movement, with a reason."""
    tournament = find_own_tournament(request, slug)
    with answer_refusals(format_cash_problem):
        key, reason = get_key(request, body), clean_reason(body.reason)
        count_box(tournament.pk, key, body.counted, body.seen, find_actor(request), reason)
    return Done()


@part.get(f"{_CASH}/receipts", gives=ReceiptsOut, door=SECRETARY, fails=(404,))
def list_receipts(request: HttpRequest, slug: uuid.UUID) -> ReceiptsOut:
    """All receipts, in the order of their numbers."""
    return ReceiptsOut(
        receipts=[
            _build_receipt(receipt) for receipt in tournament_receipts.load_receipts(find_own_tournament(request, slug))
        ]
    )


@part.post(f"{_CASH}/receipts", gives=ReceiptOut, door=SECRETARY, fails=FAILS)
def write_receipt(request: HttpRequest, slug: uuid.UUID, body: NewReceipt) -> ReceiptOut:
    """Issue a receipt with the next number: for the entry fees of a player, for a movement, or for a prize."""
    tournament = find_own_tournament(request, slug)
    key, by = get_key(request, body), find_actor(request)
    with answer_refusals(format_cash_problem):
        if body.fees_of:
            done = tournament_receipts.write_fees_receipt(
                tournament.pk, key, find_entrant(tournament, body.fees_of), by
            )
        elif body.prize:
            prize = Prize.objects.filter(tournament=tournament, number=body.prize).values_list("pk", flat=True)
            done = tournament_receipts.write_prize_receipt(tournament.pk, key, prize.first() or 0, by)
        else:
            done = tournament_receipts.write_move_receipt(tournament.pk, key, body.movement, clean_text(body.party), by)
    number = parse_content(done)["number"]
    return next(
        _build_receipt(receipt) for receipt in tournament_receipts.load_receipts(tournament) if receipt.number == number
    )


def _build_receipt(receipt: Receipt) -> ReceiptOut:
    return ReceiptOut(
        number=receipt.number,
        label=receipt.label,
        at=receipt.at,
        name=receipt.name,
        paid_in=receipt.paid_in,
        cents=receipt.cents,
        lines=[ReceiptLineOut(text=line.text, cents=line.cents) for line in receipt.lines],
        reverses=receipt.reverses,
    )
