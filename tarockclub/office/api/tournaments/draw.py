"""The draw of a round: drafts, publishing one, late players."""

from typing import Literal

from pydantic import Field

from tarockclub.office.api.tournaments.common import add_operations, load_numbers
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out
from tournaments.hall.draw.actions import DrawSeats, KeepApart, MendDraft, PublishDraft, SwapPlayers
from tournaments.hall.draw.history import is_hoch_dealer
from tournaments.hall.draw.late_entries import SeatLate
from tournaments.hall.draw.services import find_made_draft
from tournaments.hall.draw.values import parse_tables
from tournaments.models import Act, Round

part = Part("draw", "Seats: drafts, and publishing one.")


class DraftTable(Out):
    """A table of a draft."""

    number: Number
    seats: list[Number] = Field(description="Start numbers in playing order.")
    high: Number = Field(description="Index of the seat that drew the highest card.")


class DraftOut(Out):
    """A draft."""

    draft: Number = Field(validation_alias="number", description="Its number, from 1 in its round.")
    way: Literal["drawn", "swapped", "typed", "standing"]
    seed: str = Field(
        description="Hexadecimal: the same seed and players give the same tables. Empty: entered by hand."
    )
    tables: list[DraftTable]


def _build_draft(round_: Round, act: Act) -> DraftOut:
    draw, number_of = find_made_draft(act), load_numbers(round_.tournament)
    tables = [
        DraftTable.read(table, number=number, seats=[number_of[seat] for seat in table.seats])
        for number, table in enumerate(parse_tables(draw, hoch_deals=is_hoch_dealer(round_.tournament)), 1)
    ]
    return DraftOut.read(draw, tables=tables)


add_operations(part, DrawSeats, SwapPlayers, MendDraft, answer=_build_draft)
add_operations(part, PublishDraft, SeatLate, KeepApart)
