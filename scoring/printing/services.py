"""The Speiszettel and the empty written sheets of house rules or of a table, made: for pages and for programs."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.engine.house_rules.library import built_in
from scoring.house_rules.page import of_table
from scoring.house_rules.speiszettel.build import of_rules
from scoring.house_rules.speiszettel.sections import Zettel
from scoring.models import GameTable
from scoring.printing.blank_sheet import MOST_HANDS, Blank, Field, Player
from scoring.printing.blank_sheet_pdf import written_sheets
from scoring.printing.legend import legend_of
from scoring.printing.speiszettel_pdf import speiszettel
from scoring.printing.table_sheets import blank_of
from scoring.settlement.services import agreed_of

ROUNDS = 4  # of deals on a sheet, where nobody says otherwise


class Made(NamedTuple):
    """A PDF, and what it is called, without its ending."""

    content: bytes
    name: str


def sheet_zettel(sheet_id: str, chosen: Mapping[str, bool], language: str) -> Made | None:
    """The Speiszettel of a sheet with these switches, the others as by themselves; None for an unknown sheet."""
    rules = built_in(sheet_id)
    return None if rules is None else _zettel(of_rules(rules, dict(chosen), language), language)


def table_zettel(table: GameTable, language: str) -> Made:
    """The Speiszettel that a table plays by."""
    return _zettel(of_table(table, language), language)


def _zettel(zettel: Zettel, language: str) -> Made:
    return Made(speiszettel(zettel, language), " ".join((_("Speiszettel"), zettel.name)))


def sheet_blank(
    sheet_id: str, chosen: Mapping[str, bool], players: int | None, hands: int | None, language: str
) -> Made | None:
    """An empty written sheet for so many players and hands (none: as usual); None for an unknown sheet."""
    rules = built_in(sheet_id)
    if rules is None:
        return None
    sheet, zettel = rules.sheet({**rules.defaults, **chosen}), of_rules(rules, dict(chosen), language)
    players = min(max(players or FEWEST_PLAYERS, FEWEST_PLAYERS), MOST_PLAYERS)
    fields = (
        Field(_("Date")),
        Field(_("A point")),
        Field(_("First dealer")),
        Field(_("Started at")),
        Field(_("Ended at")),
    )
    seats = tuple(Player(number) for number in range(1, players + 1))
    return _blank(Blank(zettel.name, "", fields, seats, _hands(hands, players), legend_of(sheet, zettel)), language)


def table_blank(table: GameTable, hands: int | None, language: str) -> Made:
    """The empty written sheet of an evening's table, with the names of those who sit there."""
    blank = blank_of(table, table.club.name, 1, agreed_of(table).rate, language)
    return _blank(blank._replace(hands=_hands(hands, len(blank.players))), language)


def _hands(wanted: int | None, players: int) -> int:
    """How many lines are wanted: sixteen at four players, twenty at five, where nothing is said."""
    return min(max(wanted or ROUNDS * players, players), MOST_HANDS)


def _blank(blank: Blank, language: str) -> Made:
    title = " ".join((_("Empty score sheet"), blank.title))
    return Made(written_sheets([blank], title, language), title)
