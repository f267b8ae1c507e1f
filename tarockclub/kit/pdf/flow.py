"""Titles, paragraphs and tables below one another, over as many pages as they need."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tarockclub.kit.pdf.canvas import CENTRE, HAIR, LEFT, MM, RIGHT, THIN, TOP, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD, REGULAR, compute_width
from tarockclub.kit.pdf.text_fitting import LEAST, FittedText, break_at_words, fit_text, make_printable, split_pieces

PAD = 1.2 * MM  # left and right of a cell's text
SPACE_ABOVE = 0.9 * MM  # above and below it
LINES = 6  # of a cell at most
_BETWEEN = 6 * MM  # strips
_LEAST_SIZE = 7.0  # points
_LEAST_COLUMN = 22 * MM  # of text that is long


class PaperColumn(NamedTuple):
    """A column of a table: its head, its alignment, and `stretch` to take the remaining width."""

    head: str
    align: str = LEFT
    stretch: bool = False
    least: float = 0  # millimetres at least, say for handwriting


class PdfRow(NamedTuple):
    """A row of a table; `strong`: in bold letters; `apart`: with a thick line above."""

    cells: tuple[str, ...]
    strong: bool = False
    apart: bool = False


class PaperTable(NamedTuple):
    """Columns and rows; `size` of the letters in points, `strips` beside each other on a page."""

    columns: tuple[PaperColumn, ...]
    rows: Sequence[PdfRow]
    size: float = 10
    strips: int = 1
    space: float = SPACE_ABOVE  # above and below the text of a row, points


class _FittedRow(NamedTuple):
    """A row with fitted texts."""

    cells: tuple[FittedText, ...]
    height: float
    row: PdfRow


class Flow:
    """The position of the next element on a paper."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.y = 0.0
        self._head: tuple[str, str] = ("", "")

    @property
    def height_left(self) -> float:
        """The free height of the page, in points."""
        return self.paper.room.y + self.paper.room.height - self.y

    def begin(self, title: str, below: str = "", mark: str = "") -> None:
        """Begin a page with its title; automatic further pages repeat it in small letters."""
        self.paper.begin_page(mark or title)
        self._head = (title, below)
        self.y = self.paper.room.y
        self._draw_line(title, 18, font=BOLD, lines=2, least=11)
        if below:
            self._draw_line(below, 10, lines=2)
        self.leave_space(3)

    def draw_heading(self, text: str, *, keep: float = 14) -> None:
        """Write a heading, with `keep` millimetres of the following content on the same page."""
        self.ensure_height((9 + keep) * MM)
        self.leave_space(2.5)
        self._draw_line(text, 12, font=BOLD, lines=3)
        self.leave_space(1)

    def draw_paragraph(self, text: str, size: float = 10) -> None:
        """Write a paragraph of any length."""
        found = fit_text(text, self.paper.room.width, size, lines=10_000, least=size)
        leading = found.height / len(found.lines)
        for line in found.lines:
            self.ensure_height(leading)
            one = FittedText(found.size, (line,))
            self.paper.draw_lines(self._take_box(leading), one, stand=TOP)
            self.y += leading
        self.leave_space(1)

    def leave_space(self, millimetres: float) -> None:
        """Leave vertical space."""
        self.y += millimetres * MM

    def ensure_height(self, height: float) -> None:
        """Begin a page if less than this height, in points, is free."""
        if self.height_left < height:
            self._begin_next_page()

    def draw_table(self, table: PaperTable) -> None:
        """Draw a table; its head is on every page and in every strip. With many columns its letters are smaller."""
        gap, room = _BETWEEN, self._compute_strip_width(table)
        while table.size > _LEAST_SIZE and not _has_room(table, room):
            table = table._replace(size=table.size - 0.5)
        widths = _compute_widths(table, room)
        head = _fit_row(_build_head_row(table), table, widths, table.size * 0.85)
        self.ensure_height(head.height + 12 * MM)
        top, strip = self.y, 0
        self._draw_row(head, table, widths, 0, is_head=True)
        for row in table.rows:
            one = _fit_row(row, table, widths, table.size)
            if self.height_left < one.height:
                strip += 1
                if strip == table.strips:
                    self._begin_next_page()
                    strip, top = 0, self.y
                self.y = top
                self._draw_row(head, table, widths, strip * (room + gap), is_head=True)
            self._draw_row(one, table, widths, strip * (room + gap))
        self.y = self.y if strip == 0 else self.paper.room.y + self.paper.room.height
        self.leave_space(2)

    def enlarge(self, table: PaperTable, most: float) -> PaperTable:
        """Return the table with the largest letters, up to `most` points, with which all of it fits on this page."""
        size = most
        while size > table.size:
            larger = table._replace(size=size, space=table.space * size / table.size)
            if self._is_room_for(larger):
                return larger
            size -= 0.5
        return table

    def _is_room_for(self, table: PaperTable) -> bool:
        room = self._compute_strip_width(table)
        if not _has_room(table, room):
            return False
        widths = _compute_widths(table, room)
        head = _fit_row(_build_head_row(table), table, widths, table.size * 0.85).height
        strips, free = 1, self.height_left - head
        for row in table.rows:
            one = _fit_row(row, table, widths, table.size)
            height = one.height
            if any(cell.size < table.size for cell in one.cells):
                return False
            if free < height:
                strips, free = strips + 1, self.height_left - head
            free -= height
        return strips <= table.strips and free >= 0

    def _compute_strip_width(self, table: PaperTable) -> float:
        """Return the width of each strip."""
        return (self.paper.room.width - _BETWEEN * (table.strips - 1)) / table.strips

    def draw_signatures(self, *names: str) -> None:
        """Draw lines to sign on, each with its label below."""
        self.ensure_height(24 * MM)
        self.leave_space(16)
        room, gap = self.paper.room, 8 * MM
        each = (room.width - gap * (len(names) - 1)) / len(names)
        for at, name in enumerate(names):
            x = room.x + at * (each + gap)
            self.paper.draw_line(x, self.y, x + each, self.y)
            self.paper.write(Box(x, self.y + 1 * MM, each, 5 * MM), name, 8.5, align=CENTRE, lines=1)
        self.leave_space(8)

    def _begin_next_page(self) -> None:
        self.paper.begin_page()
        self.y = self.paper.room.y
        title = " · ".join(filter(None, self._head))
        self._draw_line(title, 9, font=BOLD, lines=1, least=7)
        self.leave_space(2)

    def _draw_line(self, text: str, size: float, *, font: str = REGULAR, lines: int = 1, least: float = LEAST) -> None:
        found = fit_text(text, self.paper.room.width, size, font=font, lines=lines, least=least)
        self.paper.draw_lines(self._take_box(found.height), found, font=font, stand=TOP)
        self.y += found.height

    def _take_box(self, height: float) -> Box:
        return Box(self.paper.room.x, self.y, self.paper.room.width, height)

    def _draw_row(
        self, row: _FittedRow, table: PaperTable, widths: Sequence[float], shift: float, *, is_head: bool = False
    ) -> None:
        x = self.paper.room.x + shift
        if row.row.apart:
            self.paper.draw_line(x, self.y, x + sum(widths), self.y, THIN * 2)
        font = BOLD if row.row.strong else REGULAR
        for column, cell, wide in zip(table.columns, row.cells, widths, strict=True):
            box = Box(x + PAD, self.y + table.space, wide - 2 * PAD, row.height - 2 * table.space)
            self.paper.draw_lines(box, cell, font=font, align=column.align)
            x += wide
        self.y += row.height
        self.paper.draw_line(x - sum(widths), self.y, x, self.y, THIN * 2 if is_head else HAIR)


def _build_head_row(table: PaperTable) -> PdfRow:
    return PdfRow(tuple(column.head for column in table.columns), strong=True)


def _fit_row(row: PdfRow, table: PaperTable, widths: Sequence[float], size: float) -> _FittedRow:
    font = BOLD if row.strong else REGULAR
    least = min(size, 7.0)
    cells = tuple(
        _fit_cell(text, wide - 2 * PAD, size, font, least) for text, wide in zip(row.cells, widths, strict=True)
    )
    return _FittedRow(cells, max(cell.height for cell in cells) + 2 * table.space, row)


def _fit_cell(text: str, room: float, size: float, font: str, least: float) -> FittedText:
    """Fit text on up to two lines; else on several, and smaller before a word is broken."""
    lines = break_at_words(make_printable(text), room, size, font)
    if lines is not None and len(lines) <= 2:
        return FittedText(size, lines)
    return fit_text(text, room, size, font=font, lines=LINES, least=least)


def _has_room(table: PaperTable, room: float) -> bool:
    """Return whether all columns can keep their words whole, except those that stretch."""
    wanted = [_compute_natural_width(column, at, table.rows, table.size) for at, column in enumerate(table.columns)]
    return room >= sum(
        min(taken, _LEAST_COLUMN * 1.5) if column.stretch else taken
        for taken, column in zip(wanted, table.columns, strict=True)
    )


def _compute_widths(table: PaperTable, room: float) -> list[float]:
    """Return the width of each column: that of its texts; stretching columns get the remaining or missing width."""
    taken = [
        max(_compute_natural_width(column, at, table.rows, table.size), column.least * MM)
        for at, column in enumerate(table.columns)
    ]
    free = room - sum(taken)
    elastic = [at for at, column in enumerate(table.columns) if column.stretch] or list(range(len(taken)))
    if free >= 0:
        return [width + free / len(elastic) * (at in elastic) for at, width in enumerate(taken)]
    words = [_compute_word_width(at, table.rows, table.size) for at in range(len(taken))]
    return _squeeze_widths(taken, words, elastic, room)


def _squeeze_widths(taken: list[float], words: list[float], elastic: list[int], room: float) -> list[float]:
    """Narrow columns that are too wide together: the widest elastic ones first, down to a least width or a word's."""
    widths = list(taken)
    fixed = sum(width for at, width in enumerate(widths) if at not in elastic)
    share = (room - fixed) / len(elastic)
    if share < _LEAST_COLUMN / 2:  # even the others have no room
        return [width * room / sum(widths) for width in widths]
    small = [at for at in elastic if widths[at] <= share]
    rest = room - fixed - sum(widths[at] for at in small)
    large = [at for at in elastic if at not in small]
    least = {at: max(min(share, _LEAST_COLUMN), words[at]) for at in large}
    more = rest - sum(least.values())
    if more < 0:  # letters have to be smaller, or words broken
        return [rest * least[at] / sum(least.values()) if at in least else width for at, width in enumerate(widths)]
    whole = sum(widths[at] - least[at] for at in large)
    for at in large:
        widths[at] = least[at] + more * (widths[at] - least[at]) / whole
    return widths


def _compute_word_width(at: int, rows: Iterable[PdfRow], size: float) -> float:
    """Return the width of a column in which no word is broken."""
    fonts = ((row.cells[at], BOLD if row.strong else REGULAR) for row in rows)
    found = (compute_width(word.rstrip(), size, font) for text, font in fonts for word in split_pieces(text))
    return max(found, default=0.0) + 2 * PAD + 0.2


def _compute_natural_width(column: PaperColumn, at: int, rows: Iterable[PdfRow], size: float) -> float:
    longest = max((compute_width(row.cells[at], size, BOLD if row.strong else REGULAR) for row in rows), default=0.0)
    words = column.head.split(" ") if column.align != LEFT else [column.head]
    return max(longest, *(compute_width(word, size * 0.85, BOLD) for word in words)) + 2 * PAD + 0.2


__all__ = ["CENTRE", "LEFT", "RIGHT", "Flow", "PaperColumn", "PaperTable", "PdfRow"]
