"""Rulings (§5): the register, the effect of a ruling, and recording it."""

from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.kit.text import clean_text
from tarockclub.office.api.scoring.hand_record import Record
from tarockclub.office.api.tournaments.common import OwnTable, OwnTournament, perform
from tarockclub.platform.api.authentication import TO_READ_TABLES, TO_RULE
from tarockclub.platform.api.errors import build_input_error
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Keyed, Number, Out, Whole
from tournaments.hall.rulings.actions import LONGEST_NAMES, LONGEST_TEXT, RENONCE, RecordRuling
from tournaments.hall.rulings.selectors import load_register

part = Part("rulings", "Rulings of the referees: final, and numbered in their tournament.")
Deed = Literal["", "redeal", "void", "renonce", "transfer", "strike"]


class RulingOut(Out):
    """A ruling."""

    number: Number
    round: Number
    table: Number
    text: str
    decided_by: str
    deed: Deed
    at: datetime
    entered_by: str
    line: Number = Field(description="Line of the table's book; 0: none.")
    corrects: Number = Field(description="The ruling that it corrects; 0: none.")
    corrected_by: list[Number]


class RulingsOut(Out):
    """All rulings of a tournament."""

    rulings: list[RulingOut]


class NewRuling(Keyed):
    """A decision of the referees."""

    text: str = Field(min_length=1, max_length=LONGEST_TEXT)
    decided_by: str = Field(min_length=1, max_length=LONGEST_NAMES, description="The referees' names.")
    deed: Deed = ""
    line: Number = Field(default=0, description="The line of the book that it settles; 0: none.")
    amounts: list[Whole] = Field(default=[], max_length=6, description="For a transfer: sixths by place, sum 0.")
    record: Record | None = Field(default=None, description="For a Renonce: the hand, on the seats of its deal.")
    phase: Literal["time", "play", "double"] = "time"
    corrects: Number = 0
    goes_on: bool = Field(default=True, description="Whether the clock of the table continues.")
    sure: bool = Field(default=False, description="Even if the table is done, or its result is published.")
    seen: Number = Field(description="Sequence number of the last entry of the book that was read.")


@part.get("rulings", door=TO_READ_TABLES)
def list_rulings(request: HttpRequest, tournament: OwnTournament) -> RulingsOut:
    """List all rulings of a tournament, the earliest first."""
    return RulingsOut(rulings=[RulingOut.read(ruling) for ruling in load_register(tournament)])


@part.post("rulings", door=TO_RULE)
def write_ruling(request: HttpRequest, here: OwnTable, body: NewRuling) -> RulingOut:
    """Record a ruling and carry it out; it cannot be changed."""
    if body.record is not None and body.deed != RENONCE:
        raise build_input_error("record", "unknown_field")  # nobody would read it
    said = body.model_dump(exclude={"key"})
    said |= {name: clean_text(said[name]) for name in ("text", "decided_by")} | {"amounts": tuple(body.amounts)}
    act = perform(request, here, RecordRuling(**said), body)
    rulings = {ruling.number: ruling for ruling in load_register(here.round.tournament)}
    return RulingOut.read(rulings[act.ruling.number])
