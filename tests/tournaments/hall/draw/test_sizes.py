"""The number of people at each table."""

import pytest

from tests.tournaments.hall.draw.played_rounds import cases
from tournaments.hall.draw.values import compute_sizes, count_must_wait


@pytest.mark.parametrize("case", cases("sizes"), ids=lambda case: str(case["players"]))
def test_the_tables_are_those_of_the_examples(case):
    assert list(compute_sizes(case["players"])) == case["sizes"]
    assert count_must_wait(case["players"]) == case["wait"]


def test_everybody_has_a_place_at_fours_and_at_most_three_fives():
    for number in range(12, 2001):
        assert sum(compute_sizes(number)) == number
        assert set(compute_sizes(number)) <= {4, 5}
        assert compute_sizes(number).count(5) <= 3
