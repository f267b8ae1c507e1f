"""The standings of the rounds: ranks and capitals as formulas that begin at the written sheets of the tables."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.exports.cells import AMOUNT, COUNT, PLAY, Cell, amount, column_name, count, text
from tournaments.exports.gathered import Gathered
from tournaments.exports.ranks import ROUND_COLUMNS, Criterion, Span, rank_formula
from tournaments.exports.sheets import CENTS, Stay, play_money
from tournaments.exports.tables import FIRST_ROW, Column, Lines, Table
from tournaments.settings import LOT, TABLE
from tournaments.standings.standing import Line, Standing


class Won(NamedTuple):
    """What somebody has won in a round, and the cells that say so; "" where there is no workbook."""

    line: Line
    row: int


def standing_table(told: Gathered, number: int) -> Table:
    """The columns of a round's standing."""
    lots = [Column("lot", _("Lot"), COUNT, 7)] if LOT in told.settings.round_criteria else []
    columns = (
        Column("rank", _("Rank"), COUNT, 7),
        Column("number", _("Start no."), COUNT, 9),
        Column("name", _("Name"), width=30),
        Column("table", _("Table"), COUNT, 7),
        Column("points", _("Points"), AMOUNT, 10),
        Column("replaced", _("Replacements"), COUNT, 13),
        Column("counted", _("Capital without replacements"), PLAY, 16),
        Column("capital", _("Capital at the end"), PLAY, 16),
        Column("hands", _("Hands"), COUNT, 8),
        Column("won", _("Hands won"), COUNT, 10),
        Column("written", _("Written score"), AMOUNT, 11),
        *lots,
    )
    title = _("Standing of round %(number)s") % {"number": number}
    heading = f"{told.tournament.name} – {title}"
    return Table(f"standing_{number}", title, heading, columns, reckons=True, still=3)


def write_standing(
    told: Gathered, table: Table, standing: Standing, stays: dict[int, list[Stay]], lines: Lines, *, lots_drawn: bool
) -> dict[int, Won]:
    """Write a round's standing, and say in which row everybody stands, by person."""
    last = FIRST_ROW + len(standing.lines) - 1
    spans = _spans(table, last)
    criteria = criteria_of(told.settings.round_criteria, ROUND_COLUMNS, spans)
    among = spans["table"] if told.settings.scope == TABLE else None
    lots = lots_in_order([line.player.person for line in standing.lines], were_drawn=lots_drawn)
    won = {}
    for line in standing.lines:
        row = lines.next
        rank = rank_formula(criteria, row, among)
        lines.add(_cells(told, line, stays.get(line.player.person, []), row, rank, lots))
        won[line.player.person] = Won(line, row)
    return won


def criteria_of(names: Iterable[str], columns: dict[str, str], spans: dict[str, Span]) -> list[Criterion]:
    """The criteria that are there, each with its column."""
    return [(name, spans[columns[name]]) for name in names if columns.get(name) in spans]


def _spans(table: Table, last: int) -> dict[str, Span]:
    return {column.id: Span(column_name(at), FIRST_ROW, last) for at, column in enumerate(table.columns)}


def _cells(
    told: Gathered, line: Line, stays: Sequence[Stay], row: int, rank: str, lots: dict[int, int]
) -> tuple[Cell, ...]:
    """A row of the standing; its capital follows from the points, and these from the written sheets."""
    start, stake = told.settings.start / CENTS, told.settings.stake / CENTS
    points = sum(stay.points for stay in stays)
    return (
        count(line.rank, formula=rank),
        count(line.player.number) if line.player.number else Cell(None, COUNT),
        text(" / ".join([*line.before, line.player.name])),
        count(line.table),
        amount(points, formula=sum_of([stay.points_at for stay in stays])),
        count(line.replaced, formula=sum_of([stay.replaced_at for stay in stays])),
        Cell(play_money(line.counted), PLAY, formula=f"ROUND({start!r}+E{row}*{stake!r},4)"),
        Cell(play_money(line.capital), PLAY, formula=f"ROUND(G{row}+F{row}*{start!r},4)"),
        count(line.hands),
        count(line.won),
        amount(line.written),
        *([count(lots[line.player.person])] if LOT in told.settings.round_criteria else []),
    )


def lots_in_order(people: Sequence[int], *, were_drawn: bool) -> dict[int, int]:
    """The lots, as numbers that a workbook can hold: the larger is placed before the smaller; 0 where none were drawn.

    >>> lots_in_order([7, 9], were_drawn=True), lots_in_order([7, 9], were_drawn=False)
    ({7: 2, 9: 1}, {7: 0, 9: 0})
    """
    return {person: (len(people) - at) * were_drawn for at, person in enumerate(people)}


def sum_of(cells: Sequence[str]) -> str:
    """The formula that adds up cells; "" where one of them is unknown."""
    return "+".join(cells) if all(cells) else ""
