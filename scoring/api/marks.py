"""What players say of a hand from other phones: that it is right, that it is not, that a dispute is settled."""

import uuid
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from scoring.api.common import WRITER, table_for, who
from scoring.marks.services import Ask, MarkOutcome, mark
from scoring.table.views import mark_message
from tarockclub.api.errors import Failed
from tarockclub.api.operations import Part
from tarockclub.api.schemas import Done, Keyed, Number, Place, key_of

part = Part("marks", "Marks on a hand by players with other phones: right, disputed, settled.")


class NewMark(Keyed):
    """A mark on a line."""

    kind: Literal["fits", "disputed", "settled"]
    line: Number
    place: Place = Field(description="The person who makes the mark.")
    seen: Number = Field(description="`sequence` of the line as it was shown.")
    newest: Number = Field(default=0, description="`newest_mark` of the table as it was shown; for `settled`.")


@part.post("tables/{uuid:slug}/marks", gives=Done, door=WRITER, fails=(404, 409, 412))
def mark_line(request: HttpRequest, slug: uuid.UUID, body: NewMark) -> Done:
    """Mark a hand as right or disputed, or a dispute as settled

    Only a phone other than the one that entered the hand may do this: phones are told apart by X-Device, programs by
    their tokens.
    """
    ask = Ask(line=body.line, seen=body.seen, newest=body.newest, kind=body.kind, place=body.place)
    answer = mark(table_for(slug), ask, key_of(request, body), who(request))
    if answer is not MarkOutcome.MARKED:
        raise Failed(answer.value, answer.name.lower(), mark_message(answer))
    return Done()
