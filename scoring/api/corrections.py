"""Changes of a book: what would follow is shown, then it is written with all that follows."""

import uuid
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from scoring.api.common import (
    WRITE_FAILS,
    WRITER,
    Saved,
    TableProblem,
    entry_of,
    language,
    read_record,
    reason_of,
    saved,
    table_for,
    who,
)
from scoring.api.hand_record import Record
from scoring.corrections import changes as corrections_changes
from scoring.corrections import history
from scoring.corrections.changes import Ask
from scoring.corrections.forms import PersonOf, ask_from
from scoring.corrections.history import seats_then
from scoring.corrections.services import Asked, known_at, preview, written_as_asked
from scoring.hooks import warning_at
from scoring.ledger.seats import Seat, read_seats
from tarockclub.api.errors import wrong
from tarockclub.api.operations import Part
from tarockclub.api.schemas import In, Keyed, Number, Out, Place, Reason, Whole, key_of
from tarockclub.models import NAME_LENGTH
from tarockclub.text import cleaned

part = Part("changes", "What is changed in a book: shown with all that follows, then written; nothing is ever lost.")
Line = Annotated[int, Field(ge=1, le=2**63 - 1, description="A line of the book.")]
Since = Annotated[int, Field(ge=0, le=2**63 - 1, description="Before this line of the book; 0: from now on.")]
Typed = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Shift = Annotated[bool, Field(description="The forehand of all later deals moves, too.")]


class _Change(In):
    """Something that is changed."""


class Strike(_Change):
    """A line is struck out."""

    what: Literal["strike"]
    line: Line
    shift: Shift = False


class Restore(_Change):
    """A struck line counts again."""

    what: Literal["restore"]
    line: Line


class Void(_Change):
    """A hand that nobody can clear up: all get 0, the deal is used up."""

    what: Literal["void"]
    line: Line


class VoidNext(_Change):
    """The next deal was played and counts nothing."""

    what: Literal["void_next"]


class Redeal(_Change):
    """The next deal is thrown in; the same dealer deals again."""

    what: Literal["redeal"]


class Correct(_Change):
    """Another record for a hand; seats are those of its own deal."""

    what: Literal["correct"]
    line: Line
    record: Record
    radl_set: Literal[1, 2] | None = Field(default=None, description="What it counts, said by hand.")


class Insert(_Change):
    """A forgotten hand is put before a line."""

    what: Literal["insert"]
    line: Line
    record: Record
    shift: Shift = False


class SetRadl(_Change):
    """A Radl of so many deals begins; 0 ends it."""

    what: Literal["radl"]
    deals: int = Field(ge=0, le=1000)
    line: Since = 0


class SetForehand(_Change):
    """Who is forehand from here on."""

    what: Literal["forehand"]
    place: Place
    line: Since = 0


class LastRound(_Change):
    """The Schlussradl is announced, or begins."""

    what: Literal["last_round"]
    form: Literal["first_forehand", "gstiess", "dealer"]
    dealer: Place | None = Field(default=None, description="With the form `dealer`: who had the Gstieß.")
    line: Since = 0


class Swap(_Change):
    """Two players were mixed up: their seats change for all hands so far."""

    what: Literal["swap"]
    place: Place
    other: Place


class Come(_Change):
    """Somebody sits down after a place."""

    what: Literal["come"]
    place: Place
    name: Typed
    line: Since = 0


class Go(_Change):
    """Somebody leaves."""

    what: Literal["go"]
    place: Place
    line: Since = 0


class Replace(_Change):
    """Somebody else begins at a place, with a total of his own; `substitute`: he goes on with the old one."""

    what: Literal["replace", "substitute"]
    place: Place
    name: Typed
    line: Since = 0


class Exchange(_Change):
    """Two players change places from here on."""

    what: Literal["exchange"]
    place: Place
    other: Place
    line: Since = 0


_All = (
    Strike
    | Restore
    | Void
    | VoidNext
    | Redeal
    | Correct
    | Insert
    | SetRadl
    | SetForehand
    | LastRound
    | Swap
    | Come
    | Go
    | Replace
    | Exchange
)
Change = Annotated[_All, Field(discriminator="what")]


class ToShow(In):
    """A change of which somebody wants to know what would follow."""

    change: Change


class ToWrite(Keyed):
    """A change that is to be written."""

    seen: Number | None = Field(default=None, description="`sequence` of the table as it was shown.")
    reason: Reason = Field(default="", description="Needed wherever something is taken back.")
    change: Change


class Moved(Out):
    """What a hand pays somebody."""

    name: str
    written: Whole


class Changed(Out):
    """A line before and after."""

    number: Number
    before: str
    before_amounts: list[Moved]
    before_radl: Number
    after: str
    after_amounts: list[Moved]
    after_radl: Number
    follows: bool = Field(description="From the line that was asked for.")


class Total(Out):
    """A total before and after, in sixths of a point."""

    name: str
    before: Whole
    after: Whole


class Against(Out):
    """What stands against a change."""

    number: Number = Field(description="Of the deal as on paper; 0: the change itself.")
    message: str


class Foreseen(Out):
    """What a change would bring about."""

    changes: list[Changed]
    totals: list[Total]
    problems: list[Against] = Field(description="Where there are some it cannot be written.")
    warning: str
    forehand: str = Field(description="Of the next deal, then.")
    radl: Number
    seen: Number = Field(description="To be sent with the change.")


@part.post("tables/{uuid:slug}/changes/preview", gives=Foreseen, door=WRITER, fails=(404,), problem=TableProblem)
def preview_change(request: HttpRequest, slug: uuid.UUID, body: ToShow) -> Foreseen:
    """What a change of the book would bring about

    Nothing is written.
    """
    table = table_for(slug)
    seats = read_seats(table)
    plan = preview(table, ask_of(body.change, seats, known_at(table)))
    then = seats_then(seats, plan, _name_in(body.change))
    last = plan.steps[-1].line.number if plan.steps else plan.book.number
    shown = history.changes_of(plan, then, language()) if not plan.problems else []
    following = history.next_deal(plan.after, then, last)
    return Foreseen(
        changes=[_changed(one) for one in shown],
        totals=[
            Total(name=one.name, before=one.before, after=one.after)
            for one in history.moved(plan, seats)
            if one.before != one.after
        ],
        problems=[Against(number=at, message=said) for at, said in history.problems_of(plan, language())],
        warning=warning_at(table),
        forehand=following.forehand,
        radl=following.radl,
        seen=table.last_sequence,
    )


@part.post("tables/{uuid:slug}/changes", gives=Saved, door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def change_book(request: HttpRequest, slug: uuid.UUID, body: ToWrite) -> Saved:
    """Change the book, with all that follows

    Refused where something was written since `seen`.
    """
    table = table_for(slug)
    seats = read_seats(table)
    sent = body.change.model_dump(mode="json", exclude_none=True)
    ask_of(body.change, seats, known_at(table))  # what cannot be read is refused before anything else is asked
    asked = Asked(key_of(request, body), body.seen, reason_of(body.reason), sent)
    written = written_as_asked(
        table, asked, lambda person_of: ask_of(body.change, seats, person_of), who(request, table)
    )
    return saved(entry_of(written, slug, "change"))


def ask_of(change: _All, seats: tuple[Seat, ...], person_of: PersonOf) -> Ask:
    """What a change asks of a book."""
    if isinstance(change, Correct):
        return corrections_changes.correct(change.line, read_record(change.record, "change/record"), change.radl_set)
    if isinstance(change, Insert):
        return corrections_changes.insert_hand(
            change.line, read_record(change.record, "change/record"), shift=change.shift
        )
    # As a form posts them: there a 0 is a text, and not nothing.
    said: dict[str, Any] = {
        name: str(value) if type(value) is int else value
        for name, value in change.model_dump(exclude_none=True).items()
    }
    if "name" in said:
        said["name"] = _name_in(change)
    return ask_from(said, seats, person_of)


def _name_in(change: _All) -> str:
    name = cleaned(getattr(change, "name", ""))
    if len(name) > NAME_LENGTH:
        raise wrong("change/name", "out_of_range")
    return name


def _changed(one: history.Change) -> Changed:
    return Changed(
        number=one.number,
        before=one.before,
        before_amounts=[Moved(name=name, written=written) for name, written in one.before_amounts],
        before_radl=one.before_radl,
        after=one.after,
        after_amounts=[Moved(name=name, written=written) for name, written in one.after_amounts],
        after_radl=one.after_radl,
        follows=one.follows,
    )
