"""The least possible repeats: by examples, and never more than what can be done."""

from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournaments.hall.draw.played_rounds import cases, count_repeats, drawn_rounds, rounds_of
from tournaments.hall.draw.pairing import draw_tables
from tournaments.hall.draw.quality import build_quality_report
from tournaments.hall.draw.values import DrawInput, Round, build_played_round, compute_sizes


@pytest.mark.parametrize("case", cases("least"), ids=lambda case: case["what"])
def test_the_least_is_that_of_the_examples(case):
    rounds = drawn_rounds(16, 5) if case["rounds"] == "design" else rounds_of(case["rounds"])
    first = 1 if case["rounds"] == "design" else 0
    players = tuple(range(first, first + case["players"]))
    assert build_quality_report(DrawInput(players, 1, rounds), []).least == case["least"]


@pytest.mark.no_cover
@given(st.sampled_from([8, 9, 10, 11]), st.integers(0, 3), st.integers(0, 1 << 30))
@example(9, 2, 5)  # swaps alone end with two repeats more
@example(9, 3, 5)  # one repeat fewer, but a third meeting more
def test_no_seating_at_all_has_fewer_and_the_draw_finds_the_fewest(number, rounds, seed):
    played: tuple[Round, ...] = ()
    for index in range(rounds):
        played += (build_played_round(draw_tables(DrawInput(tuple(range(number)), seed + index, played))),)
    wanted = DrawInput(tuple(range(number)), seed + rounds, played)
    possible = min(
        count_repeats(
            (*played, rounds_of([[list(four), [player for player in range(number) if player not in four]]])[0])
        )[-1]
        for four in combinations(range(number), compute_sizes(number)[0])
    )
    tables = draw_tables(wanted)
    assert (
        build_quality_report(wanted, tables).least
        <= possible
        == count_repeats((*played, build_played_round(tables)))[-1]
    )
