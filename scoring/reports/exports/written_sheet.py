"""The written sheet in the workbook: a row for each line of the book, sums and running totals as formulas."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.book.ledger.book import LedgerLine
from scoring.engine.evening.course import compute_amounts
from scoring.models import Entry
from scoring.reports.exports.data import EveningData, find_deal_entry, format_entry_kind
from scoring.table.written_sheet.rows import MOVING_KINDS, WrittenRow, find_seat_name
from tarockclub.kit.days import format_day
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    EMPTY,
    FACTOR,
    HEAD,
    NOTE,
    PLAIN,
    STANDING,
    STRUCK_LOOK,
    SUM,
    TITLE,
    Cell,
    Rows,
    WorkbookPage,
    add_left_edge,
    build_amount_cell,
    build_group_head,
    build_heads,
    build_text_cell,
    count_cell,
    format_column_name,
)

HEADING = (2, 3)
ROWS_ABOVE = 3  # rows above the book: title and headings
KIND, RADL = 1, 6  # the columns of the kind of line and of the factor
COLUMNS_BEFORE = 7  # columns before the amounts
WIDTHS = (5, 12, 11, 11, 36, 22, 6)
WIDTH_OF_AMOUNTS, WIDTH_OF_REASON = 9, 24


class Layout(NamedTuple):
    """The places of the amounts, for the formulas of other sheets."""

    first: int  # first row of the book
    last: int
    players: int
    hand: str  # word for a hand that counts
    moving: tuple[str, ...] = ()  # words for other lines that move points

    def list_cells(self, column: int, first: int = 0, last: int = 0) -> str:
        """Return the cells of a column, in all rows of the book or in some of them."""
        name = format_column_name(column)
        return f"${name}${first or self.first}:${name}${last or self.last}"

    def get_amounts_column(self, player: int) -> int:
        """Return the column of a player's amounts."""
        return COLUMNS_BEFORE + player

    def get_totals_column(self, player: int) -> int:
        """Return the column of a player's running total."""
        return COLUMNS_BEFORE + self.players + player

    def get_money_column(self, player: int) -> int:
        """Return the column of a player's money, if there is one."""
        return COLUMNS_BEFORE + 2 * self.players + player

    def sum_of(self, column: int, first: int = 0, last: int = 0) -> str:
        """Return the formula that adds up the hands in a column."""
        return self._sum_column(column, self.hand, first, last)

    def sum_standing(self, column: int, sheet: str = "") -> str:
        """Return the formula that adds up everything that moves points in a column; `sheet`: title of its sheet."""
        return "+".join(self._sum_column(column, word, sheet=sheet) for word in (self.hand, *self.moving))

    def _sum_column(self, column: int, word: str, first: int = 0, last: int = 0, sheet: str = "") -> str:
        cells, kinds = self.list_cells(column, first, last), self.list_cells(KIND, first, last)
        return f'SUMIFS({sheet}{cells},{sheet}{kinds},"{word}")'


def build_written_page(data: EveningData, title: str) -> tuple[WorkbookPage, Layout]:
    """Return the written sheet, and the places of its amounts."""
    rows, layout = build_written_rows(data, f"{title} – {data.sheet_name} – {format_day(data.started)}", 0)
    groups = 3 if data.with_money else 2
    widths = (*WIDTHS, *[WIDTH_OF_AMOUNTS] * groups * len(data.columns), WIDTH_OF_REASON)
    return WorkbookPage(title, widths, rows, HEADING, 1), layout


def build_written_rows(data: EveningData, title: str, above: int) -> tuple[Rows, Layout]:
    """Return the written sheet placed below `above` rows, and the places of its amounts."""
    sheet = _SheetRows(data, above + ROWS_ABOVE + 1)
    for row, line in zip(data.rows, data.book.played, strict=True):
        sheet.add(row, line)
    moving = tuple(format_entry_kind(kind) for kind in MOVING_KINDS if any(row.kind == kind for row in data.rows))
    layout = sheet.layout._replace(last=sheet.next - 1, moving=moving)
    return (
        (build_text_cell(title, TITLE),),
        *_build_headings(data),
        *sheet.rows,
        _build_sum_row(data, sheet, layout),
    ), layout


def _build_headings(data: EveningData) -> tuple[tuple[Cell, ...], ...]:
    names, players = [seat.name for seat in data.columns], len(data.columns)
    labels = [_("Amount"), _("Total"), *([_("Money")] if data.with_money else [])]
    above = [cell for label in labels for cell in build_group_head(label, players)]
    factor = _("Factor") if data.table.clock else data.doubling.title
    words = (_("No."), _("Kind"), _("Dealer"), _("Forehand"), _("Hand and remark"), _("Calculation"), factor)
    below = [cell for _label in labels for cell in add_left_edge(build_heads(names, AMOUNT))]
    return (
        (*[Cell(None, look=HEAD)] * COLUMNS_BEFORE, *above, build_text_cell("", HEAD)._replace(edge=True)),
        (*build_heads(words), *below, build_text_cell(_("Reason"), HEAD)._replace(edge=True)),
    )


def _build_sum_row(data: EveningData, sheet: "_SheetRows", layout: Layout) -> tuple[Cell, ...]:
    """Return the last row: the final total of each player."""

    def sum_cell(column: int, sixths: int) -> Cell:
        formula = layout.sum_standing(column) if sheet.rows else ""
        return build_amount_cell(sixths, STANDING, SUM, formula)

    written = [sum_cell(layout.get_amounts_column(index), total) for index, total in enumerate(sheet.written)]
    money = (
        [sum_cell(layout.get_money_column(index), total) for index, total in enumerate(sheet.money)]
        if data.with_money
        else []
    )
    blank = Cell(None, look=SUM)
    before = (build_text_cell("Σ", SUM), *[blank] * (COLUMNS_BEFORE - 1))
    between = add_left_edge([blank] * layout.players)
    return (
        *before,
        *add_left_edge(written),
        *between,
        *(add_left_edge(money) if money else ()),
        blank._replace(edge=True),
    )


class _SheetRows:
    """The rows of a written sheet in the making, with the running totals."""

    def __init__(self, data: EveningData, first: int) -> None:
        self.told = data
        self.layout = Layout(first, first, len(data.columns), format_entry_kind("hand"))
        self.rows: list[tuple[Cell, ...]] = []
        self.written = [0] * len(data.columns)
        self.money = [0] * len(data.columns)
        self._row_of_total = [0] * len(data.columns)  # row of the last running total; 0: none yet
        self._round: list[int] = [0] * len(data.columns)
        self._in_round: set[int] = set()
        self._round_begins, self._rounds = first, 0

    @property
    def next(self) -> int:
        """The number of the next row."""
        return self.layout.first + len(self.rows)

    def add(self, row: WrittenRow, line: LedgerLine) -> None:
        """Add a line of the book, and a row for the round of deals that it ends."""
        paid, money = _list_hand_amounts(self.told, line)
        counts = row.counts or row.moves
        look = STRUCK_LOOK if row.kind == Entry.Kind.STRIKE else PLAIN if counts else NOTE
        amounts = self._build_amounts(paid, look)
        totals = self._build_totals(line, paid) if counts else [EMPTY] * len(self.told.columns)
        cells = [*_build_word_cells(self.told, row, line, look), *add_left_edge(amounts), *add_left_edge(totals)]
        if self.told.with_money:
            cells += add_left_edge(self._build_amounts(money, look))
        if counts:
            self._count(line, paid, money, in_round=row.counts)
        self.rows.append((*cells, build_text_cell(_format_reasons(row, line))._replace(edge=True)))
        if line.after.in_round == 0 and not row.moves:
            self._end_round(show=line.is_deal)

    def _build_amounts(self, paid: dict[int, int], look: str) -> list[Cell]:
        return [
            build_amount_cell(paid[column], look=look) if column in paid else EMPTY._replace(look=look)
            for column in range(len(self.told.columns))
        ]

    def _build_totals(self, line: LedgerLine, paid: dict[int, int]) -> list[Cell]:
        """Return the running total of everybody present: the total before, plus this hand's payout."""
        cells, columns = [EMPTY] * len(self.told.columns), self.told.list_columns_at_table(line)
        for column in sorted(columns):
            before = self._row_of_total[column]
            terms = [f"{format_column_name(self.layout.get_totals_column(column))}{before}"] if before else []
            if column in paid:
                terms.append(f"{format_column_name(self.layout.get_amounts_column(column))}{self.next}")
            cells[column] = build_amount_cell(
                self.written[column] + paid.get(column, 0), STANDING, formula="+".join(terms)
            )
            self._row_of_total[column] = self.next
        return cells

    def _count(self, line: LedgerLine, paid: dict[int, int], money: dict[int, int], *, in_round: bool) -> None:
        self._in_round |= self.told.list_columns_at_table(line) if in_round else set()
        for column, sixths in paid.items():
            self.written[column] += sixths
            self.money[column] += money[column]
            self._round[column] += sixths if in_round else 0

    def _end_round(self, *, show: bool) -> None:
        """Add the result of a finished round of deals; none for a round that a seat change has broken off."""
        if show:
            self._rounds += 1
            last = self.next - 1
            cells = [Cell(None, look=SUM)] * len(self.told.columns)
            for column in self._in_round:
                formula = self.layout.sum_of(self.layout.get_amounts_column(column), self._round_begins, last)
                cells[column] = build_amount_cell(self._round[column], look=SUM, formula=formula)
            number = _("Round of deals %(number)s") % {"number": self._rounds}
            words = [Cell(None, look=SUM)] * COLUMNS_BEFORE
            words[KIND], words[4] = (
                build_text_cell(pgettext("kind of a row", "round"), SUM),
                build_text_cell(number, SUM),
            )
            groups = 2 if self.told.with_money else 1
            blank = add_left_edge([Cell(None, look=SUM)] * len(self.told.columns)) * groups
            self.rows.append((*words, *add_left_edge(cells), *blank, Cell(None, look=SUM, edge=True)))
        self._round, self._in_round = [0] * len(self.told.columns), set()
        self._round_begins = self.next


def _list_hand_amounts(data: EveningData, line: LedgerLine) -> tuple[dict[int, int], dict[int, int]]:
    """Return the payouts of a hand by column, in the written score and in money; also of a struck-out hand."""
    score = line.score or line.struck
    if score is None:
        return _list_other_amounts(data, line)
    return data.list_by_column(line, score.written), data.list_by_column(line, score.payouts)


def _list_other_amounts(data: EveningData, line: LedgerLine) -> tuple[dict[int, int], dict[int, int]]:
    """Return the amounts moved by a line that is not a hand."""
    paid = compute_amounts(line.content, None, line.before.active)
    columns = {place: column for place in paid if (column := data.find_column(place, line.number)) is not None}
    money = {column: paid[place][0] for place, column in columns.items()}
    written = {column: paid[place][1] for place, column in columns.items()}
    return written, money


def _build_word_cells(data: EveningData, row: WrittenRow, line: LedgerLine, look: str) -> list[Cell]:
    """Return the cells before the amounts."""
    deal = row.number > 0 or row.kind == Entry.Kind.REDEAL
    entry = find_deal_entry(line)
    names = [find_seat_name(data.seats, place, line.number) for place in (entry.dealer, entry.forehand)]
    return [
        count_cell(row.number, look) if row.number else EMPTY._replace(look=look),
        build_text_cell(format_entry_kind(row.kind, data.doubling, by_gong=bool(line.entry.phase)), look),
        *(build_text_cell(name if deal else "", look) for name in names),
        build_text_cell(_format_remark(row), look),
        build_text_cell(row.formula, look),
        Cell(entry.radl if entry.radl > 1 else None, FACTOR, look),
    ]


def _format_remark(row: WrittenRow) -> str:
    """Return the game in words, with the players' marks from other phones."""
    marks = ((_("not correct"), row.disputed), (_("correct"), row.fits))
    return "; ".join([row.words, *(f"{word}: {', '.join(names)}" for word, names in marks if names)])


def _format_reasons(row: WrittenRow, line: LedgerLine) -> str:
    """Return the reasons for the current reading of a line."""
    if line.entry.kind == Entry.Kind.FOLLOW_UP:
        return _("changed because something before it changed")
    if line.entry.kind == Entry.Kind.CORRECTION:
        return _("changed: %(reason)s") % {"reason": row.reason}
    return row.reason
