"""The page of an evening for the wall: who stands where, who pays whom, and the course of the points."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.reports.exports.evening_book import EveningBook
from scoring.reports.exports.players import PlayerLine
from scoring.reports.exports.score_sheet import ScoreSheet
from scoring.reports.exports.settlement import format_box, list_wall_payments
from scoring.table.settlement.services import format_agreed
from tarockclub.kit.days import convert_to_local, format_day
from tarockclub.kit.tables.table import COVERED_ROW, FileTable
from tarockclub.kit.xlsx.cells import (
    ACROSS,
    BLANK,
    FIRST,
    HEAD,
    LINE,
    LINES_CHART,
    LOSS,
    SECTION,
    SENTENCE,
    TEXT,
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
    list_paragraphs,
    list_wall_head,
    quote_title,
)

WIDTHS = (7, 27, 12, 12, 10, 12, 12, 12)
HEAD_WIDTHS, WIDEST_RULE = (95, 50, 95), 115  # characters on the page
CHART_SIZE, CHART_ROWS = (19, 9.5), 18  # centimetres; rows under it
FIRST_ROWS = 1  # whose letters are in the club's colour


def _format_period(book: EveningBook) -> str:
    """Return when the evening was, how many hands it had, and by which rules."""
    data = book.data
    hands = len(data.list_hands())
    ended = f"–{convert_to_local(data.table.ended):%H:%M}" if data.table.ended else ""
    words = [f"{format_day(data.started)}, {data.started:%H:%M}{ended}"]
    words.append(ngettext("%(number)s hand", "%(number)s hands", hands) % {"number": hands})
    return " · ".join((*words, data.sheet_name))


def build_evening_wall(
    book: EveningBook, lines: list[PlayerLine], players: FileTable, sheet: ScoreSheet, program: str
) -> WorkbookPage:
    """Return the page; `players`: the table from which it reads, `program`: its name with the version."""
    data = book.data
    rows = [
        *list_wall_head((data.table.club.name, _("Tarock evening"), _format_period(book)), HEAD_WIDTHS),
        *([] if data.table.ended else [(build_text_cell(_("Not ended yet: these are the totals so far."), LINE),)]),
        BLANK,
    ]
    money = next((name for name in ("balance", "money", "pot") if name in players.letters), "")
    shown = ["rank", "name", "points", *([money] if money else []), "hands", "own", "won", "best"]
    columns = [next(column for column in players.columns if column.name == name) for name in shown]
    heading = len(rows) + 1
    rows.append(tuple(Cell(_name_column(column.name, str(column.title)), column.kind, HEAD) for column in columns))
    for line in sorted(lines, key=lambda line: line.order):
        look = FIRST if line.order <= FIRST_ROWS else WALL
        cells = [
            build_value_cell(column.get_value(line), column.kind, look, players.build_lookup(column.name, line.order))
            for column in columns
        ]
        cells[2] = cells[2]._replace(look=WALL_STRONG if look == WALL else look)
        rows.append(tuple(cells))
    losses = CellMark(f"C{heading + 1}:D{len(rows)}", LOSS, f"N(C{heading + 1})<0")
    rows += [BLANK, (build_text_cell(_("Who pays whom"), SECTION),), *_build_payment_rows(book), BLANK]
    charts = [_build_chart(lines, sheet, len(book.rows), f"A{len(rows) + 1}")] if len(book.rows) > 1 else []
    if charts:
        rows += [BLANK] * CHART_ROWS
    rule = " · ".join((*format_agreed(book.settled.agreed), *format_box(book), program))
    rows += list_paragraphs(rule, SENTENCE, WIDEST_RULE)
    widths = WIDTHS if money else (WIDTHS[0], WIDTHS[1] + WIDTHS[2], *WIDTHS[3:])
    extras = Extras(
        marks=(losses,), charts=tuple(charts), columns=len(widths), lines=len(rows), is_one_page=True, has_grid=False
    )
    return WorkbookPage(_("Notice board"), widths, tuple(rows), extras=extras)


def _name_column(name: str, title: str) -> str:
    """Return the heading of a column, as somebody reads it who stands before it."""
    titles = {"balance": _("Money"), "pot": _("Money"), "own": _("Games as declarer"), "won": _("of these won")}
    title = titles.get(name, title)
    return title[:1].upper() + title[1:]


def _build_payment_rows(book: EveningBook) -> list[tuple[Cell, ...]]:
    payments = list_wall_payments(book)
    if not payments:
        return [(Cell(None), build_text_cell(_("Nobody owes anybody anything."), ACROSS))]
    blank = [Cell(None, look=WALL)] * 3
    heads = (*build_heads(("", _("Who pays"))), *build_heads((_("Amount"),), payments[0].amount.shown))
    return [
        (*heads, *build_heads((_("to whom"), "", "", "", ""))),
        *(
            (
                Cell(None, look=WALL),
                build_text_cell(payment.payer, WALL),
                payment.amount._replace(look=WALL_STRONG),
                build_text_cell(payment.getter, ACROSS),
                *blank,
                Cell(None, TEXT, WALL),
            )
            for payment in payments
        ),
    ]


def _build_chart(lines: list[PlayerLine], sheet: ScoreSheet, rows: int, place: str) -> SheetChart:
    """Return everybody's totals after each line, the best one first."""
    title, letters, last = quote_title(str(sheet.table.title)), sheet.table.letters, COVERED_ROW + rows - 1
    series = []
    for line in sorted(lines, key=lambda line: line.order):
        head, total = (letters[f"{name}_{line.player.number}"] for name in ("points", "total"))
        cells = f"{title}${total}${COVERED_ROW}:${total}${last}"
        series.append((f"{title}${head}${COVERED_ROW - 1}", cells))
    number = letters["number"]
    heads = f"{title}${number}${COVERED_ROW}:${number}${last}"
    return SheetChart(LINES_CHART, _("Points after each hand"), place, heads, tuple(series), CHART_SIZE)
