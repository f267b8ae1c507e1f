"""Creating, changing and dissolving teams: acts that give the members of each team from a round on."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Max

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.rules.ranking import compute_lot
from tournaments.core.rules.seeded_random import create_roll, shuffle_values
from tournaments.core.selectors import load_settings
from tournaments.models import Act, Entrant, Team, TeamMember, Tournament
from tournaments.people.entrants.selectors import format_start_numbers
from tournaments.people.entrants.services import must_go_on
from tournaments.people.teams.rosters import (
    FROM_THE_START,
    TeamMembership,
    compute_rosters,
    compute_team_by_entrant,
    find_double_member,
    find_last_round,
    load_memberships,
)


class TeamDetails(NamedTuple):
    """The details of a team."""

    name: str  # cleaned; "": it is called by its number
    entrants: tuple[int, ...]  # ids


def create_teams(
    tournament: int, key: str, teams: Sequence[TeamDetails], who: Actor = ANONYMOUS, *, sent: object = None
) -> Act:
    """Create teams that count for all rounds; `sent`: the client's request, if it differs from `wanted`.

    Raise ActionRefused("ended", "no_teams", "nobody_known", "too_many_members", "in_team", "no_members").
    """

    def do(row: Tournament) -> dict[str, Any]:
        return {"teams": _build_act_data(_create_teams(row, teams))}

    body = ["make", [[*details] for details in teams] if sent is None else sent]
    return TOURNAMENTS.act(tournament, Command(key, Kind.TEAM, body, who), do)


def create_teams_by_lot(tournament: int, key: str, who: Actor = ANONYMOUS) -> Act:
    """Create full teams of the players without one, by lot from the tournament's seed; the rest remain without a team.

    Raise ActionRefused("nobody_left") if there are too few players for one team.
    """

    def do(row: Tournament) -> dict[str, Any]:
        size = load_settings(row).team_size
        free = list_without_team(row)
        number = Act.objects.filter(tournament=row, kind=Kind.TEAM).count()
        order = shuffle_values(free, create_roll(compute_lot(row.seed, "teams", number)))
        full = [tuple(sorted(order[at : at + size])) for at in range(0, len(order) - size + 1, size)] if size else []
        if not full:
            raise ActionRefused("nobody_left")
        return {
            "teams": _build_act_data(_create_teams(row, [TeamDetails("", entrants) for entrants in full])),
            "by_lot": True,
        }

    return TOURNAMENTS.act(tournament, Command(key, Kind.TEAM, "by lot", who), do)


def change_team_details(
    tournament: int,
    key: str,
    number: int,
    details: TeamDetails,
    who: Actor = ANONYMOUS,
    *,
    since: int = FROM_THE_START,
    reason: str = "",
    sent: object = None,
) -> Act:
    """Give a team (its number) this name, and these members from a round on; a reason once the first round has started.

    Raise ActionRefused like `create_teams`, and ("no_such_team", "no_reason", "no_such_round").
    """

    def do(row: Tournament) -> dict[str, Any]:
        _must_say_why(row, reason)
        team = _find_team(row, number)
        if not FROM_THE_START <= since <= row.rounds.count() + 1:
            raise ActionRefused("no_such_round", round=since)
        _must_be_possible(row, [details])
        new = [TeamMembership(team.pk, since, details.entrants)]
        write_members(row, (*load_memberships(row), *new))
        Team.objects.filter(pk=team.pk).update(name=details.name)
        return {"teams": _build_act_data(new)}

    body = ["change", number, [*details] if sent is None else sent, since]
    return TOURNAMENTS.act(tournament, Command(key, Kind.TEAM, body, who, reason), do)


def end_team(tournament: int, key: str, number: int, who: Actor = ANONYMOUS, reason: str = "") -> Act:
    """Dissolve a team: nobody plays for it in any round; its number and name are not used again.

    Raise ActionRefused("no_such_team", "no_reason", "ended").
    """

    def do(row: Tournament) -> dict[str, Any]:
        _must_say_why(row, reason)
        team = _find_team(row, number)
        new = [TeamMembership(team.pk, FROM_THE_START, ())]
        write_members(row, (*load_memberships(row), *new))
        Team.objects.filter(pk=team.pk).update(gone=now())
        return {"teams": _build_act_data(new)}

    return TOURNAMENTS.act(tournament, Command(key, Kind.TEAM, ["dissolve", number], who, reason), do)


def list_without_team(row: Tournament) -> list[int]:
    """Return the entrants (ids) without a team, by start number; two queries."""
    said = load_memberships(row)
    taken = compute_team_by_entrant(said, find_last_round(said))
    there = Entrant.objects.filter(tournament=row, withdrawn=None).order_by("number").values_list("pk", flat=True)
    return [entrant for entrant in there if entrant not in taken]


def _create_teams(row: Tournament, teams: Sequence[TeamDetails]) -> list[TeamMembership]:
    """Save new teams and return their memberships."""
    must_go_on(row)
    _must_be_possible(row, teams)
    last = Team.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0
    rows = [Team(tournament=row, number=last + at, name=details.name) for at, details in enumerate(teams, 1)]
    Team.objects.bulk_create(rows, batch_size=200)
    new = [TeamMembership(team.pk, FROM_THE_START, details.entrants) for team, details in zip(rows, teams, strict=True)]
    write_members(row, (*load_memberships(row), *new))
    return new


def _must_be_possible(row: Tournament, teams: Sequence[TeamDetails]) -> None:
    """Raise ActionRefused for details that are not possible in this tournament."""
    size = load_settings(row).team_size
    if not size:
        raise ActionRefused("no_teams")
    if not teams or not all(details.entrants for details in teams):
        raise ActionRefused("no_members")
    if any(len(details.entrants) > size for details in teams):
        raise ActionRefused("too_many_members", size=size)
    named = [entrant for details in teams for entrant in details.entrants]
    if len(set(named)) < len(named):
        raise ActionRefused(
            "in_team", numbers=format_start_numbers({entrant for entrant in named if named.count(entrant) > 1})
        )
    if Entrant.objects.filter(tournament=row, pk__in=named).count() < len(named):
        raise ActionRefused("nobody_known")


def write_members(row: Tournament, memberships: tuple[TeamMembership, ...]) -> None:
    """Save the current members; raise ActionRefused("in_team") if a player would be in two teams."""
    if twice := find_double_member(memberships):
        raise ActionRefused("in_team", numbers=format_start_numbers([twice]))
    members = {
        entrant: team
        for team, some in compute_rosters(memberships, find_last_round(memberships)).items()
        for entrant in some
    }
    known = {member.entrant_id: member for member in TeamMember.objects.filter(team__tournament=row)}
    gone = [member.pk for entrant, member in known.items() if members.get(entrant) != member.team_id]
    TeamMember.objects.filter(pk__in=gone).delete()
    came = [
        TeamMember(team_id=team, entrant_id=entrant)
        for entrant, team in members.items()
        if entrant not in known or known[entrant].team_id != team
    ]
    TeamMember.objects.bulk_create(came, batch_size=200)


def _find_team(row: Tournament, number: int) -> Team:
    found = Team.objects.filter(tournament=row, number=number, gone=None).first()
    if found is None:
        raise ActionRefused("no_such_team")
    return found


def _must_say_why(row: Tournament, reason: str) -> None:
    """Require a reason once the first round has started; raise ActionRefused("no_reason")."""
    must_go_on(row)
    if row.frozen is not None and not reason:
        raise ActionRefused("no_reason")


def _build_act_data(some: Sequence[TeamMembership]) -> list[list[Any]]:
    return [[membership.team, membership.round, list(membership.entrants)] for membership in some]


def build_teams_key(key: str) -> str:
    """Return the key of the act about teams that goes with the act about people."""
    return f"{key}.teams"


def join_teams(tournament: int, key: str, named: Sequence[tuple[str, int]], who: Actor = ANONYMOUS) -> Act | None:
    """Let entrants (ids) join the teams with these names; those who cannot are left out and counted (`left`).

    An entrant who has a team keeps it, and no team gets more members than its size. Nothing happens in a tournament
    without teams, or once it has started: then the director changes them one by one, with a reason.
    """
    row = Tournament.everything.get(pk=tournament)
    if not named or not load_settings(row).team_size or row.frozen is not None:
        return None

    def do(row: Tournament) -> dict[str, Any]:
        said, size = load_memberships(row), load_settings(row).team_size
        members = {team: list(some) for team, some in compute_rosters(said, find_last_round(said)).items()}
        taken = {entrant for some in members.values() for entrant in some}
        known = set(Team.objects.filter(tournament=row).values_list("pk", flat=True))
        ids = _find_or_create_teams(row, [name for name, _entrant in named])
        joined: set[int] = set()
        left = []
        for name, entrant in named:
            some = members.setdefault(ids[name.casefold()], [])
            if entrant in some:
                continue
            if entrant in taken or len(some) >= size:
                left.append(entrant)
            else:
                some.append(entrant)
                taken.add(entrant)
                joined.add(entrant)
        changed = [team for team, some in members.items() if joined.intersection(some)]
        new = [TeamMembership(team, FROM_THE_START, tuple(members[team])) for team in changed]
        write_members(row, (*said, *new))
        Team.objects.filter(tournament=row).exclude(pk__in=[*known, *changed]).delete()  # made, and nobody joined
        teams = [[membership.team, membership.round, list(membership.entrants)] for membership in new]
        return {"teams": teams, "joined": len(joined), "left": left}

    sent = ["join", [list(pair) for pair in named]]
    return TOURNAMENTS.act(tournament, Command(build_teams_key(key), Kind.TEAM, sent, who), do)


def _find_or_create_teams(row: Tournament, names: Sequence[str]) -> dict[str, int]:
    """Return the teams (ids) by name, ignoring case; missing ones are created."""
    teams = Team.objects.filter(tournament=row, gone=None)
    found = {team.name.casefold(): team.pk for team in teams if team.name}
    last = Team.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0
    for name in names:
        if name.casefold() not in found:
            last += 1
            found[name.casefold()] = Team.objects.create(tournament=row, number=last, name=name).pk
    return found
