"""From a request to its club: host names and prefixes, archived clubs, and the rows that the request may see."""

import re
import uuid
from collections.abc import Callable
from contextvars import ContextVar, Token
from threading import Lock
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.db.models import Model, UUIDField
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import get_script_prefix, set_script_prefix
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject

from tarockclub.models import Account, Club, SetAsideBook
from tarockclub.platform.clubs.current_club import (
    ClubUnknown,
    find_addressed_club,
    find_club_of_host,
    find_current_club,
    find_only_club,
    hide_strangers,
    note_addressed_club,
)
from tarockclub.platform.clubs.ownership import OWNERS, list_owned_models
from tarockclub.platform.clubs.scope import CLUB, enter_all_clubs, enter_club, enter_when_needed, find_entered_club

# Archived clubs: their staff reads, nobody writes, and for everybody else there is nothing but a sentence.

READING_METHODS = ("GET", "HEAD", "OPTIONS")
_READER, _OUTER = "tarockclub.archive_reader", "tarockclub.outer_request"  # in the META of a request
_current_request: ContextVar[HttpRequest | None] = ContextVar("current_request", default=None)


class ClubClosed(Http404):
    """The club is archived."""


def check_open(club: Club) -> None:
    """Raise ClubClosed if a club is archived, except for its staff, who may read; no query for an open one."""
    if club.archived is not None and not may_read_archive(_current_request.get(), club):
        raise ClubClosed


def may_read_archive(request: HttpRequest | None, club: Club) -> bool:
    """Return whether a request comes from the staff of a club."""
    if request is None:
        return False
    reader = request.META.get(_READER) or find_session_account(request)
    return isinstance(reader, Account) and reader.club_id == club.pk


def find_session_account(request: HttpRequest) -> Account | None:
    """Return the account that is logged in; no query without a log-in cookie."""
    user = request.user if settings.SESSION_COOKIE_NAME in request.COOKIES else None
    return user if isinstance(user, Account) else None


def note_program(request: HttpRequest, account: Account) -> bool:
    """Note whose program asks; return whether it may: of an archived club it only reads."""
    request.META[_READER] = account
    return account.club.archived is None or request.method in READING_METHODS


def begin_request(request: HttpRequest) -> None:
    """Note the request that is answered now."""
    request.META[_OUTER] = _current_request.set(request)


def end_request(request: HttpRequest) -> None:
    """End what begin_request() began."""
    token: Token[HttpRequest | None] | None = request.META.pop(_OUTER, None)
    if token is not None:
        _current_request.reset(token)


CLUB_PREFIX = "/c/"
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

_TAKING_ALONG = {"club_file"}  # a form that only reads: an archived club leaves with its data


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
        set_script_prefix(f"{CLUB_PREFIX}{prefixed.slug}/")
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
    if request.method in READING_METHODS or (match is not None and match.url_name in _TAKING_ALONG):
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


# The club whose rows a request may see: that of the thing in its address, else the current one; before, none.
#
# Whoever looks something up before the club is known (an account by its session, a table by its link) enters all
# clubs for this one query, and then the club of what was found.

_SLUG = re.compile(r"/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:/|\.|$)")
_MOST_KNOWN = 20_000
_known_clubs: dict[uuid.UUID, int] = {}  # a table, tournament or season never changes its club
_lock = Lock()


class ScopeMiddleware:
    """Begins each request with no club; the first statement that needs one is in the scope of the request's club."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        with enter_when_needed(lambda: find_club_of_thing(request) or find_club_of_request(request)):
            response = self._get_response(request)
            request.META[CLUB] = find_entered_club()
            return response


class ScopedAuthentication(AuthenticationMiddleware):
    """Finds who is logged in before the club is known."""

    def process_request(self, request: HttpRequest) -> None:
        """Set the user of a request, looked up when somebody asks."""
        super().process_request(request)
        user = request.user

        def find_user() -> Any:
            with enter_all_clubs():
                bool(user.is_authenticated)
            return user

        request.user = SimpleLazyObject(find_user)  # type: ignore[assignment]


def find_club_of_request(request: HttpRequest) -> int | None:
    """Return the club (id) in which a request without anything in its address takes place."""
    club = find_current_club(request) if hasattr(request, "user") else find_addressed_club(request) or find_only_club()
    return None if club is None else club.pk


def enter_found_club(request: HttpRequest, club: int) -> None:
    """Enter the club of what a secret in a request has led to, unless its address names something of a club."""
    if find_club_of_thing(request) is None:
        enter_club(club)


def find_club_of_thing(request: HttpRequest) -> int | None:
    """Return the club (id) of the table, tournament or season in an address; None without one."""
    match = _SLUG.search(request.path_info)
    if match is None:
        return None
    slug = uuid.UUID(match[1])
    club = _known_clubs.get(slug)
    if club is None:
        with enter_all_clubs():
            first, *rest = (_filter_by_slug(model, slug) for model in list_named_models())
            club = next(iter(first.union(*rest, all=True)), None)
        if club is not None:
            _remember(slug, club)
    return club


def list_named_models() -> list[Any]:
    """Return the models with an address of their own that leads to their club."""
    return [
        model
        for model in list_owned_models()
        if OWNERS[model._meta.label_lower] == "club"
        and model is not SetAsideBook  # its slug is that of a table, perhaps of another club
        and any(field.name == "slug" and isinstance(field, UUIDField) for field in model._meta.fields)
    ]


def _filter_by_slug(model: type[Model], slug: uuid.UUID) -> Any:
    return model._default_manager.filter(slug=slug).order_by().values_list("club_id", flat=True)


def _remember(slug: uuid.UUID, club: int) -> None:
    with _lock:
        if len(_known_clubs) >= _MOST_KNOWN:
            _known_clubs.clear()
        _known_clubs[slug] = club
