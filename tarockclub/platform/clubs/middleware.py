"""Addresses of clubs: their own host names, the prefix /c/<slug>/, and what belongs to none."""

import re
from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.shortcuts import redirect, render
from django.urls import get_script_prefix, set_script_prefix
from django.utils.cache import add_never_cache_headers

from tarockclub.models import Club
from tarockclub.platform.clubs.archive import (
    READING_METHODS,
    ClubClosed,
    begin_request,
    end_request,
    find_session_account,
    may_read_archive,
)
from tarockclub.platform.clubs.current_club import (
    ClubUnknown,
    find_addressed_club,
    find_club_of_host,
    hide_strangers,
    note_addressed_club,
)

PREFIX = "/c/"
_PREFIXED = re.compile(r"/c/(?P<slug>[a-z0-9-]+)(?P<rest>/[\s\S]*)")
# Addresses of the installation: a phone's store and its right belong to one address of each table.
_WITHOUT_PREFIX = re.compile(
    r"/(?:static|tables|t|api|i18n|preferences|look|offline)/|/(?:sw\.js|manifest\.webmanifest)$"
)
_OWNED_ROUTE = re.compile(r"(?:^|/)(tables|seasons|tournaments)/<uuid:slug>/")
_NUMBERS = re.compile(r"[0-9.]+|\[.*\]|")  # an address of a network, which is no club's
_SAME_METHOD = 307
_ALWAYS_OPEN = {
    *("log_in", "mfa_authenticate", "mfa_login_webauthn", "log_out", "confirm", "privacy", "help", "help_section"),
    *("set_language", "preferences", "api"),
}


def strip_prefix(path: str) -> str:
    """Return an address without the prefix of a club."""
    match = _PREFIXED.fullmatch(path)
    return match["rest"] if match else path


class ClubMiddleware:
    """Finds the club that an address names, and strips its prefix; addresses of other clubs' things lead nowhere."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, without prefix; addresses are written with it while it is answered."""
        begin_request(request)
        try:
            return self._answer(request)
        finally:
            end_request(request)

    def _answer(self, request: HttpRequest) -> HttpResponse:
        club = _find_hosted_club(request)
        if club is not None:
            note_addressed_club(request, club)
        match = _PREFIXED.fullmatch(request.path_info)
        if match is None:
            return self.get_response(request)
        rest = match["rest"]
        if _WITHOUT_PREFIX.match(rest):
            return _redirect_to_root(request, rest)
        prefixed = Club.objects.filter(slug=match["slug"]).first()
        if prefixed is None or (club is not None and club != prefixed):
            raise Http404
        note_addressed_club(request, prefixed)
        request.path_info = rest
        usual = get_script_prefix()
        set_script_prefix(f"{PREFIX}{prefixed.slug}/")
        try:
            return self.get_response(request)
        finally:
            set_script_prefix(usual)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse what belongs to another club than the addressed one, and hide accounts of others."""
        hide_strangers(request)
        addressed, match = find_addressed_club(request), request.resolver_match
        if addressed is not None and match is not None:
            owner = find_owner(match.route, kwargs)
            if owner is not None and owner != addressed.pk:
                raise Http404
        return _refuse_archived(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Lead whoever has to choose a club first to the list of all clubs; say that a club is archived."""
        if isinstance(error, ClubClosed):
            return _say_archived(request, 410)
        if not isinstance(error, ClubUnknown):
            return None
        response = redirect("home")
        add_never_cache_headers(response)
        return response


def _find_hosted_club(request: HttpRequest) -> Club | None:
    """Return the club with this host name; no query under numbers and the names that the settings give exactly."""
    domain, _port = split_domain_port(request.get_host())
    named = [host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*"))]
    return None if validate_host(domain, named) or _NUMBERS.fullmatch(domain) else find_club_of_host(request, domain)


def _refuse_archived(request: HttpRequest) -> HttpResponse | None:
    """Let the staff of an archived club read, and nobody else do anything."""
    match = request.resolver_match
    if match is not None and match.url_name in _ALWAYS_OPEN:
        return None
    addressed = find_addressed_club(request)
    if addressed is not None and addressed.archived is not None and not may_read_archive(request, addressed):
        return _say_archived(request, 410)
    if request.method in READING_METHODS:
        return None
    account = find_session_account(request)
    return None if account is None or account.club.archived is None else _say_archived(request, 403)


def _say_archived(request: HttpRequest, status: int) -> HttpResponse:
    return render(request, "tarockclub/office/hosting/archived.html", status=status)


def find_owner(route: str, kwargs: dict[str, Any]) -> int | None:
    """Return the id of the club to which a route's table, tournament or season belongs; None without one."""
    match = _OWNED_ROUTE.search(route)
    if match is None:
        return None
    rows = apps.get_model(settings.ROUTE_OWNERS[match[1]])._default_manager
    owner: int | None = rows.filter(slug=kwargs["slug"]).values_list("club", flat=True).first()
    return owner


def _redirect_to_root(request: HttpRequest, rest: str) -> HttpResponse:
    """Redirect to an address without prefix, with the same method and query."""
    query = request.META.get("QUERY_STRING", "")
    response = redirect(f"{rest}?{query}" if query else rest)
    response.status_code = _SAME_METHOD
    return response
