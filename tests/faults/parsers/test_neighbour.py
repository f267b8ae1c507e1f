"""One club sends bombs of every kind; on the same server the hands of another one are saved as before."""

import contextlib

import pytest

from tests.soak import IS_SOAK
from tests.support.attack.bombs import CUT
from tests.support.attack.neighbour import SAVING, Neighbours, compute_p95

pytestmark = pytest.mark.heavy
HANDS, TABLES = 80 if IS_SOAK else 20, 4
MOST, LEAST_SECONDS = 3.0, 0.5  # times as long as alone; other tests keep the machine busy


def test_a_club_that_sends_bombs_does_not_keep_the_hands_of_another_waiting(serve):
    with contextlib.closing(Neighbours(serve(), TABLES)) as neighbours:
        neighbours.measure(HANDS // 4)
        alone = compute_p95(neighbours.measure(HANDS)[SAVING])
        with neighbours.prepare() as sender, neighbours.attack(sender):
            together = compute_p95(neighbours.measure(HANDS)[SAVING])
    print(f"p95 {alone * 1000:.0f} ms alone, {together * 1000:.0f} ms beside {neighbours.answers}")
    assert together < MOST * max(alone, LEAST_SECONDS)
    said = {int(status) for answers in neighbours.answers.values() for status, _seconds in answers}
    assert said <= {302, 400, 404, 413, 503, CUT}, neighbours.answers
    assert 302 in [status for status, _seconds in neighbours.answers["a picture"]], "taken"
    assert sum(map(len, neighbours.answers.values())) > 4
