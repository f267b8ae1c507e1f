"""The pages of teams for the staff: typed in, from a list, by lot; one team that is changed or dissolved."""

import uuid
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import who
from tarockclub.accounts.permissions import must_direct, staff_only
from tarockclub.models import NAME_LENGTH
from tarockclub.tables import Column, List, found_in
from tarockclub.text import cleaned, parse_reason
from tournaments import view_helpers
from tournaments.acts import Kind, Refused
from tournaments.models import Act, Team, Tournament
from tournaments.selectors import settings_of
from tournaments.teams import messages
from tournaments.teams.parsing import Wrong, found, read_teams
from tournaments.teams.rosters import FROM_THE_START, next_round, said_of
from tournaments.teams.selectors import known_to, members_of, seen, stints_of
from tournaments.teams.services import Wanted, change, dissolve, make, make_by_lot

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_LIST = 100_000  # characters that are pasted
TEAMS = List(
    caption=_("Teams"),
    columns=(
        Column("name", _("Team"), link=lambda one: one.url),
        Column("number", _("No."), number=True),
        Column("members", _("Players"), of="names", sorts=False),
        Column("missing", _("Missing"), number=True),
    ),
    sort="number",
    empty=_("There is no team yet."),
    search=_("Find a team or a player"),
)


class _Row(NamedTuple):
    """A team as the list shows it."""

    number: int
    name: str
    names: str  # of its players
    missing: int | None
    url: str


@form_methods
@staff_only
def teams_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """All teams; another one is typed in, or the others are made by lot."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return _all(request, tournament)
    _must_be_allowed(request, tournament)
    key, by = view_helpers.key_in(request), who(request)
    try:
        if "by_lot" in request.POST:
            make_by_lot(tournament.pk, key, by)
        else:
            wanted, wrong = _typed(request, tournament)
            if wrong and not _was_sent(request, tournament):
                return _all(request, tournament, problems=messages.told_of(wrong), typed=request.POST)
            make(tournament.pk, key, [wanted], by, sent=_sent(request))
    except Refused as refused:
        return _all(request, tournament, problems=[messages.problem(refused)], typed=request.POST)
    return view_helpers.saved("teams", slug=slug)


@form_methods
@staff_only
def list_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Teams from a pasted list: all of its lines, or what is wrong in them."""
    tournament = view_helpers.own(request, slug)
    text = request.POST.get("text", "")[:LONGEST_LIST]
    if request.method != "POST":
        return _list(request, tournament, "", [])
    _must_be_allowed(request, tournament)
    read = read_teams(text, known_to(tournament), settings_of(tournament).team_size)
    if read.wrong and not _was_sent(request, tournament):
        return _list(request, tournament, text, messages.told_of(read.wrong))
    try:
        wanted = [Wanted(one.name, one.entrants) for one in read.teams]
        make(tournament.pk, view_helpers.key_in(request), wanted, who(request), sent=_sent(request))
    except Refused as refused:
        return _list(request, tournament, text, [messages.problem(refused)])
    return view_helpers.saved("teams", slug=slug)


@form_methods
@staff_only
def team_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """One team: its name, who plays for it from which round on; it is dissolved."""
    tournament = view_helpers.own(request, slug)
    team = Team.objects.filter(tournament=tournament, number=number).first()
    if team is None or (team.gone is not None and not _was_sent(request, tournament)):
        raise Http404
    if request.method != "POST":
        return _one(request, tournament, team)
    _must_be_allowed(request, tournament)
    key, by, reason = view_helpers.key_in(request), who(request), parse_reason(request.POST)
    try:
        if "dissolve" in request.POST:
            dissolve(tournament.pk, key, number, by, reason)
            return view_helpers.saved("teams", slug=slug)
        wanted, wrong = _typed(request, tournament, team)
        if wrong and not _was_sent(request, tournament):
            return _one(request, tournament, team, problems=messages.told_of(wrong), typed=request.POST)
        change(tournament.pk, key, number, wanted, by, since=_since(request), reason=reason, sent=_sent(request))
    except Refused as refused:
        return _one(request, tournament, team, problems=[messages.problem(refused)], typed=request.POST)
    return view_helpers.saved("team", slug=slug, number=number)


def _must_be_allowed(request: HttpRequest, tournament: Tournament) -> None:
    """Once the first round has started teams decide results: only the director changes them."""
    if tournament.frozen is not None:
        must_direct(request, tournament.club_id)


def _was_sent(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether a form with this key was taken already: who was free then is in a team now, and that is no mistake."""
    return Act.objects.filter(tournament=tournament, kind=Kind.TEAM, key=view_helpers.key_in(request)).exists()


def _sent(request: HttpRequest) -> list[list[str]]:
    """What tells two forms with one key apart."""
    return [request.POST.getlist(name) for name in ("name", "player", "text")]


def _since(request: HttpRequest) -> int:
    said = view_helpers.ids_in([request.POST.get("since", "")])
    return said[0] if said else FROM_THE_START


def _typed(request: HttpRequest, tournament: Tournament, team: Team | None = None) -> tuple[Wanted, list[Wrong]]:
    """The team of a form, or what is wrong in it; the fields are its lines."""
    known = known_to(tournament, but=team.pk if team is not None else 0)
    entrants: list[int] = []
    wrong: list[Wrong] = []
    for at, text in enumerate(map(cleaned, request.POST.getlist("player")), 1):
        meant = found(text, known) if text else ()
        entrants += meant if len(meant) == 1 else ()
        if text and len(meant) != 1:
            wrong.append(Wrong("several" if meant else "unknown", at, text))
    name = cleaned(request.POST.get("name", ""))
    wrong += [Wrong("too_long", 1)] if len(name) > NAME_LENGTH else []
    return Wanted(name, tuple(entrants)), wrong


def _all(request: HttpRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    shown = seen(tournament)
    typed = TEAMS.typed(request)
    found_ones = found_in(shown.teams, typed, lambda one: f"{one.name} {one.names}")
    rows = [
        _Row(one.number, one.name, one.names, one.missing or None, reverse("team", args=[tournament.slug, one.number]))
        for one in found_ones
    ]
    context = {
        "tournament": tournament,
        "seen": shown,
        "list": TEAMS.shown(request, rows),
        "fields": _fields(more.get("typed"), shown.size),
        "by_lot": len(shown.without) // shown.size if shown.size else 0,
        **more,
    }
    return view_helpers.page(request, "teams/teams", context, 400 if more else 200)


def _fields(typed: Any, size: int, members: Sequence[str] = ()) -> list[tuple[int, str]]:
    """The fields of a team's players, with what stands in them."""
    said = list(typed.getlist("player")) if typed else list(members)
    return list(enumerate((said + [""] * size)[: max(size, len(members))], 1))


def _list(request: HttpRequest, tournament: Tournament, text: str, problems: list[str]) -> HttpResponse:
    size = settings_of(tournament).team_size
    context = {"tournament": tournament, "text": text, "problems": problems, "size": size}
    return view_helpers.page(request, "teams/list", context, 400 if problems else 200)


def _one(request: HttpRequest, tournament: Tournament, team: Team, **more: Any) -> HttpResponse:
    shown = seen(tournament)
    listed = next((one for one in shown.teams if one.number == team.number), None)
    if listed is None:  # dissolved meanwhile
        raise Http404
    after = next_round(tournament)
    context = {
        "tournament": tournament,
        "team": listed,
        "plain_name": team.name,
        "size": shown.size,
        "without": shown.without,
        "fields": _fields(more.get("typed"), shown.size, [f"{one.number} {one.name}" for one in listed.members]),
        "stints": stints_of(said_of(tournament), team.pk, members_of(tournament)),
        "started": tournament.frozen is not None,
        "after": after,
        **more,
    }
    return view_helpers.page(request, "teams/team", context, 400 if more else 200)
