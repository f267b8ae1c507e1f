"""Lines with names at their ends: totals, or places. Values in, shapes out; lines stretch with a page, letters do not.

The plot is 1000 units wide, a unit of its height is half a pixel; letters stand at shares of it, which are text: no
language puts a comma into them. A dash and a mark distinguish lines without colour. Of a long evening the chart has the
hands that moved most, so that it is as heavy as that of a short one.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import format_points

WIDTH, TALL = 1000, 520  # of the plot; half as tall with one line
GAP, LETTER = 36, 26  # between two names, the size of a letter
# The longest name with its ending, and the least width of a plot, on wide and narrow pages, in hundredths of a letter.
WIDE_NAME, NARROW_NAME, WIDE_PLOT, NARROW_PLOT, TIGHT_PLOT = 1580, 960, 3100, 1500, 200
MOST_Y_STEPS, MOST_X_STEPS = 6, 8
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
    """A player's totals in the units of the axes: at the beginning of the sitting and after each deal since."""

    name: str
    since: int  # deals before the beginning of the sitting
    totals: tuple[int, ...]
    ending: str = ""  # behind the name
    short: str = ""  # the name where the whole one has no room


class ChartAxes(NamedTuple):
    """The words at the axes, where these are not points after deals."""

    labels: tuple[str, ...] = ()  # of the beginning and of each deal, "" for none: days, rounds; (): their numbers
    unit: int = SIXTHS  # this many are one
    write: Callable[[int], str] = format_points
    are_places: bool = False  # the totals are places below 0: −1 is the first one


class Point(NamedTuple):
    """A place on the plot."""

    x: int
    y: int


class ChartTick(NamedTuple):
    """A number or a word at an axis, of a value or a deal."""

    position: int
    number: int
    label: str = ""
    share: str = ""  # its position in parts of the axis
    room: str = ""  # where it has room only: "whole", where the page is wide, "usual", with usual letters


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
    ending: str
    values: tuple[str, ...]  # at the labels of the deals, "" while the player is not there; at the end
    points: tuple[Point, ...]
    end: Point
    label_y: int  # of the name, at half its height
    shares: tuple[str, str, str]  # these in parts of the plot's width and height
    colour: int
    dash: int

    @property
    def polyline(self) -> str:
        """The points in the format of a polyline."""
        return join_points(self.points)

    @property
    def shape(self) -> str:
        """The mark at its end, as a path from there."""
        return f"M0 0{SHAPES[self.colour]}"


class Chart(NamedTuple):
    """All shapes and sizes of a chart."""

    tall: int
    deals: int
    lines: tuple[ChartLine, ...]
    y_ticks: tuple[ChartTick, ...]
    x_ticks: tuple[ChartTick, ...]
    doubled: tuple[tuple[int, int], ...]  # start and width of each stretch of deals that count double
    points: tuple[ChartTick, ...]  # the deals of which the lines show the totals
    hands: tuple[ChartHand, ...] = ()
    nameless: tuple[str, ...] = ()  # lines without a name, as polylines

    @property
    def height(self) -> str:
        """The height of the plot on a page, in letters."""
        return f"{self.tall / LETTER:.1f}em"

    @property
    def rooms(self) -> tuple[int, ...]:
        """The widths of the scale, and of names on a wide and a narrow page, in letters."""
        names = ([f"{line.whole} {line.ending}", f"{line.short} {line.ending}"] for line in self.lines)
        texts = [tick.label for tick in self.y_ticks], *zip(*names, strict=True)
        return tuple(1 + max(map(compute_letter_width, labels)) // 100 for labels in texts)


class _Frame(NamedTuple):
    """The plot, and the values at its edges."""

    tall: int
    low: int
    high: int
    deals: int

    def place_point(self, deal: int, total: int) -> Point:
        """Return the position of a total after a deal."""
        return Point(self.compute_x(deal), self.compute_y(total))

    def compute_y(self, total: int) -> int:
        """Return the vertical position of a total."""
        return self.tall - (total - self.low) * self.tall // (self.high - self.low)

    def compute_x(self, deal: int) -> int:
        """Return the horizontal position of a deal."""
        return WIDTH * deal // self.deals


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
    values = _list_scale([total for course in (*courses, *others) for total in course.totals], axes)
    tall = max(TALL if len(courses) > 1 else TALL // 2, GAP * len(courses))
    frame = _Frame(tall, min(values), max(values), deals)
    points = choose_points(courses, deals)
    ticks = _build_x_ticks(frame, axes.labels or _number_deals(deals))
    return Chart(
        tall=tall,
        deals=deals,
        lines=_build_lines(courses, frame, {*points}, ticks, axes.write),
        y_ticks=tuple(_build_y_tick(frame, value, axes) for value in values),
        x_ticks=ticks,
        doubled=_list_shades(sorted(doubled), frame),
        points=tuple(ChartTick(frame.compute_x(deal), deal) for deal in points),
        nameless=tuple(join_points(_draw_course(course, frame, {*points})) for course in others),
    )


def build_place_axes(labels: Sequence[str]) -> ChartAxes:
    """Return the axes of places: the first one is −1 and stands at the top."""
    return ChartAxes(tuple(labels), 1, lambda place: f"{-place}.", are_places=True)


def join_points(points: Iterable[Point]) -> str:
    """Return points in the format of a polyline."""
    return " ".join(f"{x},{y}" for x, y in points)


def format_share(part: int, whole: int) -> str:
    """Return a part of a chart's width or height, for any language.

    >>> format_share(1, 3), format_share(1, 2)
    ('33.3%', '50%')
    """
    return f"{round(100 * part / whole, 1):g}%"


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


def compute_letter_width(text: str) -> int:
    """Return the largest width that a text may have in the font of pages, in hundredths of the size of its letters.

    >>> compute_letter_width("Anna") < compute_letter_width("MMMM")
    True
    """
    return sum(37 if letter in NARROW else 92 if letter in BROAD else 70 if letter.isupper() else 58 for letter in text)


def shorten_chart_name(course: ChartCourse, room: int) -> str:
    """Return the name, what it is for short, the surname, or as much of that as fits in front of the ending.

    >>> [shorten_chart_name(ChartCourse("Theresia Mitterau", 0, (), "", "T. Mitterau"), room) for room in (990, 700)]
    ['Theresia Mitterau', 'T. Mitterau']
    >>> [shorten_chart_name(ChartCourse("Theresia Mitterau", 0, (), "+5"), room) for room in (750, 500)]
    ['Mitterau', 'Mitt…']
    """
    room -= compute_letter_width(f" {course.ending}") if course.ending else 0
    surname = course.name.split()[-1:] or [""]
    for name in filter(None, (course.name, course.short, *surname)):
        if compute_letter_width(name) <= room:
            return name
    [name] = surname
    while name and compute_letter_width(f"{name}…") > room:
        name = name[:-1]
    return f"{name.rstrip(' -')}…" if course.name else ""


def shorten_alike(courses: Sequence[ChartCourse], room: int) -> list[str]:
    """Return the names in the first form that has room for all of them; else each as long as it may be.

    >>> shorten_alike([ChartCourse(name, 0, ()) for name in ("Ida Pum", "Theresia Mitterau")], 750)
    ['Pum', 'Mitterau']
    """
    surnames = [" ".join(course.name.split()[-1:]) for course in courses]
    whole, short = [course.name for course in courses], [course.short or course.name for course in courses]
    for names in (whole, short, surnames):
        texts = [f"{name} {course.ending}".rstrip() for name, course in zip(names, courses, strict=True)]
        if len(set(names)) == len(names) and all(compute_letter_width(text) <= room for text in texts):
            return names
    return [shorten_chart_name(course, room) for course in courses]


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


def _list_scale(totals: Sequence[int], axes: ChartAxes) -> list[int]:
    """Return the values at the left, the lowest first: whole steps with 0 among them; of places the first one, too."""
    low, high = min(*totals, 0) // axes.unit, -(-max(*totals, 0) // axes.unit)
    if axes.are_places:
        step = choose_step(MOST_Y_STEPS - 1, max(-low, 2))
        return sorted({-1, *range(-step, min(low, -2) - step, -step)})
    step = choose_step(MOST_Y_STEPS - 1, max(high - low, 2))
    low, high = low // step * step, -(-high // step) * step
    return [value * axes.unit for value in range(low, max(high, low + step) + 1, step)]


def _build_y_tick(frame: _Frame, value: int, axes: ChartAxes) -> ChartTick:
    y = frame.compute_y(value)
    return ChartTick(y, value // axes.unit, axes.write(value), format_share(y, frame.tall))


def _number_deals(deals: int) -> list[str]:
    """Return the numbers of some deals, "" for the others."""
    step = choose_step(MOST_X_STEPS, deals)
    return ["" if deal % step else str(deal) for deal in range(1, deals + 1)]


def _build_x_ticks(frame: _Frame, labels: Sequence[str]) -> tuple[ChartTick, ...]:
    """Return the words below the plot, as many as have room; the latest ones are the most important."""
    ticks: list[ChartTick] = []
    wide_end = narrow_end = tight_end = 2 * WIDE_PLOT
    first = frame.deals + 1 - len(labels)
    for deal, label in reversed([*enumerate(labels, first)]):
        x, half = frame.compute_x(deal), (compute_letter_width(label) + 50) // 2
        wide, narrow, tight = (x * plot // WIDTH for plot in (WIDE_PLOT, NARROW_PLOT, TIGHT_PLOT))
        if not label or wide + half > wide_end:
            continue
        room = "whole" if narrow + half > narrow_end else "usual" if tight + half > tight_end else ""
        ticks.append(ChartTick(x, deal, label, format_share(x, WIDTH), room))
        wide_end = wide - half
        narrow_end = narrow_end if room == "whole" else narrow - half
        tight_end = tight_end if room else tight - half
    return tuple(reversed(ticks))


def _list_shades(doubled: Sequence[int], frame: _Frame) -> tuple[tuple[int, int], ...]:
    """Return the stretches of deals that count double; none where they would be too narrow to see."""
    if not doubled or frame.deals > MOST_POINTS:
        return ()
    breaks = [index for index, (deal, following) in enumerate(pairwise(doubled), 1) if following > deal + 1]
    runs = [doubled[start:end] for start, end in pairwise((0, *breaks, len(doubled)))]
    edges = [(frame.compute_x(run[0] - 1), frame.compute_x(run[-1])) for run in runs]
    return tuple((start, end - start) for start, end in edges)


def _draw_course(course: ChartCourse, frame: _Frame, points: Collection[int]) -> tuple[Point, ...]:
    """Return the places of the totals that are drawn; where somebody came and left always."""
    totals = list(enumerate(course.totals, course.since))
    edges = (totals[0], totals[-1])
    return tuple(frame.place_point(*total) for total in totals if total[0] in points or total in edges)


def _build_lines(
    courses: Sequence[ChartCourse],
    frame: _Frame,
    points: Collection[int],
    ticks: Sequence[ChartTick],
    write: Callable[[int], str],
) -> tuple[ChartLine, ...]:
    drawn = [_draw_course(course, frame, points) for course in courses]
    heights = _spread_heights([points[-1].y for points in drawn], frame.tall)
    shorts, wholes = shorten_alike(courses, NARROW_NAME), shorten_alike(courses, WIDE_NAME)
    return tuple(
        ChartLine(
            name=course.name,
            short=shorts[index],
            whole=wholes[index],
            ending=course.ending,
            values=(
                *(_write_total(course, tick.number, write) for tick in ticks),
                course.ending or write(course.totals[-1]),
            ),
            points=points,
            end=points[-1],
            label_y=height,
            shares=(
                format_share(points[-1].x, WIDTH),
                format_share(points[-1].y, frame.tall),
                format_share(height, frame.tall),
            ),
            colour=index % STYLES,
            dash=(index + index // STYLES) % STYLES,
        )
        for index, (course, points, height) in enumerate(zip(courses, drawn, heights, strict=True))
    )


def _write_total(course: ChartCourse, deal: int, write: Callable[[int], str]) -> str:
    """Return the total after a deal; "" while somebody is not there."""
    played = deal - course.since
    return write(course.totals[played]) if 0 <= played < len(course.totals) else ""


def _spread_heights(heights: Sequence[int], bottom: int) -> list[int]:
    """Return the heights, moved as little as necessary to fit the names below each other beside the plot."""
    order = sorted(range(len(heights)), key=lambda index: (heights[index], index))
    placed: list[int] = []
    for index in order:
        placed.append(max(heights[index], placed[-1] + GAP if placed else 0))
    lowest = bottom
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - GAP
    return [height for _at, height in sorted(zip(order, placed, strict=True))]
