"""Ranking: by criteria that are data; place points at a table, and equal ones share a rank."""

import random
import tomllib
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import DATA
from tournaments.core.rules.line_facts import PARTS, LineFacts, LinePayment, Rule, Stay, compute_courses
from tournaments.core.rules.ranking import (
    CRITERION_KEYS,
    PlayerResult,
    compute_lot,
    compute_places,
    rank_results,
    select_row,
    sum_results,
)
from tournaments.core.rules.ranking import PARTS as PLACE_PARTS
from tournaments.core.settings import (
    CAPITAL,
    CRITERIA,
    CUP,
    LOT,
    NO_REPLACEMENTS,
    PLACES,
    REPLACEMENTS,
    ROUNDS_WON,
    WRITTEN_ROUNDS,
    Settings,
    build_default_settings,
)

BY_HAND = tomllib.loads((DATA / "tournament-23.toml").read_text(encoding="utf-8"))
few = st.integers(-2, 2)
results = st.lists(
    st.builds(
        PlayerResult,
        who=st.integers(1, 50),
        gain=few,
        replaced=st.integers(0, 2),
        written=few,
        facts=st.builds(LineFacts, won=st.integers(0, 2), values=st.just(())),
        gains=st.lists(few, max_size=3).map(tuple),
        places=st.lists(st.integers(1, 3), max_size=3).map(tuple),
        lot=st.integers(0, 2),
    ),
    max_size=12,
    unique_by=lambda one: one.who,
)
criteria = st.lists(st.sampled_from(CRITERIA), unique=True, max_size=5).map(tuple)


def ranks(placed):
    return {place.result.who: place.rank for place in placed}


def test_rounds_are_compared_one_after_the_other_the_best_first():
    """Total, higher best round, then with three rounds the lower worst one: so the cups' old program did it."""
    some = [
        PlayerResult(who=who, writtens=rounds)
        for who, rounds in enumerate([(2, 9, 1), (0, 3, 9), (9, 3, 0), (8, 8, 8)])
    ]
    assert ranks(rank_results(some, (WRITTEN_ROUNDS,))) == {1: 1, 2: 1, 0: 3, 3: 4}


@given(results, criteria)
def test_everybody_has_a_rank_and_equals_share_theirs(some, by):
    placed = rank_results(some, by)
    assert sorted(place.result.who for place in placed) == sorted(result.who for result in some)
    for at, place in enumerate(placed):
        equals = [other for other in placed if other.rank == place.rank]
        assert place.rank == 1 + sum(other.rank < place.rank for other in placed)
        assert place.shared == (len(equals) > 1)
        assert place.rank <= at + 1


@given(results, criteria)
def test_a_rank_is_shared_exactly_by_those_whom_no_criterion_tells_apart(some, by):
    for place, other in pairwise(rank_results(some, by)):
        keys = [[CRITERION_KEYS[name](each.result) for name in by] for each in (place, other)]
        assert (place.rank == other.rank) == (keys[0] == keys[1])
        assert keys[0] >= keys[1]


@given(results, criteria, st.integers(0, 99))
def test_the_order_in_which_results_come_decides_nothing(some, by, seed):
    shuffled = random.Random(seed).sample(some, len(some))
    assert rank_results(shuffled, by) == rank_results(some, by)


@given(results, criteria, criteria)
def test_further_criteria_only_tell_equals_apart(some, by, more):
    first, finer = ranks(rank_results(some, by)), ranks(rank_results(some, (*by, *more)))
    for result in some:
        for other in some:
            if first[result.who] < first[other.who]:
                assert finer[result.who] < finer[other.who]


@given(results)
def test_a_replacement_is_worse_than_any_loss(some):
    placed = rank_results(some, Settings().round_criteria)
    never = [place.rank for place in placed if not place.result.replaced]
    ever = [place.rank for place in placed if place.result.replaced]
    assert max(never, default=0) < min(ever, default=99)


def test_every_criterion_of_the_settings_can_be_read():
    assert set(CRITERION_KEYS) == set(CRITERIA)


def test_more_first_places_come_before_better_other_ones():
    some = [
        PlayerResult(who=1, places=(1, 9)),
        PlayerResult(who=2, places=(2, 2)),
        PlayerResult(who=3, places=(3, 1)),
        PlayerResult(who=4, places=(1,)),
    ]
    assert ranks(rank_results(some, (PLACES,))) == {3: 1, 1: 2, 4: 3, 2: 4}
    assert ranks(rank_results(some, (ROUNDS_WON,))) == {1: 1, 3: 1, 4: 1, 2: 4}


def test_a_lot_tells_equals_apart_and_is_the_same_when_it_is_drawn_again():
    def draw_lots(*who):
        return [PlayerResult(who=player, lot=compute_lot("a" * 32, "overall", player)) for player in who]

    assert {place.rank for place in rank_results(draw_lots(1, 2, 3, 4), (CAPITAL, LOT))} == {1, 2, 3, 4}
    order = [place.result.who for place in rank_results(draw_lots(1, 2, 3, 4), (LOT,))]
    without = [place.result.who for place in rank_results(draw_lots(1, 2, 4), (LOT,))]
    assert without == [player for player in order if player != 3]


def test_lots_are_spread_evenly():
    def drawn_first(at: int) -> int:
        return max(range(1, 5), key=lambda who: compute_lot(f"{at:032x}", "round 1", who))

    first = [drawn_first(at) for at in range(2000)]
    assert all(400 < first.count(who) < 600 for who in range(1, 5))


def test_who_plays_fewer_rounds_stands_in_the_others_at_nothing():
    once = sum_results(1, [(PlayerResult(who=1, gain=-60), 5)])
    thrice = sum_results(
        2, [(PlayerResult(who=2, gain=-60), 5), (PlayerResult(who=2, gain=60), 1), (PlayerResult(who=2, gain=-60), 5)]
    )
    nothing = sum_results(3, [])
    assert ranks(rank_results([once, thrice, nothing], (CAPITAL,))) == {3: 1, 1: 2, 2: 2}


def of_a_table(table):
    """The results of a table as it was worked out on paper, by start number."""
    names = [*table["seats"], *([table["late"]["player"]] if "late" in table else [])]
    gone, came = (table["substitute"][word] if "substitute" in table else 0 for word in ("for", "player"))
    holders = [came if who == gone else who for who in names]
    lines = [LinePayment(at, by_place(payment["pays"], names, holders)) for at, payment in enumerate(paying(table), 1)]
    stays = [Stay(at, at) for at in range(len(names))]
    for course, who in zip(compute_courses(Rule(5000, 100), stays, lines), holders, strict=True):
        assert course.now == table["ends"][str(who)] * 100 * PARTS
        assert course.replaced == table.get("replaced", {}).get(str(who), 0)
        yield PlayerResult(who=who, gain=course.gain, replaced=course.replaced)


def by_place(pays, names, holders):
    """Amounts in sixths; who has gone and who came for him have one place."""
    paid = {int(who): 6 * amount for who, amount in pays.items()}
    row = [paid.get(name, 0) or paid.get(other, 0) for name, other in zip(names, holders, strict=True)]
    return (*row, *[0] * (6 - len(row)))


def paying(table):
    if "totals" in table:
        return [{"pays": table["totals"]}]
    lines = list(table["hands"])
    if "ruling" in table:
        lines.insert(table["ruling"]["after"], {"pays": table["ruling"]["transfer"]})
    return lines


@pytest.fixture(scope="module")
def rounds():
    found = []
    for round_ in BY_HAND["rounds"]:
        results_ = [result for table in round_["tables"] for result in of_a_table(table)]
        found.append(rank_results(results_, Settings().round_criteria))
    return found


def test_the_rounds_of_a_tournament_are_ranked_as_on_paper(rounds):
    for placed, said in zip(rounds, BY_HAND["rounds"], strict=True):
        assert ranks(placed) == {int(who): rank for who, rank in said["ranks"].items()}


def test_all_its_rounds_together_are_ranked_as_on_paper(rounds):
    played: dict[int, list[tuple[PlayerResult, int]]] = {}
    for placed in rounds:
        for place in placed:
            played.setdefault(place.result.who, []).append((place.result, place.rank))
    overall = [sum_results(who, results_) for who, results_ in played.items()]
    said = BY_HAND["overall"]
    assert {result.who: result.gain // (100 * PARTS) for result in overall} == {
        int(k): v for k, v in said["gains"].items()
    }
    placed = rank_results(overall, Settings().overall_criteria)
    assert ranks(placed) == {int(who): rank for who, rank in said["ranks"].items()}


def test_the_criteria_of_the_sheet_are_those_of_its_paragraphs():
    assert Settings().round_criteria == (NO_REPLACEMENTS, REPLACEMENTS, CAPITAL)


PLACES_BY_HAND = tomllib.loads((DATA / "place-points.toml").read_text(encoding="utf-8"))
ROWS = build_default_settings(CUP).place_points
scores = st.lists(st.integers(-3, 3), min_size=4, max_size=6)


@pytest.mark.parametrize("table", PLACES_BY_HAND["tables"], ids=lambda table: table["says"])
def test_place_points_are_those_worked_out_by_hand(table):
    rows = [()] * (len(table["written"]) - 4) + [table["points"]]
    found = compute_places(table["written"], rows)
    assert [placing.place for placing in found] == table["places"]
    assert [Fraction(placing.points, PLACE_PARTS) for placing in found] == [Fraction(text) for text in table["gets"]]


@given(scores)
def test_a_table_gives_away_all_its_place_points_whoever_is_equal(written):
    found = compute_places(written, ROWS)
    assert sum(placing.points for placing in found) == sum(select_row(len(written), ROWS)) * PLACE_PARTS


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
