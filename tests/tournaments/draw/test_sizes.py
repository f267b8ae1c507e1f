"""How many sit at each table."""

import pytest

from tests.tournaments.draw.played import cases
from tournaments.draw.values import must_wait, sizes


@pytest.mark.parametrize("case", cases("sizes"), ids=lambda case: str(case["players"]))
def test_the_tables_are_those_of_the_examples(case):
    assert list(sizes(case["players"])) == case["sizes"]
    assert must_wait(case["players"]) == case["wait"]


def test_everybody_has_a_place_at_fours_and_at_most_three_fives():
    for number in range(12, 2001):
        assert sum(sizes(number)) == number
        assert set(sizes(number)) <= {4, 5}
        assert sizes(number).count(5) <= 3
