"""House rules as data and in words, and their Speiszettel and empty written sheets as PDF."""

from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from ninja import Query
from pydantic import Field

from scoring.book.sheet_library import find_readable_rules
from scoring.engine.house_rules.sheet import Contract, Premium
from scoring.reports.printing import services
from scoring.sheets.house_rules.page import RulesSummary, ShownSheet, list_summaries, load_shown
from scoring.sheets.house_rules.speiszettel.sections import Zettel as Told
from tarockclub.kit.words import get_current_language
from tarockclub.office.api.scoring.common import BookTable
from tarockclub.platform.api.authentication import ANYBODY, find_caller
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import In, Number, Out
from tarockclub.platform.server.downloads import PDF, build_pdf_response

part = Part("sheets", "House rules: what may be played, what it is worth, and the Speiszettel.")
blanks = Part("blanks", "The Speiszettel and empty score sheets as PDF, of house rules or of a table.")


class ZettelRow(Out):
    """One rule in words."""

    anchor: str
    name: str
    aside: str
    marks: list[str]
    cells: list[str]
    notes: list[str]
    ref: str = Field(description="The paragraph of the original sheet.")


class ZettelSection(Out):
    """Rules under a title, with the titles of their columns."""

    id: str
    title: str
    columns: list[str]
    rows: list[ZettelRow]


class Sign(Out):
    """A symbol on a Speiszettel and its meaning."""

    sign: str
    meaning: str


class Zettel(Out):
    """A Speiszettel: the house rules in words."""

    id: str
    name: str
    source: str
    ref: str
    legend: list[Sign]
    sections: list[ZettelSection]


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


class Switches(In):
    """The chosen options of house rules."""

    on: list[str] = Field(
        default=[], max_length=40, description="The options that are on; if given, all others are off."
    )


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


def build_zettel_answer(rules: Told) -> Zettel:
    """Return the response for a Speiszettel."""
    return Zettel.read(
        rules,
        legend=[Sign(sign=sign, meaning=meaning) for sign, meaning in rules.legend],
        sections=[section for section in rules.sections if section.rows],
    )


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


@part.get("sheets/{slug:sheet_id}/speiszettel")
def read_speiszettel(request: HttpRequest, sheet_id: str, switches: Query[Switches]) -> Zettel:
    """Return house rules in words, with the requested options"""
    return build_zettel_answer(find_shown(request, sheet_id, switches).zettel)


def find_shown(request: HttpRequest, sheet_id: str, switches: Switches) -> ShownSheet:
    """Return house rules with the requested options; Http404 if the caller may not read them."""
    query = QueryDict(mutable=True)
    query.setlist("set", [sheet_id] if switches.on else [])
    query.setlist("on", [f"{sheet_id}.{name}" for name in switches.on])
    found = load_shown(query, sheet_id, find_caller(request).club, get_current_language())
    if found is None:
        raise Http404
    return found


Players = Annotated[int, Query(ge=4, le=6, description="Number of players.")]
Hands = Annotated[int, Query(ge=0, le=100, description="Number of lines for hands; 0: the default.")]


@blanks.offer_file("sheets/{slug:sheet_id}/papers/speiszettel", kinds=[PDF], door=ANYBODY)
def read_speiszettel_paper(request: HttpRequest, sheet_id: str, switches: Query[Switches]) -> HttpResponse:
    """The Speiszettel of house rules, with their switches as asked for."""
    return build_pdf_response(*services.print_zettel(find_shown(request, sheet_id, switches).zettel))


@blanks.offer_file("sheets/{slug:sheet_id}/papers/written", kinds=[PDF], door=ANYBODY)
def read_written_paper(
    request: HttpRequest, sheet_id: str, switches: Query[Switches], players: Players = 4, hands: Hands = 0
) -> HttpResponse:
    """An empty written sheet of house rules, for four, five or six players."""
    shown = find_shown(request, sheet_id, switches)
    return build_pdf_response(*services.print_sheet_blank(shown, players, hands))


@blanks.offer_file("papers/speiszettel", kinds=[PDF], door=ANYBODY)
def read_table_speiszettel_paper(request: HttpRequest, table: BookTable) -> HttpResponse:
    """The Speiszettel that a table plays by."""
    return build_pdf_response(*services.print_table_zettel(table))


@blanks.offer_file("papers/written", kinds=[PDF], door=ANYBODY)
def read_table_written_paper(request: HttpRequest, table: BookTable, hands: Hands = 0) -> HttpResponse:
    """The empty written sheet of a table, with the names of those who sit there."""
    return build_pdf_response(*services.print_table_blank(table, hands))
