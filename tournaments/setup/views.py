"""The pages of a tournament itself: the list, a new one, its home, its settings, its next round."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access.permissions import who
from scoring.access.qr_cards import card_of
from tarockclub.accounts.permissions import director_only, must_direct, staff_of, staff_only
from tarockclub.language import language
from tarockclub.time_source import now
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.models import Tournament
from tournaments.settings import FORMATS, SPIELGELD, Settings, read, usual
from tournaments.setup import overview, services
from tournaments.setup.forms import MOST_ROUNDS, TournamentForm, initial_of
from tournaments.setup.overview import TOURNAMENTS, listed

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@staff_only
def tournaments_page(request: HttpRequest) -> HttpResponse:
    """The club's tournaments."""
    rows = listed(staff_of(request).club_id, TOURNAMENTS.typed(request))
    return view_helpers.page(request, "setup/tournaments", {"list": TOURNAMENTS.shown(request, rows)})


@form_methods
@director_only
def new_tournament_page(request: HttpRequest) -> HttpResponse:
    """Prepare a tournament: every setting on one page."""
    if request.method != "POST":
        initial = {**initial_of(_usual(request) or Settings()), "key": view_helpers.fresh_key(), "day": now().date()}
        return _form(request, TournamentForm(initial=initial, language=language()))
    form = TournamentForm(request.POST, language=language())
    if not form.is_valid():
        return _form(request, form, status=400)
    wanted = form.wanted()
    try:
        made = services.new_tournament(form.cleaned_data["key"], staff_of(request).club, *wanted, who=who(request))
    except Refused as refused:
        return _refused(request, form, refused)
    return redirect("tournament", slug=made.slug)


@require_safe
@staff_only
def tournament_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """A tournament: what to do next, its rounds, where everything is."""
    tournament = view_helpers.own(request, slug)
    return _home(request, tournament)


@form_methods
@staff_only
def settings_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The settings: changed until the first round starts, then only read."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        said = {"name": tournament.name, "day": tournament.day, "key": view_helpers.fresh_key()}
        settings = _usual(request) or read(tournament.settings)
        form = TournamentForm(initial={**initial_of(settings), **said}, language=language())
        return _form(request, form, tournament)
    must_direct(request, tournament.club_id)
    form = TournamentForm(request.POST, language=language())
    if not form.is_valid():
        return _form(request, form, tournament, status=400)
    try:
        services.change_settings(tournament.pk, form.cleaned_data["key"], form.wanted(), who(request))
    except Refused as refused:
        return _refused(request, form, refused, tournament)
    return view_helpers.saved("tournament", slug=slug)


@form_methods
@director_only
def open_round_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Open the next round for entries."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return redirect("tournament", slug=slug)
    try:
        opened = services.open_round(tournament.pk, view_helpers.key_in(request), who(request))
    except Refused as refused:
        return _home(request, tournament, refused)
    response = redirect("entrants", slug=slug)
    response["Location"] += f"?round={opened.number}"
    return response


@form_methods
@director_only
def planned_rounds_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Set how many rounds are planned, also while they are played."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return redirect("tournament", slug=slug)
    text = request.POST.get("rounds", "").strip()
    try:
        if not (text.isascii() and text.isdigit() and int(text[:4]) <= MOST_ROUNDS):
            raise Refused("rounds_wrong", most=MOST_ROUNDS)
        services.plan_rounds(tournament.pk, view_helpers.key_in(request), int(text), who(request))
    except Refused as refused:
        return _home(request, tournament, refused)
    return view_helpers.saved("tournament", slug=slug)


def _usual(request: HttpRequest) -> Settings | None:
    """The settings of the format that was chosen above the form; none was."""
    chosen = request.GET.get("format", "")
    return usual(chosen) if chosen in FORMATS else None


def _home(request: HttpRequest, tournament: Tournament, refused: Refused | None = None) -> HttpResponse:
    to_watch = card_of(request, reverse("standings", args=[tournament.slug]))
    context = {"tournament": tournament, "seen": overview.seen(tournament, language()), "to_watch": to_watch}
    if refused is None:
        return view_helpers.page(request, "setup/tournament", context)
    return view_helpers.page(request, "setup/tournament", {**context, **view_helpers.problem_of(refused)}, 409)


def _form(
    request: HttpRequest, form: TournamentForm, tournament: Tournament | None = None, *, status: int = 200
) -> HttpResponse:
    """The page of the settings; whoever may not change them any more, or never might, reads them."""
    account = staff_of(request)
    frozen = tournament is not None and tournament.frozen is not None
    readonly = frozen or account.role != account.Role.DIRECTOR
    if readonly:
        for field in form.fields.values():
            field.disabled = True
    begun = str(form["format"].value() or SPIELGELD)
    context = {"form": form, "tournament": tournament, "frozen": frozen, "readonly": readonly, "begun": begun}
    return view_helpers.page(request, "setup/settings", context, status)


def _refused(
    request: HttpRequest, form: TournamentForm, refused: Refused, tournament: Tournament | None = None
) -> HttpResponse:
    """The form with what stands against it; its key is a new one, the old one would be refused again."""
    form.data = {name: form.data[name] for name in form.data} | {"key": view_helpers.fresh_key()}
    form.add_error(None, view_helpers.problem_of(refused)["problem"])
    if tournament is not None:
        tournament.refresh_from_db(fields=["frozen"])
    return _form(request, form, tournament, status=409)
