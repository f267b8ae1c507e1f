"""The data of the workbook: the book of a table, read once, with a column for everybody there; the words of kinds."""

from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.seats import Seat
from scoring.book.marks import compute_verdicts, load_marks
from scoring.book.sheet_library import DoublingWords, capitalize_first, get_doubling_words
from scoring.engine.evening.course import Hand
from scoring.engine.hand.score_lines import Score
from scoring.models import Entry, GameTable
from scoring.table.written_sheet.rows import WrittenRow, add_marks, build_rows
from scoring.table.written_sheet.selectors import TableBook, load_book_and_seats
from tarockclub.kit.days import convert_to_local
from tarockclub.platform.privacy.readers import INSIDE


class EveningData(NamedTuple):
    """An evening as the workbook presents it."""

    book: Book
    seats: tuple[Seat, ...]
    columns: tuple[Seat, ...]  # the first players in playing order, then later arrivals
    rows: tuple[WrittenRow, ...]  # the lines of the written sheet in words, one for each of book.played
    entries: tuple[Entry, ...]  # all entries, in order of entry
    language: str
    with_money: bool  # money and written score differ somewhere

    @property
    def table(self) -> GameTable:
        """The table of the evening."""
        return self.book.table

    @property
    def started(self) -> datetime:
        """The start, in the club's local time."""
        return convert_to_local(self.table.started)

    @property
    def doubling(self) -> DoublingWords:
        """The sheet's words for deals that count double."""
        return get_doubling_words(self.book.sheet, self.language)

    @property
    def sheet_name(self) -> str:
        """The name of the house rules."""
        sheet = self.book.sheet
        return sheet.name_en if self.language.startswith("en") else sheet.name

    def list_hands(self) -> list[tuple[LedgerLine, Hand, Score]]:
        """Return the hands that count."""
        lines = ((line, line.content, line.score) for line in self.book.played)
        return [(line, hand, score) for line, hand, score in lines if isinstance(hand, Hand) and score is not None]


def load_evening_data(table: GameTable, language: str) -> EveningData:
    """Load an evening; the number of queries does not depend on its length."""
    book, seats = load_book_and_seats(table, INSIDE)
    entries = Entry.objects.filter(table=table).order_by("sequence").select_related("replaces", "note", "by")
    return build_evening_data(TableBook(book, seats, load_marks(table)), language)._replace(entries=tuple(entries))


def build_evening_data(opened: TableBook, language: str) -> EveningData:
    """Build the data from an opened book, without the list of all entries."""
    book, seats, opinions = opened
    return EveningData(
        book=book,
        seats=seats,
        columns=_list_columns(seats),
        rows=add_marks(build_rows(book, seats, (), language), compute_verdicts(book, opinions), seats),
        entries=(),
        language=language,
        with_money=any(line.score is not None and line.score.payouts != line.score.written for line in book.played),
    )


def find_deal_entry(line: LedgerLine) -> Entry:
    """Return the entry with the seats of a deal; for a struck-out hand, the hand's own entry."""
    replaced = line.entry.replaces
    return replaced if line.struck is not None and replaced is not None else line.entry


def _list_columns(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return a column for everybody who sat at the table, except arrivals that were struck out."""
    columns = (seat for seat in seats if seat.until is None or seat.until > seat.since)
    return tuple(sorted(columns, key=lambda seat: (seat.since, seat.place)))


_KINDS: dict[str, Promise] = {
    Entry.Kind.HAND: pgettext_lazy("kind of a row", "hand"),
    Entry.Kind.VOID: pgettext_lazy("kind of a row", "void"),
    Entry.Kind.REDEAL: pgettext_lazy("kind of a row", "redeal"),
    Entry.Kind.CORRECTION: pgettext_lazy("kind of a row", "corrected"),
    Entry.Kind.STRIKE: pgettext_lazy("kind of a row", "struck out"),
    Entry.Kind.FOLLOW_UP: pgettext_lazy("kind of a row", "follows"),
    Entry.Kind.RADL: _("Radl"),
    Entry.Kind.LAST_ROUND: _("Schlussradl"),
    Entry.Kind.FOREHAND: _("Forehand"),
    Entry.Kind.SEATING: pgettext_lazy("kind of a row", "seats"),
    Entry.Kind.CASH: _("Pagatkassa"),
    Entry.Kind.TRANSFER: pgettext_lazy("kind of a row", "ruling"),
    Entry.Kind.END_TOTALS: pgettext_lazy("kind of a row", "final totals"),
    Entry.Kind.SWAP: pgettext_lazy("kind of a row", "seats swapped"),
    Entry.Kind.AGREED: pgettext_lazy("kind of a row", "agreed"),
    Entry.Kind.ENDED: pgettext_lazy("kind of a row", "ended"),
    Entry.Kind.REOPENED: pgettext_lazy("kind of a row", "opened again"),
}


def format_entry_kind(kind: str, doubling: DoublingWords | None = None, *, by_gong: bool = False) -> str:
    """Return the kind of a line in one or two words; lines about double deals use the sheet's words.

    A double round that begins with the gong is no Schlussradl, whatever the sheet.
    """
    if by_gong and kind == Entry.Kind.LAST_ROUND:
        return str(_("Double round"))
    if doubling is not None and kind in (Entry.Kind.RADL, Entry.Kind.LAST_ROUND):
        return doubling.title if kind == Entry.Kind.RADL else capitalize_first(doubling.last)
    return str(_KINDS.get(kind, kind))
