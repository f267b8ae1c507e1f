"""A tournament's workbook over all rounds: standings of players and teams, a page for the wall, the capital."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import (
    BARS_CHART,
    BLANK,
    COUNT,
    FIRST,
    GREY,
    HEAD,
    LINES_CHART,
    LOSS,
    MEAN,
    RANK,
    SENTENCE,
    STRONG,
    TEXT,
    TITLE,
    WALL,
    WALL_STRONG,
    Cell,
    CellMark,
    Extras,
    SheetChart,
    WorkbookPage,
    build_value_cell,
    format_column_name,
    list_paragraphs,
    list_wall_head,
    quote_title,
)
from tournaments.core import settings as criteria
from tournaments.hall.standing.standing import RankedLine
from tournaments.people.teams.services import format_team_name
from tournaments.results.exports.book_standing import ORDER, StandingBook, TotalLine, mark_losses, read
from tournaments.results.exports.rank_formulas import (
    OVERALL_COLUMNS,
    TEAM_COLUMNS,
    build_order_formula,
    build_rank_formula,
    compute_place_order,
    filter_criteria,
    list_named_criteria,
)
from tournaments.results.exports.standing import list_last_members, number_team_orders
from tournaments.results.standings import columns as shown
from tournaments.results.standings.column import StandingColumn, convert_play_money
from tournaments.results.standings.columns import DIGITS, ROUND_DIGITS
from tournaments.results.team_standings.standing import TeamTotal

_TOTALS = (shown.GAIN, shown.SCORE, shown.POINTS, shown.SUM)


class _Sums:
    """Formulas over the rounds of whom a row is about; `by`: the column with their numbers."""

    def __init__(self, book: StandingBook, rounds: FileTable, by: str) -> None:
        self._book, self.names, self._by = book, rounds.names, rounds.names[by]

    def choose(self, at: FormulaRow) -> str:
        """Return the criteria that choose these rounds."""
        return f"{self._by},${at.find_cell('number')}"

    def add(self, name: str, at: FormulaRow, digits: int = 0) -> str:
        """Return the sum of a column; counts need no digits."""
        total = f"SUMIFS({self.names[name]},{self.choose(at)})"
        return f"ROUND({total},{digits})" if digits else total

    def _find_best(self, name: str, at: FormulaRow) -> str:
        return f"_xlfn.MAXIFS({self.names[name]},{self.choose(at)})"

    def _find_round(self, number: int, at: FormulaRow) -> str:
        """Return the value of one round; nothing if it was not played."""
        mine = f"{self.choose(at)},{self.names['round']},{number}"
        total = f"SUMIFS({self.names[self._book.main.id]},{mine})"
        return f'IF(COUNTIFS({mine})=0,"",ROUND({total},{DIGITS}))'

    def build_total(self, column: StandingColumn) -> Column:
        """Return the column of a total; what is won in a tournament are its points."""
        add = partial(self.add, column.id, digits=4 if column is shown.GAIN else DIGITS)
        head = _("Points") if column is shown.GAIN else column.head
        look = STRONG if column.id == self._book.main.id else ""
        return Column(column.id, head, read(column), self._book.get_kind(column.id), 10, add, look)

    def build_totals(self) -> list[Column]:
        """Return the columns of the other totals."""
        main = self._book.main.id
        return [self.build_total(column) for column in _TOTALS if column.id in self.names and column.id != main]

    def build_count(self, column: StandingColumn, path: str) -> Column:
        """Return the column of the sum of counts."""
        head = _("Repl.") if column is shown.REPLACED else column.head
        return Column(column.id, head, path, COUNT, 9, partial(self.add, column.id))

    def build_best(self, column: StandingColumn, of: StandingColumn) -> Column:
        """Return the column of the best round by another column."""
        find, kind = partial(self._find_best, of.id), self._book.get_kind(column.id)
        return Column(column.id, column.head, read(column, ROUND_DIGITS), kind, 10, find)

    def build_rounds(self) -> list[Column]:
        """Return the columns of what decides, round by round."""
        return [self._build_round(index, number) for index, number in enumerate(self._book.numbers)]

    def _build_round(self, index: int, number: int) -> Column:
        main = self._book.main

        def compute(row: Any) -> Any:
            played: RankedLine | None = row.line.rounds[index]
            return "" if played is None else main.compute_number(played, DIGITS)

        title, kind = _("Round %(number)s") % {"number": number}, self._book.get_kind(main.id)
        return Column(f"round_{number}", title, compute, kind, 9, partial(self._find_round, number))


def build_total_table(book: StandingBook, rounds: FileTable) -> FileTable:
    """Return the table of the standing over all rounds."""
    sums, base = _Sums(book, rounds, "number"), len(book.numbers) + 1

    def build_rank(at: FormulaRow) -> str:
        names = filter_criteria(book.settings, book.settings.overall_criteria)
        return build_rank_formula(list_named_criteria(names, OVERALL_COLUMNS, at.table), at.number)

    def compute_mean(row: Any) -> Any:
        return "" if shown.compute_hand_mean(row.line) is None else shown.MEAN.compute_number(row.line)

    def build_mean(at: FormulaRow) -> str:
        is_known = shown.compute_hand_mean(at.row.line) is not None
        return f"ROUND({at.find_cell('written')}/{sums.add('hands', at)},2)" if is_known else '""'

    def compute_order(row: Any) -> int:
        return compute_place_order([line.place for line in row.line.rounds if line], base)

    def build_order(at: FormulaRow) -> str:
        return build_order_formula(sums.choose(at), sums.names["place"], base)

    def find_order(criterion: str, row: TotalLine) -> int:
        return book.orders[criterion][row.line.player.person]

    def count_won(at: FormulaRow) -> str:
        return f"COUNTIFS({sums.choose(at)},{sums.names['rank']},1)"

    columns = (
        Column("rank", shown.RANK.head, "line__rank", RANK, 7, build_rank, STRONG),
        Column("number", shown.NUMBER.head, kind=COUNT, width=9),
        Column("name", shown.NAME.head, "line__player__name", width=26),
        sums.build_total(book.main),
        *sums.build_rounds(),
        *sums.build_totals(),
        sums.build_count(shown.REPLACED, "line__replaced"),
        sums.build_best(shown.BEST_ROUND, shown.GAIN),
        sums.build_best(shown.BEST_SUM, shown.SUM),
        sums.build_best(shown.BEST_SCORE, shown.SCORE),
        Column("per_hand", shown.MEAN.head, compute_mean, MEAN, 9, build_mean),
        Column("rounds_won", shown.ROUNDS_WON.head, read(shown.ROUNDS_WON), COUNT, 10, count_won),
        sums.build_count(shown.HANDS, "line__facts__hands"),
        sums.build_count(shown.HANDS_WON, "line__facts__won"),
        Column("prize", shown.PRIZE.head, width=24),
        Column("order", _("Order by the places at tables"), compute_order, COUNT, 14, build_order, GREY),
        Column("places", _("Order by places"), partial(find_order, criteria.PLACES), COUNT, 10, look=GREY),
        Column(
            *("written_rounds", _("Order by rounds"), partial(find_order, criteria.WRITTEN_ROUNDS), COUNT, 10),
            look=GREY,
        ),
        Column("lot", _("Lot"), lambda row: book.lots[row.line.player.person], COUNT, 7, look=GREY),
        Column(ORDER, _("Order"), kind=COUNT, width=9, formula=_build_position, look=GREY),
    )
    note = _("Reckoned from the rounds, and these from the hands: a new person also needs a row here.")
    return _finish_table(
        book, FileTable("total", _("Overall"), columns, about=_("Overall result"), still=3, prefix="G", note=note)
    )


def _build_position(at: FormulaRow) -> str:
    ranks, mine = at.table.names["rank"], at.find_cell("rank")
    equal = f'COUNTIFS({ranks},{mine},{at.table.names["number"]},"<="&{at.find_cell("number")})'
    return f'COUNTIFS({ranks},"<"&{mine})+{equal}'


def _finish_table(book: StandingBook, table: FileTable) -> FileTable:
    """Return a table with the columns that the tournament uses, the helpers behind those that are printed."""
    used = [column for column in table.columns if book.has_column(column.name)]
    table = replace(table, columns=used)
    printed = sum(column.look != GREY for column in used)
    signed = ("gain", "written", "sum", "best_round", *(f"round_{number}" for number in book.numbers))
    return replace(table, extras=Extras(marks=mark_losses(table, signed), is_landscape=True, columns=printed))


class BookTeam(NamedTuple):
    """A team's row over all rounds."""

    total: TeamTotal
    order: int  # by everything that has no column

    @property
    def line(self) -> RankedLine:
        """The result of the team."""
        return self.total.line

    @property
    def number(self) -> int:
        """The number of the team."""
        return self.total.team.number


def build_book_teams(book: StandingBook, rounds: FileTable) -> FileTable:
    """Return the table of the teams."""
    sums = _Sums(book, rounds, "team")

    def build_rank(at: FormulaRow) -> str:
        names, letters = filter_criteria(book.settings, book.settings.overall_criteria), at.table.letters
        first = next((index for index, name in enumerate(names) if TEAM_COLUMNS.get(name) not in letters), len(names))
        columns = {**TEAM_COLUMNS, "order": "team_order"}
        return build_rank_formula(list_named_criteria((*names[:first], "order"), columns, at.table), at.number)

    def name_members(row: BookTeam) -> str:
        return ", ".join(member.player.name for member in list_last_members(row.total.rounds))

    columns = (
        Column("rank", shown.RANK.head, "line__rank", RANK, 7, build_rank, STRONG),
        Column("number", _("No."), kind=COUNT, width=6),
        Column("team_name", _("Team"), lambda row: format_team_name(row.total.team), width=20),
        Column("members", _("Players"), name_members, width=36),
        sums.build_total(book.main),
        *sums.build_rounds(),
        *sums.build_totals(),
        sums.build_count(shown.REPLACED, "line__replaced"),
        Column("team_order", _("Order by everything else"), "order", COUNT, 12, look=GREY),
    )
    note = _("The sums of the rounds of their members.")
    return _finish_table(
        book, FileTable("teams", _("Teams"), columns, about=_("Team results"), still=3, prefix="M", note=note)
    )


def list_book_teams(book: StandingBook) -> Sequence[BookTeam]:
    """Return the rows of the teams."""
    if book.teams is None:
        return ()
    orders = number_team_orders(book.data, book.teams)
    return [BookTeam(total, orders[total.team.id]) for total in book.teams.teams]


WITH_CHART, ON_ONE_PAGE = 28, 44  # people whom a page for the wall holds in letters that are read from afar
MOST_WIDTH = 116  # characters beside each other on it
ROW_OF_CHART = 0.45  # centimetres: the height of an empty row
HEAD_WIDTHS, TITLE_WIDTH, SENTENCE_WIDTH = (92, 46, 98), 138, 118  # characters of a line
MOST_DRAWN = 8  # people whose capital is drawn
CAPITAL_ROWS = 28  # over the numbers: title, sentence, chart


def _list_wall_columns(book: StandingBook, table: FileTable) -> list[Column]:
    """Return the columns of the page for the wall, of the rounds as many of the last ones as have room."""
    main, rounds = book.main.id, [f"round_{number}" for number in book.numbers]
    scores = (shown.SCORE.id, shown.POINTS.id) if shown.has_points(book.settings) else ()
    ends = (*scores, main, "replaced", "best_round", "per_hand", "prize")
    ends = tuple(name for name in dict.fromkeys(ends) if name in table.letters)
    room = MOST_WIDTH - sum(_choose_width(name) for name in ("rank", "name", *ends))
    most = room // _choose_width("round")
    names = ["rank", "name", *(rounds[-most:] if len(rounds) > 1 and most > 0 else ()), *ends]
    return [next(column for column in table.columns if column.name == name) for name in names]


def _choose_width(name: str) -> int:
    return {"rank": 7, "name": 26, "prize": 26, "best_round": 9, "replaced": 9}.get(name, 10)


def build_tournament_wall(book: StandingBook, table: FileTable, period: str) -> WorkbookPage:
    """Return the page for the wall down to its headings: whose, what, when; `list_wall_rows` are those below."""
    tournament, title = book.data.tournament, _("Notice board")
    columns = _list_wall_columns(book, table)
    rows = (
        *list_wall_head((tournament.club.name, tournament.name, period), HEAD_WIDTHS),
        BLANK,
        tuple(Cell(str(column.title), column.kind, HEAD) for column in columns),
    )
    above, last, charts = len(rows), len(rows) + len(book.lines), tuple[SheetChart, ...]()
    if height := _compute_chart_height(book):
        main = next(column for column in columns if column.name == book.main.id)
        letter, sheet = format_column_name(columns.index(main)), quote_title(title)
        numbers = f"{sheet}${letter}${above + 1}:${letter}${last}"
        heads = f"{sheet}$B${above + 1}:$B${last}"
        series = ((f"{sheet}${letter}${above}", numbers),)
        charts = (SheetChart(BARS_CHART, str(main.title), f"A{last + 2}", heads, series, (19, height)),)
    signed = f"C{above + 1}:{format_column_name(len(columns) - 1)}{last}"
    marks = (CellMark(signed, LOSS, f"N(C{above + 1})<0"),) if book.lines else ()
    return WorkbookPage(
        title,
        tuple(_choose_width(column.name) for column in columns),
        rows,
        (above, above),
        extras=Extras(marks=marks, charts=charts, is_one_page=len(book.lines) <= ON_ONE_PAGE, has_grid=False),
    )


def _compute_chart_height(book: StandingBook) -> float:
    """Return the height of the bars in centimetres; 0 if there are none."""
    return max(4.5, 1.6 + 0.36 * len(book.lines)) if 0 < len(book.lines) <= WITH_CHART else 0


def list_wall_rows(book: StandingBook, table: FileTable, rules: Iterable[str]) -> Iterator[tuple[Cell, ...]]:
    """Yield everybody's line on the page for the wall, the room for the bars, and the rules."""
    columns = _list_wall_columns(book, table)
    for row in book.lines:
        is_first = row.line.rank <= 3
        looks = {"rank": FIRST, "name": FIRST, book.main.id: FIRST} if is_first else {book.main.id: WALL_STRONG}
        yield tuple(
            build_value_cell(
                column.get_value(row),
                column.kind,
                looks.get(column.name, WALL),
                table.build_lookup(column.name, row.position, ORDER) + ('&""' if column.name == "prize" else ""),
            )
            for column in columns
        )
    yield BLANK
    if height := _compute_chart_height(book):
        yield from [BLANK] * round(height / ROW_OF_CHART + 1)
    for rule in rules:
        yield from list_paragraphs(rule, SENTENCE, SENTENCE_WIDTH)


def build_capital(book: StandingBook, table: FileTable, rounds: FileTable, start: str) -> WorkbookPage:
    """Return the capital of the first players after each round, as lines and numbers; `start`: its cell."""
    title, sheet = _("Capital"), quote_title(_("Capital"))
    note = _("The first ones, without replacements.")
    rows = [
        *list_paragraphs(f"{book.data.tournament.name} – {title}", TITLE, TITLE_WIDTH)[:1],
        *list_paragraphs(note, SENTENCE, SENTENCE_WIDTH)[:1],
        *[BLANK] * (CAPITAL_ROWS - 3),
    ]
    after = [_("after round %(number)s") % {"number": number} for number in book.numbers]
    heads = ((_("Rank"), RANK), (_("Name"), TEXT), *((head, COUNT) for head in (_("At the start"), *after)))
    rows.append(tuple(Cell(head, kind, HEAD) for head, kind in heads))
    last, kind = format_column_name(2 + len(after)), book.get_kind("capital")
    for row in book.lines[:MOST_DRAWN]:
        cells = [
            Cell(row.line.rank, RANK, "", table.build_lookup("rank", row.position, ORDER)),
            Cell(row.line.player.name, TEXT, "", table.build_lookup("name", row.position, ORDER)),
            Cell(book.settings.start / 100, kind, "", start),
        ]
        capital, number_of_row = SIXTHS * book.settings.start, len(rows) + 1
        for index, number in enumerate(book.numbers):
            played = row.line.rounds[index]
            capital += played.gain if played is not None else 0
            who = table.build_lookup("number", row.position, ORDER)
            mine = f"{rounds.names['round']},{number},{rounds.names['number']},{who}"
            before = f"{format_column_name(2 + index)}{number_of_row}"
            cells.append(
                Cell(convert_play_money(capital), kind, "", f"ROUND({before}+SUMIFS({rounds.names['gain']},{mine}),4)")
            )
        rows.append(tuple(cells))
    lines = range(CAPITAL_ROWS + 1, len(rows) + 1)
    series = tuple((f"{sheet}$B${line}", f"{sheet}$C${line}:${last}${line}") for line in lines)
    axis = f"{sheet}$C${CAPITAL_ROWS}:${last}${CAPITAL_ROWS}"
    chart = SheetChart(LINES_CHART, _("Capital after each round"), "A3", axis, series, (26, 12.5))
    return WorkbookPage(
        title,
        (7, 27, *[15] * (len(after) + 1)),
        tuple(rows),
        extras=Extras(charts=(chart,), is_landscape=True, is_one_page=True, has_grid=False),
    )
