"""Hands that came too late: their content, and the decisions about them."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from scoring.table.held_hands.decisions import DROP, NEXT, REOPEN, Decision, DecisionOutcome
from scoring.table.held_hands.page import build_held_page
from scoring.table.held_hands.services import decide_hand
from scoring.table.table_page.views import format_decision
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.kit.text import clean_reason
from tarockclub.office.api.scoring.common import WRITER, BookTable, find_table_actor
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import KEY_PATTERN, Done, MayBeKeyed, Number, Out, Reason, get_optional_key

part = Part("held", "Hands of phones without a network that came too late: held beside the book until people decide.")
_DECISIONS = {"next": NEXT, "drop": DROP, "again": REOPEN}


class Candidate(Out):
    """A deal in the book that a held hand may be the same as."""

    number: Number
    line: Number
    words: str
    likely: bool


class HeldHand(Out):
    """A held hand, for people to decide about."""

    key: str
    entered: datetime
    words: str
    remark: str
    problems: list[str] = Field(description="The reason why it cannot be the next one.")
    same: list[Candidate]
    before: list[Candidate] = Field(description="Deals before which it may be inserted under its key.")
    after: list[str] = Field(description="Everything the phone entered after it.")


class Decided(Out):
    """A decision that can be undone."""

    key: str
    words: str
    number: Number = Field(description="Number of the deal that it is; 0: it does not count.")
    note: str


class Held(Out):
    """The held hands of a table."""

    asked: list[HeldHand]
    more: Number = Field(description="Number of further hands that are waiting.")
    settled: list[Decided]
    late: list[str] = Field(description="Hands for the director to decide.")


class ToDecide(MayBeKeyed):
    """A decision about a held hand."""

    what: Literal["same", "next", "drop", "again"] = Field(
        description="It is a deal in the book; it is the next one; it does not count; the decision is undone."
    )
    seen: Number = Field(description="`sequence` of the table as it was shown.")
    line: Number = Field(default=0, description="With `same`: the line of that deal.")
    reason: Reason = Field(default="", description="With `drop`: the reason why it does not count.")


@part.get("held", door=WRITER)
def list_held_hands(request: HttpRequest, table: BookTable) -> Held:
    """List the hands that came too late"""
    found = build_held_page(table, load_table_view(table))
    if found is None:
        return Held(asked=[], more=0, settled=[], late=[])
    return Held.read(
        found,
        asked=[
            HeldHand.read(row, key=row.hand.key, entered=row.hand.entered, same=(*row.same, *row.others))
            for row in found.asked
        ],
        settled=[Decided.read(hand, words=words, number=number) for hand, words, number in found.settled],
    )


HandKey = Annotated[str, StringConstraints(pattern=KEY_PATTERN)]


@part.post("held/{hand}", door=WRITER, fails=(404, 406, 409, 410, 412, 422, 425))
def decide_held_hand(request: HttpRequest, table: BookTable, hand: HandKey, body: ToDecide) -> Done:
    """Decide about a hand that came too late

    Resubmitting returns the same response; 410 if another phone has decided differently.
    """
    get_optional_key(request, body)  # the hand has its own key
    decision = Decision(_DECISIONS.get(body.what, body.what), body.seen, body.line, clean_reason(body.reason))
    decided = decide_hand(table, hand, decision, find_table_actor(request, table))
    if decided.answer is not DecisionOutcome.DONE:
        raise ApiError(decided.answer.value, decided.answer.name.lower(), format_decision(decided))
    return Done()
