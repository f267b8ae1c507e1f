"""Changes of a book, with everything that follows."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from scoring.book.ledger.seats import Seat, load_seats
from scoring.table.corrections.changes import ChangeRequest, correct_hand, insert_hand
from scoring.table.corrections.forms import PersonLookup, parse_change
from scoring.table.corrections.services import build_person_lookup, execute_change
from tarockclub.kit.text import clean_name, clean_reason
from tarockclub.models import NAME_LENGTH
from tarockclub.office.api.scoring.common import (
    WRITE_FAILS,
    WRITER,
    BookTable,
    Saved,
    TableProblem,
    build_saved,
    find_table_actor,
    read_record,
)
from tarockclub.office.api.scoring.hand_record import Record
from tarockclub.platform.api.errors import build_input_error, format_bound
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import In, Keyed, Number, Place, Reason, get_key

part = Part("changes", "Changes of a book, with everything that follows; nothing is ever lost.")
Line = Annotated[int, Field(ge=1, le=2**63 - 1, description="A line of the book.")]
Since = Annotated[int, Field(ge=0, le=2**63 - 1, description="Before this line of the book; 0: from now on.")]
TypedText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Shift = Annotated[bool, Field(description="The forehand of all later deals moves as well.")]


class _Change(In):
    """A change."""


class Strike(_Change):
    """Strike out a line."""

    what: Literal["strike"]
    line: Line
    shift: Shift = False


class ChangeOfLine(_Change):
    """Let a struck-out line count again; or void a hand that nobody can clear up: everybody gets 0."""

    what: Literal["restore", "void"]
    line: Line


class ChangeOfNext(_Change):
    """Void the next deal: it was played and counts nothing; or redeal it: the same dealer deals again."""

    what: Literal["void_next", "redeal"]


class Correct(_Change):
    """Replace the record of a hand; seats are those of its own deal."""

    what: Literal["correct"]
    line: Line
    record: Record
    radl_set: Literal[1, 2] | None = Field(default=None, description="The factor by which it counts, set by hand.")


class Insert(_Change):
    """Insert a forgotten hand before a line."""

    what: Literal["insert"]
    line: Line
    record: Record
    shift: Shift = False


class SetRadl(_Change):
    """Start a Radl of this many deals; 0 ends it."""

    what: Literal["radl"]
    deals: int = Field(ge=0, le=1000)
    line: Since = 0


class SetForehand(_Change):
    """Set the forehand from here on."""

    what: Literal["forehand"]
    place: Place
    line: Since = 0


class LastRound(_Change):
    """Announce or start the Schlussradl."""

    what: Literal["last_round"]
    form: Literal["first_forehand", "gstiess", "dealer"]
    dealer: Place | None = Field(default=None, description="With the form `dealer`: the player who had the Gstieß.")
    line: Since = 0


class Swap(_Change):
    """Two players were mixed up: swap their seats for all hands so far."""

    what: Literal["swap"]
    place: Place
    other: Place


class Come(_Change):
    """Seat somebody after a place."""

    what: Literal["come"]
    place: Place
    name: TypedText
    line: Since = 0


class Go(_Change):
    """Let somebody leave."""

    what: Literal["go"]
    place: Place
    line: Since = 0


class Replace(_Change):
    """Replace the player at a place, with a total of their own; `substitute`: they continue with the old one."""

    what: Literal["replace", "substitute"]
    place: Place
    name: TypedText
    line: Since = 0


class Exchange(_Change):
    """Let two players swap places from here on."""

    what: Literal["exchange"]
    place: Place
    other: Place
    line: Since = 0


_All = (
    Strike
    | ChangeOfLine
    | ChangeOfNext
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


class ToWrite(Keyed):
    """A change to write."""

    seen: Number | None = Field(default=None, description="`sequence` of the table as it was shown.")
    reason: Reason = Field(default="", description="Required if anything is undone.")
    change: Change


@part.post("changes", door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def change_book(request: HttpRequest, table: BookTable, body: ToWrite) -> Saved:
    """Change the book, with everything that follows

    Refused if something has been written since `seen`.
    """
    seats = load_seats(table)
    sent = body.change.model_dump(mode="json", exclude_none=True)
    # What cannot be read is refused before any other check.
    _build_change_request(body.change, seats, build_person_lookup(table))
    written = execute_change(
        table,
        get_key(request, body),
        body.seen,
        lambda person_of: _build_change_request(body.change, seats, person_of),
        clean_reason(body.reason),
        sent=sent,
        who=find_table_actor(request, table),
    )
    return build_saved(written, table.slug, "change")


def _build_change_request(change: _All, seats: tuple[Seat, ...], person_of: PersonLookup) -> ChangeRequest:
    if isinstance(change, Correct):
        return correct_hand(change.line, read_record(change.record, "change/record"), change.radl_set)
    if isinstance(change, Insert):
        return insert_hand(change.line, read_record(change.record, "change/record"), shift=change.shift)
    # As a form posts them: there 0 is a text, which is not empty.
    data: dict[str, Any] = {
        name: str(value) if type(value) is int else value
        for name, value in change.model_dump(exclude_none=True).items()
    }
    if "name" in data:
        data["name"] = _get_person_name(change)
    return parse_change(data, seats, person_of)


def _get_person_name(change: _All) -> str:
    name = clean_name(getattr(change, "name", ""))
    if len(name) > NAME_LENGTH:
        message = format_bound("string_too_long", {"max_length": NAME_LENGTH})
        raise build_input_error("change/name", "out_of_range", message)
    return name
