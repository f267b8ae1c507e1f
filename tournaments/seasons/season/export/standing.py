"""The standings in a season's files: points, days, ranks and what decides between equals; in a workbook as formulas."""

from dataclasses import replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import COUNT, GREY, RANK, STRONG, CellMark, Extras
from tournaments.results.exports.book_standing import mark_losses
from tournaments.seasons.season import line_facts
from tournaments.seasons.season import settings as choices
from tournaments.seasons.season.export.entries import (
    FINE,
    HANDS,
    MOST_HANDS,
    BookColumn,
    PlainColumn,
    Ranking,
    RankingLine,
    convert_points,
)
from tournaments.seasons.season.export.formulas import PersonFormulas
from tournaments.seasons.season.export.results import build_fact_column
from tournaments.seasons.season.points.formula.evaluate import round_half_away
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.standing import GUEST

COMPARED = {choices.MORE_DAYS: "days", choices.BEST_DAY: line_facts.BEST}  # criteria that follow from other columns


def build_ranking_table(ranking: Ranking, results: FileTable, least: str) -> FileTable:
    """Return the table of the standing; its rows are lines. `least`: the cell with the days that a rank takes."""
    book, kind, is_plain = _StandingFormulas(ranking, results, least), ranking.points_kind, ranking.is_plain
    plain_facts = line_facts.list_line_facts(ranking.settings)
    has_hands, rank_kind, days = "fact_hands" in results.letters, COUNT if is_plain else RANK, _("Days")
    columns = (
        Column("rank", _("Rank"), lambda row: row.line.rank or "", rank_kind, 6, book.build_rank, STRONG),
        Column("number", ranking.number_head, kind=COUNT, width=9),
        Column("name", _("Name"), "person__real", width=24),
        Column("points", _("Points"), lambda row: convert_points(row.line.points), kind, 10, book.build_points, STRONG),
        Column("days", _("Days played") if is_plain else days, "line__days", COUNT, 6, book.count_days),
        *(book.build_fact(fact) for fact in line_facts.list_workbook_facts(ranking.settings) if not is_plain),
        BookColumn("worst", _("Worst day"), "worst", kind, 11, book.build_worst),
        BookColumn("wins", _("Days won"), _count_wins, COUNT, 9, book.count_wins),
        Column("days_points", _("From the days"), "days_points", kind, 10, book.build_days, in_book=book.has_final),
        BookColumn("hands", _("Hands"), "hands", COUNT, 8, book.sum_hands, in_book=has_hands),
        BookColumn("ranked", pgettext("column", "Ranked"), _find_group, width=9, formula=book.build_group),
        PlainColumn("group", _("Ranked (2: in the final)"), _number_group, COUNT),
        BookColumn("order", _("Order"), kind=COUNT, width=8, look=GREY, formula=_build_order),
        BookColumn(FINE, _("Fine order"), "orders__fine", COUNT, 8, look=GREY, in_book=FINE in book.compared),
        *(_list_plain_columns(ranking) if is_plain else ()),
        *(book.build_fact(fact) for fact in plain_facts if is_plain and fact.id != "days"),
    )
    title = ranking.title or pgettext("current totals", "Standings")
    note = _("All of this is reckoned from the results: a new person also needs a row here.")
    name, prefix = f"standing_{ranking.number}" if ranking.number else "standing", ranking.build_prefix("S")
    table = FileTable(name, title, columns, still=3, note=note, prefix=prefix).choose_columns(plain=is_plain)
    return table if is_plain else replace(table, extras=_mark_standing(ranking, table))


def _mark_standing(ranking: Ranking, table: FileTable) -> Extras:
    """Mark who is not ranked, and losses; helpers are not printed."""
    last = table.letters["ranked"]
    signed = ("points", line_facts.AVERAGE, line_facts.BEST, "worst", "days_points") if ranking.has_losses else ()
    marks = (CellMark(f"A:{last}", GREY, 'AND($B4<>"",$A4="")'), *mark_losses(table, signed))
    return Extras(marks=marks, columns=1 + list(table.letters).index("ranked"))


def _count_wins(row: RankingLine) -> int:
    return sum(entry.row.rank == 1 for entry in row.days)


def _number_group(row: RankingLine) -> int:
    return 0 if row.line.few else 2 if row.line.in_final else 1


def _find_group(row: RankingLine) -> str:
    if row.line.few == GUEST:
        return _("guest")
    return _("in the final") if row.line.in_final else _("no") if row.line.few else _("yes")


def _list_plain_columns(ranking: Ranking) -> list[Column]:
    """Return what CSV and JSON say beside it: sums of all days, every event, what decides."""
    labels = {
        choices.PLACES: _("Order by places"),
        choices.BEST_DAY: _("Order by best day"),
        choices.BEST_DAYS: _("Order by best days"),
        choices.FINAL_PLACE: _("Order in the final"),
        choices.FINAL_POINTS: _("Order by points in the final"),
        choices.FINAL_ROUNDS: _("Order by rounds of the final"),
        choices.CARRIED_PLACE: _("Order by places among carried points"),
        choices.LOT: _("Lot"),
    }
    asked = ranking.facts if ranking.settings.per == choices.TOGETHER else ()
    settings, kind, order = ranking.settings, ranking.points_kind, (choices.DAY, choices.CARRIED_POINTS, choices.FINAL)
    counted = [event for event in ranking.events if event.result.id not in ranking.stand.standing.left_out]
    return [
        *(build_fact_column(ranking, name, lambda row: row.sums, "sum") for name in asked),
        *(
            Column(f"event_{event.result.id}", event.status.name, partial(RankingLine.find_points, event=event), kind)
            for event in sorted(counted, key=lambda event: order.index(event.result.kind))
        ),
        *(Column(name, labels[name], f"orders__{name}", COUNT) for name in settings.criteria if name in labels),
    ]


def _build_order(at: FormulaRow) -> str:
    """Return the formula for the order of the wall: by ranks, then those without by their points."""
    names, cell = at.table.names, at.find_cell
    rank, number, points = names["rank"], names["number"], names["points"]
    ranked = f'COUNTIFS({rank},"<"&{cell("rank")})+COUNTIFS({rank},{cell("rank")},{number},"<="&{cell("number")})'
    better = f'{points},">"&{cell("points")}'
    equal = f'{points},{cell("points")},{number},"<="&{cell("number")}'
    others = "+".join(f'COUNTIFS({those})-COUNTIFS({rank},">0",{those})' for those in (better, equal))
    return f'IF({cell("rank")}="",COUNT({rank})+{others},{ranked})'


class _StandingFormulas:
    """The formulas of a standing."""

    def __init__(self, ranking: Ranking, results: FileTable, least: str) -> None:
        self.ranking, self.results, self.least = ranking, results, least
        self.settings, self.names = ranking.settings, results.names
        self.has_final = choices.FINAL in ranking.held_kinds
        self.has_alone = self.has_final and self.settings.final == choices.FINAL_ALONE
        self.compared = self._list_compared()

    def _list_compared(self) -> list[str]:
        """Return the columns behind the points that decide between equals, and FINE where the rest is fixed."""
        has_days, columns = all(line.days for line in self.ranking.stand.standing.lines), list[str]()
        for name in self.settings.criteria:
            if name not in COMPARED or (name == choices.BEST_DAY and not has_days):
                return [*columns, FINE]
            columns.append(COMPARED[name])
        return columns

    def _find_person(self, at: FormulaRow) -> PersonFormulas:
        return PersonFormulas(self.ranking, self.results, at.find_cell("number"))

    def count_days(self, at: FormulaRow) -> str:
        """Count the days that somebody played."""
        return f"COUNTIFS({self._find_person(at).choose()})"

    def _list_day_terms(self, at: FormulaRow, *, is_whole: bool) -> list[str]:
        """Return the parts of the formula for what the days bring that count, or all days."""
        person, counts = self._find_person(at), "" if is_whole else self.names.get("counts", "")
        of_days = f"SUMIFS({self.names['points']},{person.choose()},{counts},1)" if counts else person.sum_up("points")
        most = f"MAX({at.table.names[HANDS]})" if MOST_HANDS in list_asked_facts(self.settings) else ""
        return person.list_day_terms(at.row, at.find_cell("days"), of_days, most)

    def build_days(self, at: FormulaRow) -> str:
        """Add up what the days bring that count, with what was carried over."""
        terms = [*self._list_day_terms(at, is_whole=False), *self._find_person(at).list_carried()]
        return f"ROUND({'+'.join(terms) or '0'},2)"

    def build_points(self, at: FormulaRow) -> str:
        """Add up all points, with or without the final."""
        if not self.has_final:
            return self.build_days(at)
        days = at.find_cell("days_points")
        if self.has_alone and at.row.line.in_final:
            days = f"ROUND({days}*{self.settings.taken}/100,{self.settings.decimals})"
        return f"ROUND({days}+{self._find_person(at).build_final()},2)"

    def build_worst(self, at: FormulaRow) -> str:
        """Find the worst day; nothing for who has none."""
        worst = f"_xlfn.MINIFS({self.names['points']},{self._find_person(at).choose()})"
        return f'IF({at.find_cell("days")}=0,"",{worst})'

    def count_wins(self, at: FormulaRow) -> str:
        """Count the days that somebody won."""
        return f"COUNTIFS({self._find_person(at).choose()},{self.names['place']},1)"

    def sum_hands(self, at: FormulaRow) -> str:
        """Add up the hands, as far as they are known."""
        return self._find_person(at).sum_up("fact_hands")

    def build_group(self, at: FormulaRow) -> str:
        """Say who has enough days; guests and finalists are so whatever they play."""
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

    def build_fact(self, fact: line_facts.LineFact) -> Column:
        """Return the column of a figure beside the points; an average has two decimals."""
        ranking, is_mean = self.ranking, fact.id == line_facts.AVERAGE
        of_points = ranking.mean_kind if is_mean else ranking.points_kind

        def compute(row: RankingLine) -> float | None:
            mean = line_facts.compute_average(row.line) if is_mean and not ranking.is_plain else None
            return fact.compute_number(row.line) if mean is None else convert_points(round_half_away(mean))

        def build_formula(at: FormulaRow) -> str:
            if not fact.formula:
                return ""
            of_days = "+".join(self._list_day_terms(at, is_whole=True)) or "0"
            words = {"points": self.names["points"], "theirs": self._find_person(at).choose()}
            days = at.find_cell("days")
            return f'IF({days}=0,"",{fact.formula.format(of_days=of_days, days=days, **words)})'

        return Column(fact.id, str(fact.head), compute, of_points if fact.parts > 1 else COUNT, 10, build_formula)
