"""Whoever changes the table within a round is where he has sat last, whichever number that table has."""

import pytest

from scoring.engine.evening.course import Seating
from scoring.table.corrections.changes import change_seats, enter_end_totals
from tests.tournaments.results.standings.played_tables import paper, started, tried
from tests.tournaments.support import factories
from tournaments.core.rules.ranking import PARTS
from tournaments.core.settings import CUP, build_default_settings
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db
CUP_SETTINGS = {**build_default_settings(CUP)._asdict(), "rounds": 0}


@pytest.mark.parametrize(("left", "joined"), [(0, 1), (1, 0)])
def test_he_is_placed_at_the_table_where_he_has_sat_last(left, joined):
    of = factories.tournament(**CUP_SETTINGS)
    people = factories.people(of, 10)
    first = factories.round_(of, people)
    tables = factories.draw_tables(first, [people[:5], people[5:]])
    started(first)
    goes = Entrant.objects.get(pk=people[0 if left == 0 else 5].pk)
    paper(tables[left], 6, 0, -2, -2, -2)
    tried(tables[left], change_seats(Seating((1, 2, 3, 4))), "goes")
    tried(tables[joined], change_seats(Seating((0, 1, 2, 3, 4, 5), came=((5, goes.person_id),))), "comes")
    tried(tables[joined], enter_end_totals((6, 12, 18, 24, 30, -90), (0,) * 6), "totals")
    (standing,) = load_standings(load_progress(Tournament.objects.get(pk=of.pk))).rounds
    line = next(candidate for candidate in standing.lines if candidate.player.entrant == goes.pk)
    assert (line.table, line.place, line.points // PARTS, line.there) == (joined + 1, 6, 0, True)
