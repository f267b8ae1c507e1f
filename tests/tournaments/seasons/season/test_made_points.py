"""Formulas that ask for the points made on the day: of published results, of typed ones, of a tournament that runs."""

from fractions import Fraction

import pytest

from tests.tournaments.seasons.season import seasons
from tests.tournaments.seasons.season.seasons import new_key, stands
from tests.tournaments.support import acts, factories
from tournaments.core.acts import TOURNAMENTS, Command, Kind
from tournaments.core.rules.ranking import PlayerResult
from tournaments.core.settings import CAPITAL, PLACE_POINTS, SUM, WRITTEN_SCORE, Settings
from tournaments.models import Entrant, Season, SeasonEvent, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.standings.editions import RoundFact, compute_made_points
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.points.preview import list_ready
from tournaments.seasons.season.results.services import PersonResult

pytestmark = pytest.mark.django_db
VIENNA = "max(0, min(points, 50 + points / 2, 200))"
TABLES = next(rule.settings.formula for rule in list_ready() if rule.id == "tischpunkte")
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
    acts.add_tournament(of, new_key(), cup, "day")
    assert stands(of) == [(1, "Anna", 200), (2, "Bert", 130), (3, "Carl", 40), (4, "Dora", 0)]


def publish_rounds(of: Tournament) -> None:
    """Publish a final result of two rounds at one table of four, with all that is kept of them.

    Anna is first twice; Bert and Carl share a place in the second round, Dora is last and then fourth.
    """
    persons = dict(Entrant.objects.filter(tournament=of).values_list("person__name", "person"))
    rounds = [
        [("Anna", 1, 60, 1, 9), ("Bert", 2, 12, 2, 5), ("Carl", 3, -24, 3, 3), ("Dora", 4, -48, 4, 2)],
        [("Anna", 1, 30, 1, 7), ("Bert", 2, 0, 2, 6), ("Carl", 2, 0, 2, 4), ("Dora", 4, -30, 4, 1)],
    ]
    facts = [
        RoundFact(persons[name], number, rank, 1, 4, 30_000, score * 100, score, 0, place, 16, won)
        for number, there in enumerate(rounds, 1)
        for name, rank, score, place, won in there
    ]
    rows = [[rank, persons[name], 0, 0, 0, 0, 0] for rank, name in enumerate(seasons.NAMES, 1)]
    said = {"of": 0, "edition": 1, "rows": rows, "criteria": [], "facts": facts}
    TOURNAMENTS.act(of.pk, Command(new_key(), Kind.RESULT, []), lambda _row: said)


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ({"formula": "written"}, [("Anna", 15), ("Bert", 2), ("Carl", -4), ("Dora", -13)]),
        ({"formula": "money"}, [("Anna", 15), ("Bert", 2), ("Carl", -4), ("Dora", -13)]),
        ({"formula": "capital"}, [("Anna", 115), ("Bert", 102), ("Carl", 96), ("Dora", 87)]),
        (
            {"formula": "100 * won / hands", "decimals": 2},
            [("Anna", 50), ("Bert", 34.38), ("Carl", 21.88), ("Dora", 9.38)],
        ),
        (
            {"formula": "10 * firsts + 5 * seconds + thirds + rounds"},
            [("Anna", 22), ("Bert", 12), ("Carl", 8), ("Dora", 2)],
        ),
        # By rounds: 4 4, 2 1.5, 1 1.5, 0 0.
        (
            {"per": "round", "decimals": 1, "formula": TABLES},
            [("Anna", 8), ("Bert", 3.5), ("Carl", 2.5), ("Dora", 0)],
        ),
        # The table size less the place: 3 3, 2 1.5, 1 1.5, 0 0; and a tenth of the hands won.
        (
            {"per": "round", "decimals": 1, "formula": "table_size - table_place + won / 10"},
            [("Anna", 7.6), ("Bert", 4.6), ("Carl", 3.2), ("Dora", 0.3)],
        ),
    ],
)
def test_a_formula_can_ask_for_all_that_is_kept_of_the_rounds(rules, wanted):
    of = seasons.season(**rules)
    cup = factories.tournament(place_points=())
    factories.enter_people(cup, *seasons.NAMES)
    publish_rounds(cup)
    acts.add_tournament(of, new_key(), cup, "day")
    stand = load_season_progress(Season.objects.get(pk=of.pk))
    assert not stand.standing.problems
    assert [(stand.people[line.who].name, line.points / 100) for line in stand.standing.lines] == wanted


def test_a_result_from_before_the_rounds_were_kept_says_what_is_missing():
    cup = factories.tournament(start=0, overall_criteria=(WRITTEN_SCORE,), round_criteria=(WRITTEN_SCORE,))
    factories.enter_people(cup, *seasons.NAMES)
    publish(cup, {"Anna": 310, "Bert": 160, "Carl": 40, "Dora": -510})
    found = []
    for formula, per in (("hands", "day"), ("written", "round")):
        of = seasons.season(formula=formula, per=per)
        acts.add_tournament(of, new_key(), cup, "day")
        found.append(load_season_progress(Season.objects.get(pk=of.pk)).standing.problems[0][1].code)
    assert found == ["fact_unknown", "rounds_unknown"]


def test_a_typed_result_counts_by_its_written_score_or_by_the_points_that_were_typed():
    of = seasons.season(formula=VIENNA)
    event = acts.add_event(of, new_key(), "Kirtag")
    rows = [
        PersonResult(Newcomer("Anna"), 1, None, 260 * 6),
        PersonResult(Newcomer("Bert"), 2, 15000, 999 * 6),
        PersonResult(Newcomer("Carl"), 3, None, 99 * 6),
    ]
    acts.write_results(event, new_key(), rows)
    assert stands(of) == [(1, "Anna", 180), (2, "Bert", 150), (3, "Carl", 99)]


def test_without_the_points_made_the_season_names_the_problem():
    of = seasons.season(formula=VIENNA)
    event = seasons.day(of, *seasons.NAMES)
    [found, *_rest] = load_season_progress(Season.objects.get(pk=of.pk)).standing.problems
    assert (found[0], found[1].code) == (SeasonEvent.objects.get(pk=event.pk).number, "points_unknown")


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
    result = PlayerResult(who=7, gain=6 * 1250, written=-9, points=140)
    assert compute_made_points(settings, result) == made
