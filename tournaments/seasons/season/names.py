"""Whom a season ranks, by the ids in its results: persons of the club, or, in a season of teams, teams.

Teams of its tournaments are the same if they have the same name; without a name, or where a tournament has two of that
name, if they have the same members too.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from tarockclub.kit.lists.names import fold_name
from tarockclub.models import Person
from tarockclub.platform.privacy.public_names import build_called_name, build_public_name
from tournaments.core.lookup import Lookup, format_unknown_person
from tournaments.models import Season, Team, TeamMember


class CurrentPerson(NamedTuple):
    """A person with their current name and number, merged or not; or a team of a season of teams."""

    person: int
    number: int  # in the club; of a team in the season, in the order of its first tournaments
    name: str  # as public pages show it
    real: str = ""  # as in the register, for exports of the staff


SeasonNames = tuple[Lookup[CurrentPerson], Lookup[int]]  # by id, and for each id the one that counts now


class _Member(NamedTuple):
    person: int  # the current one
    name: str
    real: str


_PERSON = ("pk", "number", build_public_name(), build_called_name(), "merged_into", "merged_into__number")
_MEMBER = (
    "team",
    "entrant__person",
    "entrant__person__merged_into",
    build_public_name("entrant__person__"),
    build_called_name("entrant__person__"),
)


def load_names(season: Season, who: Iterable[int], *, teams: bool) -> SeasonNames:
    """Return the names of a season; the same few queries for any number of them."""
    return load_season_teams(season) if teams else load_season_people(who)


def load_season_people(persons: Iterable[int]) -> SeasonNames:
    """Return persons by id, and for each id the id of its current person: merged ones are one; one query."""
    people, same = _begin_names()
    for pk, number, name, real, into, into_number in Person.objects.filter(pk__in=set(persons)).values_list(*_PERSON):
        same[pk] = into or pk
        people[same[pk]] = CurrentPerson(same[pk], into_number or number, name, real)
    return people, same


def _begin_names() -> SeasonNames:
    people = Lookup[CurrentPerson]({}, lambda person: CurrentPerson(person, 0, *2 * [format_unknown_person()]))
    return people, Lookup[int]({}, lambda person: person)


def load_season_teams(season: Season) -> SeasonNames:
    """Return the teams of all tournaments of a season, also of those removed from it; two queries."""
    teams = list(Team.objects.filter(tournament__season_events__season=season).distinct().order_by("pk"))
    members: dict[int, list[_Member]] = {}
    rows = TeamMember.objects.filter(team__in=[team.pk for team in teams]).order_by("entrant__number")
    for team_id, person, into, name, real in rows.values_list(*_MEMBER):
        members.setdefault(team_id, []).append(_Member(into or person, name, real))
    double = Counter((team.tournament_id, _fold(team)) for team in teams if team.gone is None)
    ambiguous = {name for (_tournament, name), times in double.items() if times > 1}
    people, same = _begin_names()
    first: dict[tuple[str, frozenset[int]], int] = {}
    for team in teams:
        theirs, name = members.get(team.pk, []), _fold(team)
        needs_members = not name or name in ambiguous
        sign = name, frozenset(member.person for member in theirs) if needs_members else frozenset[int]()
        same[team.pk] = team.pk if needs_members and not theirs else first.setdefault(sign, team.pk)
        if same[team.pk] == team.pk:
            people[team.pk] = _build_team(team, theirs, len(people) + 1)
    return people, same


def _fold(team: Team) -> str:
    return fold_name(team.name).text or team.name.casefold()


def _build_team(team: Team, members: list[_Member], number: int) -> CurrentPerson:
    """Return a team by its name, or else by those of its members."""
    named = team.name or ", ".join(member.name for member in members) or format_unknown_person()
    real = team.name or ", ".join(member.real for member in members) or named
    return CurrentPerson(team.pk, number, named, real)
