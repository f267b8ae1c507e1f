"""What the workbook is made from: the book of a table, read once, with a column for everybody who sat there."""

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from scoring.engine.evening.course import Hand
from scoring.engine.hand.score_lines import Amounts, Score
from scoring.house_rules.doubling_names import DoublingWords, get_doubling_words
from scoring.ledger.book import Book, LedgerLine
from scoring.ledger.codec import get_active_places
from scoring.ledger.seats import Seat
from scoring.marks.services import compute_verdicts, load_marks
from scoring.models import Entry, GameTable
from scoring.written_sheet.disputes import add_marks
from scoring.written_sheet.rows import Row, build_rows
from scoring.written_sheet.selectors import TableBook, load_book_and_seats


class EveningData(NamedTuple):
    """An evening as it is told in the workbook."""

    book: Book
    seats: tuple[Seat, ...]
    columns: tuple[Seat, ...]  # who was there from the start, in playing order, then who came
    rows: tuple[Row, ...]  # the lines of the written sheet in words, one for each of book.played
    entries: tuple[Entry, ...]  # everything that was ever written, in that order
    language: str
    with_money: bool  # whether money and written score are apart anywhere

    @property
    def table(self) -> GameTable:
        """Whose evening it is."""
        return self.book.table

    @property
    def started(self) -> datetime:
        """When it began, as the clock of the inn said."""
        return convert_to_local(self.table.started)

    @property
    def doubling(self) -> DoublingWords:
        """What deals that count double are called."""
        return get_doubling_words(self.book.sheet, self.language)

    @property
    def sheet_name(self) -> str:
        """What the players call the house rules."""
        sheet = self.book.sheet
        return sheet.name_en if self.language.startswith("en") else sheet.name

    def column(self, place: int, number: int) -> int | None:
        """The column of who sat at a place in a line of the book; None: nobody did."""
        return next((at for at, seat in enumerate(self.columns) if seat.place == place and seat.sits_in(number)), None)

    def by_column(self, one: LedgerLine, amounts: Amounts) -> dict[int, int]:
        """The amounts of a hand, also of one that was struck out, by column."""
        paid = zip(get_active_places(find_deal_entry(one)), amounts, strict=True)
        return {at: sixths for place, sixths in paid if (at := self.column(place, one.number)) is not None}

    def at_table(self, one: LedgerLine) -> set[int]:
        """The columns of everybody who sits there in a line, also of who sits out."""
        columns = (self.column(place, one.number) for place in one.before.order)
        return {at for at in columns if at is not None}

    def hands(self) -> list[tuple[LedgerLine, Hand, Score]]:
        """The hands that count."""
        found = ((one, one.content, one.score) for one in self.book.played)
        return [(one, hand, score) for one, hand, score in found if isinstance(hand, Hand) and score is not None]


def load_evening_data(table: GameTable, language: str) -> EveningData:
    """Read an evening; the same number of queries however long it was."""
    book, seats = load_book_and_seats(table)
    entries = Entry.objects.filter(table=table).order_by("sequence").select_related("replaces", "note", "by")
    return build_evening_data(TableBook(book, seats, load_marks(table)), language)._replace(entries=tuple(entries))


def build_evening_data(opened: TableBook, language: str) -> EveningData:
    """An evening as it is told from what was read, without everything that was ever written."""
    book, seats, opinions = opened
    return EveningData(
        book=book,
        seats=seats,
        columns=_list_columns(book, seats),
        rows=add_marks(build_rows(book, seats, (), language), compute_verdicts(book, opinions), seats),
        entries=(),
        language=language,
        with_money=any(one.score is not None and one.score.payouts != one.score.written for one in book.played),
    )


def convert_to_local(moment: datetime) -> datetime:
    """A moment as the clock of the inn said, without a time zone: workbooks know none."""
    return timezone.localtime(moment).replace(tzinfo=None, microsecond=0)


def find_deal_entry(one: LedgerLine) -> Entry:
    """The entry that knows who sat where in a deal: what was struck out still stands as it was played."""
    replaced = one.entry.replaces
    return replaced if one.struck is not None and replaced is not None else one.entry


def _list_columns(book: Book, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Everybody who sat at the table; not those whose coming was struck out again."""
    there = (seat for seat in seats if seat.until is None or seat.until > seat.since)
    return tuple(sorted(there, key=lambda seat: (seat.since, seat.place)))
