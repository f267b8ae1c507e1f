"""The data for pages: plain values, with a constant number of queries however long the evening."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from scoring.book.ledger.book import Book, LedgerLine, build_book, list_deals, load_book
from scoring.book.ledger.held_hands import DealSeats, build_deal_seats
from scoring.book.ledger.seats import Seat, build_seat_names, build_seats, list_seat_columns, list_seated, load_seats
from scoring.book.marks import Opinion, Verdict, compute_verdicts, load_all_marks, load_marks
from scoring.book.sheet_library import DoublingWords, get_doubling_words
from scoring.engine.evening.course import Hand, LastRoundSaid
from scoring.engine.evening.state import ANNOUNCED, Evening
from scoring.engine.hand.explain import (
    format_doubling,
    format_hand_remark,
    format_note,
    format_score_formula,
    format_warning,
    is_doubled,
)
from scoring.engine.hand.record import SEATS, HandRecord
from scoring.engine.hand.score_lines import Score, ScoreLine
from scoring.engine.hand.story import BETWEEN, tell_hand
from scoring.engine.texts import pick_language
from scoring.engine.texts.words import AGAINST
from scoring.models import Deal, GameTable, Seated
from scoring.table.written_sheet.payment_words import NOBODY, PaymentWords, tell_payment
from scoring.table.written_sheet.radl_marks import RadlMark, compute_radl_marks
from scoring.table.written_sheet.rows import (
    WrittenRow,
    add_marks,
    build_rows,
    compute_seat_totals,
    compute_totals_at,
    count_folded,
    find_anchor,
    find_seat_name,
    list_seat_names,
)
from scoring.table.written_sheet.summary import build_chart
from tarockclub.kit.amounts import format_points, format_signed_points
from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.words import get_current_language
from tarockclub.platform.privacy.readers import Reader
from tarockclub.platform.server.databases import read_snapshot

FEW_LINES = 4  # before the newest one, for those who watch


NO_CHANGES: Mapping[int, int] = MappingProxyType({})


class TableBook(NamedTuple):
    """A table's book with its seats and the players' opinions."""

    book: Book
    seats: tuple[Seat, ...]
    opinions: tuple[Opinion, ...]


def load_book_and_seats(table: GameTable, reader: Reader) -> tuple[Book, tuple[Seat, ...]]:
    """Return a table's book, and seats as a reader may see them, from one snapshot, even while phones are writing."""
    with read_snapshot():
        return load_book(table), load_seats(table, reader)


def load_table_books(tables: Collection[GameTable], reader: Reader) -> list[TableBook]:
    """Return the books of several tables, in their order, for a reader, from one snapshot; three queries."""
    deals: dict[int, list[Deal]] = {table.pk: [] for table in tables}
    seated: dict[int, list[Seated]] = {table.pk: [] for table in tables}
    with read_snapshot():
        for deal in list_deals(tables):
            deals[deal.table_id].append(deal)
        for row in list_seated(tables):
            seated[row.sitting.table_id].append(row)
        opinions = load_all_marks(tables)
    return [
        TableBook(build_book(table, deals[table.pk]), build_seats(seated[table.pk], reader), opinions.get(table.pk, ()))
        for table in tables
    ]


class RuleNote(NamedTuple):
    """The sentence of a line, and the anchor of its rule on the Speiszettel."""

    text: str
    anchor: str

    @property
    def has_word(self) -> bool:
        """True for games and premiums, which have a page with what they pay by each sheet."""
        return self.anchor.startswith(("contract-", "premium-"))


class ScoredHand(NamedTuple):
    """A hand as it is displayed before and after saving."""

    amounts: tuple[tuple[str, int], ...]  # name, sixths
    written: tuple[tuple[str, int], ...]  # empty if it is the same
    formula: str
    remark: str
    story: str  # the hand in words, and that it counts double
    notes: tuple[RuleNote, ...]
    starts_radl: bool
    renews_radl: bool  # the hand already counted double, so its Radl restarts
    warnings: tuple[str, ...]
    payments: tuple[PaymentWords, ...]  # to the reader on each seat, then to anybody else

    def tell_to(self, seat: int | None) -> PaymentWords:
        """Return what the hand means for the reader on a seat; None: for nobody in particular."""
        return self.payments[-1 if seat is None else seat]


class PlayerTotal(NamedTuple):
    """A player's written score, in sixths."""

    name: str
    total: int
    role: str  # "forehand", "dealer", "sits_out" or ""
    place: int
    change: int | None = None  # by the last deal; None for who sat out


class TableView(NamedTuple):
    """A table as its page displays it."""

    reader: Reader
    book: Book
    seats: tuple[Seat, ...]
    columns: tuple[Seat, ...]  # as on the written sheet: in playing order, then those who have left
    names: tuple[str, ...]  # by column; a substitute's after that of the player they replaced
    heads: tuple[str, ...]  # the same, shortened as far as they stay distinct
    active: tuple[str, ...]  # of the four seats of the next deal
    rows: tuple[WrittenRow, ...]
    totals: tuple[PlayerTotal, ...]  # of those who sit at the table, in playing order
    sums: tuple[int, ...]  # by column; together 0
    money: tuple[int, ...]  # the same in money; empty if it never differed
    next_number: int
    radl_left: int
    language: str
    opinions: tuple[Opinion, ...]  # all marks of players on hands, the oldest first
    verdicts: dict[int, Verdict]  # those that count, by line

    @property
    def now(self) -> Evening:
        """The evening before the next deal."""
        return self.book.now

    @property
    def next_seats(self) -> DealSeats:
        """The seats of the next deal."""
        return build_deal_seats(self.now, self.sittings)

    @property
    def sittings(self) -> dict[int, int]:
        """The sittings (ids) of those who sit at the table, by place."""
        return {seat.place: seat.id for seat in self.seats if seat.until is None}

    @property
    def radl(self) -> RadlMark | None:
        """The next deal's position in its Radl; None if it counts single."""
        return compute_radl_marks(self.book).now

    @property
    def doubling(self) -> DoublingWords:
        """The words for double deals on this sheet."""
        return get_doubling_words(self.book.sheet, self.language)

    @property
    def chart(self) -> Chart | None:
        """The course of the totals; None before the first deal."""
        return build_chart(self.book, self.seats, self.language)

    @property
    def folded_rows(self) -> int:
        """The number of lines of the written sheet that are folded at first."""
        return count_folded(self.rows, self.now.players)

    @property
    def latest_rows(self) -> tuple[WrittenRow, ...]:
        """The lines of the written sheet that are not folded."""
        return self.rows[self.folded_rows :]

    @property
    def letters(self) -> int:
        """The length of the longest total on the written sheet, in letters."""
        cells = (cell.total for row in self.rows for cell in row.cells if cell is not None)
        return max((len(format_points(total)) for total in {*cells, *self.sums, *self.money}), default=1)

    @property
    def carried_totals(self) -> tuple[int | None, ...]:
        """The players' totals after the folded lines, by column; together 0."""
        return (
            compute_totals_at(self.book, self.columns, self.rows[self.folded_rows - 1].line) if self.folded_rows else ()
        )

    @property
    def withholds_names(self) -> bool:
        """Return whether the reader does not see everybody's name in full."""
        return any(seat.is_withheld for seat in self.columns)

    @property
    def disputed_rows(self) -> tuple[WrittenRow, ...]:
        """The hands that somebody disputes."""
        return tuple(row for row in self.rows if row.disputed)

    @property
    def newest_row(self) -> WrittenRow | None:
        """The newest line of the sheet; None before the first one."""
        return self.rows[-1] if self.rows else None

    @property
    def earlier_rows(self) -> tuple[WrittenRow, ...]:
        """A few lines before the newest one, in reverse."""
        return self.rows[-1 - FEW_LINES : -1][::-1]

    @property
    def newest_mark(self) -> int:
        """The id of the newest mark on the page; 0 without one."""
        return self.opinions[-1].id if self.opinions else 0

    @property
    def asks_gstiess(self) -> bool:
        """Return True if the deal after "Schlussradl zum Gstieß" has been played: the holder of the Gstieß begins."""
        if self.now.last_round.phase != ANNOUNCED:
            return False
        lines = (line for line in reversed(self.book.played) if line.is_deal or isinstance(line.content, LastRoundSaid))
        return next(lines).is_deal


def load_table_view(table: GameTable, reader: Reader) -> TableView:
    """Return all data of the table's page, in its language, as a reader may see it."""
    (book, seats), language = load_book_and_seats(table, reader), get_current_language()
    now, last, changes = book.now, book.number, _list_changes(book)
    columns, short = list_seat_columns(seats, now.order), build_seat_names(seats)
    opinions = load_marks(table)
    verdicts = compute_verdicts(book, opinions)
    rows = add_marks(build_rows(book, seats, columns, language), verdicts, seats)
    rows = tuple(row._replace(by=reader.read_text(row.by), reason=reader.read_text(row.reason)) for row in rows)
    return TableView(
        reader=reader,
        book=book,
        seats=seats,
        columns=columns,
        names=tuple(seat.name for seat in columns),
        heads=tuple(seat.shorten_names(short) for seat in columns),
        active=tuple(find_seat_name(seats, place, last) for place in now.active),
        rows=rows,
        totals=list_totals(now, seats, last, changes),
        sums=tuple(compute_seat_totals(book, seat)[1] for seat in columns),
        money=tuple(compute_seat_totals(book, seat)[0] for seat in columns) if any(row.money for row in rows) else (),
        next_number=1 + sum(line.is_deal for line in book.played) + len(book.waits.after),
        radl_left=max(now.running, default=0),
        language=language,
        opinions=opinions,
        verdicts=verdicts,
    )


def list_totals(
    now: Evening, seats: tuple[Seat, ...], number: int, changes: Mapping[int, int] = NO_CHANGES
) -> tuple[PlayerTotal, ...]:
    """Return those who sit at the table before a deal, in playing order, as on the cards, named as in a line."""
    return tuple(
        PlayerTotal(
            find_seat_name(seats, place, number), now.written[place], _get_role(now, place), place, changes.get(place)
        )
        for place in now.order
    )


def _list_changes(book: Book) -> dict[int, int]:
    """Return what the last deal changed in the written score, by place; nothing before the first counting hand."""
    line = book.last
    return {} if line is None or line.score is None else dict(zip(line.before.active, line.score.written, strict=True))


def _get_role(now: Evening, place: int) -> str:
    """Return a player's role in the next deal."""
    roles = {now.dealer: "dealer", now.forehand: "forehand"}
    return roles.get(place, "" if place in now.active else "sits_out")


def build_scored_line(line: LedgerLine, seats: tuple[Seat, ...], language: str) -> ScoredHand | None:
    """Return a hand of the book in words and numbers; None for a line without a counting hand."""
    if line.score is None or not isinstance(line.content, Hand):
        return None
    return build_scored_hand(line.content.record, line.score, list_seat_names(line, seats), language)


def build_scored_hand(record: HandRecord, score: Score, names: tuple[str, ...], language: str) -> ScoredHand:
    """Return a scored hand in words and numbers."""
    story = (tell_hand(record, score.sheet, names, language, score), format_doubling(score, language))
    money = tuple((names[seat], score.payouts[seat]) for seat in SEATS)
    on_paper = tuple((names[seat], score.written[seat]) for seat in SEATS)
    return ScoredHand(
        amounts=money,
        written=() if money == on_paper else on_paper,
        formula=format_score_formula(score, names),
        remark=format_hand_remark(score, language),
        story=BETWEEN.join(filter(None, story)),
        notes=tuple(_build_note(line, score, names, language) for line in score.lines),
        starts_radl=score.radl_deals is not None,
        renews_radl=score.radl_deals is not None and is_doubled(score),
        warnings=tuple(format_warning(notice, score.sheet, language) for notice in score.warnings),
        payments=tuple(tell_payment(score, names, language, seat) for seat in (*SEATS, NOBODY)),
    )


def _build_note(line: ScoreLine, score: Score, names: tuple[str, ...], language: str) -> RuleNote:
    """Return the sentence of a line, with the players it is about: whose negative game, against whom, whose claim.

    After a Renonce the players get different amounts for the same line: the text contains who gets what.
    """
    cause = line.cause
    about = [names[seat] for seat in (cause.declarer, cause.opponent) if seat is not None]
    against = pick_language(AGAINST, language)
    sentence = format_note(cause, score.sheet, language)
    text = f"{f' {against} '.join(about)}: {sentence}" if about else sentence
    if cause.kind == "renonce":
        paid = zip(names, line.amounts, strict=True)
        text += f" {', '.join(f'{name} {format_signed_points(sixths)}' for name, sixths in paid if sixths)}"
    return RuleNote(text, find_anchor(cause, score.sheet))
