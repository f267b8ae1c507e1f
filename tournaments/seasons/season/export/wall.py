"""The sheets of a season's workbook to look at: a page for the wall, the race, every day of everybody."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.xlsx.cells import (
    BLANK,
    COUNT,
    FIRST,
    GREY,
    HEAD,
    LINES_CHART,
    SENTENCE,
    SMALL,
    SMALL_GREY,
    SMALL_SUM,
    STRUCK_LOOK,
    TEXT,
    TITLE,
    UPRIGHT,
    WALL,
    WALL_STRONG,
    Cell,
    CellMark,
    Extras,
    SheetChart,
    WorkbookPage,
    build_heads,
    build_text_cell,
    build_value_cell,
    format_column_name,
    list_paragraphs,
    list_wall_head,
    quote_title,
)
from tarockclub.kit.xlsx.cells import DAY as DATE
from tournaments.seasons.season.export.entries import (
    MOST_HANDS,
    NOTHING,
    Ranking,
    RankingEvent,
    RankingLine,
    convert_points,
    list_lines,
)
from tournaments.seasons.season.export.formulas import PersonFormulas
from tournaments.seasons.season.line_facts import AVERAGE, BEST
from tournaments.seasons.season.points.formula.nodes import sum_facts
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import compute_points, list_asked_facts, round_place_points
from tournaments.seasons.season.settings import (
    BEST_CARRIED,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ADDS,
    HUNDREDTHS,
    TOGETHER,
)

MOST_CELLS = 20_000  # people times days: of larger seasons race and cross table would be slow to reckon
WITH_CHART, ON_ONE_PAGE = 48, 60  # people whom a page for the wall holds
RACERS = 6
CHART_ROWS = 14
RACE_ROWS = 26  # over the numbers of the race: title, sentence, chart
HEAD_WIDTHS, TITLE_WIDTH, SENTENCE_WIDTH = (92, 46, 100), 138, 130  # characters on a page
NAMES_ON_A_PAGE = 15
FIRST_DAY_ROW = 5  # of the cross table


@dataclass(frozen=True)
class RankingSheets:
    """The tables of a ranking, and the lines and events on the sheets to look at."""

    ranking: Ranking
    standing: FileTable
    results: FileTable
    rounds: FileTable | None
    places: FileTable | None

    @cached_property
    def lines(self) -> list[RankingLine]:
        """The lines in the order of the workbook."""
        return sorted(list_lines(self.ranking), key=lambda line: line.order)

    @cached_property
    def raced(self) -> list[RankingEvent]:
        """The days of the race: a final only where it adds its points, nothing where points compare all people."""
        kinds = {DAY, FINAL} if self.ranking.settings.final == FINAL_ADDS else {DAY}
        asks_others = MOST_HANDS in list_asked_facts(self.ranking.settings)
        events = [event for event in self.events if event.result.kind in kinds and not asks_others]
        return events if len(events) * len(self.lines) <= MOST_CELLS and len(events) > 1 else []

    @cached_property
    def crossed(self) -> list[RankingEvent]:
        """The rows of the cross table: the days in order of time, then what is none."""
        events = sorted(self.events, key=lambda event: event.result.kind != DAY)
        return events if len(events) * len(self.lines) <= MOST_CELLS else []

    @cached_property
    def events(self) -> list[RankingEvent]:
        """The events that count and have a result, in order of time."""
        tags = {entry.event.tag for entry in self.ranking.entries}
        return [event for event in self.ranking.events if event.tag in tags]

    def name_race(self, row: int) -> str:
        """Return the cells of a row of the race."""
        sheet, last = quote_title(_("Race")), format_column_name(2 + len(self.raced))
        return f"{sheet}$D${row}:${last}${row}"


def build_wall(book: RankingSheets, title: str, period: str, rule: str) -> WorkbookPage:
    """Return the page for the wall: whose, what, when, everybody's line, the race of the first ones, the rule."""
    table, lines, season, has_race = book.standing, book.lines, book.ranking.stand.season, bool(book.raced)
    names = ["rank", "name", "points", "days", *(name for name in (AVERAGE, BEST) if name in table.letters)]
    columns = [next(column for column in table.columns if column.name == name) for name in names]
    heads = [Cell(str(column.title), column.kind, HEAD) for column in columns]
    over_sparks = Cell(_("Points after each day") if has_race else None, TEXT, HEAD)
    rows = [
        *list_wall_head((season.club.name, season.name, period), HEAD_WIDTHS),
        BLANK,
        (*heads, Cell(None, TEXT, HEAD), over_sparks),
    ]
    heading, ranked, sparks = len(rows), sum(bool(row.line.rank) for row in lines), list[tuple[str, str]]()
    for row in lines:
        if row.order == ranked + 1:
            rows.append((build_text_cell(_("Not ranked: too few days, or a guest"), SENTENCE),))
        look = FIRST if 0 < row.line.rank <= 3 else WALL if row.line.rank else GREY
        cells = [
            build_value_cell(column.get_value(row), column.kind, look, table.build_lookup(column.name, row.order))
            for column in columns
        ]
        cells[2] = cells[2]._replace(look=WALL_STRONG if look == WALL else look)
        rows.append((*cells, *[Cell(None, TEXT, look)] * 2))
        spark = f"{format_column_name(len(names) + 1)}{len(rows)}", book.name_race(RACE_ROWS + row.order)
        sparks += [spark] if has_race else []
    rows.append(BLANK)
    charts = list[SheetChart]()
    if has_race and len(lines) <= WITH_CHART:
        charts.append(_build_chart(book, f"A{len(rows) + 1}", (20.5, 7.2), _("The race of the first")))
        rows += [BLANK] * CHART_ROWS
    rows += list_paragraphs(rule, SENTENCE, SENTENCE_WIDTH)
    widths, is_one_page = (7, 25, *(11 for _name in names[2:]), 2, 28), len(lines) <= ON_ONE_PAGE
    extras = Extras(charts=tuple(charts), sparks=tuple(sparks), is_one_page=is_one_page, has_grid=False)
    return WorkbookPage(title, widths, tuple(rows), (heading, heading), extras=extras)


def _build_chart(book: RankingSheets, place: str, size: tuple[float, float], title: str) -> SheetChart:
    """Return the chart of the race of the first ones."""
    rows, sheet = range(RACE_ROWS + 1, RACE_ROWS + 1 + min(RACERS, len(book.lines))), quote_title(_("Race"))
    series = tuple((f"{sheet}$C${row}", book.name_race(row)) for row in rows)
    has_days = all(event.date is not None for event in book.raced)
    return SheetChart(LINES_CHART, title, place, book.name_race(RACE_ROWS), series, size, has_days)


def build_race(book: RankingSheets) -> WorkbookPage:
    """Return the race: a chart of the first ones, and under it everybody's points after each day."""
    note = _("Points after each day; the numbers of the lines stand below, in the order of the standing.")
    tags, kind, find = [event.tag for event in book.raced], book.ranking.points_kind, book.standing.build_lookup
    title = f"{book.ranking.stand.season.name} – " + _("The race")
    rows: list[tuple[Cell, ...]] = [
        *list_paragraphs(title, TITLE, TITLE_WIDTH),
        *list_paragraphs(note, SENTENCE, SENTENCE_WIDTH),
    ]
    rows += [BLANK] * (RACE_ROWS - 2 - len(rows))
    rows.append((*[Cell()] * 3, *(Cell(tag, COUNT, SMALL_GREY) for tag in tags)))
    heads = (*build_heads((_("Order"), _("No.")), COUNT), *build_heads((_("Name"),)))
    days = (build_value_cell(event.date or event.status.name, DATE, UPRIGHT) for event in book.raced)
    rows.append((*heads, *days))
    for at, row in enumerate(book.lines, len(rows) + 1):
        mine = enumerate(convert_points(_compute_race(book.ranking, row, tag)) for tag in tags)
        cells = (
            Cell(row.order, COUNT, SMALL_GREY),
            Cell(row.number, COUNT, SMALL_GREY, find("number", f"$A{at}")),
            Cell(row.person.real, TEXT, SMALL, find("name", f"$A{at}")),
        )
        rows.append((*cells, *(Cell(made, kind, SMALL, _build_race_formula(book, row, day, at)) for day, made in mine)))
    chart = _build_chart(book, "A3", (24, 11.3), _("Points after each day, the first ones"))
    extras = Extras(
        charts=(chart,), is_landscape=True, is_one_page=True, columns=14, lines=RACE_ROWS - 2, has_grid=False
    )
    widths = (8, 6, 22, *(8 for _tag in tags))
    return WorkbookPage(_("Race"), widths, tuple(rows), (RACE_ROWS, RACE_ROWS), 3, extras=extras)


def _compute_race(ranking: Ranking, row: RankingLine, last: int) -> int:
    """Compute somebody's points (hundredths) after the event of this number; carried points were there before all."""
    settings, is_together = ranking.settings, ranking.settings.per == TOGETHER
    days, finals = (
        [entry for entry in row.entries if entry.kind == kind and entry.event.tag <= last] for kind in (DAY, FINAL)
    )
    amounts = sorted((entry.points or 0 for entry in days if not (is_together and entry.has_worth)), reverse=True)
    points = sum(amounts[: ranking.stand.standing.best or None]) + settings.bonus * len(days)
    carried = [entry.points or 0 for entry in row.entries if entry.kind == CARRIED_POINTS]
    points += max(carried, default=0) if settings.carried == BEST_CARRIED else sum(carried)
    facts = [entry.row.facts for entry in days if entry.has_worth and is_together]
    worth = compute_points(settings, 0, 1, 0, sum_facts(facts, list_asked_facts(settings))) if facts else 0
    points += 0 if isinstance(worth, Problem) else worth
    if settings.final == FINAL_ADDS:
        total = Fraction(sum(entry.points or 0 for entry in finals) * settings.factor, HUNDREDTHS**2)
        points += round_place_points(total, settings.decimals)
    return points


def _build_race_formula(book: RankingSheets, row: RankingLine, column: int, at: int) -> str:
    """Return the formula for somebody's points after a day; `at`: the number of the row."""
    settings, best = book.ranking.settings, book.ranking.stand.standing.best
    day = f"{format_column_name(3 + column)}${RACE_ROWS - 1}"
    person = PersonFormulas(book.ranking, book.results, f"$B{at}", f',{book.results.names["tag"]},"<="&{day}')
    of_days = _build_best_formula(book, row.order, column, best) if best else person.sum_up("points")
    terms = [*person.list_day_terms(row, f"COUNTIFS({person.choose()})", of_days), *person.list_carried()]
    terms += [person.build_final()] if FINAL in book.ranking.held_kinds and settings.final == FINAL_ADDS else []
    return f"ROUND({'+'.join(terms) or '0'},2)"


def _build_best_formula(book: RankingSheets, order: int, column: int, best: int) -> str:
    """Return the sum of the best days so far, from the cross table, without arrays: not every program knows them."""
    last = book.raced[column].tag
    seen = sum(event.tag <= last for event in book.crossed if event.result.kind == DAY)
    sheet, letter = quote_title(_("Cross table")), format_column_name(1 + order)
    cells = f"{sheet}${letter}${FIRST_DAY_ROW}:${letter}${FIRST_DAY_ROW - 1 + seen}"
    worst = f"LARGE({cells},{best})"
    more = f'SUMIF({cells},">"&{worst})+{worst}*({best}-COUNTIF({cells},">"&{worst}))'
    return f"IF(COUNT({cells})<={best},SUM({cells}),{more})"


def build_cross_table(book: RankingSheets) -> WorkbookPage:
    """Return everybody's points of every day: days down, people across in the order of the standing."""
    ranking, names, find = book.ranking, book.results.names, book.standing.build_lookup
    entries = {(entry.event.tag, entry.number): entry for entry in ranking.entries if entry.kind != NOTHING}
    title, kind, has_struck = Cell(None, TEXT, TITLE), ranking.points_kind, "counts" in names
    note = _("In the order of the standing.") + (" " + _("Struck out: does not count.") if has_struck else "")
    numbers = (Cell(row.number, COUNT, SMALL_GREY, find("number", row.order)) for row in book.lines)
    people = (Cell(row.person.real, TEXT, UPRIGHT, find("name", row.order)) for row in book.lines)
    rows: list[tuple[Cell, ...]] = [
        (title, title, build_text_cell(f"{ranking.stand.season.name} – " + _("Cross table"), TITLE)),
        (title, title, build_text_cell(note, SENTENCE)),  # not in the columns that every page repeats
        (Cell(None, COUNT, SMALL_GREY), Cell(_("No."), TEXT, SMALL_GREY), *numbers),
        (build_text_cell(_("Day"), UPRIGHT), build_text_cell(_("Date"), HEAD), *people),
    ]
    counted = f',{names["kind"]},"<>{ranking.kinds[NOTHING]}"' if ranking.kinds else ""
    for at, event in enumerate(book.crossed, FIRST_DAY_ROW):
        day = event.date if event.result.kind == DAY else None
        cells = [Cell(event.tag, COUNT, SMALL_GREY), build_value_cell(day or event.occasion, DATE, SMALL)]
        for column, row in enumerate(book.lines, 2):
            theirs = f"{names['tag']},$A{at},{names['number']},{format_column_name(column)}$3{counted}"
            formula = f'IF(COUNTIFS({theirs})=0,"",SUMIFS({names["points"]},{theirs}))'
            entry = entries.get((event.tag, row.number))
            cells.append(Cell("" if entry is None else entry.amount or 0, kind, SMALL, formula))
        rows.append(tuple(cells))
    total = (Cell(convert_points(row.line.points), kind, SMALL_SUM, find("points", row.order)) for row in book.lines)
    rows.append((Cell(None, COUNT, SMALL_SUM), build_text_cell(_("Points"), SMALL_SUM), *total))
    last, marks = format_column_name(1 + len(book.lines)), list[CellMark]()
    if has_struck:
        mine = f"{names['tag']},$A{FIRST_DAY_ROW},{names['number']},C$3,{names['counts']},0"
        struck = f'AND(C{FIRST_DAY_ROW}<>"",COUNTIFS({mine})>0)'
        marks.append(CellMark(f"C{FIRST_DAY_ROW}:{last}{len(rows) - 1}", STRUCK_LOOK, struck))
    breaks = tuple(range(2 + NAMES_ON_A_PAGE, 2 + len(book.lines), NAMES_ON_A_PAGE))
    widths, extras = (4, 12, *(4.9 for _line in book.lines)), Extras(marks=tuple(marks), breaks=breaks)
    return WorkbookPage(_("Cross table"), widths, tuple(rows), (3, 4), 2, extras=extras)


def format_season_numbers(ranking: Ranking, least: int) -> str:
    """Return how many days and results there are, and how many days a rank takes."""
    days = len({entry.event.tag for entry in ranking.entries if entry.kind == DAY})
    results, best = len(ranking.entries), ranking.stand.standing.best
    parts = [
        ngettext("%(days)d day", "%(days)d days", days) % {"days": days},
        ngettext("%(results)d result", "%(results)d results", results) % {"results": results},
    ]
    parts += [_("ranked from %(days)d days on") % {"days": least}] if least > 1 else []
    parts += [_("the best %(days)d days count") % {"days": best}] if best else []
    return " · ".join(parts)
