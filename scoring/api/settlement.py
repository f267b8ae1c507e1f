"""The end of an evening: who owes whom, what was agreed about money, the Pagatkassa; ended and opened again."""

import uuid
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from scoring.api.common import (
    WRITE_FAILS,
    WRITER,
    Saved,
    TableProblem,
    entry_of,
    language,
    reason_of,
    saved,
    table_for,
    who,
)
from scoring.api.evenings import Agreement, agreed_in
from scoring.corrections.changes import Ask
from scoring.corrections.services import change
from scoring.engine.agreement import to_text
from scoring.ledger.sheet_versions import sheet_of
from scoring.models import GameTable
from scoring.settlement.page import Paid, SettlementView, settlement_view
from scoring.settlement.services import agree, agreed_of, by_hand, end, is_just_over, reopen
from tarockclub.api.authentication import caller_of
from tarockclub.api.errors import Failed, wrong
from tarockclub.api.operations import Part
from tarockclub.api.schemas import Keyed, Number, Out, Place, Reason, Whole, key_of

part = Part("settlement", "The end of an evening: who owes whom, the Pagatkassa, ending and reopening it.")


class Account(Out):
    """The total of a player, and the amount they get or, if negative, pay."""

    rank: Number
    name: str
    here: bool = Field(description="Whether they sit at the table now.")
    money: Whole = Field(description="Sixths of a point.")
    written: Whole = Field(description="Sixths of a point.")
    points_cents: Whole = Field(description="The part of the balance from points, at the agreed rate.")
    pot_cents: Whole = Field(description="From the Pagatkassa.")
    balance_cents: Whole = Field(description="Both together.")


class Payment(Out):
    """A payment from one player to another."""

    payer: str
    getter: str = Field(description="Empty: the donation box.")
    amount: Number


class Pot(Out):
    """The Pagatkassa as agreed; cents."""

    version: str
    stake: Number
    start: Number
    cap: Number | None
    left: Number = Field(description="The amount in it now.")


class Settlement(Out):
    """The current settlement of an evening."""

    ended: bool
    hands: Number
    rate: Number = Field(description="Cents per point; 0: for points only.")
    donation: bool
    pagatkassa: Pot | None
    winners: str
    accounts: list[Account]
    payments: list[Payment] = Field(description="Cents; the fewest payments that settle everything.")
    in_points: list[Payment] = Field(description="Sixths of a point, if no money is played for.")
    box_cents: Whole = Field(description="The amount for the donation box.")
    disputed: list[Number] = Field(description="Numbers of the hands that are still disputed.")
    undecided: Number = Field(description="Hands that came too late and are waiting for a decision.")
    sequence: Number = Field(description="`seen` of changes made here.")


class Seen(Keyed):
    """A change of the settlement."""

    seen: Number | None = Field(default=None, description="`sequence` as it was displayed.")
    reason: Reason = ""


class ToAgree(Seen):
    """A new agreement about money, for the whole evening."""

    agreed: Agreement


class ByHand(Seen):
    """Money that goes into or out of the Pagatkassa outside the rules."""

    place: Place
    way: Literal["into", "from"]
    cents: int = Field(ge=1, le=10**9)


@part.get("tables/{uuid:slug}/settlement", gives=Settlement, door=WRITER, fails=(404,))
def read_settlement(request: HttpRequest, slug: uuid.UUID) -> Settlement:
    """Return who owes whom, now or at the end"""
    table = table_for(slug)
    return _shown(table, settlement_view(table, agreed_of(table), language()))


def _shown(table: GameTable, view: SettlementView) -> Settlement:
    agreed, found = view.agreed, view.reckoning
    pot = agreed.pagatkassa
    left = found.pot.left if found.pot is not None else 0
    return Settlement(
        ended=table.ended is not None,
        hands=view.hands,
        rate=agreed.rate,
        donation=agreed.donation,
        pagatkassa=None if pot is None else Pot(**pot._asdict(), left=left),
        winners=view.winners,
        accounts=[
            Account(
                rank=one.rank,
                name=one.account.name,
                here=one.account.here,
                money=one.account.owed.money,
                written=one.account.owed.written,
                points_cents=one.account.owed.points,
                pot_cents=one.account.owed.pot,
                balance_cents=one.account.owed.balance,
            )
            for one in view.ranked
        ],
        payments=[_payment(one) for one in view.payments],
        in_points=[_payment(one) for one in view.in_points],
        box_cents=found.settlement.box_cents,
        disputed=[one.number for one in view.disputed],
        undecided=view.undecided,
        sequence=table.last_sequence,
    )


def _payment(one: Paid) -> Payment:
    return Payment(payer=one.payer, getter=one.getter, amount=one.amount)


@part.post("tables/{uuid:slug}/end", gives=Saved, door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def end_evening(request: HttpRequest, slug: uuid.UUID, body: Seen) -> Saved:
    """End the evening

    Nothing more can be written afterwards; what is left in the Pagatkassa is divided.
    """
    return _changed(request, slug, body, end(), "end")


@part.post("tables/{uuid:slug}/reopen", gives=Saved, door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def reopen_evening(request: HttpRequest, slug: uuid.UUID, body: Seen) -> Saved:
    """Reopen an evening that has ended

    More than twelve hours after its end, only directors may do this.
    """
    table, caller = table_for(slug), caller_of(request)
    if not is_just_over(table) and not (caller.is_director and caller.club == table.club_id):
        raise Failed(403, "not_for_role")
    return _changed(request, slug, body, reopen(), "reopen")


@part.post("tables/{uuid:slug}/agreement", gives=Saved, door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def change_agreement(request: HttpRequest, slug: uuid.UUID, body: ToAgree) -> Saved:
    """Change the stakes, for the whole evening"""
    agreed = agreed_in(body.agreed)
    if agreed.donation and (not agreed.rate or sheet_of(table_for(slug).sheet_version).written is None):
        raise wrong("agreed/donation", "not_offered")
    return _changed(request, slug, body, agree(agreed), to_text(agreed))


@part.post("tables/{uuid:slug}/pagatkassa", gives=Saved, door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def move_cash(request: HttpRequest, slug: uuid.UUID, body: ByHand) -> Saved:
    """Put money into the Pagatkassa by hand, or take some out"""
    cents = body.cents if body.way == "into" else -body.cents
    return _changed(request, slug, body, by_hand(body.place, cents), ["cash", body.place, cents])


def _changed(request: HttpRequest, slug: uuid.UUID, body: Seen, ask: Ask, sent: object) -> Saved:
    table, key, reason = table_for(slug), key_of(request, body), reason_of(body.reason)
    written = change(table, key, body.seen, ask, reason, sent=sent, who=who(request, table))
    return saved(entry_of(written, slug))
