"""Place points at a table: as they are worked out by hand, and what must hold for all scores."""

import tomllib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import DATA
from tournaments.core.rules.ranking import PARTS, compute_places, select_row
from tournaments.core.settings import CUP, build_default_settings

BY_HAND = tomllib.loads((DATA / "place-points.toml").read_text(encoding="utf-8"))
ROWS = build_default_settings(CUP).place_points
scores = st.lists(st.integers(-3, 3), min_size=4, max_size=6)


@pytest.mark.parametrize("table", BY_HAND["tables"], ids=lambda table: table["says"])
def test_place_points_are_those_worked_out_by_hand(table):
    rows = [()] * (len(table["written"]) - 4) + [table["points"]]
    found = compute_places(table["written"], rows)
    assert [placing.place for placing in found] == table["places"]
    assert [Fraction(placing.points, PARTS) for placing in found] == [Fraction(text) for text in table["gets"]]


@given(scores)
def test_a_table_gives_away_all_its_place_points_whoever_is_equal(written):
    found = compute_places(written, ROWS)
    assert sum(placing.points for placing in found) == sum(select_row(len(written), ROWS)) * PARTS


@given(scores, st.permutations(range(6)))
def test_the_order_of_the_seats_decides_nothing(written, order):
    order = [at for at in order if at < len(written)]
    found = compute_places(written, ROWS)
    assert compute_places([written[at] for at in order], ROWS) == tuple(found[at] for at in order)


@given(scores)
def test_who_has_more_has_a_better_place_and_equals_have_the_same(written):
    found = compute_places(written, ROWS)
    for score, placing in zip(written, found, strict=True):
        for other_score, other in zip(written, found, strict=True):
            assert (score > other_score) == (placing.place < other.place) == (placing.points > other.points)
        assert placing.shared == (written.count(score) > 1)
