"""The tap that closes all tables that have played leaves those open whose hand in play may still come."""

from typing import Any

import pytest

from tests.tournaments.hall.clock.rounds import clock_at, tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.support.clock_acts import start_clock
from tests.tournaments.support.factories import new_key
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.desk.services import close_finished
from tournaments.models import Round, RoundTable

pytestmark = pytest.mark.django_db
TIMED_SETTINGS: dict[str, Any] = {"hands": (4, 5, 6), "double_round": False, "start": 0, "count_chips": False}


@pytest.mark.parametrize(("in_play", "closed"), [(True, (2, 3)), (False, (1, 2, 3))])
def test_a_hand_that_was_being_played_at_the_gong_is_not_shut_out(watch, in_play, closed):
    drawn = tables_of(3, hand_in_play=in_play, round_seconds=60, **TIMED_SETTINGS)
    start_clock(drawn, new_key())
    for number, count in ((1, 2), (2, 4), (3, 2)):
        for _hand in range(count):
            play(drawn, number)
    watch.later(seconds=61)
    if in_play:
        play(drawn, 3, phase="play")
    here = Round.objects.select_related("tournament").get(pk=drawn.pk)
    assert tuple(row.number for row in load_rows(RoundTable.objects.filter(round=here)) if row.is_played) == closed
    assert close_finished(here, new_key()).closed == closed
    assert clock_at(here, 1).stands == ("" if in_play else "done")
