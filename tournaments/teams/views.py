"""The staff's pages of teams: typing them in, a pasted list, drawing lots; changing or dissolving one team."""

import uuid
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import find_actor
from tarockclub.accounts.permissions import must_direct, staff_only
from tarockclub.models import NAME_LENGTH
from tarockclub.tables import Column, List, find_matching
from tarockclub.text import clean_text, parse_reason
from tournaments import view_helpers
from tournaments.acts import ActionRefused, Kind
from tournaments.models import Act, Team, Tournament
from tournaments.selectors import load_settings
from tournaments.teams import messages
from tournaments.teams.parsing import LineFault, find_entrants, parse_teams
from tournaments.teams.rosters import FROM_THE_START, find_next_round, load_memberships
from tournaments.teams.selectors import list_stints, load_entrant_index, load_members, load_teams_view
from tournaments.teams.services import TeamDetails, change_team, create_teams, create_teams_by_lot, dissolve_team

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_LIST = 100_000  # characters that are pasted
TEAMS = List(
    caption=_("Teams"),
    columns=(
        Column("name", _("Team"), link=lambda row: row.url),
        Column("number", _("No."), number=True),
        Column("members", _("Players"), of="names", sorts=False),
        Column("missing", _("Missing"), number=True),
    ),
    sort="number",
    empty=_("There is no team yet."),
    search=_("Find a team or a player"),
)


class _TeamRow(NamedTuple):
    """A team as the list shows it."""

    number: int
    name: str
    names: str  # of its players
    missing: int | None
    url: str


@form_methods
@staff_only
def handle_teams(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all teams; POST adds a typed one, or makes the others by lot."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_teams(request, tournament)
    _must_be_allowed(request, tournament)
    key, by = view_helpers.parse_key(request), find_actor(request)
    try:
        if "by_lot" in request.POST:
            create_teams_by_lot(tournament.pk, key, by)
        else:
            wanted, wrong = _parse_team(request, tournament)
            if wrong and not _is_resubmission(request, tournament):
                return _render_teams(request, tournament, problems=messages.format_faults(wrong), typed=request.POST)
            create_teams(tournament.pk, key, [wanted], by, sent=_list_sent_fields(request))
    except ActionRefused as refused:
        return _render_teams(request, tournament, problems=[messages.format_team_refusal(refused)], typed=request.POST)
    return view_helpers.redirect_saved("teams", slug=slug)


@form_methods
@staff_only
def handle_list(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Add teams from a pasted list: all of its lines, or show its faults."""
    tournament = view_helpers.find_own_tournament(request, slug)
    text = request.POST.get("text", "")[:LONGEST_LIST]
    if request.method != "POST":
        return _render_list(request, tournament, "", [])
    _must_be_allowed(request, tournament)
    read = parse_teams(text, load_entrant_index(tournament), load_settings(tournament).team_size)
    if read.wrong and not _is_resubmission(request, tournament):
        return _render_list(request, tournament, text, messages.format_faults(read.wrong))
    try:
        wanted = [TeamDetails(team.name, team.entrants) for team in read.teams]
        create_teams(
            tournament.pk, view_helpers.parse_key(request), wanted, find_actor(request), sent=_list_sent_fields(request)
        )
    except ActionRefused as refused:
        return _render_list(request, tournament, text, [messages.format_team_refusal(refused)])
    return view_helpers.redirect_saved("teams", slug=slug)


@form_methods
@staff_only
def handle_team(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show one team: its name, its members from each round on; POST changes or dissolves it."""
    tournament = view_helpers.find_own_tournament(request, slug)
    team = Team.objects.filter(tournament=tournament, number=number).first()
    if team is None or (team.gone is not None and not _is_resubmission(request, tournament)):
        raise Http404
    if request.method != "POST":
        return _render_team(request, tournament, team)
    _must_be_allowed(request, tournament)
    key, by, reason = view_helpers.parse_key(request), find_actor(request), parse_reason(request.POST)
    try:
        if "dissolve" in request.POST:
            dissolve_team(tournament.pk, key, number, by, reason)
            return view_helpers.redirect_saved("teams", slug=slug)
        wanted, wrong = _parse_team(request, tournament, team)
        if wrong and not _is_resubmission(request, tournament):
            return _render_team(request, tournament, team, problems=messages.format_faults(wrong), typed=request.POST)
        change_team(
            tournament.pk,
            key,
            number,
            wanted,
            by,
            since=_parse_since(request),
            reason=reason,
            sent=_list_sent_fields(request),
        )
    except ActionRefused as refused:
        return _render_team(
            request, tournament, team, problems=[messages.format_team_refusal(refused)], typed=request.POST
        )
    return view_helpers.redirect_saved("team", slug=slug, number=number)


def _must_be_allowed(request: HttpRequest, tournament: Tournament) -> None:
    """Require the director once the first round has started: teams decide results from then on."""
    if tournament.frozen is not None:
        must_direct(request, tournament.club_id)


def _is_resubmission(request: HttpRequest, tournament: Tournament) -> bool:
    """Return True if a form with this key was accepted before: its players are in a team now, which is no mistake."""
    return Act.objects.filter(tournament=tournament, kind=Kind.TEAM, key=view_helpers.parse_key(request)).exists()


def _list_sent_fields(request: HttpRequest) -> list[list[str]]:
    """Return the fields that tell two forms with one key apart."""
    return [request.POST.getlist(name) for name in ("name", "player", "text")]


def _parse_since(request: HttpRequest) -> int:
    said = view_helpers.parse_ids([request.POST.get("since", "")])
    return said[0] if said else FROM_THE_START


def _parse_team(
    request: HttpRequest, tournament: Tournament, team: Team | None = None
) -> tuple[TeamDetails, list[LineFault]]:
    """Return the team of a form, and the faults in it; the fields are its lines."""
    known = load_entrant_index(tournament, but=team.pk if team is not None else 0)
    entrants: list[int] = []
    wrong: list[LineFault] = []
    for at, text in enumerate(map(clean_text, request.POST.getlist("player")), 1):
        meant = find_entrants(text, known) if text else ()
        entrants += meant if len(meant) == 1 else ()
        if text and len(meant) != 1:
            wrong.append(LineFault("several" if meant else "unknown", at, text))
    name = clean_text(request.POST.get("name", ""))
    wrong += [LineFault("too_long", 1)] if len(name) > NAME_LENGTH else []
    return TeamDetails(name, tuple(entrants)), wrong


def _render_teams(request: HttpRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    shown = load_teams_view(tournament)
    typed = TEAMS.read_search(request)
    found_ones = find_matching(shown.teams, typed, lambda team: f"{team.name} {team.names}")
    rows = [
        _TeamRow(
            team.number,
            team.name,
            team.names,
            team.missing or None,
            reverse("team", args=[tournament.slug, team.number]),
        )
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
    return view_helpers.render_page(request, "teams/teams", context, 400 if more else 200)


def _build_fields(typed: Any, size: int, members: Sequence[str] = ()) -> list[tuple[int, str]]:
    """Return the fields of a team's players, with their values."""
    said = list(typed.getlist("player")) if typed else list(members)
    return list(enumerate((said + [""] * size)[: max(size, len(members))], 1))


def _render_list(request: HttpRequest, tournament: Tournament, text: str, problems: list[str]) -> HttpResponse:
    size = load_settings(tournament).team_size
    context = {"tournament": tournament, "text": text, "problems": problems, "size": size}
    return view_helpers.render_page(request, "teams/list", context, 400 if problems else 200)


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
    return view_helpers.render_page(request, "teams/team", context, 400 if more else 200)
