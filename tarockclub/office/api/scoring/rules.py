"""House rules as data."""

from django.http import Http404, HttpRequest
from pydantic import Field

from scoring.book.sheet_library import find_readable_rules
from scoring.engine.house_rules.sheet import Contract, Premium
from scoring.sheets.house_rules.page import RulesSummary, list_summaries
from tarockclub.kit.words import get_current_language
from tarockclub.platform.api.authentication import find_caller
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out

part = Part("sheets", "House rules: what may be played, and what it is worth.")


class SheetSummary(Out):
    """A set of house rules."""

    id: str
    name: str
    games: Number
    premiums: Number


class Game(Out):
    """A contract that may be played."""

    id: str
    name: str
    gloss: str
    ref: str
    value: Number = Field(description="In sixths of a point.")
    by: str | None = Field(description="The players who may declare it: forehand, others; null: anybody.")
    partner: str | None
    tricks: Number | None = Field(description="A negative game, won with exactly this many tricks.")
    trischaken: bool = Field(validation_alias="is_trischaken")
    kontra: Number = Field(description="The highest kontra on it.")


class Extra(Out):
    """A premium."""

    id: str
    name: str
    gloss: str
    ref: str
    side: str | None = Field(description="The side that can make it; null: both.")
    between_players: bool = Field(description="Paid by one player to another: `by` and `from` name them.")
    takes_kontra: bool = Field(
        description="If it is announced, the only kontra of the hand is on it; the game has none."
    )


class Switch(Out):
    """An option of house rules."""

    id: str
    name: str
    ref: str
    default: bool


class SheetDetail(Out):
    """House rules, with the default settings of their options."""

    id: str
    name: str
    source: str
    total: Number = Field(description="Card points of all cards, in thirds.")
    claims: bool = Field(description="Others may claim further points from a player who commits a Renonce.")
    games: list[Game]
    premiums: list[Extra]
    options: list[Switch]


@part.get("sheets", gives=list[SheetSummary])
def list_sheets(request: HttpRequest) -> list[RulesSummary]:
    """List the house rules that evenings can be played by

    The sheets that come with the program, those that clubs let everybody read, and with a token those of its club.
    """
    return list_summaries(get_current_language(), find_caller(request).club)


@part.get("sheets/{slug:sheet_id}")
def read_sheet(request: HttpRequest, sheet_id: str) -> SheetDetail:
    """Return house rules as data: everything a hand record may name"""
    rules = find_readable_rules(sheet_id, find_caller(request).club)
    if rules is None:
        raise Http404
    sheet, english = rules.build_sheet(), get_current_language().startswith("en")
    return SheetDetail.read(
        sheet,
        name=sheet.names[english],
        claims=sheet.claims != "none",
        games=[
            Game.read(contract, kontra=contract.game.kontra, **_get_names(contract, english=english))
            for contract in sheet.contracts.values()
        ],
        premiums=[Extra.read(premium, **_get_names(premium, english=english)) for premium in sheet.premiums.values()],
        options=[Switch.read(option, name=option.names[english]) for option in sheet.options.values()],
    )


def _get_names(playable: Contract | Premium, *, english: bool) -> dict[str, str]:
    return {"name": playable.names[english], "gloss": playable.gloss_en if english else playable.gloss}
