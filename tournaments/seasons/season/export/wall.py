"""The sheets of a season's workbook to look at: a page for the wall, the race, every day of everybody."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

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
    build_text_cell,
    build_value_cell,
    format_column_name,
    list_paragraphs,
    list_wall_head,
    quote_title,
)
from tarockclub.kit.xlsx.cells import DAY as DATE
from tournaments.seasons.season.data import EventStatus
from tournaments.seasons.season.export.entries import (
    MOST_HANDS,
    NOTHING,
    Ranking,
    RankingLine,
    convert_points,
    find_date,
    name_occasion,
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


class WallData(NamedTuple):
    """The tables and lines of which the sheets to look at are made."""

    ranking: Ranking
    lines: Sequence[RankingLine]
    standing: FileTable
    results: FileTable
    days: FileTable  # the events
    race_title: str
    cross_title: str

    @property
    def events(self) -> list[EventStatus]:
        """The events that count and have a result, in order of time."""
        with_rows = {entry.tag for entry in self.ranking.entries}
        tagged = ((self.ranking.tags[event.event.number], event) for event in self.ranking.stand.events)
        return [event for tag, event in tagged if tag in with_rows]

    @property
    def raced(self) -> list[EventStatus]:
        """The days of the race: a final only where it adds its points, nothing where points compare all people."""
        kinds = {DAY, FINAL} if self.ranking.settings.final == FINAL_ADDS else {DAY}
        asks_others = MOST_HANDS in list_asked_facts(self.ranking.settings)
        events = [event for event in self.events if event.event.kind in kinds and not asks_others]
        return events if len(events) * len(self.lines) <= MOST_CELLS and len(events) > 1 else []

    @property
    def crossed(self) -> list[EventStatus]:
        """The rows of the cross table: the days in order of time, then what is none."""
        events = sorted(self.events, key=lambda event: event.event.kind != DAY)
        return events if len(events) * len(self.lines) <= MOST_CELLS else []


def build_wall(book: WallData, title: str, period: str, rule: str) -> WorkbookPage:
    """Return the page for the wall: whose, what, when, everybody's line, the race of the first ones, the rule."""
    ranking, lines = book.ranking, book.lines
    season = ranking.stand.season
    shown = ["rank", "name", "points", "days", *(name for name in (AVERAGE, BEST) if name in book.standing.letters)]
    columns = [next(column for column in book.standing.columns if column.name == name) for name in shown]
    rows = [
        *list_wall_head((season.club.name, season.name, period), HEAD_WIDTHS),
        BLANK,
    ]
    heads = [Cell(str(column.title), column.kind, HEAD) for column in columns]
    rows.append((*heads, Cell(None, TEXT, HEAD), Cell(_("Points after each day") if book.raced else None, TEXT, HEAD)))
    heading, sparks = len(rows), list[tuple[str, str]]()
    last = format_column_name(2 + len(book.raced))
    for row in lines:
        if not row.line.rank and row.order == 1 + sum(bool(other.line.rank) for other in lines):
            rows.append((build_text_cell(_("Not ranked: too few days, or a guest"), SENTENCE),))
        rows.append(_build_wall_row(book, row, shown))
        if book.raced:
            at = RACE_ROWS + row.order
            cell = f"{format_column_name(len(columns) + 1)}{len(rows)}"
            sparks.append((cell, f"{quote_title(book.race_title)}$D${at}:${last}${at}"))
    rows.append(BLANK)
    charts = [_build_chart(book, f"A{len(rows) + 1}", (20.5, 7.2), _("The race of the first"))] if book.raced else []
    charts = charts if len(lines) <= WITH_CHART else []
    rows += [BLANK] * CHART_ROWS if charts else []
    rows += list_paragraphs(rule, SENTENCE, SENTENCE_WIDTH)
    widths = (7, 25, *(11 for _name in shown[2:]), 2, 28)
    return WorkbookPage(
        title,
        widths,
        tuple(rows),
        (heading, heading),
        extras=Extras(
            charts=tuple(charts), sparks=tuple(sparks), is_one_page=len(lines) <= ON_ONE_PAGE, has_grid=False
        ),
    )


def _build_wall_row(book: WallData, row: RankingLine, shown: Sequence[str]) -> tuple[Cell, ...]:
    line, columns = row.line, {column.name: column for column in book.standing.columns}
    look = FIRST if 0 < line.rank <= 3 else WALL if line.rank else GREY
    cells = []
    for name in shown:
        column = columns[name]
        cell = build_value_cell(column.get_value(row), column.kind, look, book.standing.build_lookup(name, row.order))
        cells.append(cell._replace(look=WALL_STRONG) if name == "points" and look == WALL else cell)
    return (*cells, Cell(None, TEXT, look), Cell(None, TEXT, look))


def _build_chart(book: WallData, place: str, size: tuple[float, float], title: str) -> SheetChart:
    """Return the chart of the race of the first ones."""
    sheet, last = quote_title(book.race_title), format_column_name(2 + len(book.raced))
    rows = range(RACE_ROWS + 1, RACE_ROWS + 1 + min(RACERS, len(book.lines)))
    series = tuple((f"{sheet}$C${row}", f"{sheet}$D${row}:${last}${row}") for row in rows)
    has_days = all(find_date(event) is not None for event in book.raced)
    return SheetChart(LINES_CHART, title, place, f"{sheet}$D${RACE_ROWS}:${last}${RACE_ROWS}", series, size, has_days)


def build_race(book: WallData) -> WorkbookPage:
    """Return the race: a chart of the first ones, and under it everybody's points after each day."""
    title, note = (
        _("The race"),
        _("Points after each day; the numbers of the lines stand below, in the order of the standing."),
    )
    tags = [book.ranking.tags[event.event.number] for event in book.raced]
    rows: list[tuple[Cell, ...]] = [
        *list_paragraphs(f"{book.ranking.stand.season.name} – {title}", TITLE, TITLE_WIDTH),
        *list_paragraphs(note, SENTENCE, SENTENCE_WIDTH),
    ]
    rows += [BLANK] * (RACE_ROWS - 2 - len(rows))
    rows.append((Cell(None), Cell(None), Cell(None), *(Cell(tag, COUNT, SMALL_GREY) for tag in tags)))
    heads = (Cell(_("Order"), COUNT, HEAD), Cell(_("No."), COUNT, HEAD), Cell(_("Name"), TEXT, HEAD))
    rows.append((*heads, *(_build_day_head(event) for event in book.raced)))
    kind, find = book.ranking.points_kind, book.standing.build_lookup
    for at, row in enumerate(book.lines, len(rows) + 1):
        mine = enumerate(convert_points(_compute_race(book.ranking, row, tag)) for tag in tags)
        rows.append(
            (
                Cell(row.order, COUNT, SMALL_GREY),
                Cell(row.number, COUNT, SMALL_GREY, find("number", f"$A{at}")),
                Cell(row.person.real, TEXT, SMALL, find("name", f"$A{at}")),
                *(Cell(amount, kind, SMALL, _build_race_formula(book, row, day, at)) for day, amount in mine),
            )
        )
    chart = _build_chart(book, "A3", (24, 11.3), _("Points after each day, the first ones"))
    return WorkbookPage(
        book.race_title,
        (8, 6, 22, *(8 for _tag in tags)),
        tuple(rows),
        (RACE_ROWS, RACE_ROWS),
        3,
        extras=Extras(
            charts=(chart,), is_landscape=True, is_one_page=True, columns=14, lines=RACE_ROWS - 2, has_grid=False
        ),
    )


def _build_day_head(event: EventStatus) -> Cell:
    day = find_date(event)
    return build_value_cell(day, DATE, UPRIGHT) if day is not None else build_text_cell(event.name, UPRIGHT)


def _compute_race(ranking: Ranking, row: RankingLine, last: int) -> int:
    """Compute somebody's points (hundredths) after the event of this number; carried points were there before all."""
    settings, is_together = ranking.settings, ranking.settings.per == TOGETHER
    days, finals = (
        [entry for entry in row.entries if entry.kind == kind and entry.tag <= last] for kind in (DAY, FINAL)
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


def _build_race_formula(book: WallData, row: RankingLine, column: int, at: int) -> str:
    """Return the formula for somebody's points after a day; `at`: the number of the row."""
    settings, best = book.ranking.settings, book.ranking.stand.standing.best
    day = f"{format_column_name(3 + column)}${RACE_ROWS - 1}"
    person = PersonFormulas(book.ranking, book.results, f"$B{at}", f'{book.results.names["tag"]},"<="&{day}')
    days = f"COUNTIFS({person.choose()})"
    if settings.per == TOGETHER:
        worth = person.build_together(row)
        terms = [*([f"IF({days}=0,0,{worth})"] if worth else []), *person.list_typed()]
    else:
        terms = [_build_best_formula(book, row.order, column, best) if best else person.sum_up("points")]
    terms += [*person.list_bonus(days), *person.list_carried()]
    terms += [person.build_final()] if FINAL in book.ranking.held and settings.final == FINAL_ADDS else []
    return f"ROUND({'+'.join(terms) or '0'},2)"


def _build_best_formula(book: WallData, order: int, column: int, best: int) -> str:
    """Return the sum of the best days so far, from the cross table, without arrays: not every program knows them."""
    day = book.raced[column].event.number
    days = [event.event.number for event in book.crossed if event.event.kind == DAY]
    seen = sum(book.ranking.tags[number] <= book.ranking.tags[day] for number in days)
    letter = format_column_name(1 + order)
    cells = f"{quote_title(book.cross_title)}${letter}${FIRST_DAY_ROW}:${letter}${FIRST_DAY_ROW - 1 + seen}"
    worst = f"LARGE({cells},{best})"
    more = f'SUMIF({cells},">"&{worst})+{worst}*({best}-COUNTIF({cells},">"&{worst}))'
    return f"IF(COUNT({cells})<={best},SUM({cells}),{more})"


def build_cross_table(book: WallData) -> WorkbookPage:
    """Return everybody's points of every day: days down, people across in the order of the standing."""
    ranking, results, events, find = book.ranking, book.results, book.crossed, book.standing.build_lookup
    names, points = results.names, {(entry.tag, entry.number): entry for entry in ranking.entries if entry.is_counted}
    title = Cell(None, TEXT, TITLE)
    note = _("In the order of the standing.") + (" " + _("Struck out: does not count.") if "counts" in names else "")
    rows: list[tuple[Cell, ...]] = [
        (title, title, build_text_cell(f"{ranking.stand.season.name} – {book.cross_title}", TITLE)),
        (title, title, build_text_cell(note, SENTENCE)),  # not in the columns that every page repeats
        (
            Cell(None, COUNT, SMALL_GREY),
            Cell(_("No."), TEXT, SMALL_GREY),
            *(Cell(row.number, COUNT, SMALL_GREY, find("number", row.order)) for row in book.lines),
        ),
        (
            build_text_cell(_("Day"), UPRIGHT),
            build_text_cell(_("Date"), HEAD),
            *(Cell(row.person.real, TEXT, UPRIGHT, find("name", row.order)) for row in book.lines),
        ),
    ]
    counted = f',{names["kind"]},"<>{ranking.kinds[NOTHING]}"' if ranking.kinds else ""
    for event in events:
        tag, at, day = ranking.tags[event.event.number], len(rows) + 1, find_date(event)
        is_day = day is not None and event.event.kind == DAY
        head = build_value_cell(day, DATE, SMALL) if is_day else build_text_cell(name_occasion(event), SMALL)
        cells = []
        for column, row in enumerate(book.lines, 2):
            letter, entry = format_column_name(column), points.get((tag, row.number))
            theirs = f"{names['tag']},$A{at},{names['number']},{letter}$3{counted}"
            formula = f'IF(COUNTIFS({theirs})=0,"",SUMIFS({names["points"]},{theirs}))'
            amount = "" if entry is None else convert_points(entry.points or 0)
            cells.append(Cell(amount, ranking.points_kind, SMALL, formula))
        rows.append((Cell(tag, COUNT, SMALL_GREY), head, *cells))
    summed = ((convert_points(row.line.points), find("points", row.order)) for row in book.lines)
    total = (Cell(points, ranking.points_kind, SMALL_SUM, formula) for points, formula in summed)
    rows.append((Cell(None, COUNT, SMALL_SUM), build_text_cell(_("Points"), SMALL_SUM), *total))
    last = format_column_name(1 + len(book.lines))
    marks = list[CellMark]()
    if "counts" in names:
        mine = f"{names['tag']},$A{FIRST_DAY_ROW},{names['number']},C$3,{names['counts']},0"
        struck = f'AND(C{FIRST_DAY_ROW}<>"",COUNTIFS({mine})>0)'
        marks.append(CellMark(f"C{FIRST_DAY_ROW}:{last}{len(rows) - 1}", STRUCK_LOOK, struck))
    breaks = tuple(range(2 + NAMES_ON_A_PAGE, 2 + len(book.lines), NAMES_ON_A_PAGE))
    return WorkbookPage(
        book.cross_title,
        (4, 12, *(4.9 for _line in book.lines)),
        tuple(rows),
        (3, 4),
        2,
        extras=Extras(marks=tuple(marks), breaks=breaks),
    )


def format_season_numbers(ranking: Ranking, least: int) -> str:
    """Return how many days and results there are, and how many days a rank takes."""
    days = len({entry.tag for entry in ranking.entries if entry.kind == DAY})
    results, best = len(ranking.entries), ranking.stand.standing.best
    parts = [
        ngettext("%(days)d day", "%(days)d days", days) % {"days": days},
        ngettext("%(results)d result", "%(results)d results", results) % {"results": results},
    ]
    parts += [_("ranked from %(days)d days on") % {"days": least}] if least > 1 else []
    parts += [_("the best %(days)d days count") % {"days": best}] if best else []
    return " · ".join(parts)
