"""Hands that came too late: what they say, and what people decide about them."""

import uuid
from datetime import datetime
from typing import Annotated, Literal

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from scoring.api.common import WRITER, language, reason_of, table_for, who
from scoring.held_hands.decisions import AGAIN, DROP, NEXT, Answer, Decision
from scoring.held_hands.page import Candidate as Shown
from scoring.held_hands.page import held_page
from scoring.held_hands.services import decide
from scoring.table.views import decision_message
from scoring.written_sheet.selectors import table_view
from tarockclub.api.errors import Failed
from tarockclub.api.operations import Part
from tarockclub.api.schemas import KEY_PATTERN, Done, MayBeKeyed, Number, Out, Reason, key_if_given

part = Part("held", "Hands of phones without a network that came too late: held beside the book until people decide.")
_DECISIONS = {"next": NEXT, "drop": DROP, "again": AGAIN}


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


@part.get("tables/{uuid:slug}/held", gives=Held, door=WRITER, fails=(404,))
def list_held_hands(request: HttpRequest, slug: uuid.UUID) -> Held:
    """List the hands that came too late"""
    table = table_for(slug)
    found = held_page(table, table_view(table, language()))
    if found is None:
        return Held(asked=[], more=0, settled=[], late=[])
    return Held(
        asked=[
            HeldHand(
                key=one.key,
                entered=one.entered,
                words=one.words,
                remark=one.remark,
                problems=list(one.problems),
                same=[_candidate(each) for each in (*one.same, *one.others)],
                before=[_candidate(each) for each in one.before],
                after=list(one.after),
            )
            for one in found.asked
        ],
        more=found.more,
        settled=[Decided(key=one.key, words=one.words, number=one.number, note=one.note) for one in found.settled],
        late=list(found.late),
    )


def _candidate(one: Shown) -> Candidate:
    return Candidate(number=one.number, line=one.line, words=one.words, likely=one.likely)


HandKey = Annotated[str, StringConstraints(pattern=KEY_PATTERN)]


@part.post("tables/{uuid:slug}/held/{hand}", gives=Done, door=WRITER, fails=(404, 406, 409, 410, 412, 422, 425))
def decide_held_hand(request: HttpRequest, slug: uuid.UUID, hand: HandKey, body: ToDecide) -> Done:
    """Decide about a hand that came too late

    Resubmitting returns the same response; 410 if another phone has decided differently.
    """
    key_if_given(request, body)  # the hand has its own
    table = table_for(slug)
    decision = Decision(_DECISIONS.get(body.what, body.what), body.seen, body.line, reason_of(body.reason))
    decided = decide(table, hand, decision, who(request, table))
    if decided.answer is not Answer.DONE:
        raise Failed(decided.answer.value, decided.answer.name.lower(), decision_message(decided))
    return Done()
