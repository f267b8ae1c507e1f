"""The statements that evenings cost: none with a hand, two more with an end, the same for any number of evenings."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.scoring.support.evenings import end_evening
from tests.scoring.support.tables import dreier, play
from tests.tournaments.seasons.season.evenings.year import MARCH, evening, progress, year

pytestmark = pytest.mark.django_db


def count_statements(do):
    """The number of statements of something; savepoints are none."""
    with CaptureQueriesContext(connection) as queries:
        do()
    return sum("SAVEPOINT" not in query["sql"] for query in queries)


def costs(*, seasons):
    """The statements of a hand and of an end, of the second evening of a date."""
    for _season in range(seasons):
        year()
    evening(dreier(0))
    table = evening(dreier(0), ends=False, when=(*MARCH[:3], 21))
    return count_statements(lambda: play(table, dreier(1))), count_statements(lambda: end_evening(table))


def test_a_hand_costs_nothing_and_an_end_two_statements_more():
    hand, end = costs(seasons=0)
    counting_hand, counting_end = costs(seasons=1)
    assert counting_hand == hand
    assert counting_end == end + 2  # the tables of the club, the dates of the season


def count_reading(cup):
    """The statements for the state of a season: with all that is known, and with what its rules ask for."""
    whole = count_statements(lambda: progress(cup))
    return whole, count_statements(lambda: progress(cup, whole=False))


def test_the_state_of_a_year_takes_as_many_statements_for_any_number_of_evenings():
    cup = year()
    evening(dreier(0))
    few = count_reading(cup)
    for at in range(1, 6):
        evening(dreier(at % 4), when=(2026, 4, at, 19))
        evening(dreier(at % 4), names=("Emil", "Franz", "Gerda", "Hans"), when=(2026, 4, at, 20))
    assert count_reading(cup) == few
    assert few[1] == 8  # season, events, typed results; tables, those that were played, holders, totals; names
