"""The state that is kept of a season: all that its pages show, without the facts behind it."""

import pytest

from tournaments.models import Season, SeasonEvent
from tournaments.seasons.season.cache.progress import drop_facts
from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.data import COUNTS, EventStatus, SeasonProgress
from tournaments.seasons.season.points.formula.nodes import UNKNOWN
from tournaments.seasons.season.settings import FINAL, FINAL_ROUNDS, SeasonSettings
from tournaments.seasons.season.standing import EventRow

_FACTS = UNKNOWN._replace(hands=24)


def _drop_facts(rows, kind="day", **rules):
    """Return the rows that are kept of a season of one event."""
    event = EventStatus(SeasonEvent(number=1, kind=kind), "Kirtag", COUNTS, tuple(rows), 1, (3, 4))
    standing = compute_standing(SeasonSettings(), [])
    stand = SeasonProgress(Season(), SeasonSettings(**rules), (event,), standing, {}, lots_drawn=False)
    [kept] = drop_facts(stand).events
    assert kept._replace(rows=()) == event._replace(rows=())
    return kept.rows


@pytest.mark.parametrize("points", [None, 0, -250])
def test_rows_keep_whether_their_points_were_typed_and_no_facts(points):
    assert _drop_facts([EventRow(7, 2, points, _FACTS, ())]) == (EventRow(7, 2, points),)


def test_rounds_of_a_final_that_decide_between_equals_stay():
    rows = (EventRow(7, 1, None, _FACTS, ()),)
    assert _drop_facts(rows, FINAL, criteria=(FINAL_ROUNDS,)) == rows
    assert _drop_facts(rows, FINAL) == (EventRow(7, 1),)
    assert _drop_facts(rows, criteria=(FINAL_ROUNDS,)) == (EventRow(7, 1),)
