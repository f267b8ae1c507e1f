"""Formulas that ask for the points made on the day: of published results, of typed ones, of a tournament that runs."""

from fractions import Fraction

import pytest

from tests.tournaments.season import seasons
from tests.tournaments.season.seasons import new_key, stands
from tests.tournaments.support import factories
from tournaments.acts import TOURNAMENTS, Command, Kind
from tournaments.models import Entrant, Season, SeasonEvent, Tournament
from tournaments.name_lists.candidates import Newcomer
from tournaments.season.data import load_season_progress
from tournaments.season.events import EventDetails, add_event, add_tournament
from tournaments.season.results.services import PersonResult, write_results
from tournaments.settings import CAPITAL, PLACE_POINTS, SUM, WRITTEN_SCORE, Settings
from tournaments.standings.editions import EditionRow
from tournaments.standings.made_points import compute_made_points

pytestmark = pytest.mark.django_db
VIENNA = "max(0, min(points, 50 + points / 2, 200))"
POINTS = ((4, 2, 1, 0), (4, 3, 2, 1, 0), (4, 3, 2, 1, 0, 0))


def publish(of: Tournament, written: dict[str, int]) -> None:
    """Publish a final result with these written scores, in points."""
    persons = dict(Entrant.objects.filter(tournament=of).values_list("person__name", "person"))
    rows = [
        [rank, persons[name], 0, 0, 0, 0, 0, score * 6, 0, 0, []]
        for rank, (name, score) in enumerate(written.items(), 1)
    ]
    said = {"of": 0, "edition": 1, "rows": rows, "criteria": []}
    TOURNAMENTS.act(of.pk, Command(new_key(), Kind.RESULT, list(written)), lambda _row: said)


def test_a_published_result_counts_by_the_points_made_there():
    of = seasons.season(formula=VIENNA)
    cup = factories.tournament(start=0, overall_criteria=(WRITTEN_SCORE,), round_criteria=(WRITTEN_SCORE,))
    factories.enter_people(cup, *seasons.NAMES)
    publish(cup, {"Anna": 310, "Bert": 160, "Carl": 40, "Dora": -510})
    add_tournament(of, new_key(), cup, "day")
    assert stands(of) == [(1, "Anna", 200), (2, "Bert", 130), (3, "Carl", 40), (4, "Dora", 0)]


def test_a_typed_result_counts_by_its_written_score_or_by_the_points_that_were_typed():
    of = seasons.season(formula=VIENNA)
    event = add_event(of, new_key(), EventDetails("Kirtag"))
    rows = [
        PersonResult(Newcomer("Anna"), 1, None, 260 * 6),
        PersonResult(Newcomer("Bert"), 2, 15000, 999 * 6),
        PersonResult(Newcomer("Carl"), 3, None, 99 * 6),
    ]
    write_results(event, new_key(), rows)
    assert stands(of) == [(1, "Anna", 180), (2, "Bert", 150), (3, "Carl", 99)]


def test_without_the_points_made_the_season_names_the_problem():
    of = seasons.season(formula=VIENNA)
    event = seasons.day(of, *seasons.NAMES)
    [found, *_rest] = load_season_progress(Season.objects.get(pk=of.pk)).standing.problems
    assert (found[0], found[1].code) == (SeasonEvent.objects.get(pk=event.pk).number, "points_unknown")


def test_other_formulas_do_not_ask_for_them():
    of = seasons.season(formula="players - place + 1")
    seasons.day(of, *seasons.NAMES)
    assert stands(of)[0] == (1, "Anna", 4)


@pytest.mark.parametrize(
    ("settings", "made"),
    [
        (Settings(), Fraction(25, 2)),  # play money
        (Settings(start=0), Fraction(-3, 2)),  # the written score
        (Settings(start=0, place_points=POINTS, overall_criteria=(PLACE_POINTS, WRITTEN_SCORE)), Fraction(7, 3)),
        (Settings(start=0, place_points=POINTS, overall_criteria=(SUM,)), Fraction(5, 6)),
        (Settings(place_points=POINTS, overall_criteria=(CAPITAL,)), Fraction(25, 2)),
    ],
)
def test_the_points_made_are_those_by_which_the_tournament_ranks(settings, made):
    row = EditionRow(1, 7, 3, 0, 6 * 1250, 0, 0, written=-9, points=140)
    assert compute_made_points(settings, row) == made
