"""The chart of the totals: values in, shapes out. Integers only, so that no language puts a comma into them.

Two units are one pixel on a phone. Each player has a line with the name at its end; marks and dashes distinguish the
lines without colour.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import Seat
from scoring.engine.evening.course import EndTotals, Transfer
from scoring.engine.points import SIXTHS
from scoring.table.written_sheet.radl_marks import compute_radl_marks

WIDTH = 720
TOP, BOTTOM = 24, 464  # of the plot, at least
FOOT, EDGE, NUMBER_ROOM = 64, 10, 24  # below the plot, to the right of the names, for the numbers at the left
LETTER = 26  # the font size
GAP = 34  # between two names
MARK_ROOM = 40  # between the plot and a name
LONGEST_NAME = 168
MOST_Y_STEPS, MOST_X_STEPS, MOST_MARKS = 6, 8, 16
STYLES = 6
NARROW, BROAD = "fiIjlrt1.,:;'!|()[] -", "mwMWGOQÖ@%…—−ß"
SHAPES = (
    "m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z",  # circle
    "m-8-8h16v16h-16z",  # square
    "m0-11l10 18h-20z",  # triangle
    "m0-12l11 12l-11 12l-11-12z",  # diamond
    "m0 11l10-18h-20z",  # triangle upside down
    "m-3-10h6v7h7v6h-7v7h-6v-7h-7v-6h7z",  # cross
)


class ChartCourse(NamedTuple):
    """A player's totals in sixths: at the beginning of the sitting and after each deal since."""

    name: str
    since: int  # deals before the beginning of the sitting
    totals: tuple[int, ...]


class Point(NamedTuple):
    """A place on the chart."""

    x: int
    y: int


class ChartTick(NamedTuple):
    """A number on an axis: whole points, or deals."""

    at: int
    number: int


class ChartLine(NamedTuple):
    """A player's line with its name."""

    name: str
    short: str  # as much of it as fits
    last: int  # sixths
    points: tuple[Point, ...]
    marks: str  # a path
    colour: int
    dash: int
    label: Point  # the left end of the name, at half its height
    label_mark: str  # a path; empty if the end of the line is right beside the name

    @property
    def polyline(self) -> str:
        """The points in the format of a polyline."""
        return " ".join(f"{x},{y}" for x, y in self.points)

    @property
    def end(self) -> Point:
        """The last point."""
        return self.points[-1]


class Chart(NamedTuple):
    """All shapes and sizes of a chart."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    zero: int
    deals: int
    lines: tuple[ChartLine, ...]
    y_ticks: tuple[ChartTick, ...]
    x_ticks: tuple[ChartTick, ...]
    doubled: tuple[tuple[int, int], ...]  # start and width of each stretch of deals that count double

    @property
    def tall(self) -> int:
        """The height of the plot."""
        return self.bottom - self.top

    @property
    def leaders(self) -> tuple[tuple[Point, Point], ...]:
        """The connections from the ends of lines to the marks before names that are not right beside them."""
        marked = (line for line in self.lines if line.label_mark)
        return tuple((line.end, Point(line.label.x - MARK_ROOM // 2, line.label.y)) for line in marked)


class _Frame(NamedTuple):
    """The plot, and the values at its edges."""

    left: int
    right: int
    bottom: int
    low: int  # points
    high: int
    deals: int

    def place_point(self, deal: int, sixths: int) -> Point:
        """Return the position of a total after a deal."""
        height, span = self.bottom - TOP, (self.high - self.low) * SIXTHS
        return Point(self.compute_x(deal), self.bottom - (sixths - self.low * SIXTHS) * height // span)

    def compute_x(self, deal: int) -> int:
        """Return the horizontal position of a deal."""
        return self.left + (self.right - self.left) * deal // self.deals


def draw_chart(courses: Sequence[ChartCourse], deals: int, doubled: Iterable[int] = ()) -> Chart | None:
    """Return the chart of this number of deals; None before the first.

    `doubled`: the numbers of the deals that count double (the first deal is 1).
    """
    if deals < 1 or not courses:
        return None
    step, low, high = _compute_span([total for course in courses for total in course.totals])
    right = WIDTH - EDGE - MARK_ROOM - max(compute_letter_width(shorten_chart_name(course.name)) for course in courses)
    left = NUMBER_ROOM + max(compute_letter_width(str(number).replace("-", "−")) for number in (low, high))
    frame = _Frame(left, right, max(BOTTOM, TOP + GAP * len(courses)), low, high, deals)
    return Chart(
        width=WIDTH,
        height=frame.bottom + FOOT,
        left=left,
        right=right,
        top=TOP,
        bottom=frame.bottom,
        zero=frame.place_point(0, 0).y,
        deals=deals,
        lines=_build_lines(courses, frame),
        y_ticks=tuple(ChartTick(frame.place_point(0, at * SIXTHS).y, at) for at in range(low, high + 1, step)),
        x_ticks=_build_x_ticks(frame),
        doubled=_list_shades(sorted(doubled), frame),
    )


def compute_letter_width(text: str) -> int:
    """Return the largest width that a text may have, whatever the font.

    >>> compute_letter_width("Anna") < compute_letter_width("MMMM")
    True
    """
    wide = (40 if letter in NARROW else 98 if letter in BROAD else 74 if letter.isupper() else 64 for letter in text)
    return sum(wide) * LETTER // 100


def shorten_chart_name(name: str) -> str:
    """Return as much of a name as fits.

    >>> shorten_chart_name("Anna"), shorten_chart_name("Maximiliane-Theresia")
    ('Anna', 'Maximilia…')
    """
    if compute_letter_width(name) <= LONGEST_NAME:
        return name
    while compute_letter_width(f"{name}…") > LONGEST_NAME:
        name = name[:-1]
    return f"{name.rstrip()}…"


def choose_step(most: int, span: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20 … that needs at most `most` steps for a span.

    >>> choose_step(6, 5), choose_step(6, 13), choose_step(6, 601)
    (1, 5, 200)
    """
    ten = 1
    while True:
        for step in (ten, 2 * ten, 5 * ten):
            if span <= step * most:
                return step
        ten *= 10


def _compute_span(totals: Sequence[int]) -> tuple[int, int, int]:
    """Return the step of the axis, and the whole points at its ends; 0 is always among them."""
    low, high = min(*totals, 0) // SIXTHS, -(-max(*totals, 0) // SIXTHS)
    step = choose_step(MOST_Y_STEPS - 1, max(high - low, 2))
    low, high = low // step * step, -(-high // step) * step
    return step, low, high if high > low else low + step


def _build_x_ticks(frame: _Frame) -> tuple[ChartTick, ...]:
    step = choose_step(MOST_X_STEPS, frame.deals)
    return tuple(ChartTick(frame.compute_x(deal), deal) for deal in range(step, frame.deals + 1, step))


def _list_shades(doubled: Sequence[int], frame: _Frame) -> tuple[tuple[int, int], ...]:
    """Return the stretches of deals that count double; adjacent deals form one stretch."""
    if not doubled:
        return ()
    breaks = [at for at, (deal, following) in enumerate(pairwise(doubled), 1) if following > deal + 1]
    runs = [doubled[start:end] for start, end in pairwise((0, *breaks, len(doubled)))]
    edges = [(frame.compute_x(run[0] - 1), frame.compute_x(run[-1])) for run in runs]
    return tuple((start, end - start) for start, end in edges)


def _build_lines(courses: Sequence[ChartCourse], frame: _Frame) -> tuple[ChartLine, ...]:
    drawn = [
        tuple(frame.place_point(course.since + at, total) for at, total in enumerate(course.totals))
        for course in courses
    ]
    heights = _spread_heights([points[-1].y for points in drawn], frame.bottom)
    return tuple(
        _build_line(at, course, points, Point(frame.right + MARK_ROOM, height), frame)
        for at, (course, points, height) in enumerate(zip(courses, drawn, heights, strict=True))
    )


def _build_line(at: int, course: ChartCourse, points: tuple[Point, ...], label: Point, frame: _Frame) -> ChartLine:
    shape, end = SHAPES[at % STYLES], points[-1]
    beside = end.x == frame.right and abs(end.y - label.y) <= GAP // 4
    every = 1 + (len(points) - 1) // MOST_MARKS
    marked = points[(len(points) - 1) % every :: every]  # always including the last one
    return ChartLine(
        name=course.name,
        short=shorten_chart_name(course.name),
        last=course.totals[-1],
        points=points,
        marks="".join(f"M{x} {y}{shape}" for x, y in marked),
        colour=at % STYLES,
        dash=(at + at // STYLES) % STYLES,
        label=label,
        label_mark="" if beside else f"M{label.x - MARK_ROOM // 2} {label.y}{shape}",
    )


def _spread_heights(heights: Sequence[int], bottom: int) -> list[int]:
    """Return the heights, moved as little as necessary to fit the names below each other within the plot."""
    order = sorted(range(len(heights)), key=lambda at: (heights[at], at))
    placed: list[int] = []
    for at in order:
        placed.append(max(heights[at], placed[-1] + GAP if placed else TOP))
    lowest = bottom
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - GAP
    return [height for _at, height in sorted(zip(order, placed, strict=True))]


def build_chart(book: Book, seats: Sequence[Seat]) -> Chart | None:
    """Return the chart of an evening; None before its first deal."""
    marks, doubled, deals = compute_radl_marks(book).lines, [], 0
    courses = {seat.id: [0] for seat in seats if seat.until != seat.since}
    since = dict.fromkeys(courses, 0)
    for line in book.played:
        for seat in seats:
            if seat.id in courses and seat.since == line.number:
                since[seat.id] = deals
        if line.is_deal or isinstance(line.content, EndTotals):
            deals += 1
            doubled += [deals] if line.number in marks else []
            for seat in seats:
                if seat.id in courses and seat.is_seated(line.number):
                    courses[seat.id].append(line.after.written[seat.place])
        elif isinstance(line.content, Transfer):  # it changes the totals after the deal before it
            for seat in seats:
                if seat.id in courses and seat.is_seated(line.number):
                    courses[seat.id][-1] = line.after.written[seat.place]
    here = [seat for seat in seats if seat.id in courses]
    lines = [ChartCourse(seat.get_name(book.number), since[seat.id], tuple(courses[seat.id])) for seat in here]
    return draw_chart(lines, deals, doubled)
