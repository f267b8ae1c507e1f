"""The staff's pages of teams: typing them in, a pasted list, drawing lots; changing or dissolving one team."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.book.access.permissions import find_actor
from tarockclub.kit.idempotency import is_key
from tarockclub.kit.tables import Column, List, find_matching
from tarockclub.platform.accounts.permissions import must_have
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.forms import ActionForm
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import load_settings
from tournaments.models import Act, Team, Tournament
from tournaments.people.teams.actions import ChangeTeam, CreateTeams, CreateTeamsByLot, DissolveTeam
from tournaments.people.teams.forms import TeamForm, TeamListForm, TeamsForm
from tournaments.people.teams.rosters import find_next_round, load_memberships
from tournaments.people.teams.selectors import list_stints, load_members, load_team_index, load_teams_view

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
