"""The table of all hands: one row for each deal, and for what else has moved points."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.engine.evening.course import paid_by
from scoring.exports.data import dealt_by, local
from scoring.exports.labels import kind_word
from scoring.ledger.book import Played
from scoring.ledger.codec import active_of
from scoring.models import Entry
from scoring.written_sheet.rows import Row as BookRow
from scoring.written_sheet.rows import name_of
from scoring.xlsx.cells import AMOUNT, COUNT, EMPTY, FACTOR, MOMENT, Cell, amount, count, text
from tournaments.exports.data import Gathered, Sat
from tournaments.exports.schema import Column, Row, Table
from tournaments.rulings.messages import PHASES


def hands_table(told: Gathered) -> Table:
    """Its columns: as many for players as ever sat at one table."""
    names = [Column(f"name_{at}", _("Place %(number)s") % {"number": at}, width=20) for at in range(1, told.places + 1)]
    points = [_amounts(f"points_{at}", _("Points %(number)s"), at) for at in range(1, told.places + 1)]
    written = [_amounts(f"written_{at}", _("Written %(number)s"), at) for at in range(1, told.places + 1)]
    columns = (
        Column("round", _("Round"), COUNT, 7),
        Column("table", _("Table"), COUNT, 7),
        Column("number", _("No."), COUNT, 6),
        Column("kind", _("Kind"), width=11),
        Column("phase", _("Phase"), width=20),
        Column("dealer", _("Dealer"), width=20),
        Column("forehand", _("Forehand"), width=20),
        Column("hand", _("Hand and remark"), width=44),
        Column("formula", _("Calculation"), width=26),
        Column("radl", _("Factor"), FACTOR, 8),
        *names,
        *points,
        *(written if told.apart else ()),
        Column("reason", _("Reason"), width=24),
        Column("counts", _("Table counts"), width=14),
        Column("entered", _("Entered"), MOMENT, 17),
        Column("changed", _("Changed"), MOMENT, 17),
    )
    return Table("hands", _("Hands"), _("All hands"), columns, still=3, filtered=True)


def _amounts(name: str, head: str, at: int) -> Column:
    return Column(name, head % {"number": at}, AMOUNT, 9)


def hand_rows(told: Gathered, sat: Sat) -> Iterator[Row]:
    """The hands of a table, in the order of play."""
    for row, one in zip(sat.told.rows, sat.told.book.played, strict=True):
        if row.number or row.moves or row.kind == Entry.Kind.REDEAL:
            yield _row(told, sat, row, one)


def _row(told: Gathered, sat: Sat, row: BookRow, one: Played) -> Row:
    dealt, seats = dealt_by(one), sat.told.seats
    dealer, forehand = (name_of(seats, place, one.number) for place in (dealt.dealer, dealt.forehand))
    is_deal = not row.moves
    paid = paid_by(one.content, one.score, active_of(one.entry))
    before = one.entry.replaces
    return (
        count(sat.round.number),
        count(sat.table.number),
        count(row.number) if row.number else EMPTY,
        text(kind_word(row.kind, sat.told.doubling, by_gong=bool(one.entry.phase))),
        text(str(PHASES.get((before or one.entry).phase, ""))),
        text(dealer if is_deal else ""),
        text(forehand if is_deal else ""),
        text(remark_of(row)),
        text(row.formula),
        Cell(dealt.radl, FACTOR) if dealt.radl > 1 else EMPTY,
        *_names(told, sat, one),
        *_points(told, {place: money for place, (money, _written) in paid.items()}),
        *(_points(told, {place: written for place, (_money, written) in paid.items()}) if told.apart else ()),
        text(row.reason),
        text("" if sat.table.counts else _("does not count")),
        Cell(local(_first_entered(one)), MOMENT),
        Cell(local(one.entry.at), MOMENT) if before is not None else EMPTY,
    )


def remark_of(row: BookRow) -> str:
    """What was played, and who says that it is not so."""
    who = ", ".join(row.disputed)
    return "; ".join(filter(None, (row.words, ": ".join((_("not correct"), who)) if who else "")))


def _names(told: Gathered, sat: Sat, one: Played) -> Iterator[Cell]:
    here = one.before.order
    for place in range(told.places):
        yield text(name_of(sat.told.seats, place, one.number)) if place in here else EMPTY


def _points(told: Gathered, paid: dict[int, int]) -> Iterator[Cell]:
    for place in range(told.places):
        yield amount(paid[place]) if place in paid else Cell(None, AMOUNT)


def _first_entered(one: Played) -> datetime:
    """When the line was entered first; corrections of corrections lead back to it."""
    if one.entry.replaces is None:
        return one.entry.at
    found = Entry.objects.filter(table=one.entry.table_id, key=one.key).values_list("at", flat=True).first()
    return found or one.entry.replaces.at
