"""The standing over all rounds: what everybody has won in each, from the standings of the rounds, and his rank."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.exports.cells import AMOUNT, COUNT, PLAY, Cell, amount, column_name, count, text
from tournaments.exports.gathered import Gathered
from tournaments.exports.ranks import OVERALL_COLUMNS, Span, rank_formula
from tournaments.exports.sheets import CENTS, play_money
from tournaments.exports.standing import Won, criteria_of, lots_in_order
from tournaments.exports.tables import FIRST_ROW, Column, Lines, Table
from tournaments.ranking import READ, Result
from tournaments.settings import LOT, PLACES
from tournaments.standings.standing import Total

BEFORE = 3  # columns before those of the rounds


class Round(NamedTuple):
    """A round that has started: who won what there, and what stands before the cells of its standing in a formula."""

    number: int
    won: dict[int, Won]  # by person
    sheet: str  # "'Standing 1'!"; "" where there is no workbook


def overall_table(told: Gathered, numbers: Sequence[int]) -> Table:
    """The columns of the standing over all rounds."""
    criteria = told.settings.overall_criteria
    gains = [Column(f"round_{number}", _("Round %(number)s") % {"number": number}, PLAY, 11) for number in numbers]
    columns = (
        Column("rank", _("Rank"), COUNT, 7),
        Column("number", _("Start no."), COUNT, 9),
        Column("name", _("Name"), width=30),
        *gains,
        Column("gain", _("Won in all"), PLAY, 13),
        Column("replaced", _("Replacements"), COUNT, 13),
        Column("best_round", _("Best round"), PLAY, 12),
        Column("rounds_won", _("Rounds won"), COUNT, 10),
        Column("written", _("Written score"), AMOUNT, 11),
        Column("won", _("Hands won"), COUNT, 10),
        *([Column("places", _("Order by places"), COUNT, 10)] if PLACES in criteria else []),
        *([Column("lot", _("Lot"), COUNT, 7)] if LOT in criteria else []),
    )
    title = _("Standing overall")
    return Table("overall", title, f"{told.tournament.name} – {title}", columns, reckons=True, still=3)


def write_overall(
    told: Gathered, table: Table, totals: Sequence[Total], rounds: Sequence[Round], lines: Lines, *, lots_drawn: bool
) -> None:
    """Write the standing over all rounds."""
    last = FIRST_ROW + len(totals) - 1
    spans = {column.id: Span(column_name(at), FIRST_ROW, last) for at, column in enumerate(table.columns)}
    criteria = criteria_of(told.settings.overall_criteria, OVERALL_COLUMNS, spans)
    lots = lots_in_order([one.player.person for one in totals], were_drawn=lots_drawn)
    places = _places_in_order(totals)
    for total in totals:
        person, row = total.player.person, lines.next
        lines.add(
            (
                count(total.rank, formula=rank_formula(criteria, row)),
                count(total.player.number) if total.player.number else Cell(None, COUNT),
                text(total.player.name),
                *_of_rounds(told, total, rounds),
                *_in_all(total, rounds, row),
                *([count(places[person])] if "places" in spans else []),
                *([count(lots[person])] if "lot" in spans else []),
            )
        )


def _of_rounds(told: Gathered, total: Total, rounds: Sequence[Round]) -> list[Cell]:
    """What somebody has won in each round; nothing where he did not play."""
    start = told.settings.start / CENTS
    cells = []
    for one in rounds:
        won = one.won.get(total.player.person)
        if won is None:
            cells.append(Cell(None, PLAY))
            continue
        formula = f"ROUND({one.sheet}$G${won.row}-{start!r},4)" if one.sheet else ""
        cells.append(Cell(play_money(won.line.gain), PLAY, formula=formula))
    return cells


def _in_all(total: Total, rounds: Sequence[Round], row: int) -> list[Cell]:
    """What the rounds come to: gain, replacements, best round, rounds won, written score, hands won."""
    played = [(one, one.won[total.player.person]) for one in rounds if total.player.person in one.won]
    cells = f"${column_name(BEFORE)}{row}:${column_name(BEFORE + len(rounds) - 1)}{row}"
    lines = [won.line for _round, won in played]
    return [
        Cell(play_money(total.gain), PLAY, formula=f"ROUND(SUM({cells}),4)"),
        count(total.replaced, formula=_added(f"{one.sheet}$F${won.row}" for one, won in played if one.sheet)),
        Cell(play_money(max(line.gain for line in lines)), PLAY, formula=f"MAX({cells})"),
        count(
            sum(line.rank == 1 for line in lines),
            formula=_added(f"1*({one.sheet}$A${won.row}=1)" for one, won in played if one.sheet),
        ),
        amount(
            sum(line.written for line in lines),
            formula=_added(f"{one.sheet}$K${won.row}" for one, won in played if one.sheet),
        ),
        count(
            sum(line.won for line in lines),
            formula=_added(f"{one.sheet}$J${won.row}" for one, won in played if one.sheet),
        ),
    ]


def _added(cells: Iterable[str]) -> str:
    return "+".join(cells)


def _places_in_order(totals: Sequence[Total]) -> dict[int, int]:
    """How good somebody's places are, as a number: more first places, then more second ones; the larger is better."""
    keys = {
        one.player.person: READ[PLACES](Result(0, places=tuple(played.rank for played in one.rounds if played)))
        for one in totals
    }
    order = {key: at for at, key in enumerate(sorted(set(keys.values())), 1)}
    return {person: order[key] for person, key in keys.items()}
