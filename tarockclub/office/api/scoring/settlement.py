"""The end of an evening: who owes whom; ending and reopening it."""

from django.http import HttpRequest
from pydantic import Field

from scoring.models import GameTable
from scoring.table.corrections.changes import ChangeRequest
from scoring.table.corrections.services import write_change
from scoring.table.settlement.services import is_just_over, load_agreed, request_end, request_reopening
from scoring.table.settlement.views import load_settlement_view
from tarockclub.kit.text import clean_reason
from tarockclub.office.api.scoring.common import (
    WRITE_FAILS,
    WRITER,
    BookTable,
    Saved,
    TableProblem,
    build_saved,
    find_table_actor,
)
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.api.authentication import find_caller
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Keyed, Number, Out, Reason, Whole, get_key

part = Part("settlement", "The end of an evening: who owes whom, ending and reopening it.")


class Account(Out):
    """The total of a player, and the amount they get or, if negative, pay."""

    rank: Number
    name: str
    here: bool = Field(description="Whether they sit at the table now.")
    money: Whole = Field(description="Sixths of a point.")
    written: Whole = Field(description="Sixths of a point.")
    points_cents: Whole = Field(
        validation_alias="points", description="The part of the balance from points, at the agreed rate."
    )
    pot_cents: Whole = Field(validation_alias="pot", description="From the Pagatkassa.")
    balance_cents: Whole = Field(validation_alias="balance", description="Both together.")


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


@part.get("settlement", door=WRITER)
def read_settlement(request: HttpRequest, table: BookTable) -> Settlement:
    """Return who owes whom, now or at the end"""
    view = load_settlement_view(table, load_agreed(table))
    reckoning, agreed = view.reckoning, view.reckoning.agreed
    pot = agreed.pagatkassa
    left = reckoning.pot.left if reckoning.pot is not None else 0
    return Settlement.read(
        view,
        ended=table.ended is not None,
        rate=agreed.rate,
        donation=agreed.donation,
        pagatkassa=None if pot is None else Pot.read(pot, left=left),
        hands=view.summary.hands,
        accounts=[
            Account.read(account.owed, rank=account.rank, name=account.name, here=account.here)
            for account in reckoning.ranked
        ],
        box_cents=reckoning.settlement.box_cents,
        disputed=[row.number for row in view.disputed_rows],
        sequence=table.last_sequence,
    )


@part.post("end", door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def end_evening(request: HttpRequest, table: BookTable, body: Seen) -> Saved:
    """End the evening

    Nothing more can be written afterwards; what is left in the Pagatkassa is divided.
    """
    return _write_change(request, table, body, request_end(), "end")


@part.post("reopen", door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def reopen_evening(request: HttpRequest, table: BookTable, body: Seen) -> Saved:
    """Reopen an evening that has ended

    More than twelve hours after its end, only directors may do this.
    """
    if not is_just_over(table) and not find_caller(request).rights.has_at(table.club_id, Right.DIRECT):
        raise ApiError(403, "not_for_role")
    return _write_change(request, table, body, request_reopening(), "reopen")


def _write_change(request: HttpRequest, table: GameTable, body: Seen, ask: ChangeRequest, sent: object) -> Saved:
    key, reason = get_key(request, body), clean_reason(body.reason)
    written = write_change(table, key, body.seen, ask, reason, sent=sent, who=find_table_actor(request, table))
    return build_saved(written, table.slug)
