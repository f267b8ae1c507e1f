"""What pages read: plain values, the same number of queries however long the evening."""

from collections.abc import Collection
from typing import NamedTuple

from django.db import connection

from scoring.engine.evening.course import Hand, LastRoundSaid
from scoring.engine.evening.state import ANNOUNCED, Evening
from scoring.engine.hand.explain import doubled_words, formula, is_doubled, note, remark, warning
from scoring.engine.hand.record import SEATS, HandRecord
from scoring.engine.hand.score_lines import Line, Score
from scoring.engine.hand.story import BETWEEN, hand_story
from scoring.engine.texts import pick_language
from scoring.engine.texts.lines import AGAINST
from scoring.house_rules.doubling_names import DoublingWords, get_doubling_words
from scoring.house_rules.speiszettel.anchors import find_anchor
from scoring.ledger.book import Book, LedgerLine, build_book, list_deals, load_book
from scoring.ledger.seats import Seat, build_seats, build_short_names, list_columns, list_seated, load_seats
from scoring.marks.services import compute_verdicts, load_all_marks, load_marks
from scoring.marks.verdicts import Opinion, Verdict
from scoring.models import Deal, GameTable, Seated
from scoring.templatetags.amounts import signed_amount
from scoring.written_sheet.chart import Chart, build_chart
from scoring.written_sheet.disputes import add_marks
from scoring.written_sheet.radl_marks import RadlMark, compute_radl_marks
from scoring.written_sheet.rows import (
    Row,
    build_rows,
    compute_seat_totals,
    compute_totals_at,
    count_folded,
    find_seat_name,
    list_seat_names,
)
from tarockclub.server.db_snapshot import read_snapshot


class TableBook(NamedTuple):
    """All that is shown of a table's book."""

    book: Book
    seats: tuple[Seat, ...]
    opinions: tuple[Opinion, ...]


def load_book_and_seats(table: GameTable) -> tuple[Book, tuple[Seat, ...]]:
    """Its lines and its seats, while the phones write on."""
    with read_snapshot(connection):
        return load_book(table), load_seats(table)


def load_table_books(tables: Collection[GameTable]) -> list[TableBook]:
    """The books of several tables, in their order, as they stood at one moment; three queries."""
    deals: dict[int, list[Deal]] = {table.pk: [] for table in tables}
    seated: dict[int, list[Seated]] = {table.pk: [] for table in tables}
    with read_snapshot(connection):
        for deal in list_deals(tables):
            deals[deal.table_id].append(deal)
        for row in list_seated(tables):
            seated[row.sitting.table_id].append(row)
        opinions = load_all_marks(tables)
    return [
        TableBook(build_book(table, deals[table.pk]), build_seats(seated[table.pk]), opinions.get(table.pk, ()))
        for table in tables
    ]


class RuleNote(NamedTuple):
    """The sentence of a line, and where its rule stands on the Speiszettel."""

    text: str
    anchor: str


class ScoredHand(NamedTuple):
    """A hand as it is shown before and after saving."""

    amounts: tuple[tuple[str, int], ...]  # name, sixths
    written: tuple[tuple[str, int], ...]  # empty where it is the same
    formula: str
    remark: str
    story: str  # who played it and how it went, and that it counts double
    notes: tuple[RuleNote, ...]
    starts_radl: bool
    renews_radl: bool  # the hand counted double already, so its Radl begins again
    warnings: tuple[str, ...]


class PlayerTotal(NamedTuple):
    """Where a player stands in the written score, in sixths."""

    name: str
    total: int
    role: str  # "forehand", "dealer", "sits_out" or ""


class TableView(NamedTuple):
    """A table as its page shows it."""

    book: Book
    seats: tuple[Seat, ...]
    columns: tuple[Seat, ...]  # as the written sheet shows them: in playing order, then who has left
    names: tuple[str, ...]  # by column; a substitute's after the one he plays on for
    heads: tuple[str, ...]  # the same, as short as tells them apart
    active: tuple[str, ...]  # of the four seats of the next deal
    rows: tuple[Row, ...]
    totals: tuple[PlayerTotal, ...]  # of those who sit at the table, in playing order
    sums: tuple[int, ...]  # by column; together 0
    money: tuple[int, ...]  # the same in money; empty where it never differed
    next_number: int
    radl_left: int
    language: str
    opinions: tuple[Opinion, ...]  # all that players said of hands, the oldest first
    verdicts: dict[int, Verdict]  # what counts of it, by line

    @property
    def now(self) -> Evening:
        """Where the table stands."""
        return self.book.now

    @property
    def radl(self) -> RadlMark | None:
        """What the next deal is in its Radl."""
        return compute_radl_marks(self.book).now

    @property
    def doubling(self) -> DoublingWords:
        """What deals that count double are called here."""
        return get_doubling_words(self.book.sheet, self.language)

    @property
    def chart(self) -> Chart | None:
        """The course of the totals; None before the first deal."""
        return build_chart(self.book, self.seats)

    @property
    def folded(self) -> int:
        """How many lines of the written sheet stay folded at first."""
        return count_folded(self.rows)

    @property
    def carried(self) -> tuple[int | None, ...]:
        """Where the players stood after the folded lines, by column; together 0."""
        return compute_totals_at(self.book, self.columns, self.rows[self.folded - 1].line) if self.folded else ()

    @property
    def disputed(self) -> tuple[Row, ...]:
        """The hands about which somebody is of another opinion."""
        return tuple(row for row in self.rows if row.disputed)

    @property
    def newest_mark(self) -> int:
        """What a phone that shows the page has seen of what players said."""
        return self.opinions[-1].id if self.opinions else 0

    @property
    def asks_gstiess(self) -> bool:
        """Whether the deal after "Schlussradl zum Gstieß" is played, so that its holder begins."""
        if self.now.last_round.phase != ANNOUNCED:
            return False
        lines = (one for one in reversed(self.book.played) if one.is_deal or isinstance(one.content, LastRoundSaid))
        return next(lines).is_deal


def load_table_view(table: GameTable, language: str) -> TableView:
    """Everything the table's page shows."""
    book, seats = load_book_and_seats(table)
    now, last = book.now, book.number
    columns, short = list_columns(seats, now.order), build_short_names(seats)
    opinions = load_marks(table)
    verdicts = compute_verdicts(book, opinions)
    rows = add_marks(build_rows(book, seats, columns, language), verdicts, seats)
    return TableView(
        book=book,
        seats=seats,
        columns=columns,
        names=tuple(seat.name for seat in columns),
        heads=tuple(seat.short_name(short) for seat in columns),
        active=tuple(find_seat_name(seats, place, last) for place in now.active),
        rows=rows,
        totals=tuple(
            PlayerTotal(find_seat_name(seats, at, last), now.written[at], _get_role(now, at)) for at in now.order
        ),
        sums=tuple(compute_seat_totals(book, seat)[1] for seat in columns),
        money=tuple(compute_seat_totals(book, seat)[0] for seat in columns) if any(row.money for row in rows) else (),
        next_number=1 + sum(one.is_deal for one in book.played) + len(book.waits.after),
        radl_left=max(now.running, default=0),
        language=language,
        opinions=opinions,
        verdicts=verdicts,
    )


def _get_role(now: Evening, place: int) -> str:
    """What a player is in the next deal."""
    roles = {now.dealer: "dealer", now.forehand: "forehand"}
    return roles.get(place, "" if place in now.active else "sits_out")


def build_scored_line(one: LedgerLine, seats: tuple[Seat, ...], language: str) -> ScoredHand | None:
    """A hand of the book in words and numbers; None for what is no hand that stands."""
    if one.score is None or not isinstance(one.content, Hand):
        return None
    return build_scored_hand(one.content.record, one.score, list_seat_names(one, seats), language)


def build_scored_hand(record: HandRecord, score: Score, names: tuple[str, ...], language: str) -> ScoredHand:
    """A scored hand in words and numbers."""
    story = (hand_story(record, score.sheet, names, language, score), doubled_words(score, language))
    money = tuple((names[seat], score.payouts[seat]) for seat in SEATS)
    on_paper = tuple((names[seat], score.written[seat]) for seat in SEATS)
    return ScoredHand(
        amounts=money,
        written=() if money == on_paper else on_paper,
        formula=formula(score),
        remark=remark(score, language),
        story=BETWEEN.join(filter(None, story)),
        notes=tuple(_build_note(line, score, names, language) for line in score.lines),
        starts_radl=score.radl_deals is not None,
        renews_radl=score.radl_deals is not None and is_doubled(score),
        warnings=tuple(warning(one, score.sheet, language) for one in score.warnings),
    )


def _build_note(line: Line, score: Score, names: tuple[str, ...], language: str) -> RuleNote:
    """The sentence of a line, with the players it is about: whose negative game, against whom, whose claim.

    After a Renonce everybody gets something else for the same line: there it says who gets what.
    """
    cause = line.cause
    about = [names[seat] for seat in (cause.declarer, cause.opponent) if seat is not None]
    against = pick_language(AGAINST, language)
    told = note(cause, score.sheet, language)
    text = f"{f' {against} '.join(about)}: {told}" if about else told
    if cause.kind == "renonce":
        paid = zip(names, line.amounts, strict=True)
        text += f" {', '.join(f'{name} {signed_amount(sixths)}' for name, sixths in paid if sixths)}"
    return RuleNote(text, find_anchor(cause, score.sheet))
