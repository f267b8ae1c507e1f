"""The cash box of a tournament: movements, reversals, counts; receipts."""

import uuid
from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.office.api.tournaments.common import FAILS, OwnTournament, add_operations, perform
from tarockclub.platform.api.authentication import TO_TILL
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, Keyed, Number, Out, Reason, Whole
from tournaments.core.actions.targets import TOURNAMENT
from tournaments.core.acts import parse_content
from tournaments.core.cash_journal.actions import CountBox, ReceiptAction, RecordMove, ReverseMove, WriteMoveReceipt
from tournaments.core.cash_journal.journal import MOST_CENTS
from tournaments.core.cash_journal.receipts import load_receipts
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.view_helpers import find_own_table, find_own_tournament
from tournaments.models import Prize
from tournaments.people.entrants.fees import is_paid_once
from tournaments.results.cash.actions import WriteFeesReceipt, WritePrizeReceipt
from tournaments.results.cash.payments import list_payments

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

    fees: Whole = Field(validation_alias="fee_total")
    prizes: Whole = Field(validation_alias="bought")
    balance: Whole
    adds_up: bool
    journal: list[MoveOut]


class PaymentOut(Out):
    """An entry fee that was paid, or refunded."""

    at: datetime
    number: Number = Field(description="Start number.")
    name: str
    cents: Whole = Field(description="Below 0: refunded.")
    round: str = Field(description="Empty: the fee is that of the whole tournament.")
    by: str = Field(description="Who recorded it.")


class PaymentsOut(Out):
    """All payments of entry fees."""

    payments: list[PaymentOut]


class Movement(Keyed):
    """A new movement."""

    what: Literal["float", "donation", "expense", "income"]
    cents: int = Field(ge=-MOST_CENTS, le=MOST_CENTS, description="Positive: comes into the box.")
    reason: Reason
    voucher: str = Field(default="", max_length=80, description="Number of the invoice handed in.")
    party: str = Field(default="", max_length=80, description="Payer or recipient.")
    round: Number = Field(default=0, description="The table whose donation box it is from.")
    table: Number = 0


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


@part.get("cash", door=TO_TILL)
def read_cash_box(request: HttpRequest, tournament: OwnTournament) -> CashOut:
    """Return the balance of the cash box, with all movements."""
    return CashOut.read(load_cash_box(tournament))


@part.get("cash/payments", door=TO_TILL)
def list_fee_payments(request: HttpRequest, tournament: OwnTournament) -> PaymentsOut:
    """List each entry fee that was paid or refunded, the earliest first."""
    payments = list_payments(tournament, is_once=is_paid_once(tournament))
    return PaymentsOut(payments=[PaymentOut.read(payment) for payment in payments])


@part.post(f"{_CASH}/movements", door=TO_TILL, fails=FAILS)
def move_in_cash_box(request: HttpRequest, slug: uuid.UUID, body: Movement) -> Done:
    """Put money into the box or take some out, with a reason."""
    at_table = body.round or body.table
    spot = find_own_table(request, slug, body.round, body.table) if at_table else find_own_tournament(request, slug)
    values = body.model_dump(include={"what", "cents", "voucher", "party"})
    perform(request, spot, RecordMove.build_here(spot, **values), body)
    return Done()


add_operations(part, ReverseMove, CountBox, targets=(TOURNAMENT,))


@part.get("cash/receipts", door=TO_TILL)
def list_receipts(request: HttpRequest, tournament: OwnTournament) -> ReceiptsOut:
    """All receipts, in the order of their numbers."""
    found = load_receipts(tournament)
    return ReceiptsOut(receipts=[ReceiptOut.read(receipt) for receipt in found])


@part.post("cash/receipts", door=TO_TILL)
def write_receipt(request: HttpRequest, tournament: OwnTournament, body: NewReceipt) -> ReceiptOut:
    """Issue a receipt with the next number: for the entry fees of a player, for a movement, or for a prize."""
    wanted: ReceiptAction = WriteMoveReceipt.build_here(tournament, movement=body.movement, party=body.party)
    if body.fees_of:
        wanted = WriteFeesReceipt.build_here(tournament, entrant=body.fees_of)
    elif body.prize:
        prize = Prize.objects.filter(tournament=tournament, number=body.prize).values_list("pk", flat=True)
        wanted = WritePrizeReceipt(prize=prize.first() or 0)
    number = parse_content(perform(request, tournament, wanted, body))["number"]
    return next(ReceiptOut.read(receipt) for receipt in load_receipts(tournament) if receipt.number == number)
