"""By which rules an evening was played, who sat there, and the head by which its book can be proved."""

import json

from django.utils.translation import gettext as _

from scoring.agreement import agreed_of
from scoring.agreement_words import agreed_words
from scoring.exports.cells import HEAD, MOMENT, TITLE, Cell, Page, text
from scoring.exports.evening import Told, local
from scoring.proof import combined
from scoring.rows import name_of

WIDTHS = (34, 90)


def rules_page(told: Told, title: str) -> Page:
    """Everything that is not in the hands."""
    table, sheet = told.table, told.book.sheet
    names = [name_of(told.seats, place, 0) for place in range(table.players)]
    first = name_of(told.seats, table.first_forehand, 0)
    rows = [
        (text(_("Club"), HEAD), text(table.club.name)),
        (text(_("House rules"), HEAD), text(told.sheet_name)),
        *_options(told),
        (text(_("Source"), HEAD), text(sheet.source)),
        (text(_("Fingerprint of the rules"), HEAD), text(table.sheet_version.digest)),
        (text(_("Played for"), HEAD), text("; ".join(agreed_words(agreed_of(table))))),
        (text(_("Players at the start"), HEAD), text(", ".join(names))),
        (text(_("First forehand"), HEAD), text(first)),
        (text(_("Begun"), HEAD), Cell(told.started, MOMENT)),
        (text(_("Ended"), HEAD), Cell(local(table.ended), MOMENT) if table.ended else text("–")),
        (text(_("Entries in the book"), HEAD), text(str(len(told.entries)))),
        (text(_("Head of the book (manage.py verify_ledger)"), HEAD), text(head_of(told))),
    ]
    return Page(title, WIDTHS, ((text(title, TITLE),), *rows), (1, 1))


def _options(told: Told) -> list[tuple[Cell, Cell]]:
    """The switches of the house rules, each with how it was set."""
    chosen = json.loads(told.table.sheet_version.text)["chosen"]
    rows = []
    for option in told.book.sheet.options.values():
        name = option.name_en if told.language.startswith("en") else option.name
        on = _("yes") if chosen.get(option.id, option.default) else _("no")
        rows.append((text(_("Option"), HEAD), text(f"{name}: {on}")))
    return rows


def head_of(told: Told) -> str:
    """What `manage.py verify_ledger --table` prints for this book alone."""
    return combined([f"{told.table.slug.hex} {bytes(told.table.head).hex()}\n"])
