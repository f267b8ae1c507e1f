"""The pages of a tournament itself: the lists, a new one, its home, settings, next round and archive."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import localdate

from scoring.book.access.permissions import find_actor
from tarockclub.kit.text import has_digit
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.platform.accounts.permissions import (
    find_rights,
    get_staff_account,
    must_direct,
)
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.clubs.taken_rules import FORMAT, find_taken
from tournaments.core import view_helpers
from tournaments.core.actions.base import build_action_form, perform_posted
from tournaments.core.acts import ActionRefused, parse_content
from tournaments.core.formats.library import find_format, list_formats
from tournaments.core.selectors import has_been_played
from tournaments.core.settings import CUP, PAIR, SPIELGELD, Settings, build_default_settings, parse_settings
from tournaments.hall.setup import services
from tournaments.hall.setup.actions import ArchiveTournament, ChooseColumns, PlanRounds, SettingAction
from tournaments.hall.setup.forms import TournamentForm, build_initial
from tournaments.hall.setup.overview import TOURNAMENTS, list_next_names, search_tournaments
from tournaments.models import Tournament


def show_tournaments(request: HttpRequest) -> HttpResponse:
    """Show the club's tournaments."""
    rows = search_tournaments(get_staff_account(request).club_id, TOURNAMENTS.read_search(request))
    return view_helpers.render_page(
        request, "tournaments/hall/setup/tournaments.html", {"list": TOURNAMENTS.build_page(request, rows)}
    )


def prepare_tournament(request: HttpRequest, format_id: str) -> HttpResponse:
    """Prepare a tournament of a format: what differs each time, and every setting one tap away."""
    club = get_staff_account(request).club
    chosen = _find_settings(request, format_id)
    if chosen is None:
        raise Http404
    options: dict[str, Any] = {"language": get_current_language(), "club": club.pk}
    if request.method != "POST":
        names = list_next_names(club.pk, format_id)
        initial = {
            **build_initial(chosen._replace(columns=chosen.columns or _load_latest_columns(club))),
            "key": view_helpers.create_key(),
            "day": localdate(now()),
            "name": names[0] if names and has_digit(names[0]) else "",
        }
        return _render_form(request, TournamentForm(initial=initial, **options))
    form = TournamentForm(request.POST, initial={"format": chosen.format}, **options)
    if not form.is_valid():
        return _render_form(request, form, status=400)
    details = form.build_details()
    try:
        tournament = services.create_tournament(form.cleaned_data["key"], club, *details, who=find_actor(request))
    except ActionRefused as refused:
        return _render_refused(request, form, refused)
    return redirect("tournament", slug=tournament.slug)


def _load_latest_columns(club: Club) -> tuple[str, ...]:
    """Return the columns that the club has chosen last: it looks at the next standings in the same way."""
    latest = Tournament.objects.filter(club=club).order_by("-pk").first()
    columns = parse_settings(latest.settings).columns if latest is not None else ()
    return tuple(name for name in columns if name != PAIR)  # which belongs to formats with place points


def handle_settings(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the settings: changed until the first round starts, read-only after that."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_form(request, _build_form(request, tournament), tournament)
    must_direct(request, tournament.club_id)
    options = _list_options(tournament)
    form = TournamentForm(request.POST, initial={"sheet": parse_settings(tournament.settings).sheet}, **options)
    if not form.is_valid():
        return _render_form(request, form, tournament, status=400)
    try:
        services.change_tournament_settings(
            tournament.pk, form.cleaned_data["key"], form.build_details(), find_actor(request)
        )
    except ActionRefused as refused:
        return _render_refused(request, form, refused, tournament)
    return view_helpers.redirect_saved("tournament", slug=slug)


def _build_form(request: HttpRequest, tournament: Tournament) -> TournamentForm:
    basics = {"name": tournament.name, "day": tournament.day, "key": view_helpers.create_key()}
    settings = _find_settings(request, request.GET.get("format", "")) or parse_settings(tournament.settings)
    return TournamentForm(initial={**build_initial(settings), **basics}, **_list_options(tournament))


def _list_options(tournament: Tournament) -> dict[str, Any]:
    language = get_current_language()
    return {"language": language, "club": tournament.club_id, "pinned": tournament.sheet_version}


def handle_planned_rounds(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Set the planned number of rounds, also while they are played."""
    return _change_setting(request, slug, PlanRounds)


def handle_columns(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Choose the columns of the standings, also while rounds are played and afterwards."""
    return _change_setting(request, slug, ChooseColumns)


def _change_setting(request: HttpRequest, slug: uuid.UUID, action: type[SettingAction]) -> HttpResponse:
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect("tournament_settings", slug=slug)
    try:
        perform_posted(request, tournament, action)
    except ActionRefused as refused:
        return _render_form(request, _build_form(request, tournament), tournament, refused=refused, status=409)
    return view_helpers.redirect_saved("tournament_settings", slug=slug)


def _find_settings(request: HttpRequest, format_id: str) -> Settings | None:
    """Return the settings of a format, or those just read in from a file; None if there is no such one."""
    offered = find_format(format_id)
    if offered is not None:
        return offered.settings
    taken = find_taken(request, FORMAT, format_id)
    if taken is not None:
        return parse_settings(taken)
    return build_default_settings(CUP) if format_id == CUP else None


def _render_form(
    request: HttpRequest,
    form: TournamentForm,
    tournament: Tournament | None = None,
    *,
    refused: ActionRefused | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page of the settings; as facts for people who may not change them, or not any more."""
    account = get_staff_account(request)
    frozen = tournament is not None and tournament.frozen is not None
    may_direct = find_rights(request).has(Right.DIRECT)
    readonly = frozen or not may_direct
    has_planned = tournament is not None and frozen and tournament.ended is None
    changing = ("rounds",) if has_planned and may_direct else ()
    begun = str(form["format"].value() or SPIELGELD)
    offered = find_format(begun)
    formats = [(each.id, each.get_name(form.language)) for each in list_formats()]
    context: dict[str, Any] = {
        "form": form,
        "tournament": tournament,
        "frozen": frozen,
        "readonly": readonly,
        "facts": form.list_facts(tournament, *changing) if tournament is not None and readonly else [],
        "has_planned": has_planned,
        "begun": begun,
        "format_name": offered.get_name(form.language) if offered is not None else "",
        "formats": formats,
        "sections": form.list_sections(),
        "names": list_next_names(account.club_id, begun) if tournament is None else [],
    }
    if tournament is not None and frozen:
        settings = parse_settings(tournament.settings)
        context["rounds"] = settings.rounds
        context["columns"] = build_action_form(ChooseColumns)(initial={"columns": settings.columns})["columns"]
    context |= view_helpers.format_problem(refused) if refused is not None else {}
    return view_helpers.render_page(request, "tournaments/hall/setup/settings.html", context, status)


def _render_refused(
    request: HttpRequest, form: TournamentForm, refused: ActionRefused, tournament: Tournament | None = None
) -> HttpResponse:
    """Render the form with the reason of the refusal; its key is new, the old one would be refused again."""
    form.data = {name: form.data[name] for name in form.data} | {"key": view_helpers.create_key()}
    form.add_error(None, view_helpers.format_problem(refused)["problem"])
    if tournament is not None:
        tournament.refresh_from_db(fields=["frozen"])
    return _render_form(request, form, tournament, status=409)


def show_archive(request: HttpRequest) -> HttpResponse:
    """Show the archived tournaments."""
    rows = search_tournaments(get_staff_account(request).club_id, TOURNAMENTS.read_search(request), archived=True)
    return view_helpers.render_page(
        request, "tournaments/hall/setup/archived.html", {"list": TOURNAMENTS.build_page(request, rows)}
    )


def handle_archive(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Ask before a tournament is archived, deleted or brought back; POST does it."""
    tournament = view_helpers.find_own_tournament(request, slug, deleted=request.method == "POST")
    played = has_been_played(tournament)
    if request.method != "POST":
        return view_helpers.render_page(
            request, "tournaments/hall/setup/archive.html", {"tournament": tournament, "played": played}
        )
    try:
        act = perform_posted(request, tournament, ArchiveTournament)
    except ActionRefused as refused:
        context = {"tournament": tournament, "played": played, **view_helpers.format_problem(refused)}
        return view_helpers.render_page(request, "tournaments/hall/setup/archive.html", context, 409)
    return redirect("tournaments") if parse_content(act)["archived"] else redirect("tournament", slug=slug)
