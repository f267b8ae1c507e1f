"""Lines with names at their ends: totals, or places. Values in, shapes out; integers only, so that no language puts a
comma into them.

Two units are one pixel on a phone. Each player has a line with the name at its end; its mark distinguishes it without
colour. Of a long evening the chart has the hands that moved most, so that it is as heavy as that of a short one.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.engine.points import SIXTHS

WIDTH = 720
TOP, BOTTOM = 24, 464  # of the plot, at least
FOOT, EDGE, NUMBER_ROOM = 64, 10, 24  # below the plot, to the right of the names, for the numbers at the left
LETTER, SMALL_LETTER = 24, 18  # the size of letters, and where the page is wide
GAP = 34  # between two names
MARK_ROOM = 28  # between the plot and a name
LONGEST_NAME = 184
MOST_Y_STEPS, MOST_X_STEPS, MOST_MARKS = 6, 8, 6
MOST_POINTS, LATEST_POINTS = 60, 12  # deals with a point of their own; two rounds of six players
STYLES = 6
NARROW, BROAD = "fiIjlrt1.,:;'!|()[] -", "mwMWGOQÖ@%…—−ß"
SHAPES = (
    "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",  # circle
    "m-5-5h10v10h-10z",  # square
    "m0-7l7 12h-14z",  # triangle
    "m0-8l7 8l-7 8l-7-8z",  # diamond
    "m0 7l7-12h-14z",  # triangle upside down
    "m-2-7h4v5h5v4h-5v5h-4v-5h-5v-4h5z",  # cross
)


class ChartCourse(NamedTuple):
    """A player's totals in sixths: at the beginning of the sitting and after each deal since."""

    name: str
    since: int  # deals before the beginning of the sitting
    totals: tuple[int, ...]
    ending: str = ""  # behind the name


class ChartAxes(NamedTuple):
    """The words at the axes, where these are not points after deals."""

    labels: tuple[str, ...] = ()  # of the beginning and of each deal, "" for none: days, rounds; (): their numbers
    are_places: bool = False  # the totals are places below 0: −1 is the first one


class Point(NamedTuple):
    """A place on the chart."""

    x: int
    y: int


class ChartTick(NamedTuple):
    """A number on an axis: whole points, or deals."""

    position: int
    number: int
    label: str = ""  # in place of the number


class ChartHand(NamedTuple):
    """A hand that a tap on the chart leads to."""

    x: int
    line: int  # of the book
    words: str

    @property
    def packed_line(self) -> str:
        """The line in hexadecimal: its many zeros weigh nothing on the wire."""
        return f"{self.line:x}"


class ChartLine(NamedTuple):
    """A player's line with its name."""

    name: str
    short: str  # as much of it as fits
    whole: str  # the same where the page is wide
    last: int  # sixths
    points: tuple[Point, ...]
    marks: str  # a path
    colour: int
    dash: int
    label: Point  # the left end of the name, at half its height
    ending: str

    @property
    def polyline(self) -> str:
        """The points in the format of a polyline."""
        return join_points(self.points)

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
    points: tuple[ChartTick, ...]  # the deals of which the lines show the totals
    hands: tuple[ChartHand, ...] = ()
    nameless: tuple[str, ...] = ()  # lines without a name, as polylines

    @property
    def tall(self) -> int:
        """The height of the plot."""
        return self.bottom - self.top

    @property
    def leaders(self) -> tuple[tuple[Point, Point], ...]:
        """The connections from the ends of lines to names that are not right beside them."""
        moved = (line for line in self.lines if line.end.x < self.right or abs(line.end.y - line.label.y) > GAP // 4)
        return tuple((line.end, Point(line.label.x - MARK_ROOM // 4, line.label.y)) for line in moved)


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
        return Point(self.compute_x(deal), self.compute_y(sixths))

    def compute_y(self, sixths: int) -> int:
        """Return the vertical position of a total."""
        height, span = self.bottom - TOP, (self.high - self.low) * SIXTHS
        return self.bottom - (sixths - self.low * SIXTHS) * height // span

    def compute_x(self, deal: int) -> int:
        """Return the horizontal position of a deal."""
        return self.left + (self.right - self.left) * deal // self.deals


POINTS_AFTER_DEALS = ChartAxes()


def draw_chart(
    courses: Sequence[ChartCourse],
    deals: int,
    doubled: Iterable[int] = (),
    axes: ChartAxes = POINTS_AFTER_DEALS,
    others: Sequence[ChartCourse] = (),
) -> Chart | None:
    """Return the chart of this number of deals; None before the first.

    `doubled`: the numbers of the deals that count double (the first deal is 1). `others`: lines behind, without a name.
    """
    if deals < 1 or not courses:
        return None
    totals = [total for course in (*courses, *others) for total in course.totals]
    step, low, high = _compute_places_span(totals) if axes.are_places else _compute_span(totals)
    right = WIDTH - EDGE - MARK_ROOM - max(map(_compute_end_width, courses))
    left = NUMBER_ROOM + max(compute_letter_width(str(number).replace("-", "−")) for number in (low, high))
    frame = _Frame(left, right, max(BOTTOM, TOP + GAP * len(courses)), low, high, deals)
    points = choose_points(courses, deals)
    return Chart(
        width=WIDTH,
        height=frame.bottom + FOOT,
        left=left,
        right=right,
        top=TOP,
        bottom=frame.bottom,
        zero=frame.bottom if axes.are_places else frame.compute_y(0),
        deals=deals,
        lines=_build_lines(courses, frame, {*points}),
        y_ticks=_build_y_ticks(frame, step, are_places=axes.are_places),
        x_ticks=_build_label_ticks(frame, axes.labels) if axes.labels else _build_x_ticks(frame),
        doubled=_list_shades(sorted(doubled), frame),
        points=tuple(ChartTick(frame.compute_x(deal), deal) for deal in points),
        nameless=tuple(join_points(_draw_course(course, frame, {*points})) for course in others),
    )


def join_points(points: Iterable[Point]) -> str:
    """Return points in the format of a polyline."""
    return " ".join(f"{x},{y}" for x, y in points)


def _compute_end_width(course: ChartCourse) -> int:
    ends = (shorten_chart_name(course.name), LETTER), (shorten_chart_name(course.name, SMALL_LETTER), SMALL_LETTER)
    return max(compute_letter_width(f"{name} {course.ending}".rstrip(), letter) for name, letter in ends)


def choose_points(courses: Sequence[ChartCourse], deals: int) -> list[int]:
    """Return the deals whose totals are drawn: the last ones, and of each stretch before them the one that moved most.

    >>> choose_points([ChartCourse("Anna", 0, (0, 1, 2))], 2)
    [0, 1, 2]
    """
    if deals <= MOST_POINTS:
        return list(range(deals + 1))
    moved = [0] * (deals + 1)
    for course in courses:
        for deal, (before, after) in enumerate(pairwise(course.totals), course.since + 1):
            moved[deal] = max(moved[deal], abs(after - before))
    latest, stretches = deals - LATEST_POINTS, MOST_POINTS - LATEST_POINTS
    edges = [1 + latest * index // stretches for index in range(stretches + 1)]
    largest = (max(range(start, end), key=moved.__getitem__) for start, end in pairwise(edges))
    return [0, *largest, *range(latest + 1, deals + 1)]


def compute_letter_width(text: str, letter_size: int = LETTER) -> int:
    """Return the largest width that a text may have in the font of pages, or in what stands in for it.

    >>> compute_letter_width("Anna") < compute_letter_width("MMMM")
    True
    """
    wide = (37 if letter in NARROW else 92 if letter in BROAD else 70 if letter.isupper() else 58 for letter in text)
    return sum(wide) * letter_size // 100


def shorten_chart_name(name: str, letter_size: int = LETTER) -> str:
    """Return as much of a name as fits.

    >>> shorten_chart_name("Anna"), shorten_chart_name("Maximiliane-Theresia")
    ('Anna', 'Maximiliane…')
    """
    if compute_letter_width(name, letter_size) <= LONGEST_NAME:
        return name
    while compute_letter_width(f"{name}…", letter_size) > LONGEST_NAME:
        name = name[:-1]
    return f"{name.rstrip(' -')}…"


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


def _compute_places_span(totals: Sequence[int]) -> tuple[int, int, int]:
    """Return the step of an axis of places (−1 is the first), and the places at its ends."""
    low = min(*totals, -2 * SIXTHS) // SIXTHS
    return choose_step(MOST_Y_STEPS - 1, -low), low, -1


def _build_y_ticks(frame: _Frame, step: int, *, are_places: bool) -> tuple[ChartTick, ...]:
    """Return the numbers at the left; of places the first one and those that are whole steps."""
    if not are_places:
        return tuple(
            ChartTick(frame.compute_y(value * SIXTHS), value) for value in range(frame.low, frame.high + 1, step)
        )
    places = sorted({1, *range(step, -frame.low + 1, step)})
    return tuple(ChartTick(frame.compute_y(-place * SIXTHS), place, f"{place}.") for place in places)


def _build_label_ticks(frame: _Frame, labels: Sequence[str]) -> tuple[ChartTick, ...]:
    """Return the words below the plot, as many as have room."""
    ticks: list[ChartTick] = []
    free_from = 0
    for deal, label in enumerate(labels[: frame.deals + 1]):
        position, half = frame.compute_x(deal), compute_letter_width(label) // 2
        if label and position - half >= free_from and position + half <= WIDTH:
            ticks.append(ChartTick(position, deal, label))
            free_from = position + half + LETTER // 2
    return tuple(ticks)


def _build_x_ticks(frame: _Frame) -> tuple[ChartTick, ...]:
    step = choose_step(MOST_X_STEPS, frame.deals)
    return tuple(ChartTick(frame.compute_x(deal), deal) for deal in range(step, frame.deals + 1, step))


def _list_shades(doubled: Sequence[int], frame: _Frame) -> tuple[tuple[int, int], ...]:
    """Return the stretches of deals that count double; none where they would be too narrow to see."""
    if not doubled or frame.deals > MOST_POINTS:
        return ()
    breaks = [index for index, (deal, following) in enumerate(pairwise(doubled), 1) if following > deal + 1]
    runs = [doubled[start:end] for start, end in pairwise((0, *breaks, len(doubled)))]
    edges = [(frame.compute_x(run[0] - 1), frame.compute_x(run[-1])) for run in runs]
    return tuple((start, end - start) for start, end in edges)


def _build_lines(courses: Sequence[ChartCourse], frame: _Frame, points: Collection[int]) -> tuple[ChartLine, ...]:
    drawn = [_draw_course(course, frame, points) for course in courses]
    heights = _spread_heights([points[-1].y for points in drawn], frame.bottom)
    return tuple(
        _build_line(index, course, points, Point(frame.right + MARK_ROOM, height), frame)
        for index, (course, points, height) in enumerate(zip(courses, drawn, heights, strict=True))
    )


def _draw_course(course: ChartCourse, frame: _Frame, points: Collection[int]) -> tuple[Point, ...]:
    """Return the places of the totals that are drawn; where somebody came and left always."""
    totals = list(enumerate(course.totals, course.since))
    edges = (totals[0], totals[-1])
    return tuple(frame.place_point(*total) for total in totals if total[0] in points or total in edges)


def _build_line(index: int, course: ChartCourse, points: tuple[Point, ...], label: Point, frame: _Frame) -> ChartLine:
    shape = SHAPES[index % STYLES]
    every = 1 + (len(points) - 1) // MOST_MARKS
    marked = points[(len(points) - 1) % every :: every]  # always including the last one
    return ChartLine(
        name=course.name,
        short=shorten_chart_name(course.name),
        whole=shorten_chart_name(course.name, SMALL_LETTER),
        last=course.totals[-1],
        points=points,
        marks="".join(f"M{x} {y}{shape}" for x, y in marked),
        colour=index % STYLES,
        dash=index // STYLES % STYLES,
        label=label,
        ending=course.ending,
    )


def _spread_heights(heights: Sequence[int], bottom: int) -> list[int]:
    """Return the heights, moved as little as necessary to fit the names below each other within the plot."""
    order = sorted(range(len(heights)), key=lambda index: (heights[index], index))
    placed: list[int] = []
    for index in order:
        placed.append(max(heights[index], placed[-1] + GAP if placed else TOP))
    lowest = bottom
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - GAP
    return [height for _at, height in sorted(zip(order, placed, strict=True))]
