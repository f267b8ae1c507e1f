"""The Schlussradl while somebody comes or goes: every player who is there plays his deal of it."""

import pytest

from scoring.engine.evening.state import (
    ANNOUNCED,
    NEVER,
    OVER,
    Evening,
    announce_last_round,
    apply_void,
    begin,
    begin_last_round_to_first_forehand,
    change_seats,
    set_radl,
)


@pytest.fixture(name="evening")
def fixture_evening() -> Evening:
    """A table of five in its last round, begun by place 0; places 2, 3 and 4 have not been forehand in it yet."""
    return apply_void(apply_void(begin_last_round_to_first_forehand(begin(5, places=6))))


@pytest.mark.parametrize(
    ("order", "forehands"),
    [
        ((0, 1, 2, 3, 4), [2, 3, 4]),
        ((1, 2, 3, 4), [2, 3, 4]),  # whose forehand would have ended it is gone
        ((0, 1, 2, 4), [2, 4]),
        ((0, 1, 3, 4), [3, 4]),  # the forehand is gone
        ((0, 1, 2, 3, 4, 5), [2, 3, 4, 5]),
        ((0, 5, 1, 2, 3, 4), [2, 3, 4]),  # his deal would have been before
    ],
)
def test_the_last_round_goes_on_to_the_same_end(evening, order, forehands):
    evening, played = change_seats(evening, order), []
    left = []
    while evening.radl == 2:
        left.append(evening.last_round_left)
        played.append(evening.forehand)
        evening = apply_void(evening)
    assert (played, left) == (forehands, [*range(len(forehands), 0, -1)])
    assert evening.last_round_left == 0


def test_a_last_round_that_is_over_does_not_begin_again_with_other_seats(evening):
    over = set_radl(evening, 0)
    assert (over.radl, over.last_round_left, over.last_round.phase) == (1, 0, OVER)
    assert change_seats(over, (0, 1, 2, 3)).last_round == over.last_round


def test_only_a_last_round_that_runs_can_be_over():
    evening = begin(4, forehand=3)  # the next forehand is place 0
    assert apply_void(evening).last_round.phase == NEVER
    announced = announce_last_round(evening)
    assert apply_void(announced).last_round.phase == ANNOUNCED
    assert set_radl(announced, 0).last_round.phase == NEVER


def test_where_the_first_forehand_has_left_the_last_round_ends_with_the_next_one_who_stays():
    evening = begin_last_round_to_first_forehand(change_seats(apply_void(begin(5)), (1, 2, 3, 4)))
    assert (evening.forehand, evening.last_round_left) == (1, 4)
    assert apply_void(evening).last_round_left == 3


@pytest.mark.parametrize(("order", "in_round"), [((0, 2, 1, 3, 4), 2), ((0, 1, 2, 3), 0), ((0, 1, 2, 3, 4, 5), 0)])
def test_a_round_of_deals_begins_where_the_number_of_players_changes(order, in_round):
    evening = apply_void(apply_void(begin(5, places=6)))
    assert change_seats(evening, order).in_round == in_round
