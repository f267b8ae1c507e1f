"""The facts that are known about the players of a draw; every seating of few players is looked at."""

from itertools import combinations

import pytest

from tournaments.hall.draw.conflicts import build_crowd, build_meetings, count_sat_out
from tournaments.hall.draw.search import generate_seatings
from tournaments.hall.draw.values import DrawInput, PlayedTable


def table(*seats):
    return PlayedTable(tuple(seat if isinstance(seat, tuple) else (seat,) for seat in seats), 0)


def test_a_substitute_has_met_the_others_and_not_the_one_he_replaced():
    met = build_meetings([(table((1, 2), 3),)], {1: 0, 2: 1, 3: 2})
    assert met == [[0b100, 0b100, 0b011]]


def test_who_does_not_play_in_this_round_is_left_out():
    assert build_meetings([(table(1, 7, 2, 8),)], {1: 0, 2: 1}) == [[0b10, 0b01]]


def test_at_a_table_of_six_two_sit_out():
    out = count_sat_out([(table(1, 2, 3, 4, 5), table(6, 7, 8, 9)), (table(1, 2, 3, 4, 5, 6),)])
    assert (out[1], out[6], out[7]) == (3, 2, 0)


def test_whose_turn_it_is_at_the_large_tables_follows_from_how_often_somebody_sat_there():
    nine = tuple(range(1, 10))
    everybody = build_crowd(DrawInput(nine, 1, rounds=((table(1, 2, 3, 4, 5), table(6, 7, 8, 9)),)))
    assert everybody.shift == (0, 0, 0, 0, 0, -1, -1, -1, -1)
    assert build_crowd(DrawInput(nine[:8], 1)).shift == (0,) * 8


def test_of_a_forbidden_pair_both_must_play():
    everybody = build_crowd(DrawInput((1, 2, 3, 4), 1, apart=((1, 2), (3, 7), (4, 4))))
    assert [layer.against for layer in everybody.layers] == [(0b10, 0b01, 0, 0)]


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
