"""A Speiszettel as PDF: two columns on at most two pages of A4, in the largest font size with which it fits."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.sheets.house_rules.speiszettel.sections import RuleRow, Zettel, ZettelSection
from tarockclub.kit.pdf.canvas import HAIR, MM, RIGHT, THIN, TOP, Box, Paper
from tarockclub.kit.pdf.fonts import BOLD, ITALIC, REGULAR, compute_width
from tarockclub.kit.pdf.text_fitting import LEADING, FittedText, fit_text

MOST_PAGES = 2
_SIZES = tuple(half / 2 for half in range(20, 11, -1))  # points, from 10 down to 6
_GAP, _CELL = 6 * MM, 13 * MM
_TITLE, _SOURCE_SIZE = 18.0, 8.5
_MANY = 10_000  # lines


class ZettelPiece(NamedTuple):
    """Lines of one kind at a place of a block."""

    x: float
    y: float
    width: float
    found: FittedText
    font: str = REGULAR
    align: str = "left"


class ZettelBlock(NamedTuple):
    """A part that stays together in a column; a `title` also stays with the next block."""

    height: float
    pieces: tuple[ZettelPiece, ...]
    title: bool = False


def render_speiszettel(zettel: Zettel, language: str) -> bytes:
    """Return the Speiszettel as a PDF."""
    paper = Paper(" – ".join((zettel.name, _("Speiszettel"))), language, foot=zettel.name)
    wide = (paper.room.width - _GAP) / 2
    above = _compute_head_height(zettel, paper)
    for size in _SIZES:
        columns = list(_pack_columns(list(_build_blocks(zettel, wide, size)), paper.room.height, above))
        if len(columns) <= 2 * MOST_PAGES:
            break
    for at, column in enumerate(columns):
        if at % 2 == 0:
            paper.begin_page(zettel.name if at == 0 else "")
            if at == 0:
                _draw_head(zettel, paper)
            top = paper.room.y + (above if at == 0 else 0)
            middle = paper.room.x + wide + _GAP / 2
            paper.draw_line(middle, top, middle, paper.room.y + paper.room.height, HAIR)
        _draw_column(paper, column, paper.room.x + at % 2 * (wide + _GAP), paper.room.y + (above if at < 2 else 0))
    return paper.build_pdf()


def _format_source(zettel: Zettel) -> str:
    source = ": ".join((_("Source"), ", ".join(filter(None, (zettel.source, zettel.ref)))))
    return " – ".join(filter(None, (zettel.version, source)))


def _fit_head(zettel: Zettel, paper: Paper) -> tuple[FittedText, FittedText]:
    room = paper.room.width
    title = fit_text(zettel.name, room, _TITLE, font=BOLD, lines=2, least=9)
    return title, fit_text(_format_source(zettel), room, _SOURCE_SIZE, lines=3)


def _compute_head_height(zettel: Zettel, paper: Paper) -> float:
    return sum(found.height for found in _fit_head(zettel, paper)) + 4 * MM


def _draw_head(zettel: Zettel, paper: Paper) -> None:
    title, below = _fit_head(zettel, paper)
    paper.draw_lines(Box(paper.room.x, paper.room.y, paper.room.width, title.height), title, font=BOLD, stand=TOP)
    y = paper.room.y + title.height
    paper.draw_lines(Box(paper.room.x, y, paper.room.width, below.height), below, stand=TOP)
    y += below.height + 1.5 * MM
    paper.draw_line(paper.room.x, y, paper.room.x + paper.room.width, y, THIN)


def _build_blocks(zettel: Zettel, wide: float, size: float) -> Iterator[ZettelBlock]:
    for section in zettel.sections:
        if section.rows:
            yield _build_title_block(section, wide, size)
            if section.id == "contracts" and zettel.legend:
                said = " · ".join(f"{mark} {meaning}" for mark, meaning in zettel.legend)
                found = fit_text(said, wide, size * 0.88, font=ITALIC, lines=_MANY, least=size * 0.88)
                yield ZettelBlock(found.height + 1 * MM, (ZettelPiece(0, 0, wide, found, ITALIC),), title=True)
            yield from (_build_row_block(row, len(section.columns), wide, size) for row in section.rows)


def _build_title_block(section: ZettelSection, wide: float, size: float) -> ZettelBlock:
    room = wide - _CELL * len(section.columns)
    found = fit_text(section.title, room, size * 1.25, font=BOLD, lines=2, least=size)
    heads = [
        ZettelPiece(
            room + at * _CELL, 2 * MM, _CELL, fit_text(name, _CELL - 1 * MM, size * 0.85, least=5.5), align=RIGHT
        )
        for at, name in enumerate(section.columns)
    ]
    return ZettelBlock(found.height + 3 * MM, (ZettelPiece(0, 2 * MM, room, found, BOLD), *heads), title=True)


def _build_row_block(row: RuleRow, columns: int, wide: float, size: float) -> ZettelBlock:
    """Return the block of a rule: its name with marks, values in columns, and the notes below."""
    small = size * 0.88
    in_columns = all(compute_width(cell, size, BOLD) < _CELL for cell in row.cells)
    cells = row.cells if in_columns else ()
    room = wide - _CELL * columns if cells else wide
    name = fit_text(" ".join((*row.marks, row.name)), room, size, font=BOLD, lines=3, least=size * 0.9)
    pieces, height = [ZettelPiece(0, 0, room, name, BOLD)], name.height
    beside = compute_width(name.lines[-1], name.size, BOLD) + 1.5 * MM
    has_room = compute_width(row.aside, small) < room - beside
    if row.aside and has_room:
        found = fit_text(row.aside, room - beside, small, least=small - 0.5)
        pieces.append(ZettelPiece(beside, height - name.size * LEADING, room - beside, found))
    pieces += [
        ZettelPiece(
            room + at * _CELL, 0, _CELL, fit_text(cell, _CELL - 0.5 * MM, size, font=BOLD, least=5.5), BOLD, RIGHT
        )
        for at, cell in enumerate(cells)
    ]
    aside = () if has_room else (row.aside,)
    said = (*(() if in_columns else row.cells), *aside, *row.notes, row.ref)
    text = " ".join(filter(None, said))
    if text and not columns and len(name.lines) == 1:
        head, text = _split_heading(text, wide - beside, small)
        found = FittedText(small, (head,))
        pieces.append(
            ZettelPiece(beside, height - name.size * LEADING + (name.size - small) * 0.9, wide - beside, found)
        )
    if text:
        found = fit_text(text, wide - 2 * MM, small, lines=_MANY, least=small)
        pieces.append(ZettelPiece(2 * MM, height, wide - 2 * MM, found))
        height += found.height
    return ZettelBlock(height + 0.8 * MM, tuple(pieces))


def _split_heading(text: str, room: float, size: float) -> tuple[str, str]:
    """Split a heading's text into the words beside it and those below it.

    >>> _split_heading("Ein Punkt ist zehn Cent wert.", 60.0, 8.0)
    ('Ein Punkt ist', 'zehn Cent wert.')
    """
    words = text.split(" ")
    many = next((at for at in range(len(words), 0, -1) if compute_width(" ".join(words[:at]), size) <= room), 0)
    return " ".join(words[:many]), " ".join(words[many:])


def _pack_columns(blocks: Sequence[ZettelBlock], height: float, above: float) -> Iterator[list[ZettelBlock]]:
    """Yield the blocks by column: the first two are shorter by the title of the sheet; no title ends a column."""
    column: list[ZettelBlock] = []
    free, number = height - above, 0
    for at, block in enumerate(blocks):
        wanted = block.height
        ahead = at
        while blocks[ahead].title and ahead + 1 < len(blocks):
            ahead += 1
            wanted += blocks[ahead].height
        follows = column and column[-1].title
        if wanted > free and not follows:
            yield column
            number += 1
            column, free = [], height - (above if number < 2 else 0)
        column.append(block)
        free -= block.height
    if column:
        yield column


def _draw_column(paper: Paper, column: Sequence[ZettelBlock], x: float, y: float) -> None:
    for block in column:
        for piece in block.pieces:
            box = Box(x + piece.x, y + piece.y, piece.width, piece.found.height)
            paper.draw_lines(box, piece.found, font=piece.font, align=piece.align, stand=TOP)
        y += block.height
