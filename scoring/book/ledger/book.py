"""A table's book as plain values: its lines in order, each with the evening before and after it; deals out of turn."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.book.ledger.codec import HANDS, decode_line
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.ledger.table_state import LateDeals, count_late
from scoring.book.table_clock import DOUBLE
from scoring.engine.evening.course import (
    Content,
    CourseLine,
    CourseStep,
    Hand,
    LastRoundSaid,
    Redeal,
    StruckLine,
    Void,
    build_course,
)
from scoring.engine.evening.state import Evening, begin
from scoring.engine.hand.score_lines import Score, decode_score
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import PLACES, Deal, Entry, GameTable


class LedgerLine(NamedTuple):
    """One line of the book."""

    key: str  # of the first entry of the line
    entry: Entry  # the latest version, which counts
    line: CourseLine
    before: Evening
    after: Evening
    struck: Score | None  # the score of a struck hand before it was struck

    @property
    def number(self) -> int:
        """The position of the line in the order of play."""
        return self.line.number

    @property
    def content(self) -> Content:
        """The content of the line."""
        return self.line.content

    @property
    def score(self) -> Score | None:
        """The score of a hand; None for anything else, and for a struck hand."""
        return self.line.score

    @property
    def is_deal(self) -> bool:
        """Return True for a played deal that has not been struck."""
        return isinstance(self.content, Hand | Void)


class Book(NamedTuple):
    """All lines of a table, and the state of its evening."""

    table: GameTable
    sheet: Sheet
    start: Evening
    played: tuple[LedgerLine, ...]
    waits: LateDeals  # the evening including the late hands that the director has to decide about: they count as deals

    @property
    def now(self) -> Evening:
        """The evening before the next deal of the table; a waiting late hand counts as a deal."""
        return self.waits.evening

    @property
    def stands(self) -> Evening:
        """The evening according to the lines alone, without waiting late hands."""
        return self.played[-1].after if self.played else self.start

    @property
    def lines(self) -> tuple[CourseLine, ...]:
        """The lines as values of the engine."""
        return tuple(line.line for line in self.played)

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases of the deals that have not been struck, in the order of play."""
        return tuple(line.entry.phase for line in self.played if line.is_deal)

    @property
    def last(self) -> LedgerLine | None:
        """The last deal that has not been struck; None without one."""
        return next((line for line in reversed(self.played) if line.is_deal), None)

    @property
    def number(self) -> int:
        """The number of the last line; 0 before the first."""
        return self.played[-1].number if self.played else 0

    def find_line(self, number: int) -> LedgerLine | None:
        """The line with a number; None without one."""
        return next((line for line in self.played if line.number == number), None)


def build_start(table: GameTable) -> Evening:
    """The evening before the first deal."""
    return begin(table.players, table.first_forehand, PLACES)


def load_book(table: GameTable) -> Book:
    """Read a table's lines in the order of play.

    One query; more if a hand was ever held at a table with a clock.
    """
    book = build_book(table, list_deals([table]))
    if not (table.held and table.clock):
        return book
    last_key = book.last.key if book.last is not None else ""
    return book._replace(waits=count_late(table.pk, last_key, book.stands))


def list_deals(tables: Collection[GameTable]) -> QuerySet[Deal]:
    """The lines of tables, table by table in the order of play, with the related rows that a book needs."""
    deals = Deal.objects.filter(table__in=tables).order_by("table", "number")
    return deals.select_related("entry__replaces", "entry__note", "entry__by")


def build_book(table: GameTable, deals: Iterable[Deal]) -> Book:
    """A table's book from its lines in the order of play."""
    sheet, start = parse_sheet(table.sheet_version), build_start(table)
    rows = [(deal.key, deal.entry) for deal in deals]
    steps = build_course(start, (decode_line(entry, sheet) for _, entry in rows))
    played = tuple(_build_line(key, entry, step, sheet) for (key, entry), step in zip(rows, steps, strict=True))
    return Book(table, sheet, start, played, LateDeals(steps[-1].after if steps else start))


def _build_line(key: str, entry: Entry, step: CourseStep, sheet: Sheet) -> LedgerLine:
    struck = None
    replaced = entry.replaces
    if isinstance(step.line.content, StruckLine) and replaced is not None and replaced.kind in HANDS:
        struck = decode_score(replaced.answer, sheet)
    return LedgerLine(key, entry, step.line, step.before, step.after, struck)


def number_lines(book: Book) -> Iterator[tuple[int, LedgerLine]]:
    """Yield each line with its deal number on the written sheet, with room for waiting late hands; 0: no deal."""
    deals = 0
    for line in book.played:
        yield (book.waits.number_deal(line.number, deals) if line.is_deal else 0), line
        deals += line.is_deal


# Deals whose dealer does not follow the previous dealer.
#
# They are shown to the director, who corrects them with one tap or leaves them.


class WrongTurn(NamedTuple):
    """A deal by a player whose turn it was not; all players as places."""

    line: int  # of the deal
    number: int  # as on the written sheet
    dealer: int  # the place of the actual dealer
    expected: int  # the place of the player whose turn it was
    forehand: int  # the place of the forehand of that turn
    twice: bool  # the same player had dealt the hand before; otherwise somebody was passed over


def find_wrong_turns(book: Book) -> tuple[WrongTurn, ...]:
    """Return the deals of a book whose dealer does not follow the previous one, in the order of play.

    Nobody was passed over if a deal was struck in between or a late hand waits there.
    """
    return tuple(_iter_wrong_turns(book))


def _iter_wrong_turns(book: Book) -> Iterator[WrongTurn]:
    deals, struck, previous = 0, 0, None  # `previous`: the last deal that has not been struck
    for index, played in enumerate(book.played):
        struck += played.struck is not None
        if not isinstance(played.content, Hand | Void | Redeal):
            continue
        if previous is not None:
            expected = _compute_expected(book.played[index - 1])
            waits = sum(previous.number <= line < played.number for line in book.waits.after)
            steps = _count_steps(expected, played.before)
            if steps not in (0, struck, waits):
                number, twice = book.waits.number_deal(played.number, deals), steps == expected.players - 1
                dealer = played.before.dealer
                yield WrongTurn(played.number, number, dealer, expected.dealer, expected.forehand, twice)
        deals, struck, previous = deals + played.is_deal, 0, played


def _compute_expected(before: LedgerLine) -> Evening:
    """Return the evening after a line.

    The line that begins the double round does not count here: it records the actual dealer, not whose turn it was.
    """
    begins = isinstance(before.content, LastRoundSaid) and before.entry.phase == DOUBLE
    return before.before if begins else before.after


def _count_steps(expected: Evening, now: Evening) -> int:
    """Return by how many places the forehand is ahead of the expected one; 0 if they no longer sit at the table."""
    order = expected.order
    if now.forehand not in order:
        return 0
    return (order.index(now.forehand) - order.index(expected.forehand)) % len(order)
