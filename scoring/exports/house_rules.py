"""By which rules an evening was played, who sat there, and the head by which its book can be proved."""

import json

from django.utils.translation import gettext as _

from scoring.audit import combined
from scoring.exports.data import Told, local
from scoring.ledger.sheet_versions import sheet_of
from scoring.models import SheetVersion
from scoring.settlement.messages import agreed_words
from scoring.settlement.services import agreed_of
from scoring.written_sheet.rows import name_of
from scoring.xlsx.cells import HEAD, MOMENT, TITLE, Cell, Page, text

WIDTHS = (34, 90)


def rules_page(told: Told, title: str) -> Page:
    """Everything that is not in the hands."""
    table = told.table
    names = [name_of(told.seats, place, 0) for place in range(table.players)]
    first = name_of(told.seats, table.first_forehand, 0)
    rows = [
        (text(_("Club"), HEAD), text(table.club.name)),
        *sheet_rows(table.sheet_version, told.language),
        (text(_("Played for"), HEAD), text("; ".join(agreed_words(agreed_of(table))))),
        (text(_("Players at the start"), HEAD), text(", ".join(names))),
        (text(_("First forehand"), HEAD), text(first)),
        (text(_("Started"), HEAD), Cell(told.started, MOMENT)),
        (text(_("Ended"), HEAD), Cell(local(table.ended), MOMENT) if table.ended else text("–")),
        (text(_("Entries in the book"), HEAD), text(str(len(told.entries)))),
        (text(_("Head of the book (manage.py verify_ledger)"), HEAD), text(head_of(told))),
    ]
    return Page(title, WIDTHS, ((text(title, TITLE),), *rows), (1, 1))


def sheet_rows(version: SheetVersion, language: str) -> list[tuple[Cell, Cell]]:
    """Which house rules it were: their name, the switches, each with how it was set, their source and fingerprint."""
    sheet, english = sheet_of(version), language.startswith("en")
    chosen = json.loads(version.text)["chosen"]
    rows = [(text(_("House rules"), HEAD), text(sheet.name_en if english else sheet.name))]
    for option in sheet.options.values():
        on = _("yes") if chosen.get(option.id, option.default) else _("no")
        rows.append((text(_("Option"), HEAD), text(f"{option.name_en if english else option.name}: {on}")))
    return [
        *rows,
        (text(_("Source"), HEAD), text(sheet.source)),
        (text(_("Fingerprint of the rules"), HEAD), text(version.digest)),
    ]


def head_of(told: Told) -> str:
    """What `manage.py verify_ledger --table` prints for this book alone."""
    return combined([f"{told.table.slug.hex} {bytes(told.table.head).hex()}\n"])
