"""The changes of a book: each entry that is not a hand in its first form, with the content before and after."""

import json

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.book.ledger.codec import HANDS, decode_line, get_active_places
from scoring.engine.agreement import parse_agreement
from scoring.engine.hand.explain import format_score_formula
from scoring.engine.hand.score_json import decode_record
from scoring.engine.hand.story import tell_hand
from scoring.models import Entry
from scoring.reports.exports.data import EveningData, format_entry_kind
from scoring.table.corrections.history import format_author, load_device_names
from scoring.table.settlement.services import format_agreed
from scoring.table.written_sheet.rows import find_seat_name, format_content
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.xlsx.cells import LINE, TITLE, Cell, WorkbookPage, build_heads, build_text_cell, build_value_cell

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
