"""Draws: what must always hold, the sizes of tables, how good they are, and the facts behind them."""

import doctest
import hashlib
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.paths import DEV_DOCS
from tests.tournaments.hall.draw.played_rounds import cases, count_repeats, drawn_rounds, rounds_of
from tournaments.hall.draw.conflicts import build_crowd, build_meetings, count_sat_out
from tournaments.hall.draw.known_designs import build_design, list_known_sizes
from tournaments.hall.draw.pairing import draw_tables
from tournaments.hall.draw.quality import build_quality_report
from tournaments.hall.draw.search import generate_seatings
from tournaments.hall.draw.values import (
    DrawInput,
    DrawTable,
    PlayedTable,
    Round,
    build_played_round,
    compute_sizes,
    count_must_wait,
)


@st.composite
def wanteds(draw: st.DrawFn) -> DrawInput:
    """A draw after some rounds in which others played, too, with substitutes and forbidden pairs."""
    everybody = draw(st.permutations(range(1, 33)))
    players = st.integers(4, 26).filter(lambda number: bool(compute_sizes(number)))
    seeds = st.integers(0, 1 << 64)
    rounds: tuple[Round, ...] = ()
    for _ in range(draw(st.integers(0, 3))):
        there = tuple(draw(st.permutations(everybody))[: draw(players)])
        tables = draw_tables(DrawInput(there, draw(seeds), rounds))
        played = [PlayedTable(tuple((player,) for player in table.seats), table.high) for table in tables]
        if draw(st.booleans()):  # somebody new took a seat over
            played[0] = played[0]._replace(seats=((played[0].seats[0][0], 99), *played[0].seats[1:]))
        rounds += (tuple(played),)
    here = tuple(everybody[: draw(players)])
    apart = tuple(draw(st.lists(st.tuples(st.sampled_from(everybody), st.sampled_from(everybody)), max_size=3)))
    return DrawInput(here, draw(seeds), rounds, tuple(pair for pair in apart if pair[0] != pair[1]))


@pytest.mark.no_cover
@given(wanteds())
def test_everybody_sits_once_at_tables_of_the_right_sizes_and_the_same_input_gives_the_same_draw(wanted):
    tables = draw_tables(wanted)
    assert sorted(player for table in tables for player in table.seats) == sorted(wanted.players)
    assert sorted(len(table.seats) for table in tables) == list(compute_sizes(len(wanted.players)))
    assert all(0 <= table.high < len(table.seats) for table in tables)
    assert draw_tables(wanted) == tables
    assert draw_tables(wanted._replace(players=wanted.players[::-1])) == tables


@pytest.mark.no_cover
@given(wanteds())
def test_the_report_says_what_a_plain_count_says(wanted):
    tables = draw_tables(wanted)
    said = build_quality_report(wanted, tables)
    assert len(said.repeats) == count_repeats((*wanted.rounds, build_played_round(tables)))[-1]
    assert said.least <= len(said.repeats)
    together = [pair for pair in combinations(sorted(wanted.players), 2) if _together(pair, tables)]
    assert sorted(pair for _, pair in said.together) == [
        pair for pair in together if pair in wanted.apart or pair[::-1] in wanted.apart
    ]
    assert dict(said.sizes) == Counter(compute_sizes(len(wanted.players)))


def _together(pair: tuple[int, int], tables: tuple[DrawTable, ...]) -> bool:
    return any(set(pair) <= set(table.seats) for table in tables)


@pytest.mark.no_cover
@given(st.integers(0, 1 << 32), st.sampled_from([8, 9, 10, 12]), st.data())
def test_forbidden_pairs_are_apart_wherever_that_is_possible(seed, number, data):
    all_pairs = list(combinations(range(number), 2))
    apart = tuple(data.draw(st.lists(st.sampled_from(all_pairs), max_size=number, unique=True)))
    wanted = DrawInput(tuple(range(number)), seed, apart=apart)
    together = len(build_quality_report(wanted, draw_tables(wanted)).together)
    assert together == 0 or together == _fewest_together(number, {frozenset(pair) for pair in apart})


def test_who_may_sit_with_three_others_only_sits_with_them_at_a_table_of_four():
    apart = tuple((1, other) for other in (0, 2, 3, 4, 5))
    for seed in range(8):
        wanted = DrawInput(tuple(range(9)), seed, apart=apart)
        assert build_quality_report(wanted, draw_tables(wanted)).together == ()


def _fewest_together(number: int, apart: set[frozenset[int]]) -> int:
    """Tried plainly: every way to seat so few."""

    def fewest(left: frozenset[int], left_sizes: tuple[int, ...]) -> int:
        if not left_sizes:
            return 0
        first, best = min(left), 1 << 30
        for size in set(left_sizes):
            rest = list(left_sizes)
            rest.remove(size)
            for others in combinations(sorted(left - {first}), size - 1):
                own = sum(frozenset(pair) in apart for pair in combinations((first, *others), 2))
                if own < best:
                    best = min(best, own + fewest(left - {first, *others}, tuple(rest)))
        return best

    return fewest(frozenset(range(number)), compute_sizes(number))


@pytest.mark.parametrize("case", cases("repeats"), ids=lambda case: f"{case['players']} in {case['rounds']}")
def test_there_are_no_more_repeats_than_the_examples_allow(case):
    assert sum(count_repeats(drawn_rounds(case["players"], case["rounds"]))) <= case["most"]


def test_without_a_design_64_players_do_not_meet_again_in_twelve_rounds(monkeypatch):
    monkeypatch.setattr("tournaments.hall.draw.pairing.continue_design", lambda _wanted, _roll: [])
    assert sum(count_repeats(drawn_rounds(64, 12))) == 0


def test_players_who_come_and_go_do_not_meet_again_while_there_are_enough_others():
    played: tuple[Round, ...] = ()
    for index in range(6):
        here = tuple(range(1 + index, 51 + 2 * index))
        played += (build_played_round(draw_tables(DrawInput(here, 5 + index, played, plan=5))),)
    assert sum(count_repeats(played)) == 0


def test_who_sat_out_before_does_so_again_only_when_all_others_have():
    played: tuple[Round, ...] = ()
    out: Counter[int] = Counter()
    for index in range(4):
        tables = draw_tables(DrawInput((*range(46), 100 + index), 40 + index, played, plan=40))
        out.update(player for table in tables if len(table.seats) == 5 for player in table.seats)
        played += (build_played_round(tables),)
    # Four rounds have 60 seats at tables of five, for 46 who stay and four others.
    assert {out[player] for player in range(46)} == {1, 2}
    assert sum(count_repeats(played)) == 0


def test_hoch_goes_round():
    high = Counter(table.seats[table.high][0] for round_ in drawn_rounds(40, 8) for table in round_)
    assert sum(high.values()) == 80
    assert max(high.values()) <= 3


def test_the_same_input_gives_the_same_draw_on_every_machine():
    # The same with Python 3.11, 3.12 and 3.13, whatever PYTHONHASHSEED says.
    told = hashlib.sha256()
    for number in (9, 16, 23, 37, 64, 200):
        played: tuple[Round, ...] = ()
        for index in range(5):
            seed = 7 * number + index
            plan = 7 * number if index else 0
            tables = draw_tables(DrawInput(tuple(range(number)), seed, played, ((0, 1),), plan, planned=5))
            played += (build_played_round(tables),)
            told.update(repr([tuple(table) for table in tables]).encode())
    assert told.hexdigest()[:16] == "5cdaf8c9a221d144"


def test_so_many_that_cannot_be_seated_are_an_error_and_so_is_somebody_twice():
    for players in ((), (1, 2, 3), tuple(range(7)), (1, 2, 3, 3)):
        with pytest.raises(ValueError, match="cannot be seated"):
            draw_tables(DrawInput(players, 1))


@pytest.mark.parametrize("case", cases("sizes"), ids=lambda case: str(case["players"]))
def test_the_tables_are_those_of_the_examples(case):
    assert list(compute_sizes(case["players"])) == case["sizes"]
    assert count_must_wait(case["players"]) == case["wait"]


def test_everybody_has_a_place_at_fours_and_at_most_three_fives():
    for number in range(12, 2001):
        assert sum(compute_sizes(number)) == number
        assert set(compute_sizes(number)) <= {4, 5}
        assert compute_sizes(number).count(5) <= 3


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


PAGE = (DEV_DOCS / "draw.md").read_text("utf-8")


def test_the_example_draws_what_the_page_says():
    examples = doctest.DocTestParser().get_doctest(PAGE, {}, "draw.md", "docs/dev/draw.md", 0)
    assert len(examples.examples) == 9
    assert doctest.DocTestRunner().run(examples).failed == 0


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
