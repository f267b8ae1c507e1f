"""Teams from a list of people: who stands there with the name of a team joins it, or it is made."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max

from scoring.ledger.entries import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, act
from tournaments.models import Act, Team, Tournament
from tournaments.selectors import settings_of
from tournaments.teams.rosters import FROM_THE_START, Since, last_round, rosters, said_of
from tournaments.teams.services import keep


def teams_key(key: str) -> str:
    """The key of the act about teams, beside that about people."""
    return f"{key}.teams"


def join_teams(tournament: int, key: str, named: Sequence[tuple[str, int]], who: Who = NOBODY_KNOWN) -> Act | None:
    """Let entrants (ids) join the teams of these names; what cannot be is left out and counted (`left`).

    Who has a team already keeps it, and no team gets more than its size. Nothing happens in a tournament without
    teams, or once it has started: then the director changes them one by one, with a reason.
    """
    row = Tournament.objects.get(pk=tournament)
    if not named or not settings_of(row).team_size or row.frozen is not None:
        return None

    def do(row: Tournament) -> dict[str, Any]:
        said, size = said_of(row), settings_of(row).team_size
        members = {team: list(some) for team, some in rosters(said, last_round(said)).items()}
        taken = {entrant for some in members.values() for entrant in some}
        known = set(Team.objects.filter(tournament=row).values_list("pk", flat=True))
        ids = _ids(row, [name for name, _entrant in named])
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
        new = [Since(team, FROM_THE_START, tuple(members[team])) for team in changed]
        keep(row, (*said, *new))
        Team.objects.filter(tournament=row).exclude(pk__in=[*known, *changed]).delete()  # made, and nobody joined
        teams = [[one.team, one.round, list(one.entrants)] for one in new]
        return {"teams": teams, "joined": len(joined), "left": left}

    sent = ["join", [list(pair) for pair in named]]
    return act(tournament, Asked(teams_key(key), Kind.TEAM, sent, who), do)


def _ids(row: Tournament, names: Sequence[str]) -> dict[str, int]:
    """The teams (ids) by their names, whatever their capitals; those that are not there are made."""
    teams = Team.objects.filter(tournament=row, gone=None)
    found = {one.name.casefold(): one.pk for one in teams if one.name}
    last = Team.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0
    for name in names:
        if name.casefold() not in found:
            last += 1
            found[name.casefold()] = Team.objects.create(tournament=row, number=last, name=name).pk
    return found
