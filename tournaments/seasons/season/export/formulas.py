"""The formulas for points in a season's workbook: of a result, of a round, of all days together."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.tables.table import FileTable, FormulaRow
from tournaments.seasons.season import settings as choices
from tournaments.seasons.season.export.entries import HANDS, MOST_HANDS, NOTHING, Ranking, RankingLine, convert_points
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.printer import LONGEST, format_for_workbook
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import (
    CountedRound,
    compute_exact,
    list_asked_facts,
    list_shared_days,
)
from tournaments.seasons.season.settings import SeasonSettings, find_rule

MOST_CHOICES = 254  # of a spreadsheet's CHOOSE


class ResultFormulas(NamedTuple):
    """The formulas of results and rounds, and the tables whose columns they call by name."""

    ranking: Ranking
    best: str  # the cell with the number of days that count
    places: FileTable | None = None  # the points of each place
    rounds: FileTable | None = None  # where they count one by one
    whole: FileTable | None = None  # of a sub-ranking without rules of its own: the results of the season

    def build_own(self, at: FormulaRow) -> str:
        """Return the formula for the place of a day among the person's own; "" for what is no day."""
        if not at.row.own:
            return ""
        names, mine = at.table.names, at.find_cell("points")
        theirs = PersonFormulas(self.ranking, at.table, at.find_cell("number")).choose()
        earlier = f'COUNTIFS({theirs},{names["points"]},{mine},{names["tag"]},"<"&{at.find_cell("tag")})'
        return f'1+COUNTIFS({theirs},{names["points"]},">"&{mine})+{earlier}'

    def build_counts(self, at: FormulaRow) -> str:
        """Return the formula that says whether a day counts."""
        return f"IF({at.find_cell('own')}<={self.best},1,0)" if at.row.own else ""

    def build_points(self, at: FormulaRow) -> str:
        """Return the formula for the points of a result; "" if they were typed, or cannot be computed."""
        entry, decimals = at.row, self.ranking.settings.decimals
        rule = find_rule(self.ranking.settings, entry.event.result.kind)
        if not entry.has_worth or entry.points is None:
            return ""
        if self.whole is not None:
            return _sum_same(self.whole, at, self.ranking.kinds.get(entry.kind, ""))
        if self.rounds is not None and entry.row.rounds is not None and rule.per == choices.ROUND:
            total = _sum_same(self.rounds, at) if entry.row.rounds else ""
            return f"ROUND(ROUND({total},9),{decimals})" if total else ""
        if rule.way == choices.TABLE:
            return self._build_place_points(at, self.places) if self.places is not None else ""
        cells = _name_cells(self.ranking, at)
        cells = {MOST_HANDS: cells[HANDS], **cells} if HANDS in cells else cells  # of a day alone: the player's own
        worth = _build_worth(rule, entry.played, cells, None)
        return f"ROUND(ROUND({worth},9),{decimals})" if worth else ""

    def _build_place_points(self, at: FormulaRow, places: FileTable) -> str:
        """Return the formula for the points of a place, from the table of places."""
        settings, worth, of_place = self.ranking.settings, places.names["points"], places.names["place"]
        place, names = at.find_cell("place"), at.table.names
        if settings.ties != choices.MEAN:
            return f"ROUND(SUMIFS({worth},{of_place},{place}),{settings.decimals})"
        share = f"COUNTIFS({names['tag']},{at.find_cell('tag')},{names['place']},{place})"
        others = at.row.event.result.others.count(at.row.row.rank)
        share = f"({share}+{others})" if others else share
        among = f'SUMIFS({worth},{of_place},">="&{place},{of_place},"<"&({place}+{share}))'
        return f"ROUND({among}/{share},{settings.decimals})"


def build_round_formula(ranking: Ranking, places: FileTable | None, at: FormulaRow) -> str:
    """Return the formula for the points of a round; "" if they cannot be computed."""
    return _build_worth(ranking.settings, at.row.played, _name_cells(ranking, at), places)


def _name_cells(ranking: Ranking, at: FormulaRow) -> dict[str, str]:
    """Return the cells of a row that hold the words of a formula."""
    cells: dict[str, str] = {name: at.find_cell(name) for name in ("place", "players") if name in at.table.letters}
    return cells | {name: at.find_cell(f"fact_{name}") for name in ranking.facts}


def _sum_same(table: FileTable, at: FormulaRow, kind: str = "") -> str:
    """Return the points of the same person at the same event in another table; "" for the second row of somebody."""
    names = table.names
    same = f"{names['tag']},{at.find_cell('tag')},{names['number']},{at.find_cell('number')}"
    of_kind = f',{names["kind"]},"{kind}"' if kind and "kind" in names else ""
    return f"SUMIFS({names['points']},{same}{of_kind})" if at.row.kind != NOTHING else ""


def _build_worth(
    settings: SeasonSettings, played: CountedRound, cells: Mapping[str, str], places: FileTable | None
) -> str:
    """Return the formula of the unrounded points; "" if they cannot be computed, or by no formula of a usual length.

    `cells`: of the place and of the facts.
    """
    if isinstance(compute_exact(settings, played), Problem):
        return ""
    days = list(list_shared_days(settings, played)) if settings.ties == choices.MEAN else [played.day]
    terms = [_build_term(settings, _move_cells(cells, played.day, day), places) for day in days]
    if not all(terms):
        return ""
    formula = terms[0] if len(terms) == 1 else f"({'+'.join(terms)})/{len(terms)}"
    return formula if len(formula) <= LONGEST else ""


def _move_cells(cells: Mapping[str, str], first: Day, day: Day) -> dict[str, str]:
    """Return the cells for another of the shared places."""
    at_table = int((day.facts.table_place or 0) - (first.facts.table_place or 0))
    steps = {"place": day.place - first.place, "table_place": at_table}
    return {**cells, **{name: f"({cells[name]}+{step})" for name, step in steps.items() if step}}


def _build_term(settings: SeasonSettings, cells: Mapping[str, str], places: FileTable | None) -> str:
    if settings.way == choices.TABLE:
        return f"SUMIFS({places.names['points']},{places.names['place']},{cells['place']})" if places else ""
    node = parse_formula(settings.formula)
    formula = "" if isinstance(node, Problem) else format_for_workbook(node, cells)
    if settings.way != choices.CONTINUED or not formula:
        return formula
    points = ",".join(str(convert_points(points)) for points in settings.table)
    chosen = f"IF({cells['place']}<={len(settings.table)},CHOOSE({cells['place']},{points}),{formula})"
    return chosen if len(settings.table) <= MOST_CHOICES else ""


class PersonFormulas(NamedTuple):
    """Formulas over the results of a person."""

    ranking: Ranking
    results: FileTable
    number: str  # the cell that says whose they are
    until: str = ""  # further criteria of days and finals, behind a comma

    def choose(self, kind: str = choices.DAY) -> str:
        """Return the criteria that choose the results at a kind of events; carried points were there before all."""
        names, until = self.results.names, self.until if kind != choices.CARRIED_POINTS else ""
        of_kind = f',{names["kind"]},"{self.ranking.kinds[kind]}"' if self.ranking.kinds else ""
        return f"{names['number']},{self.number}{of_kind}{until}"

    def sum_up(self, column: str, kind: str = choices.DAY) -> str:
        """Return the sum of a column."""
        return f"SUMIFS({self.results.names[column]},{self.choose(kind)})"

    def list_day_terms(self, row: RankingLine, days: str, of_days: str, most: str = "") -> list[str]:
        """Return the terms of what days bring: all together, or as `of_days` adds them up.

        `days`: how many there are, `most`: the most hands that anybody has played.
        """
        settings, names, terms, yes = self.ranking.settings, self.results.names, [of_days], _("yes")
        if settings.per == choices.TOGETHER:
            worth = self._build_together(row, most)
            terms = [f"IF({days}=0,0,{worth})" if self.until else worth] if worth else []
        if self.ranking.has_typed_days:
            terms.append(f'SUMIFS({names["points"]},{self.choose()},{names["typed"]},"{yes}")')
        return [*terms, f"{days}*{settings.bonus}/{choices.HUNDREDTHS}"] if settings.bonus else terms

    def _build_together(self, row: RankingLine, most: str) -> str:
        """Return the points of all days from their sums; "" for somebody without any."""
        settings = self.ranking.settings
        node, asked = parse_formula(settings.formula), list_asked_facts(settings)
        is_known = most or MOST_HANDS not in asked
        if isinstance(node, Problem) or not is_known or not any(entry.has_worth for entry in row.days):
            return ""
        sums = {name: most if name == MOST_HANDS else self.sum_up(f"fact_{name}") for name in asked}
        return f"ROUND(ROUND({format_for_workbook(node, sums)},9),{settings.decimals})"

    def list_carried(self) -> list[str]:
        """Return the points that were carried over."""
        function = "_xlfn.MAXIFS" if self.ranking.settings.carried == choices.BEST_CARRIED else "SUMIFS"
        total = f"{function}({self.results.names['points']},{self.choose(choices.CARRIED_POINTS)})"
        return [total] if choices.CARRIED_POINTS in self.ranking.held_kinds else []

    def build_final(self) -> str:
        """Return what a final brings."""
        settings = self.ranking.settings
        return (
            f"ROUND({self.sum_up('points', choices.FINAL)}*{settings.factor}/{choices.HUNDREDTHS},{settings.decimals})"
        )
