"""The sheets of a tournament's workbook to look at: a page for the wall, and the capital from round to round."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.xlsx.cells import (
    BARS_CHART,
    BLANK,
    COUNT,
    FIRST,
    HEAD,
    LINES_CHART,
    LOSS,
    RANK,
    SENTENCE,
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
from tournaments.results.exports.book_standing import ORDER, StandingBook
from tournaments.results.standings import columns as shown
from tournaments.results.standings.column import convert_play_money

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
