"""Marks on a hand from other phones: right, disputed, or the dispute is settled."""

import uuid
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from scoring.book.ledger.selectors import find_game_table
from scoring.book.marks import MarkOutcome, MarkRequest, write_mark
from scoring.table.table_page.views import format_mark
from tarockclub.office.api.scoring.common import WRITER, find_table_actor
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, Keyed, Number, Place, get_key

part = Part("marks", "Marks on a hand by players with other phones: right, disputed, settled.")


class NewMark(Keyed):
    """A mark on a line."""

    kind: Literal["fits", "disputed", "settled"]
    line: Number
    place: Place = Field(description="The person who makes the mark.")
    seen: Number = Field(description="`sequence` of the line as it was shown.")
    newest: Number = Field(default=0, description="`newest_mark` of the table as it was shown; for `settled`.")


@part.post("tables/{uuid:slug}/marks", door=WRITER, fails=(404, 409, 412))
def mark_line(request: HttpRequest, slug: uuid.UUID, body: NewMark) -> Done:
    """Mark a hand as right or disputed, or a dispute as settled

    Only a phone other than the one that entered the hand may do this: phones are told apart by X-Device, programs by
    their tokens.
    """
    ask = MarkRequest(line=body.line, seen=body.seen, newest=body.newest, kind=body.kind, place=body.place)
    answer = write_mark(find_game_table(slug), ask, get_key(request, body), find_table_actor(request))
    if answer is not MarkOutcome.MARKED:
        raise ApiError(answer.value, answer.name.lower(), format_mark(answer))
    return Done()
