"""The actions on teams: acts that give the members of each team from a round on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel, Field

from tarockclub.kit.text import clean_text
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import ID_RANGE, Action, Input, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content, join_act_names
from tournaments.core.actions.targets import TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended
from tournaments.core.rules.ranking import compute_lot, create_roll, shuffle_values
from tournaments.core.selectors import load_settings
from tournaments.models import Act, Team, Tournament
from tournaments.people.entrants.entering import find_entrants, resolve_numbers
from tournaments.people.teams.services import (
    FROM_THE_START,
    TeamDetails,
    TeamMembership,
    build_act_data,
    compute_rosters,
    find_last_round,
    find_or_create_teams,
    find_team,
    list_without_team,
    load_memberships,
    must_be_possible,
    save_new_teams,
    write_members,
)

_SPEC = Spec(kind=Kind.TEAM, right=Right.ENTER, words=_("teams were changed"))
_TEAM_PATH = {"number": "number"}  # in addresses of the API
_Name = Annotated[str, Field(max_length=80)]
_Members = Annotated[list[Annotated[int, ID_RANGE]], Field(min_length=1, max_length=4)]


class NewTeam(BaseModel):
    """A team to create."""

    model_config = Action.model_config
    name: _Name = Field(default="", description="Empty: named by its number.")
    members: _Members = Field(description="Start numbers.")


def _resolve_teams(spot: Tournament, teams: list[NewTeam]) -> list[TeamDetails]:
    return [TeamDetails(clean_text(team.name), tuple(find_entrants(spot, team.members))) for team in teams]


class TeamAction(Action):
    """A change of who plays for which team."""

    refusals: ClassVar = {
        "no_teams": _("This tournament has no teams: set in its settings how many play together."),
        "no_members": _("A team needs at least one player."),
        "too_many_members": _("A team in this tournament has at most %(size)s players."),
        "in_team": _("Already plays for another team: start number %(numbers)s."),
        "nobody_left": _("Too few players without a team are left to form another one."),
        "no_such_team": _("This team no longer exists."),
    }

    @classmethod
    def find_right(cls, spot: Tournament) -> Right:
        """Return the director's right once the first round has started: teams decide results from then on."""
        return Right.DIRECT if spot.frozen is not None else super().find_right(spot)

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who plays together."""
        members = (names.name_entrants(entrants) for _team, _round, entrants in content["teams"] if entrants)
        together = join_act_names(f"({member})" for member in members)
        return gettext("teams: %(members)s") % {"members": together} if together else gettext("a team was dissolved")


@action(
    replace(
        _SPEC,
        operations=(Operation(TOURNAMENT, "teams", "make_teams", "Create teams."),),
        schema=("NewTeams", "Teams that count for all rounds."),
    )
)
class CreateTeams(TeamAction):
    """Create teams that count for all rounds; `sent`: what a form said, if that differs from the teams."""

    teams: Annotated[
        list[TeamDetails],
        Input(resolve=_resolve_teams, body=Annotated[list[NewTeam], Field(min_length=1, max_length=200)]),
    ]
    sent: Any = Field(default=None, exclude=True)

    def list_sent(self) -> object:
        """Return the teams, or what a form said of them: its players are in a team once it was accepted."""
        return ["make", [[*details] for details in self.teams] if self.sent is None else self.sent]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Create them; "no_teams", "nobody_known", "too_many_members", "in_team", "no_members"."""
        return {"teams": build_act_data(save_new_teams(here.tournament, self.teams))}


@action(replace(_SPEC, operations=(Operation(TOURNAMENT, "teams/by-lot", "make_teams_by_lot"),), sent_alone="by lot"))
class CreateTeamsByLot(TeamAction):
    """Draw full teams by lot from the players without one.

    By the tournament's seed; the rest remain without a team.
    """

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Draw them; "nobody_left" if there are too few players for one team."""
        row, size = here.tournament, load_settings(here.tournament).team_size
        number = Act.objects.filter(tournament=row, kind=Kind.TEAM).count()
        order = shuffle_values(list_without_team(row), create_roll(compute_lot(row.seed, "teams", number)))
        starts = range(0, len(order) - size + 1, size) if size else ()
        full = [tuple(sorted(order[start : start + size])) for start in starts]
        if not full:
            raise ActionRefused("nobody_left")
        memberships = save_new_teams(row, [TeamDetails("", entrants) for entrants in full])
        return {"teams": build_act_data(memberships), "by_lot": True}


@action(
    replace(
        _SPEC,
        operations=(Operation(TOURNAMENT, "teams/{int:number}", "change_team", path_values=_TEAM_PATH),),
        has_reason=True,
        schema=("TeamChange", "A team's name, and its members from a round on."),
    )
)
class ChangeTeam(TeamAction):
    """Change the name of a team, and its members from a round on.

    A reason is needed once the first round has started. `sent`: what a form said, if that differs from the team.
    """

    number: int
    name: Annotated[str, Input(resolve=lambda _spot, name: clean_text(name), body=_Name)] = Field(
        default="", description="Empty: named by its number."
    )
    members: Annotated[list[int], Input(resolve=resolve_numbers, body=_Members)] = Field(description="Start numbers.")
    since: Annotated[int, ID_RANGE] = Field(
        default=FROM_THE_START, description="Number of the first round in which they play for it."
    )
    sent: Any = Field(default=None, exclude=True)

    def list_sent(self) -> object:
        """Return the team, its details, or what a form said of them, and the round."""
        return ["change", self.number, [self.name, self.members] if self.sent is None else self.sent, self.since]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Change it; "no_such_team", "no_reason", "no_such_round", and as for new teams."""
        row = here.tournament
        _must_say_why(here)
        team = find_team(row, self.number)
        if not FROM_THE_START <= self.since <= row.rounds.count() + 1:
            raise ActionRefused("no_such_round", round=self.since)
        members = tuple(self.members)
        must_be_possible(row, [TeamDetails(self.name, members)])
        new = [TeamMembership(team.pk, self.since, members)]
        write_members(row, (*load_memberships(row), *new))
        Team.objects.filter(pk=team.pk).update(name=self.name)
        return {"teams": build_act_data(new)}


@action(
    replace(
        _SPEC,
        operations=(Operation(TOURNAMENT, "teams/{int:number}/dissolve", "dissolve_team", path_values=_TEAM_PATH),),
        has_reason=True,
        sent_word="dissolve",
        schema=("Dissolving", "A request to dissolve a team."),
    )
)
class DissolveTeam(TeamAction):
    """Dissolve a team: nobody plays for it in any round.

    Its number and name are not used again.
    """

    number: int

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Dissolve it; "no_such_team", "no_reason"."""
        row = here.tournament
        _must_say_why(here)
        team = find_team(row, self.number)
        new = [TeamMembership(team.pk, FROM_THE_START, ())]
        write_members(row, (*load_memberships(row), *new))
        Team.objects.filter(pk=team.pk).update(gone=now())
        return {"teams": build_act_data(new)}


def _must_say_why(here: Here) -> None:
    """Require a reason once the first round has started; raise ActionRefused("no_reason")."""
    must_not_have_ended(here.tournament)
    if here.tournament.frozen is not None and not here.reason:
        raise ActionRefused("no_reason")


@action(replace(_SPEC, targets=(TOURNAMENT,), sent_word="join"))
class JoinTeams(TeamAction):
    """Let entrants (ids) join the teams with these names; those who cannot are left out and counted (`left`).

    An entrant who has a team keeps it, and no team gets more members than its size.
    """

    named: list[tuple[str, int]]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Join them; a team that is new and that nobody has joined is not kept."""
        row, size = here.tournament, load_settings(here.tournament).team_size
        before = load_memberships(row)
        members = {team: list(entrants) for team, entrants in compute_rosters(before, find_last_round(before)).items()}
        taken = {entrant for entrants in members.values() for entrant in entrants}
        existing = set(Team.objects.filter(tournament=row).values_list("pk", flat=True))
        ids = find_or_create_teams(row, [name for name, _entrant in self.named])
        joined: set[int] = set()
        left = []
        for name, entrant in self.named:
            mates = members.setdefault(ids[name.casefold()], [])
            if entrant in mates:
                continue
            if entrant in taken or len(mates) >= size:
                left.append(entrant)
            else:
                mates.append(entrant)
                taken.add(entrant)
                joined.add(entrant)
        changed = [team for team, entrants in members.items() if joined.intersection(entrants)]
        new = [TeamMembership(team, FROM_THE_START, tuple(members[team])) for team in changed]
        write_members(row, (*before, *new))
        Team.objects.filter(tournament=row).exclude(pk__in=[*existing, *changed]).delete()  # made, and nobody joined
        return {"teams": build_act_data(new), "joined": len(joined), "left": left}


def join_teams(tournament: int, key: str, named: Sequence[tuple[str, int]], who: Actor = ANONYMOUS) -> Act | None:
    """Let entrants (ids) join the teams with these names, where that is still possible.

    Nothing happens in a tournament without teams, or once it has started: then the director changes them one by one,
    with a reason.
    """
    row = Tournament.everything.get(pk=tournament)
    if not named or not load_settings(row).team_size or row.frozen is not None:
        return None
    return JoinTeams(named=list(named)).perform(row, build_teams_key(key), who)


def build_teams_key(key: str) -> str:
    """Return the key of the act about teams that goes with the act about people."""
    return f"{key}.teams"
