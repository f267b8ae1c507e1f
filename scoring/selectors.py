"""What pages read: plain values, the same number of queries however long the evening."""

from typing import NamedTuple

from django.db.models import Count, Q
from django.shortcuts import get_object_or_404

from scoring.book import Book, Played, read_book
from scoring.engine.explain import formula, note, remark, warning
from scoring.engine.lines import Amounts, Cause, Score
from scoring.engine.record import SEATS
from scoring.engine.texts import chosen
from scoring.engine.texts.lines import AGAINST
from scoring.models import Entry, GameTable, Seated


class Cell(NamedTuple):
    """One player's amount of a hand and his running total in the written score, in sixths."""

    amount: int
    total: int


class Row(NamedTuple):
    """One line of the written sheet."""

    number: int
    kind: str
    cells: tuple[Cell, ...]
    formula: str
    remark: str
    reason: str
    money: tuple[tuple[str, int], ...]  # name, sixths; empty where the written score is the same
    struck: tuple[tuple[str, int], ...]  # what a struck hand had paid


class Scored(NamedTuple):
    """A hand as it is shown before and after saving."""

    amounts: tuple[tuple[str, int], ...]  # name, sixths
    written: tuple[tuple[str, int], ...]  # empty where it is the same
    formula: str
    remark: str
    notes: tuple[str, ...]
    starts_radl: bool
    warnings: tuple[str, ...]


class TableView(NamedTuple):
    """A table as its page shows it."""

    book: Book
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[tuple[str, int, str], ...]  # name, sixths of the written score, role: "forehand", "dealer" or ""
    money: tuple[int, ...]  # the same in money; empty where it never differed
    next_number: int
    radl_left: int


def table_of(slug: object) -> GameTable:
    """The table of an address, or 404."""
    return get_object_or_404(GameTable.objects.select_related("sheet_version"), slug=slug)


def names_at(table: GameTable) -> tuple[str, ...]:
    """Who sits at the places now."""
    seated = Seated.objects.filter(sitting__table=table, sitting__to_deal=None).select_related("sitting", "person")
    latest = {one.sitting.place: one.person.name for one in seated.order_by("from_deal")}
    return tuple(latest[place] for place in sorted(latest))


def table_view(table: GameTable, language: str) -> TableView:
    """Everything the table's page shows."""
    book, names = read_book(table), names_at(table)
    rows = tuple(_row(number, one, names, language) for number, one in _numbered(book))
    roles = {book.now.forehand: "forehand", book.now.dealer: "dealer"}
    return TableView(
        book=book,
        names=names,
        rows=rows,
        totals=tuple((name, book.now.written[place], roles.get(place, "")) for place, name in enumerate(names)),
        money=book.now.totals if any(row.money for row in rows) else (),
        next_number=1 + sum(one.struck is None for one in book.played),
        radl_left=max(book.now.running, default=0),
    )


def _numbered(book: Book) -> list[tuple[int, Played]]:
    """The deals with their numbers; a struck hand keeps the number that the next one takes again."""
    numbered, number = [], 1
    for one in book.played:
        numbered.append((number, one))
        number += one.struck is None
    return numbered


def _row(number: int, one: Played, names: tuple[str, ...], language: str) -> Row:
    score = one.score or one.struck
    reason = one.entry.note.text if one.entry.note is not None else ""
    return Row(
        number=number,
        kind=one.entry.kind,
        cells=tuple(
            Cell(after - before, after) for before, after in zip(one.before.written, one.after.written, strict=True)
        ),
        formula=formula(score) if score is not None else "",
        remark=remark(score, language) if score is not None else "",
        reason=reason,
        money=_named(one.score.payouts, one, names) if one.score and one.score.payouts != one.score.written else (),
        struck=_named(one.struck.written, one, names) if one.struck else (),
    )


def _named(amounts: Amounts, one: Played, names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The amounts of the four seats of a deal, with the names of those who sat there."""
    return tuple((names[place], amount) for place, amount in zip(one.before.active, amounts, strict=True))


def scored(score: Score, names: tuple[str, ...], language: str) -> Scored:
    """A scored hand in words and numbers."""
    money = tuple((names[seat], score.payouts[seat]) for seat in SEATS)
    on_paper = tuple((names[seat], score.written[seat]) for seat in SEATS)
    return Scored(
        amounts=money,
        written=() if money == on_paper else on_paper,
        formula=formula(score),
        remark=remark(score, language),
        notes=tuple(_note(line.cause, score, names, language) for line in score.lines),
        starts_radl=score.radl_deals is not None,
        warnings=tuple(warning(one, score.sheet, language) for one in score.warnings),
    )


def _note(cause: Cause, score: Score, names: tuple[str, ...], language: str) -> str:
    """The sentence of a line, with the players it is about: whose negative game, against whom, whose claim."""
    about = [names[seat] for seat in (cause.declarer, cause.opponent) if seat is not None]
    against = chosen(AGAINST, language)
    told = note(cause, score.sheet, language)
    return f"{f' {against} '.join(about)}: {told}" if about else told


class Open(NamedTuple):
    """An evening on the first page."""

    table: GameTable
    names: tuple[str, ...]
    hands: int


def open_tables() -> list[Open]:
    """The latest evenings, the newest first; three queries."""
    tables = list(
        GameTable.objects.filter(ended=None)
        .select_related("sheet_version")
        .annotate(hands=Count("deals", filter=Q(deals__entry__kind=Entry.Kind.HAND)))
        .order_by("-started", "-pk")[:20]
    )
    seated = Seated.objects.filter(sitting__table__in=tables).select_related("sitting", "person")
    seated = seated.order_by("sitting__place", "from_deal")
    names: dict[int, dict[int, str]] = {}
    for one in seated:
        names.setdefault(one.sitting.table_id, {})[one.sitting.place] = one.person.name
    return [Open(table, tuple(names.get(table.pk, {}).values()), table.hands) for table in tables]
