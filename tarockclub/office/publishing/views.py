"""The director's page of a tournament or season for the internet: as files, or live on another installation."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tarockclub.models import Club
from tarockclub.office.publishing.forms import ActionForm
from tarockclub.office.publishing.process import resume_publishing
from tarockclub.office.publishing.services import find_sent, format_sent, switch_off, switch_on
from tarockclub.office.static_site.builder import Thing
from tarockclub.office.static_site.files import find_club, find_site_file, list_site_files, start_site
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.looks import SEASON_FILE, SITE_FILE, TOURNAMENT_FILE, note_file
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.jobs.made_files import MadeFile
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.parcels.messages import format_trouble
from tarockclub.platform.parcels.peer import find_address
from tarockclub.platform.server import downloads
from tournaments.core import view_helpers
from tournaments.models import Season, Tournament

LOOK_AGAIN = 3  # seconds, while a file is being made
ZIP, ON, OFF = "zip", "on", "off"


def handle_tournament(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show or change how a tournament gets into the internet."""
    tournament = view_helpers.find_own_tournament(request, slug)
    return _handle(request, tournament, {"tournament": tournament})


def handle_season(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show or change how a season gets into the internet."""
    season = view_helpers.find_own_season(request, slug)
    return _handle(request, season, {"season": season})


def _handle(request: HttpRequest, thing: Tournament | Season, context: dict[str, Any]) -> HttpResponse:
    if request.method != "POST":
        return _render(request, thing, context)
    said = ActionForm(request.POST).parse()
    if said["what"] == ZIP:
        problem = begin_file(thing, said["key"])
        return _render(request, thing, context, problem, 409) if problem else redirect(f"{request.path}#files")
    club, who = get_staff_account(request).club, build_author(request)
    if said["what"] == ON and find_address(club) is not None:
        switch_on(club, str(thing._meta.model_name), thing.slug, who)
        return redirect(f"{request.path}?saved=1")
    if said["what"] == OFF:
        switch_off(club, thing.slug, who)
        return redirect(f"{request.path}?saved=1")
    return _render(request, thing, context, _("Something was lost on the way: please try again."), 400)


def begin_file(thing: Thing, key: str) -> str:
    """Begin to make the zip file of a site; return what is wrong."""
    try:
        start_site(thing, key)
    except BusyError:
        return _("Two sites are already being made: please wait until one of them is ready.")
    except ValueError:
        return _("Something was lost on the way: please try again.")
    return ""


def _render(
    request: HttpRequest, thing: Tournament | Season, context: dict[str, Any], problem: str = "", status: int = 200
) -> HttpResponse:
    resume_publishing()
    site = find_sent(thing.club_id, thing.slug)
    files = list_site_files(thing)
    shown = {
        "thing": thing,
        "address": find_address(get_staff_account(request).club),
        "site": site,
        "sent": format_sent(site) if site else "",
        "trouble": format_trouble(site.trouble) if site and site.trouble else "",
        "files": files,
        "problem": problem,
        "here": request.path,
        "key": view_helpers.create_key(),
    }
    response = render(request, "tarockclub/office/publishing/internet.html", context | shown, status=status)
    return ask_for_refresh(request, response, files)


def ask_for_refresh(request: HttpRequest, response: HttpResponse, files: list[MadeFile]) -> HttpResponse:
    """Have the page fetched again while a file is being made."""
    if any(file.is_running for file in files):
        # With its address: one with a mark in the page would only be scrolled.
        response["Refresh"] = f"{LOOK_AGAIN}; url={request.path}"
    return response


def send_tournament_file(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Send the site of a tournament as a zip file."""
    return send_file(request, view_helpers.find_own_tournament(request, slug), key)


def send_season_file(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Send the site of a season as a zip file."""
    season = view_helpers.find_own_season(request, slug)
    return send_file(request, season, key)


def send_club_file(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Send the site of the club as a zip file."""
    return send_file(request, get_staff_account(request).club, key)


def send_file(request: HttpRequest, thing: Thing, key: uuid.UUID) -> HttpResponse:
    """Send a zip file that is ready."""
    file = find_site_file(thing, key)
    if file is None or not file.is_done:
        raise Http404
    kinds: dict[type, str] = {Tournament: TOURNAMENT_FILE, Season: SEASON_FILE}
    facts: dict[str, Any] = {} if isinstance(thing, Club) else {"of": thing.pk}
    note_file(request, find_club(thing), kinds.get(type(thing), SITE_FILE), "web", **facts)
    return downloads.build_download(file.load_file(), f"{slugify(thing.name) or 'tarock'}-web.zip", downloads.ZIP)
