"""Teams are made, changed, dissolved: who may play for whom, from which round on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.models import Entrant, TeamMember, Tournament
from tournaments.people.teams.services import (
    TeamDetails,
    TeamMembership,
    compute_rosters,
    compute_team_by_entrant,
    find_double_member,
    list_without_team,
    load_memberships,
    load_teams,
)

pytestmark = pytest.mark.django_db


@share_rows
def of() -> Tournament:
    tournament = factories.tournament(team_size=2)
    factories.people(tournament, 9)
    return tournament


def ids(of: Tournament, *numbers: int) -> tuple[int, ...]:
    """The entrants of these start numbers."""
    found = dict(Entrant.objects.filter(tournament=of).values_list("number", "pk"))
    return tuple(found[number] for number in numbers)


def members(of: Tournament) -> dict[int, list[int]]:
    """Start numbers by number of the team, as the rows say."""
    found: dict[int, list[int]] = {}
    for team, number in TeamMember.objects.filter(team__tournament=of).values_list("team__number", "entrant__number"):
        found.setdefault(team, []).append(number)
    return {team: sorted(some) for team, some in found.items()}


def test_teams_are_made_changed_and_dissolved(of):
    acts.create_teams(of.pk, new_key(), [TeamDetails("Die Herzdamen", ids(of, 1, 2)), TeamDetails("", ids(of, 3))])
    assert members(of) == {1: [1, 2], 2: [3]}
    acts.change_team(of.pk, new_key(), 2, TeamDetails("Pagatjäger", ids(of, 3, 4)))
    acts.change_team(of.pk, new_key(), 1, TeamDetails("Die Herzdamen", ids(of, 1, 5)))
    assert members(of) == {1: [1, 5], 2: [3, 4]}
    assert [team.name for team in load_teams(of)] == ["Die Herzdamen", "Pagatjäger"]
    acts.dissolve_team(of.pk, new_key(), 1)
    assert members(of) == {2: [3, 4]}
    acts.create_teams(of.pk, new_key(), [TeamDetails("Neue", ids(of, 1, 2))])
    assert [team.number for team in load_teams(of)] == [2, 3]  # a number is given once


@pytest.mark.parametrize(
    ("numbers", "code"), [((1, 2, 3), "too_many_members"), ((), "no_members"), ((3, 3), "in_team"), ((1, 4), "in_team")]
)
def test_what_can_be_no_team_is_refused(of, numbers, code):
    acts.create_teams(of.pk, new_key(), [TeamDetails("A", ids(of, 4, 5))])
    with pytest.raises(ActionRefused, match=code):
        acts.create_teams(of.pk, new_key(), [TeamDetails("B", ids(of, *numbers))])
    assert members(of) == {1: [4, 5]}


def test_who_belongs_to_another_tournament_or_where_there_are_no_teams_is_refused(of):
    other = factories.tournament(name="Einzel")
    (stranger,) = factories.enter_people(other, "Jemand")
    with pytest.raises(ActionRefused, match="nobody_known"):
        acts.create_teams(of.pk, new_key(), [TeamDetails("A", (stranger.pk,))])
    with pytest.raises(ActionRefused, match="no_teams"):
        acts.create_teams(other.pk, new_key(), [TeamDetails("A", (stranger.pk,))])
    with pytest.raises(ActionRefused, match="no_such_team"):
        acts.change_team(of.pk, new_key(), 7, TeamDetails("A", ids(of, 1)))


def test_by_lot_everybody_without_a_team_gets_one_as_far_as_they_are_full(of):
    acts.create_teams(of.pk, new_key(), [TeamDetails("A", ids(of, 9, 2))])
    acts.withdraw(of.pk, new_key(), ids(of, 7)[0])
    acts.create_teams_by_lot(of.pk, new_key())
    sizes = [len(some) for some in members(of).values()]
    assert sizes == [2, 2, 2, 2]
    assert list_without_team(of) == []
    with pytest.raises(ActionRefused, match="nobody_left"):
        acts.create_teams_by_lot(of.pk, new_key())


def test_by_lot_follows_from_the_seed_and_nobody_can_choose_it():
    found = []
    for _ in range(2):
        of = factories.tournament(team_size=4)
        Tournament.objects.filter(pk=of.pk).update(seed="5" * 32)
        factories.people(of, 11)
        acts.create_teams_by_lot(of.pk, new_key())
        found.append(members(of))
    assert found[0] == found[1]
    assert [len(some) for some in found[0].values()] == [4, 4]


def test_after_the_start_a_member_changes_with_a_reason_and_from_a_round_on():
    of, first, _tables = factories.whole(8, team_size=2)
    acts.create_teams(of.pk, new_key(), [TeamDetails("A", ids(of, 1, 2)), TeamDetails("B", ids(of, 3, 4))])
    started(first)
    with pytest.raises(ActionRefused, match="no_reason"):
        acts.change_team(of.pk, new_key(), 1, TeamDetails("A", ids(of, 1, 5)), since=2)
    with pytest.raises(ActionRefused, match="no_such_round"):
        acts.change_team(of.pk, new_key(), 1, TeamDetails("A", ids(of, 1, 5)), since=3, reason="krank")
    acts.change_team(of.pk, new_key(), 1, TeamDetails("A", ids(of, 1, 5)), since=2, reason="krank")
    said = load_memberships(of)
    teams = {team.number: team.id for team in load_teams(of)}
    assert compute_rosters(said, 1)[teams[1]] == ids(of, 1, 2)
    assert compute_rosters(said, 2)[teams[1]] == ids(of, 1, 5)
    assert members(of)[1] == [1, 5]
    # Who has left may play for others from then on, but not before.
    with pytest.raises(ActionRefused, match="in_team"):
        acts.change_team(of.pk, new_key(), 2, TeamDetails("B", ids(of, 3, 2)), since=1, reason="tauscht")
    acts.change_team(of.pk, new_key(), 2, TeamDetails("B", ids(of, 3, 2)), since=2, reason="tauscht")
    assert members(of) == {1: [1, 5], 2: [2, 3]}


def test_a_correction_for_all_rounds_counts_for_all():
    said = (TeamMembership(7, 1, (1, 2)), TeamMembership(7, 3, (1, 5)), TeamMembership(7, 1, (1, 6)))
    assert [compute_rosters(said, number)[7] for number in (1, 2, 3)] == [(1, 6)] * 3


def test_when_the_final_result_is_published_teams_stay_as_they_are(of):
    acts.create_teams(of.pk, new_key(), [TeamDetails("A", ids(of, 1, 2))])
    Tournament.objects.filter(pk=of.pk).update(ended=of.made)
    for late in (
        lambda: acts.create_teams(of.pk, new_key(), [TeamDetails("B", ids(of, 3, 4))]),
        lambda: acts.change_team(of.pk, new_key(), 1, TeamDetails("A", ids(of, 1))),
        lambda: acts.dissolve_team(of.pk, new_key(), 1),
    ):
        with pytest.raises(ActionRefused, match="ended"):
            late()


@pytest.mark.no_cover
@given(
    st.lists(
        st.builds(
            TeamMembership,
            st.integers(1, 4),
            st.integers(1, 4),
            st.lists(st.integers(1, 6), max_size=3, unique=True).map(tuple),
        ),
        max_size=8,
    )
)
def test_nobody_is_in_two_teams_of_a_round_unless_it_is_told(said):
    twice = any(
        sum(map(len, compute_rosters(said, number).values())) > len(compute_team_by_entrant(said, number))
        for number in range(1, 6)
    )
    assert bool(find_double_member(said)) == twice
