"""The settlement of an evening in its workbook, and its page for the wall: places, payments, course of the points."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.settlement import BOX
from scoring.reports.exports.evening_book import EveningBook, EveningPlayer
from scoring.reports.exports.players import POT, PlayerLine
from scoring.reports.exports.score_sheet import ScoreSheet
from scoring.table.settlement.services import format_agreed
from scoring.table.settlement.views import build_pot_rows
from tarockclub.kit.amounts import format_cents, format_points
from tarockclub.kit.days import convert_to_local, format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import COVERED_ROW, FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import (
    ACROSS,
    BLANK,
    COUNT,
    EURO,
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
    build_amount_cell,
    build_euro_cell,
    build_heads,
    build_text_cell,
    build_value_cell,
    format_column_name,
    list_paragraphs,
    list_wall_head,
    quote_title,
)


class WallPayment(NamedTuple):
    """Somebody who pays somebody else."""

    payer: str
    getter: str
    amount: Cell


def list_wall_payments(book: EveningBook) -> list[WallPayment]:
    """Return everybody's payments; in points if nothing else is played for."""
    accounts, settlement = book.settled.accounts, book.settled.settlement
    payments = [(payment, build_euro_cell(payment.amount)) for payment in settlement.payments]
    payments += [(point, build_amount_cell(point.amount, book.total_kind)) for point in settlement.in_points]
    return [
        WallPayment(
            accounts[payment.payer].name,
            _("Donation box") if payment.getter == BOX else accounts[payment.getter].name,
            amount,
        )
        for payment, amount in payments
    ]


def format_box(book: EveningBook) -> list[str]:
    """Return what the donation box gets; nothing without one."""
    agreed, settlement = book.settled.agreed, book.settled.settlement
    if not agreed.donation:
        return []
    amount = format_cents(settlement.box_cents) if agreed.rate else format_points(settlement.box)
    return [": ".join((_("Donation box"), amount))]


class PotLine(NamedTuple):
    """A line of the Pagatkassa; cents, by account."""

    words: str
    number: int
    moves: tuple[int, ...]
    left: int


def list_pot_lines(book: EveningBook) -> Iterator[PotLine]:
    """Yield what moved something in the Pagatkassa, and last its division."""
    settled = book.settled
    for row in build_pot_rows(book.data.book, settled):
        yield PotLine(row.words, row.number, row.moves, row.pot)
    words = [_("left in the Pagatkassa, divided equally")]
    if settled.pot is not None and settled.pot.odd:
        words.append(_("odd cents by lot, number %(lot)s") % {"lot": settled.lot})
    yield PotLine("; ".join(words), 0, settled.pot_moves[-1], 0)


def build_pot_table(book: EveningBook) -> FileTable:
    """Build the table of the Pagatkassa."""
    columns = (
        Column("words", _("What"), width=40),
        Column("number", _("No."), lambda line: line.number or "", COUNT, 6),
        *(_build_move_column(player) for player in book.players),
        Column("left", _("in it"), "left", EURO, 11, _build_left),
    )
    names = {f"{POT}_{player.number}": format_column_name(1 + player.number) for player in book.players}
    note = _("What everybody got from it or put into it, and what is in it after each line.")
    return FileTable("pot", _("Pagatkassa"), columns, note=note, extras=Extras(names=names, is_landscape=True))


def _build_move_column(player: EveningPlayer) -> Column:
    return Column(f"player_{player.number}", player.name, lambda line: line.moves[player.account_number], EURO, 11)


def _build_left(at: FormulaRow) -> str:
    last = at.table.columns[-2].name
    return f"ROUND(-SUM({at.table.letters['player_1']}${COVERED_ROW}:{at.find_cell(last)}),2)"


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
