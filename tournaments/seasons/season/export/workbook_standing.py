"""The standing in a season's workbook: points, days and ranks as formulas over the names of the results."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import COUNT, GREY, LOSS, RANK, STRONG, CellMark, Extras
from tournaments.seasons.season.data import draw_lots
from tournaments.seasons.season.export.entries import MOST_HANDS, Ranking, WorkbookEntry, group_entries
from tournaments.seasons.season.export.workbook_results import build_criteria
from tournaments.seasons.season.line_facts import AVERAGE, BEST, LineFact, list_workbook_facts
from tournaments.seasons.season.points.formula.evaluate import round_half_away
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.printer import format_for_workbook
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import (
    BEST_CARRIED,
    BEST_DAY,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ALONE,
    HUNDREDTHS,
    MORE_DAYS,
    TOGETHER,
)
from tournaments.seasons.season.standing import GUEST, SeasonLine, build_criterion_keys

COMPARED = {MORE_DAYS: "days", BEST_DAY: BEST}  # criteria that follow from other columns
FINE = "fine"  # the order by all other criteria, as a number


class WorkbookLine(NamedTuple):
    """A line of the standing, with what its cells need beside it."""

    line: SeasonLine
    number: int
    name: str
    entries: Sequence[WorkbookEntry]
    order: int  # in the workbook: the ranked ones, then the others by their points
    fine: int

    @property
    def days(self) -> list[WorkbookEntry]:
        """The days that bring points, also those that do not count."""
        return [entry for entry in self.entries if entry.kind == DAY]


def list_workbook_lines(ranking: Ranking) -> list[WorkbookLine]:
    """Return the lines of a ranking in the order of its workbook."""
    stand, of_person = ranking.stand, group_entries(ranking.entries, lambda entry: entry.row.who)
    fine, keys = _build_fine_order(ranking), ranking.keys

    def get_order(line: SeasonLine) -> tuple[bool, int, int]:
        return not line.rank, line.rank or -line.points, keys[line.who]

    lines = sorted(stand.standing.lines, key=get_order)
    return [
        WorkbookLine(line, keys[line.who], stand.people[line.who].real, of_person.get(line.who, ()), order, fine(line))
        for order, line in enumerate(lines, 1)
    ]


def _list_compared(ranking: Ranking) -> list[str]:
    """Return the columns behind the points that decide between equals, and FINE where the rest is fixed."""
    lines, columns = ranking.stand.standing.lines, list[str]()
    for name in ranking.stand.settings.criteria:
        if name not in COMPARED or (name == BEST_DAY and not all(line.days for line in lines)):
            return [*columns, FINE]
        columns.append(COMPARED[name])
    return columns


def _build_fine_order(ranking: Ranking) -> Callable[[SeasonLine], int]:
    """Return the order by all criteria as an integer: the larger one is ranked first."""
    stand = ranking.stand
    keys = build_criterion_keys(stand.values, draw_lots(stand, stand.settings))

    def read(line: SeasonLine) -> tuple[Any, ...]:
        return tuple(keys[name](line) for name in stand.settings.criteria)

    order = {key: place for place, key in enumerate(sorted({read(line) for line in stand.standing.lines}), 1)}
    return lambda line: order[read(line)]


def build_workbook_standing(ranking: Ranking, results: FileTable, least: str) -> FileTable:
    """Return the table of the standing; its rows are lines. `least`: the cell with the days that a rank takes."""
    book = _Standing(ranking, results, least)
    points, names = ranking.points_kind, results.names
    has_hands = "fact_hands" in results.letters
    columns = [
        Column("rank", _("Rank"), lambda row: row.line.rank or "", RANK, 6, book.build_rank, STRONG),
        Column("number", ranking.export.number_head, kind=COUNT, width=9),
        Column("name", _("Name"), width=24),
        Column("points", _("Points"), lambda row: _convert(row.line.points), points, 10, book.build_points, STRONG),
        Column("days", _("Days"), "line__days", COUNT, 6, lambda at: f"COUNTIFS({book.build_theirs(at)})"),
        *map(book.build_fact, list_workbook_facts(ranking.stand.settings)),
        Column("worst", _("Worst day"), _find_worst, points, 11, book.build_worst),
        Column("wins", _("Days won"), _count_wins, COUNT, 9, book.count_wins),
        Column("of_days", _("From the days"), lambda row: _convert(row.line.days_points), points, 10, book.build_days),
        Column("hands", _("Hands"), _count_hands, COUNT, 8, lambda at: book.sum_up(at, names["fact_hands"])),
        Column("ranked", pgettext("column", "Ranked"), book.find_group, width=9, formula=book.build_group),
        Column("order", _("Order"), kind=COUNT, width=8, look=GREY, formula=_build_order),
        Column(FINE, _("Fine order"), kind=COUNT, width=8, look=GREY),
    ]
    is_shown = {"hands": has_hands, "of_days": book.has_final, FINE: FINE in book.compared}
    shown = [column for column in columns if is_shown.get(column.name, True)]
    letters = {column.name: chr(ord("A") + at) for at, column in enumerate(shown)}
    signed = ("points", AVERAGE, BEST, "worst", "of_days") if ranking.has_losses else ()
    losses = [letters[name] for name in signed if name in letters]
    marks = (
        CellMark(f"A:{letters['ranked']}", GREY, 'AND($B4<>"",$A4="")'),
        *(CellMark(f"{letter}:{letter}", LOSS, f"N({letter}4)<0") for letter in losses),
    )
    return FileTable(
        f"standing_{ranking.number}",
        ranking.title or pgettext("current totals", "Standings"),
        shown,
        still=3,
        note=_("All of this is reckoned from the results: a new person also needs a row here."),
        prefix=ranking.build_prefix("S"),
        extras=Extras(marks=marks, columns=1 + list(letters).index("ranked")),
    )


def _convert(points: int) -> int | float:
    return convert_to_number(points, HUNDREDTHS)


def _find_worst(row: WorkbookLine) -> int | float | None:
    return min((_convert(entry.points or 0) for entry in row.days), default=None)


def _count_wins(row: WorkbookLine) -> int:
    return sum(entry.row.rank == 1 for entry in row.days)


def _count_hands(row: WorkbookLine) -> int:
    return int(sum(entry.row.facts.hands or 0 for entry in row.days if entry.has_worth))


def _build_order(at: FormulaRow) -> str:
    """Return the formula for the order of the wall: by ranks, then those without by their points."""
    names, cell = at.table.names, at.find_cell
    rank, number, points = names["rank"], names["number"], names["points"]
    ranked = f'COUNTIFS({rank},"<"&{cell("rank")})+COUNTIFS({rank},{cell("rank")},{number},"<="&{cell("number")})'
    better = f'{points},">"&{cell("points")}'
    equal = f'{points},{cell("points")},{number},"<="&{cell("number")}'
    others = "+".join(f'COUNTIFS({those})-COUNTIFS({rank},">0",{those})' for those in (better, equal))
    return f'IF({cell("rank")}="",COUNT({rank})+{others},{ranked})'


class _Standing:
    """The formulas of a standing."""

    def __init__(self, ranking: Ranking, results: FileTable, least: str) -> None:
        self.ranking, self.results, self.least = ranking, results, least
        self.settings = ranking.stand.settings
        kinds = {entry.kind for entry in ranking.entries}
        self.has_final, self.has_carried = FINAL in kinds, CARRIED_POINTS in kinds
        self.has_alone = self.has_final and self.settings.final == FINAL_ALONE
        self.compared = _list_compared(ranking)

    def build_theirs(self, at: FormulaRow, kind: str = DAY) -> str:
        """Return the criteria that choose the results of a row's person."""
        return build_criteria(self.ranking, self.results, at.find_cell("number"), kind)

    def sum_up(self, at: FormulaRow, name: str, kind: str = DAY) -> str:
        """Return the sum of a column of a row's results."""
        return f"SUMIFS({name},{self.build_theirs(at, kind)})"

    def build_days(self, at: FormulaRow) -> str:
        """Return the formula for what the days bring that count, with what was carried over."""
        terms = [*_list_day_terms(self, at, is_whole=False)]
        if self.has_carried:
            points, theirs = self.results.names["points"], self.build_theirs(at, CARRIED_POINTS)
            function = "_xlfn.MAXIFS" if self.settings.carried == BEST_CARRIED else "SUMIFS"
            terms.append(f"{function}({points},{theirs})")
        return f"ROUND({'+'.join(terms) or '0'},2)"

    def build_points(self, at: FormulaRow) -> str:
        """Return the formula for the points, with or without the final."""
        if not self.has_final:
            return self.build_days(at)
        days, decimals = at.find_cell("of_days"), self.settings.decimals
        total = self.sum_up(at, self.results.names["points"], FINAL)
        final = f"ROUND({total}*{self.settings.factor}/{HUNDREDTHS},{decimals})"
        if self.has_alone and at.row.line.in_final:
            days = f"ROUND({days}*{self.settings.taken}/100,{decimals})"
        return f"ROUND({days}+{final},2)"

    def build_worst(self, at: FormulaRow) -> str:
        """Return the formula for the worst day; nothing for who has none."""
        worst = f"_xlfn.MINIFS({self.results.names['points']},{self.build_theirs(at)})"
        return f'IF({at.find_cell("days")}=0,"",{worst})'

    def count_wins(self, at: FormulaRow) -> str:
        """Return the formula for how many days somebody won."""
        return f"COUNTIFS({self.build_theirs(at)},{self.results.names['place']},1)"

    def find_group(self, row: WorkbookLine) -> str:
        """Return whether somebody is ranked, in words."""
        if row.line.few == GUEST:
            return _("guest")
        return _("in the final") if row.line.in_final else _("no") if row.line.few else _("yes")

    def build_group(self, at: FormulaRow) -> str:
        """Return the formula that says who has enough days; guests and finalists are so whatever they play."""
        yes, no = _("yes"), _("no")
        is_fixed = at.row.line.few == GUEST or at.row.line.in_final
        return "" if is_fixed else f'IF({at.find_cell("days")}>={self.least},"{yes}","{no}")'

    def build_rank(self, at: FormulaRow) -> str:
        """Return the formula of a rank: one more than the number of better ones; nothing for who is not ranked."""
        names, group = at.table.names, at.find_cell("ranked")
        terms, conditions = ["1"], [f"{names['ranked']},{group}"]
        yes, finalist = _("yes"), _("in the final")
        is_ranked = f'{group}="{yes}"'
        if self.has_alone:
            terms.append(f'IF({is_ranked},COUNTIFS({names["ranked"]},"{finalist}"),0)')
            is_ranked = f'OR({is_ranked},{group}="{finalist}")'
        for column in ("points", *self.compared):
            cell = at.find_cell(column)
            terms.append(f'COUNTIFS({",".join(conditions)},{names[column]},">"&{cell})')
            conditions.append(f"{names[column]},{cell}")
        return f'IF({is_ranked},{"+".join(terms)},"")'

    def build_fact(self, fact: LineFact) -> Column:
        """Return the column of a figure beside the points; an average has two decimals."""
        of_points = self.ranking.mean_kind if fact.id == AVERAGE else self.ranking.points_kind

        def compute(row: WorkbookLine) -> float | None:
            figure = fact.compute(row.line)
            if fact.id != AVERAGE or not isinstance(figure, Fraction):
                return fact.compute_number(row.line)
            return convert_to_number(round_half_away(figure), HUNDREDTHS)

        def build_formula(at: FormulaRow) -> str:
            if not fact.formula:
                return ""
            of_days = "+".join(_list_day_terms(self, at, is_whole=True)) or "0"
            words = {"points": self.results.names["points"], "theirs": self.build_theirs(at)}
            days = at.find_cell("days")
            return f'IF({days}=0,"",{fact.formula.format(of_days=of_days, days=days, **words)})'

        return Column(fact.id, str(fact.head), compute, of_points if fact.parts > 1 else COUNT, 10, build_formula)


def _list_day_terms(book: _Standing, at: FormulaRow, *, is_whole: bool) -> list[str]:
    """Return the parts of the formula for what the days bring that count, or all days."""
    names, settings, yes = book.results.names, book.settings, _("yes")
    if settings.per == TOGETHER:
        terms = [build_together_formula(book.ranking, book.results, at.row, lambda name: book.sum_up(at, name), at)]
        if book.ranking.has_typed_days:
            terms.append(f'SUMIFS({names["points"]},{book.build_theirs(at)},{names["typed"]},"{yes}")')
    elif is_whole or "counts" not in names:
        terms = [book.sum_up(at, names["points"])]
    else:
        terms = [f"SUMIFS({names['points']},{book.build_theirs(at)},{names['counts']},1)"]
    if settings.bonus:
        terms.append(f"{at.find_cell('days')}*{settings.bonus}/{HUNDREDTHS}")
    return [term for term in terms if term]


def build_together_formula(
    ranking: Ranking, results: FileTable, row: WorkbookLine, sum_up: Callable[[str], str], at: FormulaRow | None = None
) -> str:
    """Return the formula for the points of all days from their sums; "" for somebody without any."""
    settings = ranking.stand.settings
    node = parse_formula(settings.formula)
    if isinstance(node, Problem) or not any(entry.has_worth for entry in row.days):
        return ""
    asked = list_asked_facts(settings)
    if MOST_HANDS in asked and at is None:
        return ""
    sums = {name: sum_up(results.names[f"fact_{name}"]) for name in asked if name != MOST_HANDS}
    sums |= {MOST_HANDS: f"MAX({at.table.names['hands']})"} if at is not None and MOST_HANDS in asked else {}
    return f"ROUND(ROUND({format_for_workbook(node, sums)},9),{settings.decimals})"
