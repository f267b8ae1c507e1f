"""The workbook of an evening: a page for the wall, hands, players, rounds, changes, rules; and its download."""

import json
import uuid
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

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
from scoring.engine.texts import pick_language
from scoring.models import Entry, GameTable, SheetVersion
from scoring.reports.exports.evening_book import EveningBook, EveningData, format_entry_kind, load_evening_data
from scoring.reports.exports.players import build_players_table, list_player_lines, name_rate
from scoring.reports.exports.score_sheet import build_deal_rounds_table, build_score_sheet, list_deal_rounds
from scoring.reports.exports.wall import build_evening_wall, build_pot_table, list_pot_lines
from scoring.table.corrections.history import format_author, load_device_names
from scoring.table.settlement.services import format_agreed
from scoring.table.written_sheet.rows import find_seat_name, format_content
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import (
    COUNT,
    HEAD,
    MOMENT,
    SENTENCE,
    STRONG,
    TITLE,
    Cell,
    Cover,
    Extras,
    WorkbookPage,
    build_euro_cell,
    build_name,
    build_text_cell,
    build_value_cell,
    render_workbook,
)
from tarockclub.platform.accounts.looks import EVENING_FILE, note_file
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.club_look.services import choose_header
from tarockclub.platform.server.downloads import XLSX, build_download, clean_file_name
from tarockclub.platform.server.installation import PROGRAM, name_program

_AS_PLAYED = (
    Entry.Kind.VOID,
    Entry.Kind.REDEAL,
    Entry.Kind.RADL,
    Entry.Kind.LAST_ROUND,
    Entry.Kind.SEATING,
    Entry.Kind.CASH,
    Entry.Kind.END_TOTALS,
    Entry.Kind.ENDED,
)
FINGERPRINT = 16  # digits that tell two books apart


class ChangeRow(NamedTuple):
    """A change of the book in words."""

    at: datetime
    who: str
    kind: str
    number: int | str
    before: str
    amounts_before: str
    after: str
    amounts_after: str
    reason: str


CORRECTIONS = FileTable(
    "corrections",
    gettext_lazy("Corrections"),
    (
        Column("at", gettext_lazy("When"), kind=MOMENT, width=17),
        Column("who", gettext_lazy("Who"), width=14),
        Column("kind", gettext_lazy("What"), width=13),
        Column("number", gettext_lazy("No."), kind=COUNT, width=5),
        Column("before", gettext_lazy("Before"), width=28),
        Column("amounts_before", gettext_lazy("Amounts before"), width=17),
        Column("after", gettext_lazy("After"), width=28),
        Column("amounts_after", gettext_lazy("Amounts after"), width=17),
        Column("reason", gettext_lazy("Reason"), width=18),
    ),
    note=gettext_lazy("Everything in the book that is not simply the next hand, in the order of entry."),
    extras=Extras(is_landscape=True),
)


def list_change_rows(data: EveningData) -> list[ChangeRow]:
    """Return all changes, in order of entry; none if there was nothing but what the score sheet says anyway."""
    changes = _list_changes(data)
    if all(entry.replaces is None and entry.kind in _AS_PLAYED for entry in changes):
        return []
    devices, numbers = load_device_names(data.table), {row.line: row.number for row in data.rows}
    return [_build_row(data, entry, numbers, devices) for entry in changes]


def _list_changes(data: EveningData) -> list[Entry]:
    """Return the entries that are more than the next hand."""
    changes, last = [], 0
    for entry in data.entries:
        comes_next = entry.kind == Entry.Kind.HAND and entry.deal_number > last
        if not comes_next:
            changes.append(entry)
        last = max(last, entry.deal_number)
    return changes


def _build_row(data: EveningData, entry: Entry, numbers: dict[int, int], devices: dict[str, str]) -> ChangeRow:
    before = _format_entry(data, entry.replaces) if entry.replaces is not None else ("", "")
    number, reason = numbers.get(entry.deal_number, 0) or "", entry.note.text if entry.note is not None else ""
    who, kind = format_author(entry, devices), _format_kind(data, entry)
    return ChangeRow(entry.at, who, kind, number, *before, *_format_entry(data, entry), reason)


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


def build_rules_page(book: EveningBook, heading: str) -> WorkbookPage:
    """Return the sheet of rules: the money per point, which formulas call, then everything else in words."""
    rate = book.settled.agreed.rate
    note = _("One number is part of formulas: the money per point.") if rate else ""
    rows: list[tuple[Cell, ...]] = [(build_text_cell(heading, TITLE),), (build_text_cell(note, SENTENCE),)]
    if rate:
        rows.append((build_text_cell(_("Money per point"), STRONG), build_euro_cell(rate)))
    rows += [(build_text_cell(what, STRONG), build_value_cell(how, MOMENT)) for what, how in _list_pairs(book)]
    names = {name_rate(): "$B$3"} if rate else {}
    return WorkbookPage(_("Rules"), (30, 66), tuple(rows), extras=Extras(names=names, has_grid=False))


def _list_pairs(book: EveningBook) -> Iterator[tuple[str, Any]]:
    data, table = book.data, book.data.table
    sheet, chosen = data.book.sheet, json.loads(table.sheet_version.text)["chosen"]
    options = parse_sheet(table.sheet_version).options.values()
    yield _("Club"), table.club.name
    yield _("House rules"), f"{data.sheet_name} ({sheet.source})"
    for head, on in ((_("Agreed"), True), (_("Not agreed"), False)):
        names = [
            pick_language((option.name, option.name_en), data.language)
            for option in options
            if chosen.get(option.id, option.default) is on
        ]
        if names:
            yield head, "; ".join(names)
    yield _("Played for"), "; ".join(format_agreed(book.settled.agreed))
    yield _("Players at the start"), ", ".join(find_seat_name(data.seats, place, 0) for place in range(table.players))
    yield _("First forehand"), find_seat_name(data.seats, table.first_forehand, 0)
    yield _("Started"), table.started
    yield _("Ended"), table.ended or "–"
    yield _("Entries in the book"), str(len(data.entries))
    yield _("Program"), name_program()
    yield _("Fingerprint of the rules"), table.sheet_version.digest[:FINGERPRINT]
    # What `manage.py verify_ledger --table` prints for this book alone.
    head = combine_heads([f"{table.slug.hex} {bytes(table.head).hex()}\n"])
    yield _("Head of the book (%(command)s verify_ledger)") % {"command": PROGRAM}, head[:FINGERPRINT]


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
    evening, club = load_evening_data(table, language), table.club
    foot = f"{club.name} – {format_day(evening.started)}"
    cover = Cover(
        _name_evening(evening),
        club.name,
        ", ".join(seat.name for seat in evening.columns),
        language,
        name_program(),
        choose_header(club.colour),
        _("Players"),
    )
    content = render_workbook(build_evening_pages(evening), foot=foot, language=language, cover=cover)
    return format_evening_file_name(evening), content


def _name_evening(data: EveningData) -> str:
    return ", ".join((_("Tarock evening"), format_day(data.started)))


def build_evening_pages(data: EveningData) -> list[WorkbookPage]:
    """Return the sheets of the workbook."""
    book = EveningBook(data)
    score = build_score_sheet(book)
    players, lines = build_players_table(book, score), list_player_lines(book)
    tables: list[tuple[FileTable, Iterable[Any]]] = [
        (score.table, book.rows),
        (players, lines),
        (build_deal_rounds_table(book, score), list_deal_rounds(book)),
    ]
    if book.settled.pot is not None:
        tables.append((build_pot_table(book), list_pot_lines(book)))
    if changes := list_change_rows(data):
        tables.append((CORRECTIONS, changes))
    day = format_day(data.started)
    pages = (
        table.build_covered_page(str(table.title), f"{table.title} – {day}", build_name("Tab", str(table.title)), rows)
        for table, rows in tables
    )
    wall = build_evening_wall(book, lines, players, score, name_program())
    return [wall, *pages, build_rules_page(book, " – ".join((_("Rules"), day)))]


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
