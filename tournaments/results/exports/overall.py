"""The standing over all rounds: everybody's results in each, from the standings of the rounds, and their rank."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable, Lines
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT, PLAY, POINTS, Cell, build_amount_cell, build_text_cell, count_cell
from tournaments.core.rules.ranking import CRITERION_KEYS, PlayerResult
from tournaments.core.settings import LOT, PLACES, Settings
from tournaments.hall.standing.standing import RankedLine
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.place_points import DIGITS, build_order_formula, compute_place_order
from tournaments.results.exports.rank_formulas import OVERALL_COLUMNS, Span, build_rank_formula, filter_criteria
from tournaments.results.exports.standing import (
    RoundResult,
    convert_points,
    list_criteria_names,
    list_spans,
    number_lots,
)
from tournaments.results.exports.written_sheets import CENTS
from tournaments.results.standings.column import convert_play_money
from tournaments.results.standings.columns import has_points


class Round(NamedTuple):
    """A round that has started: its results, and the cells of its standing for formulas."""

    number: int
    won: dict[int, RoundResult]  # by person
    sheet: str  # "'Standing 1'!"; "" where there is no workbook
    letters: Mapping[str, str] = {}  # of its columns, by name

    def find_cell(self, person: int, column: str) -> str:
        """Return a cell of a player's row there; "" where there is no workbook."""
        return f"{self.sheet}${self.letters[column]}${self.won[person].row}" if self.sheet else ""


def build_overall_table(data: TournamentData, numbers: Sequence[int]) -> FileTable:
    """Build the columns of the standing over all rounds."""
    settings, criteria = data.settings, data.settings.overall_criteria
    columns = (
        Column("rank", _("Rank"), kind=COUNT, width=7),
        Column("number", _("Start no."), kind=COUNT, width=9),
        Column("name", _("Name"), width=30),
        *(_build_money_columns(numbers) if settings.start else ()),
        *(_build_point_columns(settings, numbers) if has_points(settings) else ()),
        Column("rounds_won", _("Rounds won"), kind=COUNT, width=10),
        Column("written", _("Written score"), kind=AMOUNT, width=11),
        Column("won", _("Hands won"), kind=COUNT, width=10),
        *(_build_total_columns(settings) if has_points(settings) else ()),
        *([Column("places", _("Order by places"), kind=COUNT, width=10)] if PLACES in criteria else []),
        *([Column("lot", _("Lot"), kind=COUNT, width=7)] if LOT in criteria else []),
    )
    return FileTable("overall", _("Overall result"), columns, reckons=True, still=3)


def _build_money_columns(numbers: Sequence[int]) -> list[Column]:
    return [
        *(
            Column(f"round_{number}", _("Round %(number)s") % {"number": number}, kind=PLAY, width=11)
            for number in numbers
        ),
        Column("gain", _("Won in total"), kind=PLAY, width=13),
        Column("replaced", _("Replacements"), kind=COUNT, width=13),
        Column("best_round", _("Best round"), kind=PLAY, width=12),
    ]


def _build_point_columns(settings: Settings, numbers: Sequence[int]) -> list[Column]:
    """Return the columns of the rounds' results, kind by kind, so that formulas can name all rounds at once."""
    kinds = [("written", _("Written, round %(number)s"), AMOUNT), ("place", _("Place, round %(number)s"), COUNT)]
    if settings.place_points:
        kinds += [
            ("place_points", _("Place points, round %(number)s"), POINTS),
            ("sum", _("Total, round %(number)s"), POINTS),
        ]
    return [
        Column(f"{kind}_{number}", head % {"number": number}, kind=shown, width=11)
        for kind, head, shown in kinds
        for number in numbers
    ]


def _build_total_columns(settings: Settings) -> list[Column]:
    with_places = [
        Column("place_points", _("Place points"), kind=POINTS, width=12),
        Column("sum", _("Sum"), kind=POINTS, width=12),
        Column("best_sum", _("Best round by total"), kind=POINTS, width=12),
    ]
    return [
        *(with_places if settings.place_points else ()),
        Column("best_written", _("Best round by the written score"), kind=AMOUNT, width=12),
        Column("order", _("Order by the places at tables"), kind=COUNT, width=14),
    ]


class OverallInput(NamedTuple):
    """The input of the rows."""

    settings: Settings
    rounds: Sequence[Round]
    spans: Mapping[str, Span]

    def list_cells(self, kind: str, row: int) -> str:
        """Return the cells of a row in the columns of all rounds."""
        first, last = (self.spans[f"{kind}_{self.rounds[at].number}"].letter for at in (0, -1))
        return f"${first}{row}:${last}{row}"

    @property
    def base(self) -> int:
        """Return one more than the number of rounds: the base for encoding places as a number."""
        return len(self.rounds) + 1


def write_overall(
    data: TournamentData,
    table: FileTable,
    totals: Sequence[RankedLine],
    rounds: Sequence[Round],
    lines: Lines,
    *,
    lots_drawn: bool,
) -> None:
    """Write the standing over all rounds."""
    spans = list_spans(table, len(totals))
    by = OverallInput(data.settings, rounds, spans)
    named = filter_criteria(data.settings, data.settings.overall_criteria)
    criteria = list_criteria_names(named, OVERALL_COLUMNS, spans)
    lots = number_lots([total.player.person for total in totals], were_drawn=lots_drawn)
    places = _rank_places(totals)
    names = [column.name for column in table.columns]
    for total in totals:
        person, row = total.player.person, lines.next
        cells = {
            "rank": count_cell(total.rank, formula=build_rank_formula(criteria, row)),
            "number": count_cell(total.player.number) if total.player.number else Cell(None, COUNT),
            "name": build_text_cell(total.player.real),
            "places": count_cell(places[person]),
            "lot": count_cell(lots[person]),
            **_build_common_cells(total, rounds),
            **(_build_money_cells(by, total, row) if data.settings.start else {}),
            **(_build_point_cells(by, total, row) if has_points(data.settings) else {}),
        }
        lines.add(tuple(cells[name] for name in names))


def _list_played_rounds(total: RankedLine, rounds: Iterable[Round]) -> list[tuple[Round, RankedLine]]:
    person = total.player.person
    return [(round_, round_.won[person].line) for round_ in rounds if person in round_.won]


def _build_common_cells(total: RankedLine, rounds: Sequence[Round]) -> dict[str, Cell]:
    """Build the cells of rounds won, written score, hands won."""
    played, person = _list_played_rounds(total, rounds), total.player.person
    lines = [line for _round, line in played]
    first = [f"1*({round_.find_cell(person, 'rank')}=1)" for round_, _line in played if round_.sheet]
    return {
        "rounds_won": count_cell(sum(line.rank == 1 for line in lines), formula="+".join(first)),
        "written": build_amount_cell(
            total.written, formula="+".join(round_.find_cell(person, "written") for round_, _line in played)
        ),
        "won": count_cell(
            sum(line.won for line in lines),
            formula="+".join(round_.find_cell(person, "won") for round_, _line in played),
        ),
    }


def _build_money_cells(by: OverallInput, total: RankedLine, row: int) -> dict[str, Cell]:
    """Build the cells of the gains by round and in total, replacements, the best round; empty for rounds not played."""
    start, person = by.settings.start / CENTS, total.player.person
    played = _list_played_rounds(total, by.rounds)
    cells = {f"round_{round_.number}": Cell(None, PLAY) for round_ in by.rounds}
    for round_, line in played:
        formula = f"ROUND({round_.find_cell(person, 'counted')}-{start!r},4)" if round_.sheet else ""
        cells[f"round_{round_.number}"] = Cell(convert_play_money(line.gain), PLAY, formula=formula)
    rounds = by.list_cells("round", row)
    replaced = "+".join(round_.find_cell(person, "replaced") for round_, _line in played)
    best = max(line.gain for _one, line in played)
    return cells | {
        "gain": Cell(convert_play_money(total.gain), PLAY, formula=f"ROUND(SUM({rounds}),4)"),
        "replaced": count_cell(total.replaced, formula=replaced),
        "best_round": Cell(convert_play_money(best), PLAY, formula=f"MAX({rounds})"),
    }


def _build_point_cells(by: OverallInput, total: RankedLine, row: int) -> dict[str, Cell]:
    """Build the cells of written scores, places and place points of the rounds, and their sums."""
    lines = [line for _one, line in _list_played_rounds(total, by.rounds)]
    with_places = bool(by.settings.place_points)
    cells = _build_round_cells(by, total)
    written, places = by.list_cells("written", row), by.list_cells("place", row)
    cells |= {
        "written": Cell(
            convert_points(total.written, SIXTHS, DIGITS), AMOUNT, formula=f"ROUND(SUM({written}),{DIGITS})"
        ),
        "best_written": Cell(
            convert_points(max(line.written for line in lines), SIXTHS), AMOUNT, formula=f"MAX({written})"
        ),
        "order": count_cell(
            compute_place_order([line.place for line in lines], by.base), formula=build_order_formula(places, by.base)
        ),
    }
    if with_places:
        points, sums = by.list_cells("place_points", row), by.list_cells("sum", row)
        both = f"{by.spans['written'].find_cell(row)}+{by.spans['place_points'].find_cell(row)}"
        best = max(line.together for line in lines)
        cells |= {
            "place_points": Cell(
                convert_points(total.points, digits=DIGITS), POINTS, formula=f"ROUND(SUM({points}),{DIGITS})"
            ),
            "sum": Cell(convert_points(total.together, digits=DIGITS), POINTS, formula=f"ROUND({both},{DIGITS})"),
            "best_sum": Cell(convert_points(best, digits=DIGITS), POINTS, formula=f"MAX({sums})"),
        }
    return cells


def _build_round_cells(by: OverallInput, total: RankedLine) -> dict[str, Cell]:
    """Build the cells of each round's results; empty for rounds not played."""
    person = total.player.person
    kinds = {"written": AMOUNT, "place": COUNT, "place_points": POINTS, "sum": POINTS}
    cells = {f"{kind}_{round_.number}": Cell(None, shown) for round_ in by.rounds for kind, shown in kinds.items()}
    for round_, line in _list_played_rounds(total, by.rounds):
        said = {
            "written": convert_points(line.written, SIXTHS),
            "place": line.place,
            "place_points": convert_points(line.points),
            "sum": convert_points(line.together, digits=DIGITS),
        }
        for kind, value in said.items():
            formula = round_.find_cell(person, kind) if kind in round_.letters else ""
            cells[f"{kind}_{round_.number}"] = Cell(value, kinds[kind], formula=formula)
    return cells


def _rank_places(totals: Sequence[RankedLine]) -> dict[int, int]:
    """Rank everybody's places as a number: more first places, then more second ones; the larger is better."""
    keys = {
        total.player.person: CRITERION_KEYS[PLACES](
            PlayerResult(0, places=tuple(played.rank for played in total.rounds if played))
        )
        for total in totals
    }
    order = {key: at for at, key in enumerate(sorted(set(keys.values())), 1)}
    return {person: order[key] for person, key in keys.items()}
