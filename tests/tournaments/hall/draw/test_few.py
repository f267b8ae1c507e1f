"""Every seating of few players is looked at."""

from itertools import combinations

import pytest

from tournaments.core.rules.seeded_random import create_roll
from tournaments.hall.draw.conflicts import build_crowd
from tournaments.hall.draw.search import find_best_of_few, generate_seatings
from tournaments.hall.draw.values import DrawInput, PlayedTable


@pytest.mark.parametrize(
    ("number", "sizes", "ways"),
    [(4, (4,), 1), (8, (4, 4), 35), (10, (5, 5), 126), (11, (5, 6), 462), (12, (4,) * 3, 5775)],
)
def test_each_way_to_seat_them_comes_once(number, sizes, ways):
    found = [frozenset(seating) for seating in generate_seatings((1 << number) - 1, sizes)]
    assert len(found) == len(set(found)) == ways
    everybody = (1 << number) - 1
    for tables in found:
        assert sum(tables) == everybody
        assert all(not table & other for table, other in combinations(tables, 2))
        assert sorted(table.bit_count() for table in tables) == list(sizes)


def test_what_cannot_be_better_stays_as_it_is():
    everybody = build_crowd(DrawInput(tuple(range(8)), 1))
    assert find_best_of_few(everybody, [0b11110000, 0b00001111], create_roll(1)) == [0b11110000, 0b00001111]


def test_a_forbidden_pair_weighs_more_than_all_repeats():
    played = tuple(PlayedTable(tuple((player,) for player in four), 0) for four in ((0, 1, 2, 3), (4, 5, 6, 7)))
    everybody = build_crowd(DrawInput(tuple(range(8)), 1, (played,), tuple((0, other) for other in range(4, 8))))
    assert set(find_best_of_few(everybody, [0b01010101, 0b10101010], create_roll(1))) == {0b1111, 0b11110000}
