"""Sparklines and columns: everything within the frame, whatever the amounts; moves look alike everywhere."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.charts.sparks import HEIGHT, MOST, WIDTH, draw_columns, render_sparkline
from tests.support.paths import ROOT

AMOUNTS = st.integers(-(10**7), 10**7)


@given(st.lists(AMOUNTS, min_size=2, max_size=200))
def test_a_sparkline_is_within_its_frame_and_ends_with_the_last_total(totals):
    drawn = render_sparkline(totals)
    points = [tuple(map(int, point.split(","))) for point in re.findall(r'points="([^"]+)"', drawn)[0].split()]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    assert len(points) == min(len(totals), MOST)
    assert f'cx="{points[-1][0]}" cy="{points[-1][1]}"' in drawn
    assert (totals[-1] >= totals[0]) >= (points[-1][1] < points[0][1])


@given(st.lists(AMOUNTS, min_size=2, max_size=12))
def test_columns_stand_on_the_zero_line_or_hang_from_it(amounts):
    drawn = draw_columns([("1. 1.", amount, f"{amount}") for amount in amounts])
    assert drawn is not None
    for amount, column in zip(amounts, drawn.columns, strict=True):
        assert column.is_loss == (amount < 0)
        assert column.y == drawn.zero if amount < 0 else column.y + column.height == drawn.zero
        assert 0 <= column.amount_y <= drawn.height
        assert column.y >= 0
        assert column.y + column.height <= drawn.height


def test_arrows_of_moves_are_written_in_one_place():
    sources = [path for app in ("tarockclub", "tournaments", "scoring") for path in (ROOT / app).rglob("*.py")]
    sources += (ROOT / "templates").rglob("*.html")
    found = {path.name for path in sources if re.search("[▲▼]", path.read_text("utf-8"))}
    assert found == {"sparks.py", "_list.html"}  # in that one they say how a list is sorted


def test_one_amount_is_no_chart():
    assert draw_columns([("1. 1.", 5, "+5")]) is None
