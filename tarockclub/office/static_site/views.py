"""The director's pages of sites as files: of a tournament, a season, the club."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.models import Club
from tarockclub.office.static_site.builder import Thing
from tarockclub.office.static_site.files import (
    find_club,
    find_folder,
    find_site_file,
    is_kept,
    list_site_files,
    resume_keeping,
    set_kept,
    start_site,
)
from tarockclub.platform.accounts.looks import SEASON_FILE, SITE_FILE, TOURNAMENT_FILE, note_file
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.current_club import find_only_club
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.server import downloads
from tournaments.core import view_helpers
from tournaments.models import Season, Tournament
from tournaments.seasons.season.view_helpers import is_open

LOOK_AGAIN = 3  # seconds, while a file is being made
ZIP, KEEP, LEAVE = "zip", "keep", "leave"


class ActionForm(PostedForm):
    """The button that was tapped."""

    what = TextField(20)
    key = TextField(40)


def handle_tournament(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a tournament's site as files; POST makes them, or has them kept up to date in a folder."""
    tournament = view_helpers.find_own_tournament(request, slug)
    return _handle(request, tournament, {"tournament": tournament})


def handle_season(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a season's site as files; POST makes them, or has them kept up to date in a folder."""
    season = view_helpers.find_own_season(request, slug)
    return _handle(request, season, {"season": season})


def handle_club(request: HttpRequest) -> HttpResponse:
    """Show the site of the whole club as files; POST makes them."""
    return _handle(request, get_staff_account(request).club, {})


def _handle(request: HttpRequest, thing: Thing, context: dict[str, Any]) -> HttpResponse:
    if request.method != "POST":
        return _render(request, thing, context)
    form = ActionForm(request.POST).parse()
    if form["what"] in (ZIP, KEEP) and _is_hidden(thing):
        return _render(request, thing, context, status=409)
    if form["what"] == ZIP:
        problem = _begin_file(thing, form["key"])
        return _render(request, thing, context, problem, 409) if problem else redirect(f"{request.path}#files")
    if form["what"] in (KEEP, LEAVE) and _can_keep(thing):
        set_kept(thing, kept=form["what"] == KEEP)  # type: ignore[arg-type]  # a club is never kept
        return redirect(f"{request.path}?saved=1")
    return _render(request, thing, context, _("Something was lost on the way: please try again."), 400)


def _can_keep(thing: Thing) -> bool:
    """Tell whether there is a folder that somebody could reach: not on an installation of several clubs."""
    return not isinstance(thing, Club) and thing.ended is None and find_only_club() is not None


def _is_hidden(thing: Thing) -> bool:
    """Tell whether a thing is a season that not everybody may see: its site would have no page."""
    return isinstance(thing, Season) and not is_open(thing)


def _begin_file(thing: Thing, key: str) -> str:
    """Begin to make the zip file of a site; return what is wrong."""
    try:
        start_site(thing, key)
    except BusyError:
        return _("Two sites are already being made: please wait until one of them is ready.")
    except ValueError:
        return _("Something was lost on the way: please try again.")
    return ""


def _render(
    request: HttpRequest, thing: Thing, context: dict[str, Any], problem: str = "", status: int = 200
) -> HttpResponse:
    resume_keeping()
    files, can_keep = list_site_files(thing), _can_keep(thing)
    shown = {
        "thing": thing,
        "files": files,
        "can_keep": can_keep,
        "is_hidden": _is_hidden(thing),
        "folder": find_folder(thing) if can_keep and is_kept(thing) else "",  # type: ignore[arg-type]
        "problem": problem,
        "here": request.path,
        "key": view_helpers.create_key(),
    }
    response = render(request, "tarockclub/office/static_site/internet.html", context | shown, status=status)
    if any(file.is_running for file in files):
        # With its address: one with a mark in the page would only be scrolled.
        response["Refresh"] = f"{LOOK_AGAIN}; url={request.path}"
    return response


def send_tournament_file(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Send the site of a tournament as a zip file."""
    return _send_file(request, view_helpers.find_own_tournament(request, slug), key)


def send_season_file(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Send the site of a season as a zip file."""
    return _send_file(request, view_helpers.find_own_season(request, slug), key)


def send_club_file(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Send the site of the club as a zip file."""
    return _send_file(request, get_staff_account(request).club, key)


def _send_file(request: HttpRequest, thing: Thing, key: uuid.UUID) -> HttpResponse:
    file = find_site_file(thing, key)
    if file is None or not file.is_done:
        raise Http404
    kinds: dict[type, str] = {Tournament: TOURNAMENT_FILE, Season: SEASON_FILE}
    facts: dict[str, Any] = {} if isinstance(thing, Club) else {"of": thing.pk}
    note_file(request, find_club(thing), kinds.get(type(thing), SITE_FILE), "web", **facts)
    return downloads.build_download(file.load_file(), f"{slugify(thing.name) or 'tarock'}-web.zip", downloads.ZIP)
