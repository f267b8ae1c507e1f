"""The workbook of an evening: hands, changes, house rules, players, the head that proves its book; and its download."""

import json
import uuid
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.book.access.permissions import writers_only
from scoring.book.audit import combine_heads
from scoring.book.ledger.codec import HANDS, decode_line, get_active_places
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.engine.agreement import parse_agreement
from scoring.engine.hand.explain import format_score_formula
from scoring.engine.hand.score_lines import decode_record
from scoring.engine.hand.story import tell_hand
from scoring.models import Entry, GameTable, SheetVersion
from scoring.reports.exports.data import EveningData, format_entry_kind, load_evening_data
from scoring.reports.exports.settlement import build_settlement_page
from scoring.reports.exports.statistics import build_statistics_page
from scoring.reports.exports.written_sheet import build_written_page
from scoring.table.corrections.history import format_author, load_device_names
from scoring.table.settlement.services import format_agreed, load_agreed
from scoring.table.written_sheet.rows import find_seat_name, format_content
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, render_workbook
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import (
    HEAD,
    LINE,
    TITLE,
    Cell,
    WorkbookPage,
    build_heads,
    build_sheet_titles,
    build_text_cell,
    build_value_cell,
    replace_formulas,
)
from tarockclub.platform.accounts.looks import EVENING_FILE, note_file
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.server.downloads import XLSX, build_download, clean_file_name
from tarockclub.platform.server.installation import PROGRAM

HEADING = (2, 2)
WIDTHS = (18, 14, 13, 5, 30, 24, 30, 24, 26)


def build_corrections_page(data: EveningData, title: str) -> WorkbookPage:
    """Return all changes, in order of entry."""
    devices, numbers = load_device_names(data.table), {row.line: row.number for row in data.rows}
    words = (_("When"), _("Who"), _("What"), _("No."), _("Before"), _("Amounts before"))
    heading = build_heads((*words, _("After"), _("Amounts after"), _("Reason")))
    rows = [_build_row(data, entry, numbers, devices) for entry in _list_changes(data)]
    if not rows:
        rows = [(build_text_cell(_("Nothing was changed."), LINE),)]
    return WorkbookPage(title, WIDTHS, ((build_text_cell(title, TITLE),), heading, *rows), HEADING)


def _list_changes(data: EveningData) -> list[Entry]:
    """Return the entries that are more than the next hand."""
    changes, last = [], 0
    for entry in data.entries:
        comes_next = entry.kind == Entry.Kind.HAND and entry.deal_number > last
        if not comes_next:
            changes.append(entry)
        last = max(last, entry.deal_number)
    return changes


def _build_row(data: EveningData, entry: Entry, numbers: dict[int, int], devices: dict[str, str]) -> tuple[Cell, ...]:
    before = _format_entry(data, entry.replaces) if entry.replaces is not None else ("", "")
    number, reason = numbers.get(entry.deal_number, 0) or "", entry.note.text if entry.note is not None else ""
    who, kind = format_author(entry, devices), _format_kind(data, entry)
    return tuple(map(build_value_cell, (entry.at, who, kind, number, *before, *_format_entry(data, entry), reason)))


def _format_kind(data: EveningData, entry: Entry) -> str:
    """Return the kind of a change in words."""
    if entry.replaces is not None and entry.replaces.kind == Entry.Kind.STRIKE:
        return pgettext("kind of a row", "counts again")
    if entry.kind == Entry.Kind.HAND:
        return pgettext("kind of a row", "inserted")
    return format_entry_kind(entry.kind, data.doubling)


def _format_entry(data: EveningData, entry: Entry) -> tuple[str, str]:
    """Return the content of an entry, and its payouts in the written score."""
    if not entry.deal_number:
        return _format_evening_entry(data, entry), ""
    line = decode_line(entry, data.book.sheet)
    if entry.kind not in HANDS or line.score is None:
        one = data.book.find_line(entry.deal_number)
        before = one.before if one is not None else None
        return format_content(line.content, entry.deal_number, before, data.seats), ""
    names = tuple(find_seat_name(data.seats, place, entry.deal_number) for place in get_active_places(entry))
    amounts = zip(names, line.score.written, strict=True)
    record = decode_record(entry.record)
    words = (tell_hand(record, line.score.sheet, names, data.language, line.score), format_score_formula(line.score))
    return "; ".join(filter(None, words)), ", ".join(
        f"{name} {format_signed_points(sixths)}" for name, sixths in amounts
    )


def _format_evening_entry(data: EveningData, entry: Entry) -> str:
    """Return the content of an entry about the evening as a whole."""
    content = json.loads(entry.record)
    if entry.kind == Entry.Kind.SWAP:
        one, other = (_find_holder(data, place, since) for place, since in content["sittings"])
        return _("%(one)s and %(other)s swapped seats for all hands") % {"one": one, "other": other}
    if entry.kind == Entry.Kind.FOREHAND:
        number = next((row.number for row in data.rows if row.line >= content["since"] and row.number), 0)
        names = {"name": find_seat_name(data.seats, content["place"], content["since"]), "number": number}
        return _("from hand %(number)s on, the forehand moves: %(name)s has it first") % names
    if entry.kind == Entry.Kind.AGREED:
        return "; ".join(format_agreed(parse_agreement(entry.record)))
    return ""


def _find_holder(data: EveningData, place: int, since: int) -> str:
    """Return the name of a sitting's current holder."""
    return next((seat.name for seat in data.seats if (seat.place, seat.since) == (place, since)), "?")


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
    # What `manage.py verify_ledger --table` prints for this book alone.
    head = combine_heads([f"{table.slug.hex} {bytes(table.head).hex()}\n"])
    yield _("Head of the book (%(command)s verify_ledger)") % {"command": PROGRAM}, head


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


def build_workbook(table: GameTable, language: str) -> tuple[str, bytes]:
    """Return an evening as an xlsx file, with its file name."""
    evening = load_evening_data(table, language)
    foot = f"{table.club.name} – {format_day(evening.started)}"
    return format_evening_file_name(evening), render_workbook(
        build_evening_pages(evening), foot=foot, language=language
    )


def build_evening_pages(data: EveningData) -> list[WorkbookPage]:
    """Return the sheets of the workbook."""
    titles = (
        _("Score sheet"),
        _("Score sheet (values)"),
        _("Corrections"),
        _("Statistics"),
        _("Settlement"),
        _("House rules"),
    )
    sheet, values, changed, statistics, settled, rules = build_sheet_titles(titles)
    written, layout = build_written_page(data, sheet)
    return [
        written,
        replace_formulas(written, values),
        build_corrections_page(data, changed),
        build_statistics_page(data, statistics, sheet, layout),
        build_settlement_page(data, settled),
        build_rules_page(data, rules),
    ]


def format_evening_file_name(data: EveningData) -> str:
    """Return the file name: club, day, players; without characters that a disk or a header would refuse.

    The order of the parts sorts the files of a club by day.
    """
    day = data.started.strftime("%Y-%m-%d")
    players = ", ".join(seat.name for seat in data.columns)
    return clean_file_name(f"{data.table.club.name} {day} {players}", ".xlsx")


@partial(writers_only, reading=Right.TABLES)
def export_evening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the workbook of a table's evening, as a file."""
    table = find_game_table(slug)
    note_file(request, table.club_id, EVENING_FILE, "xlsx", of=table.pk)
    name, content = build_workbook(table, get_current_language())
    return build_download(content, name, XLSX)
