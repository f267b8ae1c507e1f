"""The pages of a season itself: the list, a new one, its home, its settings, and what a rule for points comes to."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access.permissions import who
from scoring.access.qr_cards import card_of
from tarockclub.accounts.permissions import director_only, must_direct, staff_of, staff_only
from tarockclub.language import language
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.models import Season
from tournaments.season import services
from tournaments.season.data import season_stand, with_settings
from tournaments.season.forms import SeasonForm, initial_of
from tournaments.season.messages import problem
from tournaments.season.page import Differing, columns_of, differing
from tournaments.season.points.preview import Preview, preview_of, preview_typed
from tournaments.season.publishing import sign_of
from tournaments.season.publishing_page import publishing_of
from tournaments.season.selectors import SEASONS, listed
from tournaments.season.settings import Settings, read
from tournaments.season.view_helpers import directs, own, page

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@staff_only
def seasons_page(request: HttpRequest) -> HttpResponse:
    """The club's seasons."""
    shown = SEASONS.shown(request, listed(staff_of(request).club_id))
    return view_helpers.page(request, "season/seasons", {"list": shown})


@require_safe
@staff_only
def season_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """A season: what counts in it, what is missing, where everything is."""
    return home(request, own(request, slug))


def home(request: HttpRequest, season: Season, told: str = "", status: int = 200) -> HttpResponse:
    """The season's page, with what could not be done."""
    stand = season_stand(season)
    context = {
        "columns": columns_of(stand),
        "publishing": publishing_of(stand),
        "players": len(stand.standing.lines),
        "to_watch": card_of(request, reverse("season_standing", args=[season.slug])),
        "problem": told,
    }
    return page(request, "season", season, context, status)


@form_methods
@director_only
def new_season_page(request: HttpRequest) -> HttpResponse:
    """Prepare a season: every setting on one page."""
    if request.method != "POST":
        initial = {**initial_of(Settings(), language()), "key": view_helpers.fresh_key()}
        return _form(request, SeasonForm(initial=initial, language=language()), preview_of(Settings()))
    form = SeasonForm(request.POST, language=language())
    if not form.is_valid() or "check" in request.POST:
        return _again(request, form)
    try:
        made = services.new_season(form.cleaned_data["key"], staff_of(request).club, form.wanted(), who(request))
    except Refused as refused:
        return _refused(request, form, refused)
    return redirect("season", slug=made.slug)


@form_methods
@staff_only
def settings_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The settings: changed until the season ends; what that would change in the standing is shown first."""
    season = own(request, slug)
    if request.method != "POST":
        settings = read(season.settings)
        initial = {**initial_of(settings, language()), "name": season.name, "key": view_helpers.fresh_key()}
        return _form(request, SeasonForm(initial=initial, language=language()), preview_of(settings), season)
    must_direct(request, season.club_id)
    form = SeasonForm(request.POST, language=language())
    if not form.is_valid() or "check" in request.POST:
        return _again(request, form, season)
    sign, changed = _would_change(season, form.settings())
    if changed and request.POST.get("confirmed") != sign:
        return _form(request, form, preview_typed(form.data), season, changed=changed, sign=sign)
    try:
        services.change_settings(season.pk, form.cleaned_data["key"], form.wanted(), who(request))
    except Refused as refused:
        return _refused(request, form, refused, season)
    return view_helpers.saved("season", slug=slug)


def _would_change(season: Season, settings: Settings) -> tuple[str, tuple[Differing, ...]]:
    """What other settings would change in the standing, and a sign of the standing that would come out."""
    stand = season_stand(season)
    then = with_settings(stand, settings)
    return sign_of(then), differing(stand.standing.lines, then.lines, stand.people)


@require_safe
@staff_only
def check_page(request: HttpRequest) -> HttpResponse:
    """What a rule for points comes to, for who types it: a piece of the form's page."""
    return render(request, "tournaments/season/_points.html", {"preview": preview_typed(request.GET)})


def _again(request: HttpRequest, form: SeasonForm, season: Season | None = None) -> HttpResponse:
    """The form as it was typed, with what its rule comes to."""
    status = 200 if "check" in request.POST else 400
    if status == 200:
        for name in [name for name in form.errors if name != "formula"]:
            del form.errors[name]
    return _form(request, form, preview_typed(form.data), season, status=status)


def _form(
    request: HttpRequest,
    form: SeasonForm,
    preview: Preview,
    season: Season | None = None,
    *,
    changed: tuple[Differing, ...] = (),
    sign: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of the settings; whoever may not change them reads them."""
    ended = season is not None and season.ended is not None
    readonly = ended or (season is not None and not directs(request, season))
    if readonly:
        for field in form.fields.values():
            field.disabled = True
    context = {"form": form, "season": season, "ended": ended, "readonly": readonly, "preview": preview}
    return view_helpers.page(request, "season/settings", {**context, "changed": changed, "sign": sign}, status)


def _refused(request: HttpRequest, form: SeasonForm, refused: Refused, season: Season | None = None) -> HttpResponse:
    """The form with what stands against it; its key is a new one, the old one would be refused again."""
    form.data = {name: form.data[name] for name in form.data} | {"key": view_helpers.fresh_key()}
    form.add_error(None, problem(refused))
    if season is not None:
        season.refresh_from_db(fields=["ended"])
    return _form(request, form, preview_typed(form.data), season, status=409)
