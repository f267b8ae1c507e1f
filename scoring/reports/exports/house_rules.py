"""The house rules of an evening, its players, and the head that proves its book."""

import json

from django.utils.translation import gettext as _

from scoring.book.audit import combine_heads
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.models import SheetVersion
from scoring.reports.exports.data import EveningData, convert_to_local
from scoring.table.settlement.services import format_agreed, load_agreed
from scoring.table.written_sheet.rows import find_seat_name
from tarockclub.kit.xlsx.cells import HEAD, MOMENT, TITLE, Cell, WorkbookPage, build_text_cell
from tarockclub.platform.server.installation import PROGRAM

WIDTHS = (34, 90)


def build_rules_page(data: EveningData, title: str) -> WorkbookPage:
    """Return the sheet with everything that is not in the hands."""
    table = data.table
    names = [find_seat_name(data.seats, place, 0) for place in range(table.players)]
    first = find_seat_name(data.seats, table.first_forehand, 0)
    rows = [
        (build_text_cell(_("Club"), HEAD), build_text_cell(table.club.name)),
        *build_sheet_rows(table.sheet_version, data.language),
        (build_text_cell(_("Played for"), HEAD), build_text_cell("; ".join(format_agreed(load_agreed(table))))),
        (build_text_cell(_("Players at the start"), HEAD), build_text_cell(", ".join(names))),
        (build_text_cell(_("First forehand"), HEAD), build_text_cell(first)),
        (build_text_cell(_("Started"), HEAD), Cell(data.started, MOMENT)),
        (
            build_text_cell(_("Ended"), HEAD),
            Cell(convert_to_local(table.ended), MOMENT) if table.ended else build_text_cell("–"),
        ),
        (build_text_cell(_("Entries in the book"), HEAD), build_text_cell(str(len(data.entries)))),
        (
            build_text_cell(_("Head of the book (%(command)s verify_ledger)") % {"command": PROGRAM}, HEAD),
            build_text_cell(format_rules_head(data)),
        ),
    ]
    return WorkbookPage(title, WIDTHS, ((build_text_cell(title, TITLE),), *rows), (1, 1))


def build_sheet_rows(version: SheetVersion, language: str) -> list[tuple[Cell, Cell]]:
    """Return the house rules: their name, each option with its setting, their source and fingerprint."""
    sheet, english = parse_sheet(version), language.startswith("en")
    chosen = json.loads(version.text)["chosen"]
    rows = [(build_text_cell(_("House rules"), HEAD), build_text_cell(sheet.name_en if english else sheet.name))]
    for option in sheet.options.values():
        on = _("yes") if chosen.get(option.id, option.default) else _("no")
        rows.append(
            (build_text_cell(_("Option"), HEAD), build_text_cell(f"{option.name_en if english else option.name}: {on}"))
        )
    return [
        *rows,
        (build_text_cell(_("Source"), HEAD), build_text_cell(sheet.source)),
        (build_text_cell(_("Fingerprint of the rules"), HEAD), build_text_cell(version.digest)),
    ]


def format_rules_head(data: EveningData) -> str:
    """Return the line that `manage.py verify_ledger --table` prints for this book alone."""
    return combine_heads([f"{data.table.slug.hex} {bytes(data.table.head).hex()}\n"])
