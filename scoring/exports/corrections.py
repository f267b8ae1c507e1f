"""What was changed in a book: each entry that is no hand as it came, with what stood there before and what after."""

import json

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.corrections.history import device_names, who_wrote
from scoring.engine.agreement import parse_agreement
from scoring.engine.hand.explain import formula
from scoring.engine.hand.story import hand_story
from scoring.exports.data import Told, local
from scoring.exports.labels import kind_word
from scoring.ledger.codec import HANDS, active_of, line_of, record_of
from scoring.models import Entry
from scoring.settlement.messages import agreed_words
from scoring.templatetags.amounts import signed_amount
from scoring.written_sheet.rows import in_words, name_of
from scoring.xlsx.cells import LINE, MOMENT, TITLE, Cell, Page, count, heads, text

HEADING = (2, 2)
WIDTHS = (18, 14, 13, 5, 30, 24, 30, 24, 26)


def changed_page(told: Told, title: str) -> Page:
    """Everything that was changed, in the order in which it was."""
    devices, numbers = device_names(told.table), {row.line: row.number for row in told.rows}
    words = (_("When"), _("Who"), _("What"), _("No."), _("Before"), _("Amounts before"))
    heading = heads((*words, _("After"), _("Amounts after"), _("Reason")))
    rows = [_row(told, entry, numbers, devices) for entry in _changes(told)]
    if not rows:
        rows = [(text(_("Nothing was changed."), LINE),)]
    return Page(title, WIDTHS, ((text(title, TITLE),), heading, *rows), HEADING)


def _changes(told: Told) -> list[Entry]:
    """The entries that are more than the next hand."""
    found, last = [], 0
    for entry in told.entries:
        comes_next = entry.kind == Entry.Kind.HAND and entry.deal_number > last
        if not comes_next:
            found.append(entry)
        last = max(last, entry.deal_number)
    return found


def _row(told: Told, entry: Entry, numbers: dict[int, int], devices: dict[str, str]) -> tuple[Cell, ...]:
    before, after = entry.replaces, entry
    number = numbers.get(entry.deal_number, 0)
    return (
        Cell(local(entry.at), MOMENT),
        text(who_wrote(entry, devices)),
        text(_kind(told, entry)),
        count(number) if number else text(""),
        *(text(words) for words in (_told(told, before) if before is not None else ("", ""))),
        *(text(words) for words in _told(told, after)),
        text(entry.note.text if entry.note is not None else ""),
    )


def _kind(told: Told, entry: Entry) -> str:
    """What was done."""
    if entry.replaces is not None and entry.replaces.kind == Entry.Kind.STRIKE:
        return pgettext("kind of a row", "counts again")
    if entry.kind == Entry.Kind.HAND:
        return pgettext("kind of a row", "inserted")
    return kind_word(entry.kind, told.doubling)


def _told(told: Told, entry: Entry) -> tuple[str, str]:
    """What an entry says, and what it pays in the written score."""
    if not entry.deal_number:
        return _of_the_evening(told, entry), ""
    line = line_of(entry, told.book.sheet)
    if entry.kind not in HANDS or line.score is None:
        one = told.book.at(entry.deal_number)
        before = one.before if one is not None else None
        return in_words(line.content, entry.deal_number, before, told.seats), ""
    names = tuple(name_of(told.seats, place, entry.deal_number) for place in active_of(entry))
    amounts = zip(names, line.score.written, strict=True)
    record = record_of(entry.record)
    words = (hand_story(record, line.score.sheet, names, told.language, line.score), formula(line.score))
    return "; ".join(filter(None, words)), ", ".join(f"{name} {signed_amount(sixths)}" for name, sixths in amounts)


def _of_the_evening(told: Told, entry: Entry) -> str:
    """What was said about the evening as a whole."""
    said = json.loads(entry.record)
    if entry.kind == Entry.Kind.SWAP:
        one, other = (_holder(told, place, since) for place, since in said["sittings"])
        return _("%(one)s and %(other)s swapped seats for all hands") % {"one": one, "other": other}
    if entry.kind == Entry.Kind.FOREHAND:
        number = next((row.number for row in told.rows if row.line >= said["since"] and row.number), 0)
        names = {"name": name_of(told.seats, said["place"], said["since"]), "number": number}
        return _("from hand %(number)s on, the forehand moves: %(name)s has it first") % names
    if entry.kind == Entry.Kind.AGREED:
        return "; ".join(agreed_words(parse_agreement(entry.record)))
    return ""


def _holder(told: Told, place: int, since: int) -> str:
    """Who holds a sitting now."""
    return next((seat.name for seat in told.seats if (seat.place, seat.since) == (place, since)), "?")
