"""The known designs: every property of every one of them."""

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.hall.draw.played_rounds import count_repeats, drawn_rounds
from tournaments.hall.draw.known_designs import build_design, list_known_sizes
from tournaments.hall.draw.pairing import draw_tables
from tournaments.hall.draw.values import DrawInput, Round, build_played_round, compute_sizes

NOT_WITHOUT = {17: [0, 1, 1, 3, 3], 18: [0, 2, 2, 6, 6], 19: [0, 3, 3, 9, 9]}  # repeats in each round


def times_met(number: int) -> Counter[tuple[int, ...]]:
    return Counter(
        tuple(sorted(pair)) for tables in build_design(number) for table in tables for pair in combinations(table, 2)
    )


@pytest.mark.parametrize("number", list_known_sizes())
def test_every_round_seats_everybody_once_at_tables_of_the_right_sizes(number):
    for tables in build_design(number):
        assert sorted(len(table) for table in tables) == list(compute_sizes(number))
        assert sorted(player for table in tables for player in table) == list(range(number))


@pytest.mark.parametrize("number", list_known_sizes())
def test_nobody_meets_anybody_twice(number):
    repeats = sum(times - 1 for times in times_met(number).values())
    assert repeats == sum(NOT_WITHOUT.get(number, ()))


@pytest.mark.parametrize(("number", "rounds"), [(16, 5), (28, 9), (40, 13), (52, 17), (64, 21)])
def test_a_resolvable_design_lets_everybody_meet_everybody_exactly_once(number, rounds):
    assert len(build_design(number)) == rounds
    assert times_met(number) == dict.fromkeys(combinations(range(number), 2), 1)


@pytest.mark.parametrize(("number", "rounds"), [(24, 7), (36, 11), (60, 19)])
def test_a_design_with_groups_of_three_lets_everybody_meet_all_but_two(number, rounds):
    assert len(build_design(number)) == rounds
    left = Counter(
        player for pair in combinations(range(number), 2) if pair not in times_met(number) for player in pair
    )
    assert left == dict.fromkeys(range(number), 2)


@pytest.mark.parametrize("number", NOT_WITHOUT)
def test_where_repeats_cannot_be_avoided_they_come_late(number):
    assert sum(count_repeats(drawn_rounds(number, 5))) == sum(NOT_WITHOUT[number])
    assert count_repeats(drawn_rounds(number, 5))[0] == 0
    assert max(times_met(number).values()) == 3


def test_a_design_is_left_when_somebody_does_not_stay_and_nothing_breaks():
    played = drawn_rounds(16, 3)
    tables = draw_tables(DrawInput((*range(1, 16), 99), 4, played, plan=1000))
    assert sum(count_repeats((*played, build_played_round(tables)))) <= 2


def test_rounds_of_a_design_in_which_a_forbidden_pair_meets_come_last():
    played: tuple[Round, ...] = ()
    for index in range(4):
        played += (
            build_played_round(draw_tables(DrawInput(tuple(range(16)), 70 + index, played, apart=((3, 11),), plan=70))),
        )
    assert count_repeats(played) == [0, 0, 0, 0]
    fifth = draw_tables(DrawInput(tuple(range(16)), 74, played, apart=((3, 11),), plan=70))
    assert not any({3, 11} <= set(table.seats) for table in fifth)


def test_another_seed_draws_another_round_of_the_same_design():
    first = drawn_rounds(16, 1)
    second = {
        frozenset(
            frozenset(table.seats) for table in draw_tables(DrawInput(tuple(range(1, 17)), seed, first, plan=1000))
        )
        for seed in range(20)
    }
    assert len(second) == 4
