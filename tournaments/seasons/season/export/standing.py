"""The standings in a season's files: points, days, ranks and what decides between equals; in a workbook as formulas."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import COUNT, GREY, RANK, STRONG, CellMark, Extras
from tournaments.seasons.season.export.entries import (
    FINE,
    HANDS,
    MOST_HANDS,
    Ranking,
    RankingLine,
    convert_points,
)
from tournaments.seasons.season.export.formulas import PersonFormulas
from tournaments.seasons.season.export.results import build_fact_column, mark_losses
from tournaments.seasons.season.line_facts import AVERAGE, BEST, LineFact, list_line_facts, list_workbook_facts
from tournaments.seasons.season.points.formula.evaluate import round_half_away
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import (
    BEST_DAY,
    BEST_DAYS,
    CARRIED_PLACE,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ALONE,
    FINAL_PLACE,
    FINAL_POINTS,
    FINAL_ROUNDS,
    HUNDREDTHS,
    LOT,
    MORE_DAYS,
    PLACES,
    TOGETHER,
)
from tournaments.seasons.season.standing import GUEST

COMPARED = {MORE_DAYS: "days", BEST_DAY: BEST}  # criteria that follow from other columns


def _list_compared(ranking: Ranking) -> list[str]:
    """Return the columns behind the points that decide between equals, and FINE where the rest is fixed."""
    lines, columns = ranking.stand.standing.lines, list[str]()
    for name in ranking.settings.criteria:
        if name not in COMPARED or (name == BEST_DAY and not all(line.days for line in lines)):
            return [*columns, FINE]
        columns.append(COMPARED[name])
    return columns


def build_standing_table(ranking: Ranking, results: FileTable, least: str) -> FileTable:
    """Return the table of the standing; its rows are lines. `least`: the cell with the days that a rank takes."""
    book, points, plain_kind = _Standing(ranking, results, least), ranking.points_kind, ranking.plain_kind
    settings = ranking.settings
    columns = (
        Column(
            *("rank", _("Rank"), lambda row: row.line.rank or "", RANK, 6, book.build_rank, STRONG), plain_kind=COUNT
        ),
        Column("number", ranking.number_head, kind=COUNT, width=9),
        Column("name", _("Name"), "person__real", width=24),
        Column(
            *(
                "points",
                _("Points"),
                lambda row: convert_points(row.line.points),
                points,
                10,
                book.build_points,
                STRONG,
            ),
            plain_kind=plain_kind,
        ),
        Column("days", _("Days played") if ranking.is_plain else _("Days"), "line__days", COUNT, 6, book.count_days),
        *(book.build_fact(fact) for fact in list_workbook_facts(settings) if not ranking.is_plain),
        Column("worst", _("Worst day"), book.find_worst, points, 11, book.build_worst, in_plain=False),
        Column("wins", _("Days won"), book.count_wins, COUNT, 9, book.build_wins, in_plain=False),
        Column(
            *("days_points", _("From the days"), lambda row: convert_points(row.line.days_points), points, 10),
            book.build_days,
            plain_kind=plain_kind,
            in_book=book.has_final,
        ),
        Column(
            *("hands", _("Hands"), book.sum_hands, COUNT, 8, book.build_hands),
            in_plain=False,
            in_book="fact_hands" in results.letters,
        ),
        Column(
            "ranked", pgettext("column", "Ranked"), book.find_group, width=9, formula=book.build_group, in_plain=False
        ),
        Column("group", _("Ranked (2: in the final)"), book.number_group, COUNT, in_book=False),
        Column("order", _("Order"), kind=COUNT, width=8, look=GREY, formula=_build_order, in_plain=False),
        Column(
            *(FINE, _("Fine order"), f"orders__{FINE}", COUNT, 8),
            look=GREY,
            in_plain=False,
            in_book=FINE in book.compared,
        ),
        *(_list_plain_columns(ranking) if ranking.is_plain else ()),
    )
    title = ranking.title or pgettext("current totals", "Standings")
    note = _("All of this is reckoned from the results: a new person also needs a row here.")
    name, prefix = f"standing_{ranking.number}" if ranking.number else "standing", ranking.build_prefix("S")
    table = FileTable(name, title, columns, still=3, note=note, prefix=prefix).choose_columns(plain=ranking.is_plain)
    return table if ranking.is_plain else replace(table, extras=_mark_standing(ranking, table))


def _mark_standing(ranking: Ranking, table: FileTable) -> Extras:
    """Mark who is not ranked, and losses; helpers are not printed."""
    last = table.letters["ranked"]
    signed = ("points", AVERAGE, BEST, "worst", "days_points") if ranking.has_losses else ()
    marks = (CellMark(f"A:{last}", GREY, 'AND($B4<>"",$A4="")'), *mark_losses(table, signed))
    return Extras(marks=marks, columns=1 + list(table.letters.values()).index(last))


def _list_plain_columns(ranking: Ranking) -> list[Column]:
    """Return what CSV and JSON say beside it: sums of all days, every event, what decides, figures."""
    labels = {
        PLACES: _("Order by places"),
        BEST_DAY: _("Order by best day"),
        BEST_DAYS: _("Order by best days"),
        FINAL_PLACE: _("Order in the final"),
        FINAL_POINTS: _("Order by points in the final"),
        FINAL_ROUNDS: _("Order by rounds of the final"),
        CARRIED_PLACE: _("Order by places among carried points"),
        LOT: _("Lot"),
    }
    stand, settings, kind = ranking.stand, ranking.settings, ranking.plain_kind
    asked = list_asked_facts(settings) if settings.per == TOGETHER else ()
    counted = [event for event in stand.events if event.event.number not in stand.standing.left_out]
    numbered = [
        (event.event.number, event.name)
        for kind in (DAY, CARRIED_POINTS, FINAL)
        for event in counted
        if event.event.kind == kind
    ]
    facts = (fact for fact in list_line_facts(settings) if fact.id != "days")
    return [
        *(build_fact_column(name, lambda row: row.sums, "sum") for name in asked),
        *(
            Column(f"event_{number}", name, partial(RankingLine.find_points, event=number), kind)
            for number, name in numbered
        ),
        *(Column(name, labels[name], f"orders__{name}", COUNT) for name in settings.criteria if name in labels),
        *(_build_plain_fact(fact, kind) for fact in facts),
    ]


def _build_plain_fact(fact: LineFact, kind: str) -> Column:
    of_points = kind if fact.parts > 1 else COUNT
    return Column(fact.id, str(fact.head), lambda row: fact.compute_number(row.line), of_points)


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
    """The values and formulas of a standing."""

    def __init__(self, ranking: Ranking, results: FileTable, least: str) -> None:
        self.ranking, self.results, self.least = ranking, results, least
        self.settings, self.names = ranking.settings, results.names
        self.has_final = FINAL in ranking.held
        self.has_alone = self.has_final and self.settings.final == FINAL_ALONE
        self.compared = _list_compared(ranking)

    def find_person(self, at: FormulaRow) -> PersonFormulas:
        """Return the formulas over the results of a row's person."""
        return PersonFormulas(self.ranking, self.results, at.find_cell("number"))

    def count_days(self, at: FormulaRow) -> str:
        """Return the formula for how many days somebody played."""
        return f"COUNTIFS({self.find_person(at).choose()})"

    def _list_day_terms(self, at: FormulaRow, *, is_whole: bool) -> list[str]:
        """Return the parts of the formula for what the days bring that count, or all days."""
        person = self.find_person(at)
        bonus = person.list_bonus(at.find_cell("days"))
        if self.settings.per == TOGETHER:
            most = f"MAX({at.table.names[HANDS]})" if MOST_HANDS in list_asked_facts(self.settings) else ""
            together = person.build_together(at.row, most)
            return [*([together] if together else []), *person.list_typed(), *bonus]
        if is_whole or "counts" not in self.names:
            return [person.sum_up("points"), *bonus]
        return [f"SUMIFS({self.names['points']},{person.choose()},{self.names['counts']},1)", *bonus]

    def build_days(self, at: FormulaRow) -> str:
        """Return the formula for what the days bring that count, with what was carried over."""
        terms = [*self._list_day_terms(at, is_whole=False), *self.find_person(at).list_carried()]
        return f"ROUND({'+'.join(terms) or '0'},2)"

    def build_points(self, at: FormulaRow) -> str:
        """Return the formula for the points, with or without the final."""
        if not self.has_final:
            return self.build_days(at)
        days = at.find_cell("days_points")
        if self.has_alone and at.row.line.in_final:
            days = f"ROUND({days}*{self.settings.taken}/100,{self.settings.decimals})"
        return f"ROUND({days}+{self.find_person(at).build_final()},2)"

    def find_worst(self, row: RankingLine) -> int | float | None:
        """Return the points of the worst day; None for who has none."""
        return convert_points(min((entry.points or 0 for entry in row.days), default=None))

    def build_worst(self, at: FormulaRow) -> str:
        """Return its formula."""
        worst = f"_xlfn.MINIFS({self.names['points']},{self.find_person(at).choose()})"
        return f'IF({at.find_cell("days")}=0,"",{worst})'

    def count_wins(self, row: RankingLine) -> int:
        """Return how many days somebody won."""
        return sum(entry.row.rank == 1 for entry in row.days)

    def build_wins(self, at: FormulaRow) -> str:
        """Return its formula."""
        return f"COUNTIFS({self.find_person(at).choose()},{self.names['place']},1)"

    def sum_hands(self, row: RankingLine) -> int:
        """Return how many hands somebody played, as far as they are known."""
        return int(sum(entry.row.facts.hands or 0 for entry in row.days if entry.has_worth))

    def build_hands(self, at: FormulaRow) -> str:
        """Return its formula."""
        return self.find_person(at).sum_up("fact_hands")

    def number_group(self, row: RankingLine) -> int:
        """Return whether somebody is ranked, as a number."""
        return 0 if row.line.few else 2 if row.line.in_final else 1

    def find_group(self, row: RankingLine) -> str:
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

        def compute(row: RankingLine) -> float | None:
            figure = fact.compute(row.line)
            if fact.id != AVERAGE or not isinstance(figure, Fraction):
                return fact.compute_number(row.line)
            return convert_to_number(round_half_away(figure), HUNDREDTHS)

        def build_formula(at: FormulaRow) -> str:
            if not fact.formula:
                return ""
            of_days = "+".join(self._list_day_terms(at, is_whole=True)) or "0"
            words = {"points": self.names["points"], "theirs": self.find_person(at).choose()}
            days = at.find_cell("days")
            return f'IF({days}=0,"",{fact.formula.format(of_days=of_days, days=days, **words)})'

        return Column(fact.id, str(fact.head), compute, of_points if fact.parts > 1 else COUNT, 10, build_formula)
