"""The staff's pages of teams: typing them in, a pasted list, drawing lots; changing or dissolving one team."""

import uuid
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.book.access.permissions import find_actor
from tarockclub.kit.hash_chain import is_key
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.tables import Column, List, find_matching
from tarockclub.platform.accounts.permissions import must_have
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import Lookup, format_unknown_person, load_settings
from tournaments.core.view_helpers import ActionForm
from tournaments.models import Act, Entrant, Team, Tournament
from tournaments.people.teams.actions import ChangeTeam, CreateTeams, CreateTeamsByLot, DissolveTeam
from tournaments.people.teams.forms import EntrantLookup, TeamForm, TeamListForm, TeamsForm
from tournaments.people.teams.services import (
    TeamMembership,
    TeamRef,
    compute_rosters,
    compute_team_by_entrant,
    find_last_round,
    find_next_round,
    format_team_name,
    load_memberships,
    load_teams,
)


class TeamMember(NamedTuple):
    """An entrant of the tournament."""

    id: int
    number: int
    name: str
    withdrawn: bool


class TeamListing(NamedTuple):
    """A team in the list."""

    number: int
    name: str
    members: tuple[TeamMember, ...]  # by start number
    missing: int  # number of members that are missing

    @property
    def names(self) -> str:
        """Its members' names with their numbers."""
        return ", ".join(f"{member.name} ({member.number})" for member in self.members)


class TeamsView(NamedTuple):
    """All teams, and the players without one."""

    size: int
    teams: tuple[TeamListing, ...]
    without: tuple[TeamMember, ...]  # of the players who have not withdrawn

    @property
    def incomplete(self) -> tuple[TeamListing, ...]:
        """Teams with missing members."""
        return tuple(team for team in self.teams if team.missing > 0)

    @property
    def gone(self) -> tuple[tuple[TeamListing, TeamMember], ...]:
        """Members who have withdrawn, with their teams."""
        return tuple((team, member) for team in self.teams for member in team.members if member.withdrawn)


def load_members(tournament: Tournament) -> Lookup[TeamMember]:
    """Return all current and former entrants by id; one query."""
    rows = Entrant.objects.filter(tournament=tournament).order_by("number")
    values = rows.values_list("pk", "number", INSIDE.build_player_name(), "withdrawn")
    members = {pk: TeamMember(pk, number, name, withdrawn is not None) for pk, number, name, withdrawn in values}
    return Lookup(members, lambda pk: TeamMember(pk, 0, format_unknown_person(), withdrawn=False))


def load_teams_view(tournament: Tournament) -> TeamsView:
    """Return the current teams; three queries."""
    people, memberships = load_members(tournament), load_memberships(tournament)
    size = load_settings(tournament).team_size
    now = compute_rosters(memberships, find_last_round(memberships))
    teams = tuple(_build_listing(team, now.get(team.id, ()), people, size) for team in load_teams(tournament))
    taken = {entrant for entrants in now.values() for entrant in entrants}
    without = tuple(person for person in people.values() if person.id not in taken and not person.withdrawn)
    return TeamsView(size, teams, without)


def _build_listing(team: TeamRef, entrants: Iterable[int], people: dict[int, TeamMember], size: int) -> TeamListing:
    members = tuple(sorted((people[entrant] for entrant in entrants), key=lambda member: member.number))
    return TeamListing(team.number, format_team_name(team), members, size - len(members))


def list_stints(
    memberships: Iterable[TeamMembership], team: int, people: dict[int, TeamMember]
) -> list[tuple[int, tuple[TeamMember, ...]]]:
    """Return the members of a team (id) from each round on, as they count now."""
    own = [membership for membership in memberships if membership.team == team]
    stints: list[tuple[int, tuple[TeamMember, ...]]] = []
    for number in sorted({membership.round for membership in own}):
        entrants = compute_rosters(own, number).get(team, ())
        members = tuple(sorted((people[entrant] for entrant in entrants), key=lambda member: member.number))
        if not stints or stints[-1][1] != members:
            stints.append((number, members))
    return stints


def load_team_index(tournament: Tournament, *, but: int = 0) -> EntrantLookup:
    """Return the entrants for matching typed text; members of a team are taken, except those of the team (id) `but`."""
    people, memberships = load_members(tournament), load_memberships(tournament)
    in_register = Entrant.objects.filter(tournament=tournament).values_list("pk", INSIDE.build_name("person__"))
    labels, by_name = dict(in_register), dict[str, tuple[int, ...]]()
    for person in people.values():
        names = (person.name, person.name.partition(" (")[0], labels[person.id])  # "Anna (7)", "Anna", "Anna (Wien)"
        for name in {fold_name(each).text for each in names}:
            by_name[name] = (*by_name.get(name, ()), person.id)
    by_entrant = compute_team_by_entrant(memberships, find_last_round(memberships))
    taken = {entrant for entrant, team in by_entrant.items() if team != but}
    return EntrantLookup({person.number: person.id for person in people.values()}, by_name, frozenset(taken))


TEAMS = List(
    caption=_("Teams"),
    columns=(
        Column("name", _("Team"), link=lambda row: row["url"]),
        Column("number", _("No."), number=True),
        Column("members", _("Players"), of="names", sorts=False),
        Column("missing", _("Missing"), number=True),
    ),
    sort="number",
    empty=_("There is no team yet."),
    search=_("Find a team or a player"),
)


def handle_teams(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all teams; POST adds a typed one, or makes the others by lot."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_teams(request, tournament)
    must_have(request, CreateTeams.find_right(tournament))
    form, by = TeamForm(request.POST, load_team_index(tournament)), find_actor(request)
    problems = _find_problems(form, tournament)
    content = form.cleaned_data
    try:
        if content["by_lot"]:
            CreateTeamsByLot().perform(tournament, content["key"], by)
        elif problems:
            return _render_teams(request, tournament, problems=problems, typed=form.posted)
        else:
            CreateTeams(teams=[content["team"]], sent=form.list_sent_fields()).perform(tournament, content["key"], by)
    except ActionRefused as refused:
        return _render_teams(request, tournament, problems=[format_refusal(refused)], typed=form.posted)
    return view_helpers.redirect_saved("teams", slug=slug)


def handle_list(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Add teams from a pasted list: all of its lines, or show its faults."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_list(request, tournament, "", [])
    must_have(request, CreateTeams.find_right(tournament))
    form = TeamListForm(request.POST, load_team_index(tournament), load_settings(tournament).team_size)
    problems = _find_problems(form, tournament)
    content = form.cleaned_data
    if problems:
        return _render_list(request, tournament, content["text"], problems)
    try:
        action = CreateTeams(teams=list(content["teams"]), sent=form.list_sent_fields())
        action.perform(tournament, content["key"], find_actor(request))
    except ActionRefused as refused:
        return _render_list(request, tournament, content["text"], [format_refusal(refused)])
    return view_helpers.redirect_saved("teams", slug=slug)


def handle_team(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show one team: its name, its members from each round on; POST changes or dissolves it."""
    tournament = view_helpers.find_own_tournament(request, slug)
    team = get_object_or_404(Team, tournament=tournament, number=number)
    if team.gone is not None and not _is_resubmission(ActionForm(request.POST), tournament):
        raise Http404
    if request.method != "POST":
        return _render_team(request, tournament, team)
    must_have(request, ChangeTeam.find_right(tournament))
    form, by = TeamForm(request.POST, load_team_index(tournament, but=team.pk)), find_actor(request)
    problems = _find_problems(form, tournament)
    content = form.cleaned_data
    key, reason = content["key"], content["reason"]
    try:
        if content["dissolve"]:
            DissolveTeam(number=number).perform(tournament, key, by, reason)
            return view_helpers.redirect_saved("teams", slug=slug)
        if problems:
            return _render_team(request, tournament, team, problems=problems, typed=form.posted)
        sent = form.list_sent_fields()
        name, entrants = content["team"]
        action = ChangeTeam(number=number, name=name, members=list(entrants), since=content["since"], sent=sent)
        action.perform(tournament, key, by, reason)
    except ActionRefused as refused:
        return _render_team(request, tournament, team, problems=[format_refusal(refused)], typed=form.posted)
    return view_helpers.redirect_saved("team", slug=slug, number=number)


def _find_problems(form: TeamsForm, tournament: Tournament) -> list[str]:
    """Check a form and return a sentence for each fault; a resubmission has none: its players are in a team now."""
    if form.is_valid() or _is_resubmission(form, tournament):
        return []
    return [*form.non_field_errors()]


def _is_resubmission(form: ActionForm, tournament: Tournament) -> bool:
    """Return True if a form with this key was accepted before."""
    form.is_valid()
    key = form.cleaned_data["key"]
    return is_key(key) and Act.objects.filter(tournament=tournament, kind=Kind.TEAM, key=key).exists()


def _render_teams(request: HttpRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    shown = load_teams_view(tournament)
    typed = TEAMS.read_search(request)
    found_ones = find_matching(shown.teams, typed, lambda team: f"{team.name} {team.names}")
    rows = [
        {
            "number": team.number,
            "name": team.name,
            "names": team.names,
            "missing": team.missing or None,
            "url": reverse("team", args=[tournament.slug, team.number]),
        }
        for team in found_ones
    ]
    context = {
        "tournament": tournament,
        "seen": shown,
        "list": TEAMS.build_page(request, rows),
        "fields": _build_fields(more.get("typed"), shown.size),
        "by_lot": len(shown.without) // shown.size if shown.size else 0,
        **more,
    }
    return view_helpers.render_page(request, "tournaments/people/teams/teams.html", context, 400 if more else 200)


def _build_fields(typed: Any, size: int, members: Sequence[str] = ()) -> list[tuple[int, str]]:
    """Return the fields of a team's players, with their values."""
    values = list(typed.getlist("player")) if typed else list(members)
    return list(enumerate((values + [""] * size)[: max(size, len(members))], 1))


def _render_list(request: HttpRequest, tournament: Tournament, text: str, problems: list[str]) -> HttpResponse:
    size = load_settings(tournament).team_size
    context = {"tournament": tournament, "text": text, "problems": problems, "size": size}
    return view_helpers.render_page(request, "tournaments/people/teams/list.html", context, 400 if problems else 200)


def _render_team(request: HttpRequest, tournament: Tournament, team: Team, **more: Any) -> HttpResponse:
    shown = load_teams_view(tournament)
    listed = next((listing for listing in shown.teams if listing.number == team.number), None)
    if listed is None:  # dissolved meanwhile
        raise Http404
    after = find_next_round(tournament)
    context = {
        "tournament": tournament,
        "team": listed,
        "plain_name": team.name,
        "size": shown.size,
        "without": shown.without,
        "fields": _build_fields(
            more.get("typed"), shown.size, [f"{member.number} {member.name}" for member in listed.members]
        ),
        "stints": list_stints(load_memberships(tournament), team.pk, load_members(tournament)),
        "started": tournament.frozen is not None,
        "after": after,
        **more,
    }
    return view_helpers.render_page(request, "tournaments/people/teams/team.html", context, 400 if more else 200)
