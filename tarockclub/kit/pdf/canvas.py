"""Pages of A4 to draw on: positions in points from the upper left corner; each page has a head and a foot.

The same drawing gives the same file: it contains no time of creation.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from io import BytesIO
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.pdf.fonts import BOLD, CAPITAL, REGULAR, compute_width, load_face
from tarockclub.kit.pdf.text_fitting import ELLIPSIS, LEADING, LEAST, FittedText, fit_text, make_printable

MM = 72 / 25.4  # points
SHORT, LONG = 210 * MM, 297 * MM
MARGIN = 12 * MM  # more than the unprintable edge of printers
FOOT = 7 * MM  # above the margin below
LEFT, CENTRE, RIGHT = "left", "centre", "right"
TOP, MIDDLE, BOTTOM = "top", "middle", "bottom"
HAIR, THIN, THICK = 0.3, 0.6, 1.4  # widths of lines, points
_PALE = 0.5  # hairlines: dark enough for old printers
_FOOT_SIZE = 8.0
_MARK = 7 * MM  # the height of mark_pages


class Box(NamedTuple):
    """A rectangle on a page, in points from the upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def shrink(self, by: float) -> "Box":
        """Return the box, smaller at the sides."""
        return Box(self.x + by, self.y, self.width - 2 * by, self.height)


_PAGE_MARK: ContextVar[str] = ContextVar("page_mark", default="")


@contextmanager
def mark_pages(text: str) -> Iterator[None]:
    """Write a text at the head of every page that is drawn within the block; "": none."""
    token = _PAGE_MARK.set(text)
    try:
        yield
    finally:
        _PAGE_MARK.reset(token)


class Paper:
    """A document drawn page by page."""

    def __init__(
        self,
        title: str,
        language: str,
        *,
        foot: str = "",
        landscape: bool = False,
        plain: bool = False,
        margin: float = MARGIN,
    ) -> None:
        """Begin a document; `foot` is left of the page numbers; `plain`: pages without any foot."""
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0  # plain bytes: a quarter smaller, and faster
        self.width, self.height = (LONG, SHORT) if landscape else (SHORT, LONG)
        self.margin = margin
        self.room = Box(margin, margin, self.width - 2 * margin, self.height - 2 * margin - (0 if plain else FOOT))
        if _PAGE_MARK.get():
            self.room = self.room._replace(y=margin + _MARK, height=self.room.height - _MARK)
        self._foot, self._plain, self._to = foot, plain, BytesIO()
        for font in (REGULAR, BOLD):
            load_face(font)
        self._canvas: Any = Canvas(
            self._to, pagesize=(self.width, self.height), invariant=1, pageCompression=1, lang=language or "de"
        )
        self._canvas.setTitle(make_printable(title))
        self._canvas.setCreator("Tarockclub")
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        self._canvas.setLineCap(0)
        self._pages: list[dict[str, Any]] = []
        self._is_open = False
        self._stamps: dict[Hashable, str] = {}
        self._tint: tuple[float, ...] = ()  # of lines and shapes; (): grey

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self._pages) + self._is_open

    def begin_page(self, mark: str = "") -> None:
        """Begin a page; `mark` is its name in a reader's outline."""
        self._end()
        self._is_open = True
        if mark:
            key = f"page-{self.pages}"
            self._canvas.bookmarkPage(key)
            self._canvas.addOutlineEntry(make_printable(mark), key)
        if text := _PAGE_MARK.get():
            head = Box(self.margin, self.margin, self.width - 2 * self.margin, _MARK)
            self.write(head, text, 13, font=BOLD, align=CENTRE, lines=1)

    def _end(self) -> None:
        if self._is_open:
            self._pages.append(dict(self._canvas.__dict__))
            self._canvas._startPage()
        self._is_open = False

    def write(
        self,
        box: Box,
        text: str,
        size: float = 10,
        *,
        font: str = REGULAR,
        align: str = LEFT,
        stand: str = MIDDLE,
        lines: int = 0,
        least: float = LEAST,
    ) -> FittedText:
        """Write text in a box, as large as fits; `lines`: the maximum (0: as many as fit at the least size)."""
        most = lines or max(1, int(box.height / (least * LEADING)))
        found = fit_text(text, box.width, size, font=font, lines=most, least=least)
        while found.height > box.height and found.size > least:
            found = fit_text(text, box.width, found.size - 0.5, font=font, lines=most, least=least)
        self.draw_lines(box, found, font=font, align=align, stand=stand)
        return found

    def draw_lines(
        self, box: Box, text: FittedText, *, font: str = REGULAR, align: str = LEFT, stand: str = MIDDLE
    ) -> None:
        """Write lines that were fitted before."""
        leading = text.size * LEADING
        free = box.height - text.height
        y = box.y + (0 if stand == TOP else free if stand == BOTTOM else free / 2)
        x = box.x + (box.width if align == RIGHT else box.width / 2 if align == CENTRE else 0)
        load_face(font)
        self._canvas.setFont(font, text.size)
        draw = self._canvas.drawString
        draw = self._canvas.drawRightString if align == RIGHT else draw
        draw = self._canvas.drawCentredString if align == CENTRE else draw
        for at, line in enumerate(text.lines):
            base = y + at * leading + (leading + text.size * CAPITAL) / 2
            draw(x, self.height - base, line)

    def draw_upright(self, box: Box, text: str, size: float = 8) -> None:
        """Write text upwards in a narrow box, from its lower end."""
        most = max(1, int(box.width / (LEAST * LEADING)))
        found = fit_text(text, box.height, size, lines=1, least=LEAST)
        if found.lines[-1].endswith(ELLIPSIS):
            found = fit_text(text, box.height, size, lines=most)
        while found.height > box.width and found.size > LEAST:
            found = fit_text(text, box.height, found.size - 0.5, lines=most)
        load_face(REGULAR)
        self._canvas.saveState()
        self._canvas.translate(box.x, self.height - box.y - box.height)
        self._canvas.rotate(90)
        self._canvas.setFont(REGULAR, found.size)
        above = (box.width - found.height) / 2
        for at, line in enumerate(found.lines):
            base = above + at * found.size * LEADING + (LEADING + CAPITAL) * found.size / 2
            self._canvas.drawString(0, -base, line)
        self._canvas.restoreState()

    def stamp(self, key: Hashable, draw: Callable[[], object]) -> None:
        """Draw something that many pages share: it is stored in the file once."""
        name = self._stamps.get(key)
        if name is None:
            name = self._stamps[key] = f"stamp{len(self._stamps) + 1}"
            self._canvas.beginForm(name)
            draw()
            self._canvas.endForm()
        self._canvas.doForm(name)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Draw upside down, on the page turned by 180 degrees."""
        self._canvas.saveState()
        self._canvas.translate(self.width, self.height)
        self._canvas.rotate(180)
        yield
        self._canvas.restoreState()

    @contextmanager
    def draw_in_colour(self, *colour: float) -> Iterator[None]:
        """Draw lines, frames and shapes in a colour (red, green, blue up to 1) within the block."""
        before, self._tint = self._tint, colour
        try:
            yield
        finally:
            self._tint = before

    def _set_stroke(self, grey: float) -> None:
        if self._tint:
            self._canvas.setStrokeColorRGB(*self._tint)
        else:
            self._canvas.setStrokeGray(grey)

    def draw_line(
        self, x: float, y: float, to_x: float, to_y: float, thick: float = THIN, *, dashed: bool = False
    ) -> None:
        """Draw a line."""
        self._canvas.setLineWidth(thick)
        self._set_stroke(_PALE if thick <= HAIR else 0)
        self._canvas.setDash(*([1.5, 1.5],) if dashed else ())
        self._canvas.line(x, self.height - y, to_x, self.height - to_y)

    def draw_frame(self, box: Box, thick: float = THIN, *, grey: float = 1.0, dashed: bool = False) -> None:
        """Draw the frame of a box; `grey`: its filling, 1 is white."""
        self._canvas.setLineWidth(thick)
        self._set_stroke(_PALE if thick <= HAIR else 0)
        self._canvas.setDash(*([4, 3],) if dashed else ())
        self._canvas.setFillGray(grey)
        place = box.x, self.height - box.y - box.height, box.width, box.height
        self._canvas.rect(*place, stroke=int(thick > 0), fill=int(grey < 1))
        self._canvas.setFillGray(0)

    def lay_cards(self, count: int, columns: int, rows: int) -> Iterator[Box]:
        """Yield the boxes of so many cards, row by row; each page has the lines along which they are cut apart."""
        width, height = self.room.width / columns, self.room.height / rows
        for at in range(count):
            down, across = divmod(at % (columns * rows), columns)
            if down == across == 0:
                self.begin_page()
                self._draw_cuts(columns, rows)
            yield Box(self.room.x + across * width, self.room.y + down * height, width, height)

    def _draw_cuts(self, columns: int, rows: int) -> None:
        room = self.room
        for at in range(1, columns):
            x = room.x + room.width * at / columns
            self.draw_line(x, room.y, x, room.y + room.height, HAIR, dashed=True)
        for at in range(1, rows):
            y = room.y + room.height * at / rows
            self.draw_line(room.x, y, room.x + room.width, y, HAIR, dashed=True)

    def draw_code(self, box: Box, rows: Sequence[Sequence[int]]) -> None:
        """Draw a square code of dark and light modules, including its white border."""
        side = min(box.width, box.height)
        # In units of modules: whole numbers, written directly; a path would compute each of a thousand squares.
        places = [
            f"{first} {len(rows) - at - 1} {length} 1 re"
            for at, row in enumerate(rows)
            for first, length in _list_dark_runs(row)
        ]
        self._canvas.saveState()
        self._canvas.translate(box.x, self.height - box.y - side)
        self._canvas.scale(side / len(rows), side / len(rows))
        self._canvas.setFillGray(0)
        self._canvas._code.append(" ".join([*places, "f"]))
        self._canvas.restoreState()

    def draw_picture(self, box: Box, png: bytes) -> None:
        """Draw a picture as large as a box allows, in its middle."""
        from reportlab.lib.utils import ImageReader

        place = box.x, self.height - box.y - box.height, box.width, box.height
        self._canvas.drawImage(ImageReader(BytesIO(png)), *place, mask="auto", preserveAspectRatio=True, anchor="c")

    def draw_curve(self, points: Iterable[tuple[float, ...]], *, grey: float = 0) -> None:
        """Draw a filled shape: its first point, then lines (x, y) and curves (x, y of three points)."""
        path = self._canvas.beginPath()
        for at, point in enumerate(points):
            turned = [value if index % 2 == 0 else self.height - value for index, value in enumerate(point)]
            (path.moveTo if at == 0 else path.curveTo if len(point) == 6 else path.lineTo)(*turned)
        path.close()
        if self._tint:
            self._canvas.setFillColorRGB(*self._tint)
        else:
            self._canvas.setFillGray(grey)
        self._canvas.drawPath(path, stroke=0, fill=1)
        self._canvas.setFillGray(0)

    def build_pdf(self) -> bytes:
        """Return the whole document; one without pages gets an empty page."""
        if not self.pages:
            self.begin_page()
        self._end()
        for number, state in enumerate(self._pages, 1):
            self._canvas.__dict__.update(state)
            if not self._plain:
                self._write_foot(number)
            self._canvas.showPage()
        self._canvas.save()
        return self._to.getvalue()

    def _write_foot(self, number: int) -> None:
        said = _("Page %(number)s of %(count)s") % {"number": number, "count": len(self._pages)}
        y = self.height - self.margin - FOOT
        taken = compute_width(said, _FOOT_SIZE) + 4 * MM
        room = Box(self.margin, y + 2 * MM, self.room.width - taken, FOOT - 2 * MM)
        self.draw_line(self.margin, y + 2 * MM, self.width - self.margin, y + 2 * MM, HAIR)
        self.write(room, self._foot, _FOOT_SIZE, lines=1, least=5.5)
        self.write(Box(self.margin, room.y, self.room.width, room.height), said, _FOOT_SIZE, align=RIGHT)


def _list_dark_runs(row: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Yield the stretches of dark modules: start and length."""
    at = 0
    while at < len(row):
        begin = at
        while at < len(row) and row[at]:
            at += 1
        if at > begin:
            yield begin, at - begin
        at += 1
