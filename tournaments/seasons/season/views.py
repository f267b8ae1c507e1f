"""The pages of a season itself: the list, a new one, its home, its settings, a preview of points, files."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.access.links import build_card
from scoring.book.access.permissions import find_actor
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.authentication import ask_for_password
from tarockclub.platform.accounts.looks import SEASON_FILE, note_file
from tarockclub.platform.accounts.permissions import get_staff_account, must_direct
from tarockclub.platform.clubs.taken_rules import SEASON, find_taken
from tarockclub.platform.server.downloads import build_download
from tournaments.core import view_helpers
from tournaments.core.actions.base import Action, perform_posted
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import ChangeLine
from tournaments.core.formats.library import find_format
from tournaments.core.messages import format_refusal
from tournaments.models import Season
from tournaments.results.exports.formats import FORMS
from tournaments.seasons.season import services
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.data import SeasonProgress, compute_standing_with, load_season_progress
from tournaments.seasons.season.editions import compute_season_changes, format_line_changes, load_season_editions
from tournaments.seasons.season.evenings.actions import SetYearLink, derive_year_secret
from tournaments.seasons.season.evenings.days import is_in_euros
from tournaments.seasons.season.event_views import EventActionForm
from tournaments.seasons.season.export.services import build_season_file, format_season_file_name
from tournaments.seasons.season.forms import SeasonForm, build_season_initial, describe_parts
from tournaments.seasons.season.head import build_season_head
from tournaments.seasons.season.points.preview import (
    PointsPreview,
    build_points_preview,
    find_ready,
    list_ready,
    list_same_rules,
    preview_form,
)
from tournaments.seasons.season.publishing import (
    DrawSeasonLots,
    PublishStanding,
    ReopenSeason,
    compute_standing_sign,
    load_publishing,
)
from tournaments.seasons.season.services import SEASONS, list_season_choices, search_seasons
from tournaments.seasons.season.settings import SeasonSettings, parse_season_settings
from tournaments.seasons.season.table import SeasonRow, build_columns, build_current_table
from tournaments.seasons.season.view_helpers import is_open, render_season_page


def show_seasons(request: HttpRequest) -> HttpResponse:
    """Show the club's seasons."""
    shown = SEASONS.build_page(request, search_seasons(get_staff_account(request).club_id))
    return view_helpers.render_page(request, "tournaments/seasons/season/seasons.html", {"list": shown})


def show_season(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a season: its events, the missing results, the links."""
    return render_home(request, view_helpers.find_own_season(request, slug))


MOST_FIRST, MOST_DAYS = 3, 6  # people, days of each


def _list_first(stand: SeasonProgress) -> list[tuple[SeasonRow, list[str]]]:
    """Return the first three, each with the points of the newest days, a dash where they were not there."""
    table = build_current_table(stand, range(min(MOST_FIRST, len(stand.standing.lines))))
    days = [at for at, column in enumerate(table.columns) if column.number in stand.courses.days][-MOST_DAYS:]
    return [(row, [row.cells[at].text or "–" for at in days]) for row in table.ranked]


def render_home(
    request: HttpRequest, season: Season, text: str = "", status: int = 200, *, secret: str = ""
) -> HttpResponse:
    """Render the season's page, with a problem if there is one; `secret`: of a link that was given just now."""
    stand = load_kept_season(season, at_once=True).stand
    context = {
        "columns": build_columns(stand),
        "head": build_season_head(stand),
        "has_evenings": stand.settings.has_evenings,
        "first": _list_first(stand),
        "coming": list_season_choices(season),
        "publishing": load_publishing(stand),
        "players": len(stand.standing.lines),
        "rankings": [sub.ranking for sub in stand.rankings],
        "is_open": is_open(season),
        "to_watch": build_card(request, reverse("season_standing", args=[season.slug])),
        "linked": build_card(request, reverse("linked_year", args=[secret])) if secret else None,
        "problem": text,
    }
    return render_season_page(request, "season", season, context, status)


def handle_new_season(request: HttpRequest) -> HttpResponse:
    """Prepare a season: every setting on one page."""
    if request.method != "POST":
        settings = _find_first_settings(request, SeasonSettings())
        initial = {**build_season_initial(settings, get_current_language()), "key": view_helpers.create_key()}
        return _render_form(
            request, SeasonForm(initial=initial, language=get_current_language()), build_points_preview(settings)
        )
    form = SeasonForm(request.POST, language=get_current_language())
    if not form.is_valid() or form.cleaned_data["check"]:
        return _render_again(request, form)
    try:
        season = services.create_season(
            form.cleaned_data["key"], get_staff_account(request).club, form.build_details(), find_actor(request)
        )
    except ActionRefused as refused:
        return _render_refused(request, form, refused)
    return redirect("season", slug=season.slug)


def handle_settings(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the settings: changed until the season ends; the effect on the standings is shown first."""
    season = view_helpers.find_own_season(request, slug)
    if request.method != "POST":
        settings = _find_first_settings(request, parse_season_settings(season.settings))
        initial = {
            **build_season_initial(settings, get_current_language()),
            "name": season.name,
            "key": view_helpers.create_key(),
        }
        return _render_form(
            request,
            SeasonForm(initial=initial, language=get_current_language()),
            build_points_preview(settings),
            season,
        )
    must_direct(request, season.club_id)
    form = SeasonForm(request.POST, language=get_current_language())
    if not form.is_valid() or form.cleaned_data["check"]:
        return _render_again(request, form, season)
    sign, changed = _compute_changes(season, form.build_settings())
    if changed and form.cleaned_data["confirmed"] != sign:
        return _render_form(request, form, preview_form(form.data), season, changed=changed, sign=sign)
    try:
        services.change_season(season.pk, form.cleaned_data["key"], form.build_details(), find_actor(request))
    except ActionRefused as refused:
        return _render_refused(request, form, refused, season)
    return view_helpers.redirect_saved("season", slug=slug)


def _find_first_settings(request: HttpRequest, settings: SeasonSettings) -> SeasonSettings:
    """Return the settings that the form begins with: of a ready rule, a file just read in, a format, or these."""
    taken = find_taken(request, SEASON, request.GET.get("ready", ""))
    if taken is not None:
        return parse_season_settings(taken)._replace(teams=settings.teams)
    tournaments = find_format(request.GET.get("format", ""))
    rule = find_ready(request.GET.get("ready", tournaments.season if tournaments is not None else ""))
    return rule.settings._replace(teams=settings.teams) if rule is not None else settings


def _compute_changes(season: Season, settings: SeasonSettings) -> tuple[str, tuple[ChangeLine, ...]]:
    """Return the changes of the standings by other settings, and the sign of the new standings."""
    stand = load_season_progress(season)
    settings = settings._replace(evenings=stand.settings.evenings)
    if settings.teams != stand.settings.teams:  # players and teams have nothing in common
        others = load_season_progress(season, settings=settings)
        changes = compute_season_changes((), others.standing.lines)
        return compute_standing_sign(others.standing), format_line_changes(changes, others.people)
    if settings.sizes == stand.settings.sizes and is_in_euros(settings) == is_in_euros(stand.settings):
        then = compute_standing_with(stand, settings)
    else:  # carried places have other points, or other tables count
        then = load_season_progress(season, settings=settings).standing
    changes = compute_season_changes(stand.standing.lines, then.lines)
    return compute_standing_sign(then), format_line_changes(changes, stand.people)


def show_points_check(request: HttpRequest) -> HttpResponse:
    """Render the preview of a rule for points while it is typed: a part of the form's page."""
    return render(request, "tournaments/seasons/season/_points.html", {"preview": preview_form(request.GET)})


def _render_again(request: HttpRequest, form: SeasonForm, season: Season | None = None) -> HttpResponse:
    """Render the form with the typed values and the preview of its rule."""
    status = 200 if form.cleaned_data["check"] else 400
    if status == 200:
        for name in [name for name in form.errors if name != "formula"]:
            del form.errors[name]
    return _render_form(request, form, preview_form(form.data), season, status=status)


def _render_form(
    request: HttpRequest,
    form: SeasonForm,
    preview: PointsPreview,
    season: Season | None = None,
    *,
    changed: tuple[ChangeLine, ...] = (),
    sign: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render the page of the settings; read-only for people who may not change them."""
    ended = season is not None and season.ended is not None
    readonly = ended or (season is not None and not view_helpers.is_director(request, season))
    if readonly:
        for field in form.fields.values():
            field.disabled = True
    word = request.GET.get("ready", "")
    begun = find_ready(word)
    same = list_same_rules(parse_season_settings(season.settings)) if season is not None else []
    rules = [begun] if begun is not None else [] if word else same
    opened = form.is_bound and not changed
    context: dict[str, Any] = {"form": form, "season": season, "ended": ended, "readonly": readonly, "preview": preview}
    context |= {
        "ready": [
            (title, [(rule.id, rule.get_name(form.language)) for rule in list_ready() if rule.cup == cup])
            for title, cup in ((_("Cups of Austria"), True), (_("Other ways"), False))
        ],
        "begun": bool(word),
        "chosen": [word, *(rule.id for rule in rules)],
        "abouts": [(rule.get_name(form.language), rule.get_about(form.language)) for rule in rules],
        "parts": {} if opened else describe_parts(form.cleaned_data if form.is_bound else form.initial),
        "opened": opened,
    }
    return view_helpers.render_page(
        request, "tournaments/seasons/season/settings.html", {**context, "changed": changed, "sign": sign}, status
    )


def _render_refused(
    request: HttpRequest, form: SeasonForm, refused: ActionRefused, season: Season | None = None
) -> HttpResponse:
    """Render the form with the reason of the refusal; its key is new, the old one would be refused again."""
    form.data = {name: form.data[name] for name in form.data} | {"key": view_helpers.create_key()}
    form.add_error(None, format_refusal(refused))
    if season is not None:
        season.refresh_from_db(fields=["ended"])
    return _render_form(request, form, preview_form(form.data), season, status=409)


def _run_action(request: HttpRequest, slug: uuid.UUID, cls: type[Action]) -> HttpResponse:
    """Carry out a form's action; a GET request only leads back."""
    season = view_helpers.find_own_season(request, slug)
    if request.method != "POST":
        return redirect("season", slug=slug)

    def render_refused(refused: ActionRefused) -> HttpResponse:
        current = view_helpers.find_own_season(request, slug)
        return render_home(request, current, format_refusal(refused), 409)

    return view_helpers.run_action(lambda: perform_posted(request, season, cls), render_refused, "season", slug=slug)


def handle_publication(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Publish the final standings."""
    if (
        request.method == "POST"
        and load_season_editions(view_helpers.find_own_season(request, slug))
        and (asked := ask_for_password(request)) is not None
    ):
        return asked
    return _run_action(request, slug, PublishStanding)


def handle_link(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Give the season a new secret link, which is shown this once; or take it back."""
    season = view_helpers.find_own_season(request, slug)
    form = EventActionForm(request.POST).parse()
    if request.method != "POST" or form["what"] not in ("give", "end"):
        return redirect("season", slug=slug)
    is_given = form["what"] == "give"
    try:
        SetYearLink(given=is_given).perform(season, form["key"], find_actor(request))
    except ActionRefused as refused:
        return render_home(request, season, format_refusal(refused), 409)
    if not is_given:
        return view_helpers.redirect_saved("season", slug=slug)
    season.refresh_from_db()
    response = render_home(request, season, secret=derive_year_secret(season, form["key"]))
    response["Cache-Control"] = "no-store"
    return response


def handle_lots(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Draw the lots that decide between equal ranks."""
    return _run_action(request, slug, DrawSeasonLots)


def handle_reopening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Reopen a season that has ended."""
    return _run_action(request, slug, ReopenSeason)


def show_workbook(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the formats to download."""
    workbook = _(
        "For Excel and LibreOffice: standings, what counts, all results, cash box, settings. If you correct a number "
        "there, points and ranks follow."
    )
    offered = {"formats": FORMS.items(), "workbook": workbook}
    return render_season_page(request, "workbook", view_helpers.find_own_season(request, slug), offered)


def download_workbook(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    """Return the file of a format."""
    season = view_helpers.find_own_season(request, slug)
    if form not in FORMS:
        raise Http404
    note_file(request, season.club_id, SEASON_FILE, form, of=season.pk)
    content = build_season_file(season, form, get_current_language())
    return build_download(content, format_season_file_name(season, form), FORMS[form].media_type)
