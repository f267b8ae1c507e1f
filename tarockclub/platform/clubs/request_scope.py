"""The club whose rows a request may see: that of the thing in its address, else the current one; before, none.

Whoever looks something up before the club is known (an account by its session, a table by its link) enters all clubs
for this one query, and then the club of what was found.
"""

import re
import uuid
from collections.abc import Callable
from threading import Lock
from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.db.models import Model, UUIDField
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from tarockclub.models import SetAsideBook
from tarockclub.platform.clubs.current_club import find_addressed_club, find_current_club, find_only_club
from tarockclub.platform.clubs.ownership import OWNERS, list_owned_models
from tarockclub.platform.clubs.scope import enter_all_clubs, enter_club, enter_when_needed

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
            return self._get_response(request)


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
