"""The Speiszettel and the empty written sheets of house rules or of a table as PDF, for pages and programs."""

from django.utils.translation import gettext as _

from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.models import GameTable
from scoring.reports.printing.blank_sheet import MOST_HANDS, BlankField, BlankPlayer, BlankSheet
from scoring.reports.printing.blank_sheet_pdf import render_blank_sheets
from scoring.reports.printing.legend import build_legend
from scoring.reports.printing.speiszettel_pdf import render_speiszettel
from scoring.reports.printing.table_sheets import build_blank
from scoring.sheets.house_rules.page import ShownSheet, build_table_zettel
from scoring.sheets.house_rules.speiszettel.sections import Zettel
from scoring.table.settlement.services import load_agreed

ROUNDS = 4  # default number of rounds of deals on a sheet


PrintFile = tuple[bytes, str]  # a PDF, and its name without the extension


def print_table_zettel(table: GameTable, language: str) -> PrintFile:
    """Return the Speiszettel of a table."""
    return print_zettel(build_table_zettel(table, language), language)


def print_zettel(zettel: Zettel, language: str) -> PrintFile:
    """Return a Speiszettel as PDF."""
    return render_speiszettel(zettel, language), " ".join((_("Speiszettel"), zettel.name))


def print_sheet_blank(shown: ShownSheet, players: int | None, hands: int | None, language: str) -> PrintFile:
    """Return an empty written sheet; None for the usual number of players or hands."""
    players = min(max(players or FEWEST_PLAYERS, FEWEST_PLAYERS), MOST_PLAYERS)
    fields = (
        BlankField(_("Date")),
        BlankField(_("A point")),
        BlankField(_("First dealer")),
        BlankField(_("Started at")),
        BlankField(_("Ended at")),
    )
    seats = tuple(BlankPlayer(number) for number in range(1, players + 1))
    return _print_blank(
        BlankSheet(
            shown.zettel.name,
            "",
            fields,
            seats,
            _choose_hand_count(hands, players),
            build_legend(shown.sheet, shown.zettel),
        ),
        language,
    )


def print_table_blank(table: GameTable, hands: int | None, language: str) -> PrintFile:
    """Return the empty written sheet of an evening's table, with the names of its players."""
    blank = build_blank(table, table.club.name, 1, load_agreed(table).rate, language)
    return _print_blank(blank._replace(hands=_choose_hand_count(hands, len(blank.players))), language)


def _choose_hand_count(wanted: int | None, players: int) -> int:
    """Return the number of lines; by default sixteen for four players, twenty for five."""
    return min(max(wanted or ROUNDS * players, players), MOST_HANDS)


def _print_blank(blank: BlankSheet, language: str) -> PrintFile:
    title = " ".join((_("Empty score sheet"), blank.title))
    return render_blank_sheets([blank], title, language), title
