"""Charts of totals, sparklines and columns as shapes: everything within its frame, names apart."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.charts.lines import (
    GAP,
    LATEST_POINTS,
    LETTER,
    MOST_POINTS,
    NARROW_NAME,
    NARROW_PLOT,
    WIDE_NAME,
    WIDE_PLOT,
    Chart,
    ChartAxes,
    ChartCourse,
    ChartTick,
    build_place_axes,
    choose_step,
    compute_letter_width,
    draw_chart,
)
from tarockclub.kit.charts.lines import WIDTH as PLOT_WIDTH
from tarockclub.kit.charts.sparks import HEIGHT, MOST, MOST_COLUMNS, WIDTH, draw_columns, render_sparkline
from tests.scoring.support.tables import NAMES
from tests.support.paths import ROOT

POINT = 6


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[ChartCourse], int, list[int]]:
    """Courses of four to nine players who came and left at any time, deals, and those that count double."""
    deals = draw(st.integers(1, 200))
    courses = []
    for _player in range(draw(st.integers(4, 9))):
        since = draw(st.integers(0, deals))
        played = draw(st.integers(0, deals - since))
        most = draw(st.sampled_from([1, 30, 4000, 10**6]))
        totals = draw(st.lists(st.integers(-most, most), min_size=played, max_size=played))
        courses.append(ChartCourse(draw(st.text(min_size=1, max_size=80)), since, (0, *totals)))
    return courses, deals, draw(st.lists(st.integers(1, deals), unique=True))


def draw_evening(courses: list[ChartCourse], deals: int, doubled: tuple[int, ...] = ()) -> Chart:
    """A chart that must be there."""
    found = draw_chart(courses, deals, doubled)
    assert found is not None
    return found


def find_zero(chart: Chart) -> int:
    """The height of the line of nothing."""
    return next(tick.position for tick in chart.y_ticks if tick.number == 0)


def players(*totals: tuple[int, ...]) -> list[ChartCourse]:
    """Players who were there all the time; totals in points after each deal."""
    return [
        ChartCourse(name, 0, (0, *(POINT * amount for amount in of))) for name, of in zip(NAMES, totals, strict=False)
    ]


@given(evenings())
def test_every_point_name_and_number_is_within_the_frame(evening):
    found = draw_evening(evening[0], evening[1], tuple(evening[2]))
    for line in found.lines:
        assert all(0 <= x <= PLOT_WIDTH and 0 <= y <= found.tall for x, y in line.points)
        assert 0 <= line.label_y <= found.tall
        assert compute_letter_width(line.short) <= NARROW_NAME
        assert compute_letter_width(line.whole) <= WIDE_NAME
    assert all(0 <= tick.position <= found.tall for tick in found.y_ticks)
    assert all(0 <= tick.position <= PLOT_WIDTH for tick in found.x_ticks)
    assert all(start >= 0 and start + wide <= PLOT_WIDTH for start, wide in found.doubled)
    assert len(found.points) <= MOST_POINTS + 1


@given(evenings())
def test_no_name_stands_on_another(evening):
    found = draw_evening(evening[0], evening[1])
    heights = sorted(line.label_y for line in found.lines)
    assert all(below - above >= GAP > LETTER for above, below in itertools.pairwise(heights))


@given(evenings())
def test_no_two_lines_look_the_same_without_colour_unless_there_are_more_than_six_shapes(evening):
    found = draw_evening(evening[0], evening[1])
    looks = [(line.shape, line.dash) for line in found.lines]
    assert len(set(looks)) == len(looks)


@given(evenings())
def test_the_axis_has_whole_points_and_always_nothing(evening):
    found = draw_evening(evening[0], evening[1])
    numbers = [tick.number for tick in found.y_ticks]
    assert 0 in numbers
    assert 2 <= len(numbers) <= 8
    assert len({above - below for below, above in itertools.pairwise(numbers)}) == 1


def test_more_points_are_higher_and_later_deals_further_right():
    found = draw_evening(players((1, 2), (-1, -2)), 2)
    up, down = found.lines
    assert [x for x, _ in up.points] == [x for x, _ in down.points] == [0, PLOT_WIDTH // 2, PLOT_WIDTH]
    assert up.points[2].y < up.points[1].y < find_zero(found) < down.points[1].y < down.points[2].y
    assert found.y_ticks[0] == ChartTick(found.tall, -2, "−2", "100%")
    assert found.y_ticks[-1] == ChartTick(0, 2, "2", "0%")
    assert (up.shares[0], up.values) == ("100%", ("1", "2", "2"))


def test_who_came_later_begins_at_his_deal_and_who_left_ends_at_his():
    come, gone = ChartCourse("Emil", 2, (0, 6)), ChartCourse("Dora", 0, (0, -6))
    found = draw_evening([*players((1, 2, 3)), come, gone], 3)
    first, emil, dora = found.lines
    assert emil.points[0].x == first.points[2].x
    assert emil.points[0].y == find_zero(found)
    assert (dora.end, dora.end.x) == (dora.points[1], first.points[1].x)
    assert (emil.values, dora.values) == (("", "0", "1", "1"), ("−1", "", "", "−1"))


def test_deals_that_count_double_are_shaded_beside_each_other_as_one():
    found = draw_evening(players((1,) * 10), 10, (2, 3, 4, 8))
    across = [x for x, _ in found.lines[0].points]
    assert found.doubled == ((across[1], across[4] - across[1]), (across[7], across[8] - across[7]))


def test_of_a_long_evening_the_deals_that_moved_most_and_the_last_ones_are_drawn():
    totals = [0] * 501
    totals[250:] = [90 * POINT] * 251
    found = draw_evening([ChartCourse("Anna", 0, tuple(totals))], 500)
    deals = [point.number for point in found.points]
    assert len(deals) == MOST_POINTS + 1
    assert deals == sorted(set(deals))
    assert {0, 250, *range(501 - LATEST_POINTS, 501)} <= set(deals)
    assert len(found.lines[0].points) == len(deals)


def test_before_the_first_deal_there_is_no_chart():
    assert draw_chart(players((0,)), 0) is None
    assert draw_chart([], 3) is None


@pytest.mark.parametrize(("span", "step"), [(1, 1), (6, 1), (7, 2), (31, 10), (60, 10), (61, 20), (10**6, 200_000)])
def test_steps_are_those_that_people_count_in(span, step):
    assert choose_step(6, span) == step


def test_days_and_rounds_stand_below_where_they_have_room():
    labels = ("", *(f"Runde {number}" for number in range(1, 31)))
    chart = draw_chart(players((*range(1, 31),)), 30, axes=ChartAxes(labels))
    assert chart is not None
    assert chart.x_ticks[-1].label == "Runde 30"
    ticks = [tick for tick in chart.x_ticks if tick.room != "whole"]
    assert 2 < len(ticks) < len(chart.x_ticks)
    for shown, plot in ((chart.x_ticks, WIDE_PLOT), (ticks, NARROW_PLOT)):
        for tick, following in itertools.pairwise(shown):
            half = (compute_letter_width(tick.label) + compute_letter_width(following.label)) // 2
            assert (following.position - tick.position) * plot // PLOT_WIDTH >= half


@given(st.lists(st.lists(st.integers(1, 500), min_size=3, max_size=3), min_size=1, max_size=9))
def test_the_first_place_stands_at_the_top_and_every_place_within_the_frame(places):
    courses = [ChartCourse("Anna", 0, tuple(-place for place in course)) for course in places]
    chart = draw_chart(courses, 2, axes=build_place_axes(("1", "2", "3")))
    assert chart is not None
    assert (chart.y_ticks[-1].label, chart.y_ticks[-1].position) == ("1.", 0)
    for course, line in zip(places, chart.lines, strict=True):
        assert all(0 <= y <= chart.tall for _x, y in line.points)
        assert line.values == (*(f"{place}." for place in course), f"{course[-1]}.")
        for (place, point), (other, after) in itertools.pairwise(zip(course, line.points, strict=True)):
            assert (place < other) <= (point.y <= after.y)


def test_others_stand_behind_without_a_name_and_widen_the_frame():
    others = [ChartCourse("Xaver", 0, (0, -600))]
    chart = draw_chart(players((10,)), 1, others=others)
    assert chart is not None
    assert len(chart.nameless) == 1
    assert chart.y_ticks[0].number == -100
    assert [line.name for line in chart.lines] == [NAMES[0]]


@pytest.mark.parametrize(
    ("name", "short", "whole", "narrow"),
    [
        ("Adele Moosgruber", "A. Moosgruber", "Adele Moosgruber", "A. Moosgruber"),
        ("Maximiliane Obermoosgruberin", "M. Obermoosgruberin", "M. Obermoosgruberin", "Obermoosgr…"),
        ("Maximilian-Theodor Moosgruber", "", "Moosgruber", "Moosgruber"),
        ("Anna", "", "Anna", "Anna"),
    ],
)
def test_a_name_is_whole_or_the_surname_where_it_has_no_room(name, short, whole, narrow):
    course = ChartCourse(name, 0, (0, 60), "+117", short)
    [line] = draw_evening([course], 1).lines
    assert (line.whole, line.short) == (whole, narrow)


AMOUNTS = st.integers(-(10**7), 10**7)


@given(st.lists(AMOUNTS, min_size=2, max_size=200))
def test_a_sparkline_is_within_its_frame_and_ends_with_the_last_total(totals):
    drawn = render_sparkline(totals)
    points = [tuple(map(int, point.split(","))) for point in re.findall(r'points="([^"]+)"', drawn)[0].split()]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    assert len(points) == min(len(totals), MOST)
    assert f'cx="{points[-1][0]}" cy="{points[-1][1]}"' in drawn
    assert (totals[-1] >= totals[0]) >= (points[-1][1] < points[0][1])


@given(st.lists(AMOUNTS, min_size=2, max_size=MOST_COLUMNS))
def test_columns_stand_on_the_zero_line_or_hang_from_it(amounts):
    drawn = draw_columns([("1. 1.", amount, f"{amount}") for amount in amounts])
    assert drawn is not None
    for amount, column in zip(amounts, drawn.columns, strict=True):
        assert column.is_loss == (amount < 0)
        assert (column.y > drawn.zero, column.y < drawn.zero) == (amount < 0, amount > 0)
        assert 0 <= column.amount_y <= drawn.height
        assert 0 <= column.y <= drawn.height
    assert len({column.x for column in drawn.columns}) == len(amounts)


def test_arrows_of_moves_are_written_in_one_place():
    sources = [path for app in ("tarockclub", "tournaments", "scoring") for path in (ROOT / app).rglob("*.py")]
    sources += (ROOT / "templates").rglob("*.html")
    found = {path.name for path in sources if re.search("[▲▼]", path.read_text("utf-8"))}
    assert found == {"sparks.py", "_list.html"}  # in that one they say how a list is sorted


def test_one_amount_is_no_chart():
    assert draw_columns([("1. 1.", 5, "+5")]) is None
