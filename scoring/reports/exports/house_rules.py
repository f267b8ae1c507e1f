"""The house rules of an evening, its players, and the head that proves its book."""

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.book.audit import combine_heads
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.models import SheetVersion
from scoring.reports.exports.data import EveningData
from scoring.table.settlement.services import format_agreed, load_agreed
from scoring.table.written_sheet.rows import find_seat_name
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable
from tarockclub.kit.xlsx.cells import HEAD, TITLE, WorkbookPage, build_text_cell
from tarockclub.platform.server.installation import PROGRAM

WHAT = Column("what", gettext_lazy("What"), lambda pair: pair[0], width=34, look=HEAD)
HOW = Column("how", gettext_lazy("How"), lambda pair: pair[1], width=90)
RULES = FileTable("rules", gettext_lazy("House rules"), (WHAT, HOW))


def build_rules_page(data: EveningData, title: str) -> WorkbookPage:
    """Return the sheet with everything that is not in the hands."""
    page = RULES.build_page(_list_pairs(data), title)
    return page._replace(rows=((build_text_cell(title, TITLE),), *page.rows[1:]))


def _list_pairs(data: EveningData) -> Iterator[tuple[str, Any]]:
    table = data.table
    names = [find_seat_name(data.seats, place, 0) for place in range(table.players)]
    yield _("Club"), table.club.name
    yield from list_sheet_pairs(table.sheet_version, data.language)
    yield _("Played for"), "; ".join(format_agreed(load_agreed(table)))
    yield _("Players at the start"), ", ".join(names)
    yield _("First forehand"), find_seat_name(data.seats, table.first_forehand, 0)
    yield _("Started"), table.started
    yield _("Ended"), table.ended or "–"
    yield _("Entries in the book"), str(len(data.entries))
    yield _("Head of the book (%(command)s verify_ledger)") % {"command": PROGRAM}, format_rules_head(data)


def list_sheet_pairs(version: SheetVersion, language: str) -> Iterator[tuple[str, str]]:
    """Yield the house rules: their name, each option with its setting, their source and fingerprint."""
    sheet, english = parse_sheet(version), language.startswith("en")
    chosen = json.loads(version.text)["chosen"]
    yield _("House rules"), sheet.name_en if english else sheet.name
    for option in sheet.options.values():
        on = _("yes") if chosen.get(option.id, option.default) else _("no")
        yield _("Option"), f"{option.name_en if english else option.name}: {on}"
    yield _("Source"), sheet.source
    yield _("Fingerprint of the rules"), version.digest


def format_rules_head(data: EveningData) -> str:
    """Return the line that `manage.py verify_ledger --table` prints for this book alone."""
    return combine_heads([f"{data.table.slug.hex} {bytes(data.table.head).hex()}\n"])
