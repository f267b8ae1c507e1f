"""Known rounds: designs, in which nobody meets anybody twice, and the best days that are known for small fields."""

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.hall.draw.played_rounds import count_pairs_of_rounds, count_repeats, drawn_rounds
from tournaments.hall.draw.pairing import build_design, draw_tables, load_known_rounds
from tournaments.hall.draw.quality import (
    build_fields,
    compute_least_meetings,
    count_meetings,
    count_sat_out,
    list_players,
)
from tournaments.hall.draw.values import DrawInput, PlayedRound, build_played_round, compute_sizes

# Repeats above the bound by players and rounds; all other cells are at it. The bound of eleven knows no evenness.
OVER_BOUND = {
    (11, 2): 10,
    (11, 3): 6,
    (11, 4): 9,
    (11, 5): 9,
    (11, 6): 9,
    (14, 6): 1,
    (17, 6): 2,
    (20, 6): 6,
    (23, 5): 4,
    (23, 6): 12,
    (25, 6): 1,
    (26, 6): 5,
    (27, 6): 7,
    (30, 6): 1,
    (31, 6): 2,
}
KNOWN_SIZES = sorted(number for number, _turns in load_known_rounds("designs.txt"))


def times_met(number: int) -> Counter[tuple[int, ...]]:
    return Counter(
        tuple(sorted(pair)) for tables in build_design(number) for table in tables for pair in combinations(table, 2)
    )


@pytest.mark.parametrize("number", KNOWN_SIZES)
def test_every_round_seats_everybody_once_at_tables_of_the_right_sizes(number):
    for tables in build_design(number):
        assert sorted(len(table) for table in tables) == list(compute_sizes(number))
        assert sorted(player for table in tables for player in table) == list(range(number))


@pytest.mark.parametrize("number", KNOWN_SIZES)
def test_nobody_meets_anybody_twice(number):
    assert max(times_met(number).values()) == 1


@pytest.mark.parametrize(("number", "rounds"), [(16, 5), (28, 9), (40, 13), (52, 17), (64, 21)])
def test_a_resolvable_design_lets_everybody_meet_everybody_exactly_once(number, rounds):
    assert len(build_design(number)) == rounds
    assert times_met(number) == dict.fromkeys(combinations(range(number), 2), 1)


@pytest.mark.heavy_but("24-7")
@pytest.mark.parametrize(("number", "rounds"), [(24, 7), (36, 11), (60, 19)])
def test_a_design_with_groups_of_three_lets_everybody_meet_all_but_two(number, rounds):
    assert len(build_design(number)) == rounds
    left = Counter(
        player for pair in combinations(range(number), 2) if pair not in times_met(number) for player in pair
    )
    assert left == dict.fromkeys(range(number), 2)


def test_a_design_is_left_when_somebody_does_not_stay_and_nothing_breaks():
    played = drawn_rounds(16, 3)
    tables = draw_tables(DrawInput((*range(1, 16), 99), 4, played, plan=1000))
    assert sum(count_repeats((*played, build_played_round(tables)))) <= 2


def test_rounds_of_a_design_in_which_a_forbidden_pair_meets_come_last():
    played: tuple[PlayedRound, ...] = ()
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


@pytest.mark.parametrize(("number", "rounds"), load_known_rounds("days.txt"))
def test_a_known_day_is_played_to_its_end_and_lets_nobody_sit_out_twice_more(number, rounds):
    played = drawn_rounds(number, rounds)
    assert [sorted(len(table.seats) for table in tables) for tables in played] == [[*compute_sizes(number)]] * rounds
    assert all(list_players(tables) == list(range(1, number + 1)) for tables in played)
    out = count_sat_out(played).values()
    # Of nine in four rounds no pair meets four times only if somebody sits out twice more: that is the better day.
    assert max(out) - min(out) <= (2 if (number, rounds) == (9, 4) else 1)
    [day] = [day for head, day in load_known_rounds("days.txt").items() if head == (number, rounds)]
    assert sorted(count_meetings(played).values()) == sorted(
        Counter(frozenset(pair) for tables in day for table in tables for pair in combinations(table, 2)).values()
    )


def test_a_known_day_keeps_pairs_apart_and_is_left_when_somebody_does_not_stay():
    [first], apart = drawn_rounds(25, 1), ((1, 2), (3, 4), (5, 6))
    assert len(draw_tables(DrawInput((*range(2, 26), 99), 4, (first,), plan=1000, planned=6))) == 6
    played: tuple[PlayedRound, ...] = ()
    for index in range(6):
        wanted = DrawInput(tuple(range(25)), 70 + index, played, apart, plan=70, planned=6)
        played += (build_played_round(draw_tables(wanted)),)
    assert not any(count_meetings(played)[pair] for pair in apart)
    assert sum(count_repeats(played)) <= 2


@pytest.mark.heavy
@pytest.mark.parametrize(
    "number",
    [12, *(pytest.param(number, marks=pytest.mark.soak) for number in range(8, 61) if number != 12)],
)
def test_no_cell_is_worse_than_its_bound_but_those_that_are_named(number):
    """Twenty draws of each number of rounds; prints those that repeat more than the bound."""
    for rounds in range(2, 7):
        bound = compute_least_meetings(build_fields(number, rounds))
        days = [drawn_rounds(number, rounds, seed) for seed in range(1, 21)]
        repeats = [count_pairs_of_rounds(day) for day in days]
        outs = [count_sat_out(day).values() for day in days]
        assert max(max(out) - min(out) for out in outs) <= (2 if (number, rounds) == (9, 4) else 1)
        most = max(max(count_meetings(day).values()) for day in days)
        if max(repeats) > bound:
            print(
                f"{number} in {rounds}: {min(repeats)} to {max(repeats)} repeats, at least {bound}; a pair {most} times"
            )
        assert max(repeats) <= bound + OVER_BOUND.get((number, rounds), 0)
