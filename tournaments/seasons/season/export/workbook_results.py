"""The sheets of a season's workbook about single results: all of them, their rounds, the points of each place."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import COUNT, EURO, EXACT, LOSS, POINTS, STRONG, STRUCK_LOOK, CellMark, Extras
from tarockclub.kit.xlsx.cells import DAY as DATE
from tournaments.seasons.season import messages
from tournaments.seasons.season.export.entries import MOST_HANDS, Ranking, WorkbookEntry, find_date, name_occasion
from tournaments.seasons.season.export.results import build_season_places_table
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.nodes import AMOUNTS, PLAYERS, list_names
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.printer import LONGEST, format_for_workbook
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import (
    CountedRound,
    compute_exact,
    list_formulas,
    list_shared_days,
)
from tournaments.seasons.season.settings import (
    CONTINUED,
    DAY,
    HUNDREDTHS,
    MEAN,
    ROUND,
    TABLE,
    SeasonSettings,
    find_rule,
)

MOST_CHOICES = 254  # of a spreadsheet's CHOOSE
_NEW_ROW = (
    "tag",
    "kind",
    "place",
    "number",
    "points",
    "counts",
)  # the columns of a row that somebody adds, beside facts


class ResultTables(NamedTuple):
    """The tables whose columns formulas of results call by name, and the cell with the number of days that count."""

    best: str
    places: FileTable | None = None  # the points of each place
    rounds: FileTable | None = None  # where they count one by one
    whole: FileTable | None = None  # of a sub-ranking without rules of its own: the results of the season


def build_workbook_results(ranking: Ranking, tables: ResultTables) -> FileTable:
    """Return the table of all results; its rows are entries."""
    columns = [
        Column("tag", _("Day"), kind=COUNT, width=6),
        Column("day", _("Date"), lambda entry: find_date(entry.event), DATE, 15),
        Column("occasion", _("Occasion"), lambda entry: name_occasion(entry.event), width=16),
        Column("kind", _("Kind"), lambda entry: ranking.kinds[entry.kind], width=14),
        Column("place", _("Place"), lambda entry: entry.row.rank or None, COUNT, 7),
        Column("number", _("No."), kind=COUNT, width=6),
        Column("name", _("Name"), width=22),
        Column(
            "points",
            _("Points"),
            lambda entry: None if entry.points is None else convert_to_number(entry.points, HUNDREDTHS),
            ranking.points_kind,
            10,
            lambda at: _build_points(ranking, tables, at),
            STRONG,
        ),
        Column("typed", _("Points as entered"), lambda entry: entry.kind == DAY and not entry.has_worth, width=11),
        Column("players", _("Players"), lambda entry: entry.day.players, COUNT, 9),
        *(_build_fact(name) for name in ranking.facts),
        Column("own", _("Own order"), lambda entry: entry.own or None, COUNT, 8, lambda at: _build_own(ranking, at)),
        Column(
            "counts",
            _("Counts"),
            lambda entry: int(entry.counts) if entry.own else None,
            COUNT,
            7,
            lambda at: f"IF({at.find_cell('own')}<={tables.best},1,0)" if at.row.own else "",
        ),
    ]
    is_best = bool(ranking.stand.standing.best)
    is_shown = {"kind": bool(ranking.kinds), "typed": ranking.has_typed_days, "own": is_best, "counts": is_best}
    is_shown["players"] = PLAYERS in _list_words(ranking.stand.settings)
    shown = [column for column in columns if is_shown.get(column.name, True)]
    title = ranking.name_sheet(_("Results"))
    table = FileTable("results", title, shown, prefix=ranking.build_prefix("E"))
    printed = sum(column.name not in ("own", "counts") for column in shown)
    extras = Extras(marks=_mark_results(ranking, table), columns=printed)
    return replace(table, note=_describe_new_row(table), extras=extras)


def _list_words(settings: SeasonSettings) -> set[str]:
    """Return the words of a season's formulas."""
    nodes = [node for node in map(parse_formula, list_formulas(settings)) if not isinstance(node, Problem)]
    return {name for node in nodes for name in list_names(node)}


def _describe_new_row(table: FileTable) -> str:
    needed = [
        str(column.title) for column in table.columns if column.name in _NEW_ROW or column.name.startswith("fact_")
    ]
    words = {"columns": ", ".join(needed)}
    return _("A new row at the bottom (%(columns)s) counts at once on all other sheets.") % words


def _mark_results(ranking: Ranking, table: FileTable) -> tuple[CellMark, ...]:
    """Strike out the days that do not count, and colour losses."""
    letters, marks = table.letters, list[CellMark]()
    if "counts" in letters:
        formula = f'AND(${letters["own"]}4<>"",${letters["counts"]}4=0)'
        marks.append(CellMark(f"A:{letters['counts']}", STRUCK_LOOK, formula))
    signed = ("points", *(f"fact_{name}" for name in AMOUNTS)) if ranking.has_losses else ()
    letters_of_signed = [letters[name] for name in signed if name in letters]
    return (*marks, *(CellMark(f"{letter}:{letter}", LOSS, f"N({letter}4)<0") for letter in letters_of_signed))


def _build_fact(name: str) -> Column:
    """Return the column of a fact; nothing where points were typed: they do not follow from it."""

    def find_fact(entry: WorkbookEntry) -> Fraction | None:
        value = getattr(entry.row.facts, name) if entry.has_worth else None
        return None if value is None else Fraction(value)

    kind = EURO if name == "euros" else EXACT if name in AMOUNTS else COUNT
    return Column(f"fact_{name}", messages.FACTS[name], find_fact, kind, 10)


def build_criteria(ranking: Ranking, results: FileTable, cell: str, kind: str = DAY) -> str:
    """Return the criteria that choose a person's results at a kind of events; `cell`: that with their number."""
    of_kind = f',{results.names["kind"]},"{ranking.kinds[kind]}"' if ranking.kinds else ""
    return f"{results.names['number']},{cell}{of_kind}"


def _build_own(ranking: Ranking, at: FormulaRow) -> str:
    if not at.row.own:
        return ""
    names, mine = at.table.names, at.find_cell("points")
    theirs = build_criteria(ranking, at.table, at.find_cell("number"))
    earlier = f'COUNTIFS({theirs},{names["points"]},{mine},{names["tag"]},"<"&{at.find_cell("tag")})'
    return f'1+COUNTIFS({theirs},{names["points"]},">"&{mine})+{earlier}'


def _build_points(ranking: Ranking, tables: ResultTables, at: FormulaRow) -> str:
    """Return the formula for the points of a result; "" if they were typed, or cannot be computed."""
    entry, settings = at.row, ranking.stand.settings
    rule = find_rule(settings, entry.event.event.kind)
    if not entry.has_worth or entry.points is None:
        return ""
    if tables.whole is not None:
        return _copy_points(ranking, tables.whole, at)
    if tables.rounds is not None and entry.row.rounds is not None and rule.per == ROUND:
        return _sum_rounds(ranking, tables.rounds, at)
    if rule.way == TABLE:
        return _build_place_points(settings, tables.places, at)
    played = CountedRound(entry.day, entry.sharing)
    if isinstance(compute_exact(rule, played), Problem):
        return ""
    worth = build_worth_formula(rule, played, _name_cells(ranking, at), None)
    return f"ROUND(ROUND({worth},9),{settings.decimals})" if worth else ""


def _name_cells(ranking: Ranking, at: FormulaRow) -> dict[str, str]:
    """Return the cells of a row that hold the words of a formula."""
    cells: dict[str, str] = {name: at.find_cell(name) for name in ("place", "players") if name in at.table.letters}
    cells |= {name: at.find_cell(f"fact_{name}") for name in ranking.facts}
    return {MOST_HANDS: cells["hands"], **cells} if "hands" in cells else cells  # of a day alone: the player's own


def _name_row(names: Mapping[str, str], at: FormulaRow) -> str:
    """Return the criteria that find the same person at the same event in another table."""
    return f"{names['tag']},{at.find_cell('tag')},{names['number']},{at.find_cell('number')}"


def _copy_points(ranking: Ranking, whole: FileTable, at: FormulaRow) -> str:
    names, kind = whole.names, ranking.kinds.get(at.row.kind)
    of_kind = f',{names["kind"]},"{kind}"' if kind and "kind" in names else ""
    return f"SUMIFS({names['points']},{_name_row(names, at)}{of_kind})" if at.row.is_counted else ""


def _sum_rounds(ranking: Ranking, rounds: FileTable, at: FormulaRow) -> str:
    """Return the sum of the rounds of a result; nothing for somebody who is in it twice."""
    if not at.row.is_counted or not at.row.row.rounds:
        return ""
    total = f"SUMIFS({rounds.names['points']},{_name_row(rounds.names, at)})"
    return f"ROUND(ROUND({total},9),{ranking.stand.settings.decimals})"


def _build_place_points(settings: SeasonSettings, places: FileTable | None, at: FormulaRow) -> str:
    """Return the formula for the points of a place, from the table of places."""
    if places is None:
        return ""
    worth, of_place = (places.names[name] for name in ("points", "place"))
    place, names = at.find_cell("place"), at.table.names
    if settings.ties != MEAN:
        return f"ROUND(SUMIFS({worth},{of_place},{place}),{settings.decimals})"
    share = f"COUNTIFS({names['tag']},{at.find_cell('tag')},{names['place']},{place})"
    share = f"({share}+{at.row.others})" if at.row.others else share
    among = f'SUMIFS({worth},{of_place},">="&{place},{of_place},"<"&({place}+{share}))'
    return f"ROUND({among}/{share},{settings.decimals})"


def build_worth_formula(
    settings: SeasonSettings, played: CountedRound, cells: Mapping[str, str], places: FileTable | None
) -> str:
    """Return the formula of the unrounded points; `cells`: of the place and of the facts. "" if it is too long."""
    days = list(list_shared_days(settings, played)) if settings.ties == MEAN else [played.day]
    terms = [_build_term(settings, _move_cells(cells, played.day, day), places) for day in days]
    if not all(terms):
        return ""
    formula = terms[0] if len(terms) == 1 else f"({'+'.join(terms)})/{len(terms)}"
    return formula if len(formula) <= LONGEST else ""


def _move_cells(cells: Mapping[str, str], first: Day, day: Day) -> dict[str, str]:
    """Return the cells for another of the shared places."""
    moved = dict(cells)
    for name, more in (
        ("place", day.place - first.place),
        ("table_place", int((day.facts.table_place or 0) - (first.facts.table_place or 0))),
    ):
        if more:
            moved[name] = f"({cells[name]}+{more})"
    return moved


def _build_term(settings: SeasonSettings, cells: Mapping[str, str], places: FileTable | None) -> str:
    if settings.way == TABLE:
        return f"SUMIFS({places.names['points']},{places.names['place']},{cells['place']})" if places else ""
    node = parse_formula(settings.formula)
    formula = "" if isinstance(node, Problem) else format_for_workbook(node, cells)
    if settings.way != CONTINUED or not formula:
        return formula
    points = ",".join(str(convert_to_number(points, HUNDREDTHS)) for points in settings.table)
    chosen = f"IF({cells['place']}<={len(settings.table)},CHOOSE({cells['place']},{points}),{formula})"
    return chosen if len(settings.table) <= MOST_CHOICES else ""


def build_workbook_places(ranking: Ranking) -> FileTable:
    """Return the table of the points of each place."""
    table = build_season_places_table(ranking.export)
    title = ranking.name_sheet(str(table.title))
    note = _("The points of a shared place are the mean of the places that it takes.")
    is_mean = ranking.stand.settings.ties == MEAN
    return replace(table, title=title, prefix=ranking.build_prefix("P"), note=note if is_mean else "")


class EntryRound(NamedTuple):
    """A round of a result that counts by itself."""

    entry: WorkbookEntry
    played: CountedRound


def build_workbook_rounds(ranking: Ranking, places: FileTable | None) -> FileTable:
    """Return the table of everybody's rounds, where these count one by one; its rows are rounds of entries."""
    settings = ranking.stand.settings

    def compute(row: EntryRound) -> float | None:
        value = compute_exact(settings, row.played)
        return None if isinstance(value, Problem) else float(value)

    def build_formula(at: FormulaRow) -> str:
        cells = {name: at.find_cell(name) for name in ("place", "players")}
        cells |= {name: at.find_cell(f"fact_{name}") for name in ranking.facts}
        is_known = compute(at.row) is not None
        return build_worth_formula(settings, at.row.played, cells, places) if is_known else ""

    def build_fact(name: str) -> Column:
        kind = EXACT if name in AMOUNTS else COUNT
        return Column(f"fact_{name}", messages.FACTS[name], lambda row: _find_fact(row, name), kind, 10)

    columns = (
        Column("tag", _("Day"), "entry__tag", COUNT, 6),
        Column("occasion", _("Occasion"), lambda row: name_occasion(row.entry.event), width=22),
        Column("round", _("Round"), "played__round", COUNT, 8),
        Column("place", _("Place"), "played__day__place", COUNT, 8),
        Column("number", _("No."), "entry__number", COUNT, 7),
        Column("name", _("Name"), "entry__name", width=26),
        Column("points", _("Points"), compute, POINTS, 12, build_formula),
        Column("players", _("Players"), "played__day__players", COUNT, 9),
        *map(build_fact, ranking.facts),
    )
    title = ranking.name_sheet(_("Results of rounds"))
    return FileTable("rounds", title, columns, prefix=ranking.build_prefix("R"))


def _find_fact(row: EntryRound, name: str) -> Fraction | None:
    value = getattr(row.played.day.facts, name)
    return None if value is None else Fraction(value)


def list_entry_rounds(ranking: Ranking) -> Iterator[EntryRound]:
    """Yield the rounds of all results whose points follow from them."""
    for entry in ranking.entries:
        if entry.has_worth and find_rule(ranking.stand.settings, entry.event.event.kind).per == ROUND:
            yield from (EntryRound(entry, played) for played in entry.row.rounds or ())
