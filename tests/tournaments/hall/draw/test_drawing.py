"""Draws: what must always hold, the sizes of tables, how good they are, and the facts behind them."""

import doctest
import hashlib
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import DEV_DOCS
from tests.tournaments.hall.draw.played_rounds import (
    cases,
    count_pairs_of_rounds,
    count_repeats,
    drawn_rounds,
    rounds_of,
)
from tournaments.hall.draw.pairing import draw_tables
from tournaments.hall.draw.quality import (
    PARTS,
    build_field,
    build_fields,
    build_quality_report,
    compute_fairness,
    compute_least_meetings,
    compute_outs,
    count_meetings,
    count_sat_out,
)
from tournaments.hall.draw.values import (
    DrawInput,
    DrawTable,
    PlayedRound,
    PlayedTable,
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
    rounds: tuple[PlayedRound, ...] = ()
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


@pytest.mark.heavy
@pytest.mark.no_cover
@given(wanteds())
def test_the_report_says_what_a_plain_count_says(wanted):
    tables = draw_tables(wanted)
    said = build_quality_report(wanted, tables)
    assert len(said.repeats) == count_repeats((*wanted.rounds, build_played_round(tables)))[-1]
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


@pytest.mark.heavy_but("16 in 5")
@pytest.mark.parametrize("case", cases("repeats"), ids=lambda case: f"{case['players']} in {case['rounds']}")
def test_there_are_no_more_repeats_than_the_examples_allow(case):
    assert sum(count_repeats(drawn_rounds(case["players"], case["rounds"]))) <= case["most"]


def test_without_a_design_64_players_do_not_meet_again_in_twelve_rounds(monkeypatch):
    monkeypatch.setattr("tournaments.hall.draw.pairing.continue_design", lambda _wanted, _roll: [])
    assert sum(count_repeats(drawn_rounds(64, 12))) == 0


def test_players_who_come_and_go_hardly_meet_again_while_there_are_enough_others():
    played: tuple[PlayedRound, ...] = ()
    for index in range(6):
        here = tuple(range(1 + index, 51 + 2 * index))
        played += (build_played_round(draw_tables(DrawInput(here, 5 + index, played, plan=5))),)
    assert sum(count_repeats(played)) <= 2


def test_who_sat_out_before_does_so_again_only_when_all_others_have():
    played: tuple[PlayedRound, ...] = ()
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


@pytest.mark.heavy
def test_the_same_input_gives_the_same_draw_on_every_machine():
    # The same with Python 3.11, 3.12 and 3.13, whatever PYTHONHASHSEED says.
    told = hashlib.sha256()
    for number in (9, 16, 23, 37, 64, 200):
        played: tuple[PlayedRound, ...] = ()
        for index in range(5):
            seed = 7 * number + index
            plan = 7 * number if index else 0
            tables = draw_tables(DrawInput(tuple(range(number)), seed, played, ((0, 1),), plan, planned=5))
            played += (build_played_round(tables),)
            told.update(repr([tuple(table) for table in tables]).encode())
    assert told.hexdigest()[:16] == "18953c103cd310cb"


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


def batched(players, size):
    """Tables of one size, one after the other."""
    return [list(players[at : at + size]) for at in range(0, len(players), size)]


# Proved by hand: in two rounds the five of one meet two pairs of each other at the fours of the other one, and so on.
@pytest.mark.parametrize(
    ("number", "rounds", "least"),
    [(17, 3, 12), (17, 4, 18), (18, 4, 22), (21, 3, 6), (22, 4, 12), (16, 5, 0), (12, 2, 3), (8, 2, 4), (9, 1, 0)],
)
def test_the_least_of_a_day_is_what_was_proved(number, rounds, least):
    assert compute_least_meetings(build_fields(number, rounds)) == least


def test_of_all_ways_to_seat_eight_a_second_time_none_has_fewer():
    first, everybody = [[0, 1, 2, 3], [4, 5, 6, 7]], set(range(8))
    seconds = ([list(four), sorted(everybody.difference(four))] for four in combinations(range(8), 4))
    least = min(count_pairs_of_rounds(rounds_of([first, second])) for second in seconds)
    assert compute_least_meetings(build_fields(8, 2)) == least


def test_when_a_ninth_comes_no_way_to_seat_the_second_round_has_fewer():
    first, everybody = [[0, 1, 2, 3], [4, 5, 6, 7]], set(range(9))
    seconds = [
        rounds_of([first, [sorted(everybody.difference(five)), list(five)]]) for five in combinations(range(9), 5)
    ]
    least = min(map(count_pairs_of_rounds, seconds))
    assert {compute_least_meetings([*map(build_field, second)]) for second in seconds} == {least}


@pytest.mark.no_cover
@given(
    st.lists(st.sampled_from([8, 9, 10, 12, 13, 14, 17, 18]), min_size=2, max_size=5),
    st.randoms(use_true_random=False),
)
def test_no_day_on_which_all_sit_out_alike_has_fewer_whoever_comes_and_goes(numbers, chance):
    stay, out = range(min(numbers) - chance.randint(0, 1)), Counter[int]()
    days = []
    for number in numbers:
        others = chance.sample(range(len(stay), 20), number - len(stay))
        order = sorted(chance.sample([*stay, *others], number), key=lambda player: out[player])
        longer = chance.sample(order[: 5 * compute_sizes(number).count(5)], 5 * compute_sizes(number).count(5))
        out.update(longer)
        rest = chance.sample(sorted({*stay, *others}.difference(longer)), number - len(longer))
        days.append([*batched(longer, 5), *batched(rest, 4)])
    fairness = compute_fairness(rounds_of(days))
    assert fairness is not None
    assert fairness.repeats == count_pairs_of_rounds(rounds_of(days))
    assert fairness.repeats >= fairness.least or not fairness.is_even


def test_the_day_says_how_even_it_was():
    fairness = compute_fairness(drawn_rounds(17, 3))
    assert fairness is not None
    assert (fairness.outs, fairness.best_outs, fairness.uneven) == ((0, 1), (0, 1), ())
    assert (fairness.meetings, fairness.is_proved) == (((1, 60), (2, 12)), True)
    nine = [[[1, 2, 3, 4], [5, 6, 7, 8, 9]]] * 3
    fairness = compute_fairness(rounds_of(nine), [(5, 6), (1, 9)])
    assert fairness is not None
    assert (fairness.outs, fairness.best_outs, fairness.uneven) == ((0, 3), (1, 2), (5, 6, 7, 8, 9))
    assert (fairness.meetings, fairness.is_proved, fairness.highs, fairness.apart) == (((3, 16),), False, (0, 3), 3)
    # Somebody came and somebody went: what is best follows from who was there when.
    changed = compute_fairness(rounds_of([[[1, 2, 3, 4], [5, 6, 7, 8, 9]], [[1, 5, 6, 10], [2, 3, 4, 7, 8]]]))
    assert changed is not None
    assert (changed.outs, changed.best_outs, changed.is_even) == ((0, 2), (1, 1), False)
    assert (changed.repeats, changed.least, changed.is_proved) == (5, 4, False)
    # Who moves to another table in the round has two seats: nothing is proved of it.
    moved = compute_fairness(rounds_of([[[1, 2, 3, 4, 9], [5, 6, 7, 8, 9]]]))
    assert moved is not None
    assert (moved.best_outs, moved.least) == (None, 0)
    # An uneven day may have fewer meetings than the bound of even ones: that proves nothing.
    uneven = compute_fairness(rounds_of([[[1, 2, 3, 4], [5, 6, 7, 8, 9]], [[1, 2, 3, 4], [5, 6, 7, 8, 9]]]))
    assert uneven is not None
    assert not uneven.is_proved
    assert compute_fairness([]) is None


PAGE = (DEV_DOCS / "draw.md").read_text("utf-8")


def test_the_example_draws_what_the_page_says():
    examples = doctest.DocTestParser().get_doctest(PAGE, {}, "draw.md", "docs/dev/draw.md", 0)
    assert len(examples.examples) == 9
    assert doctest.DocTestRunner().run(examples).failed == 0


def table(*seats):
    return PlayedTable(tuple(seat if isinstance(seat, tuple) else (seat,) for seat in seats), 0)


def test_a_substitute_has_met_the_others_and_not_the_one_he_replaced():
    assert set(count_meetings([(table((1, 2), 3),)])) == {(1, 3), (2, 3)}


def test_at_a_table_of_six_two_sit_out():
    out = count_sat_out([(table(1, 2, 3, 4, 5), table(6, 7, 8, 9)), (table(1, 2, 3, 4, 5, 6),)])
    assert (out[1], out[6], out[7]) == (3, 2, 0)


def test_who_came_later_counts_as_having_sat_out_as_often_as_the_others_on_average():
    nine = (table(1, 2, 3, 4, 5), table(6, 7, 8, 9))
    assert compute_outs(DrawInput((1, 6, 10), 1, (nine,))) == {1: PARTS, 6: 0, 10: 2}  # 5/9 in quarters


def test_a_table_at_which_somebody_did_not_come_lets_nobody_sit_out():
    assert count_sat_out([(table(1, 2, 3),)]) == {1: 0, 2: 0, 3: 0}


def test_of_a_forbidden_pair_both_must_play():
    wanted = DrawInput((1, 2, 3, 4), 1, apart=((1, 2), (3, 7), (4, 4)))
    assert len(draw_tables(wanted)) == 1


# Players, rounds, and how often a pair meets at most.
DAYS = [(9, 5, 4), (13, 6, 3), (18, 4, 2), (22, 4, 2), (50, 5, 1)]
MORE = [(10, 4, 3), (13, 4, 2), (17, 3, 2), (17, 6, 2), (21, 3, 2), (41, 6, 1), (12, 4, 2), (18, 6, 2), (19, 6, 2)]
MORE += [(25, 5, 1), (30, 3, 1)]


@pytest.mark.heavy_but("1-18-4-2")
@pytest.mark.parametrize(
    ("number", "rounds", "most"), [*DAYS, *(pytest.param(*day, marks=pytest.mark.heavy) for day in MORE)]
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=[pytest.mark.heavy, pytest.mark.soak])])
def test_over_the_day_nobody_sits_out_twice_more_than_another_and_no_pair_meets_too_often(number, rounds, most, seed):
    played = drawn_rounds(number, rounds, seed)
    assert max(count_meetings(played).values()) <= most
    out = count_sat_out(played)
    assert max(out.values()) - min(out.values()) <= 1


def test_when_one_leaves_and_another_comes_the_rest_is_planned_anew():
    played = drawn_rounds(17, 2)
    for here in ((*range(1, 17), 18), (*range(1, 17), 18)):
        played += (build_played_round(draw_tables(DrawInput(here, 5, played, plan=1000, planned=4))),)
    assert max(count_meetings(played).values()) == 2
    out = compute_outs(DrawInput((*range(1, 17), 18), 1, played)).values()
    assert max(out) - min(out) <= PARTS
