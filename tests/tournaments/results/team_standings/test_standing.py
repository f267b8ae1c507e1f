"""The standing of teams: sums of their members, ranked by the criteria of the tournament."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.people.teams.test_services import ids
from tests.tournaments.results.standings.played_tables import POINT, over, paper, standings, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.rules.line_facts import PARTS, LineFacts
from tournaments.core.rules.ranking import PlayerResult
from tournaments.core.settings import BEST_SUM, SUM, TABLE_PLACES, WRITTEN_SCORE
from tournaments.models import Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.teams.services import TeamDetails
from tournaments.results.team_standings.standing import TeamStandings, add_results, load_team_standings

pytestmark = pytest.mark.django_db
MONEY = 100 * PARTS
CUP = {
    "start": 0,
    "place_points": ((4, 2, 1, 0),),
    "round_criteria": (SUM, WRITTEN_SCORE),
    "overall_criteria": (SUM, TABLE_PLACES, BEST_SUM),
}


def teams(of: Tournament) -> TeamStandings:
    return load_team_standings(standings(of))


def paired(of: Tournament, *pairs: tuple[int, ...]) -> None:
    """Teams of these start numbers, called A, B and so on."""
    acts.create_teams(of.pk, new_key(), [TeamDetails("ABCDEFGH"[at], ids(of, *pair)) for at, pair in enumerate(pairs)])


def test_a_team_has_what_its_members_have_won_and_lost():
    of, first, (one, other) = factories.whole(8, team_size=2)
    paired(of, (1, 5), (2, 6), (3, 7))  # 4 and 8 play for themselves
    over(first, (one, (10, -10, 5, -5)), (other, (10, -60, 25, 25)))
    found = teams(of)
    assert [(total.rank, total.team.name, total.result.gain // MONEY) for total in found.teams] == [
        (1, "C", 30),
        (2, "A", 20),
        (3, "B", -70),
    ]
    (total,) = (team for team in found.teams if team.team.name == "B")
    assert total.result.replaced == 1
    assert [line.player.number for line in found.rounds[0].teams[0].members] == [7, 3]


def test_place_points_and_written_points_are_added_and_equal_teams_share_a_rank():
    of, first, (one, other) = factories.whole(8, team_size=2, **CUP)
    paired(of, (1, 6), (2, 5), (3, 7), (4, 8))
    over(first, (one, (10, 2, -4, -8)), (other, (10, 2, -4, -8)))
    # At each table 4, 2, 1, 0 place points: 1 and 6 have 10 + 2 and 4 + 2, as 2 and 5 have.
    assert [(total.rank, total.shared, total.team.name) for total in teams(of).teams] == [
        (1, True, "A"),
        (1, True, "B"),
        (3, False, "C"),
        (4, False, "D"),
    ]
    best = teams(of).teams[0].result
    assert (best.written, best.together) == (12 * POINT, (12 + 6) * 60)
    assert best.table_places == (1, 2)


def test_what_a_substitute_plays_in_a_seat_goes_to_its_team():
    of, first, (one, other) = factories.whole(8, team_size=2)
    paired(of, (1, 5), (2, 6))
    started(first)
    paper(one, 10, -10, 5, -5)
    paper(other, 0, 0, 0, 0)
    acts.substitute(one, new_key(), 0, Newcomer("Ersatz"))
    assert [(total.team.name, total.result.gain // MONEY) for total in teams(of).teams] == [("A", 10), ("B", -10)]


def test_who_comes_in_the_second_round_leaves_the_first_one_to_whom_it_belongs():
    of, first, (one, other) = factories.whole(8, team_size=2)
    paired(of, (1, 5), (2, 6))
    over(first, (one, (10, -10, 5, -5)), (other, (0, 0, 0, 0)))
    acts.change_team(of.pk, new_key(), 1, TeamDetails("A", ids(of, 3, 5)), since=2, reason="Spieler 1 ist krank")
    second = factories.round_(of)
    over(second, *((table, (1, 2, 7, -10)) for table in factories.draw_tables(second)))
    by_name = {total.team.name: total for total in teams(of).teams}
    # Round 1: 1 and 5, round 2: 3 and 5.
    assert [share.result.gain // MONEY for share in by_name["A"].rounds if share is not None] == [10, 8]
    assert by_name["A"].result.gain // MONEY == 18
    acts.change_team(of.pk, new_key(), 1, TeamDetails("A", ids(of, 3, 5)), since=1, reason="war immer so")
    by_name = {total.team.name: total for total in teams(of).teams}
    assert [share.result.gain // MONEY for share in by_name["A"].rounds if share is not None] == [5, 8]


def test_a_tournament_without_teams_has_no_team_standing():
    of, first, (one, other) = factories.whole(8)
    over(first, (one, (0, 0, 0, 0)), (other, (0, 0, 0, 0)))
    assert teams(of).teams == ()


RESULTS = st.builds(
    PlayerResult,
    who=st.integers(1, 99),
    gain=st.integers(-99, 99),
    replaced=st.integers(0, 3),
    written=st.integers(-99, 99),
    facts=st.builds(LineFacts, won=st.integers(0, 9), hands=st.integers(9, 20), values=st.just(())),
    points=st.integers(0, 600),
)


@pytest.mark.no_cover
@given(st.lists(RESULTS, max_size=4), st.lists(RESULTS, max_size=4))
def test_two_halves_of_a_team_are_together_the_whole(some, others):
    whole, one, other = add_results(7, [*some, *others]), add_results(7, some), add_results(7, others)
    assert whole.together == one.together + other.together
    assert (whole.gain, whole.replaced) == (one.gain + other.gain, one.replaced + other.replaced)
