"""The right to write at a table: for phones that opened its link, and the staff of its club. All others watch."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_http_methods

from scoring.book.hooks import may_direct
from scoring.book.ledger.seats import find_game_table
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device, get_person_id
from tarockclub.platform.accounts.permissions import find_rights, get_secret
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import derive_secret, hash_secret, is_secret
from tarockclub.platform.privacy.readers import Reader

TableAction = Callable[[HttpRequest, uuid.UUID], HttpResponse]


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, uuid.UUID, P], HttpResponse]
Refusal = Callable[[HttpRequest, GameTable], HttpResponse]
COOKIE = "right"  # with the secret of the link that the phone has opened
WATCH_COOKIE = "watch"  # with the secret of the code for watching
VALID = timedelta(days=14)  # for an evening, for settling it a week later, and a week to spare
CSRF_FIELD = "csrfmiddlewaretoken"
_CACHE_ATTRIBUTE, _READERS = "_may_write", "_readers"  # the rights found for a request


def may_write(request: HttpRequest, table: GameTable) -> bool:
    """Return whether the request may write at this table."""
    return _check_right(request, table.slug, lambda: table.club_id)


def may_write_at(request: HttpRequest, slug: uuid.UUID) -> bool:
    """Return the same, by the address of the table; False also if there is no such table."""
    return _check_right(
        request, slug, lambda: GameTable.objects.filter(slug=slug).values_list("club", flat=True).first()
    )


def find_reader(request: HttpRequest, slug: uuid.UUID) -> Reader:
    """Return who reads at this table, found once for each request; the address alone shows what everybody may see."""
    readers: dict[uuid.UUID, Reader] = request.__dict__.setdefault(_READERS, {})
    if slug not in readers:
        writes = may_write_at(request, slug)
        is_inside = writes or _is_staff(request, slug, Right.TABLES)
        readers[slug] = Reader(writes, is_inside, watches=not is_inside and _has_watch_code(request, slug))
    return readers[slug]


def build_watch_secret(table: GameTable) -> str:
    """Return the secret of the code for watching at a table, which gives the names of those who sit there."""
    return derive_secret("watch", table.slug, *((table.replacements,) if table.replacements else ()))


def is_watch_secret(secret: str, slug: uuid.UUID) -> bool:
    """Return whether a secret lets a reader watch at a table; for as long as a link lets a phone write there."""
    if not is_secret(secret):
        return False
    table = GameTable.objects.filter(slug=slug, started__gt=now() - VALID).only("slug", "replacements").first()
    return table is not None and constant_time_compare(secret, build_watch_secret(table))


def _has_watch_code(request: HttpRequest, slug: uuid.UUID) -> bool:
    secret = get_secret(request, WATCH_COOKIE)
    return bool(secret) and is_watch_secret(secret, slug)


def _check_right(request: HttpRequest, slug: uuid.UUID, club_of_table: Callable[[], int | None]) -> bool:
    """Return the right, cached for this request; decided by the phone's secret or the logged-in account."""
    rights: dict[uuid.UUID, bool] = request.__dict__.setdefault(_CACHE_ATTRIBUTE, {})
    if slug not in rights:
        rights[slug] = _has_opened(request, slug) or _is_writer(request, club_of_table)
    return rights[slug]


def _has_opened(request: HttpRequest, slug: uuid.UUID) -> bool:
    link = get_link_hash(request)
    if not link:
        return False
    from scoring.book.ledger.sql import is_link_valid  # and with it the engine, which the first pages do not need

    return is_link_valid(slug, link)


def is_table_staff(request: HttpRequest, table: GameTable) -> bool:
    """Return whether the user is logged in as one of those who write at the tables of its club."""
    return _is_writer(request, lambda: table.club_id)


def is_table_director(request: HttpRequest, table: GameTable | None) -> bool:
    """Return whether the user acts here as director of the table's club; no query without a log-in."""
    may = find_rights(request)
    if table is None:
        return may.has(Right.DIRECT)
    return may.has_at(table.club_id, Right.DIRECT) and may_direct(table)


def is_club_director(request: HttpRequest, table: GameTable) -> bool:
    """Return whether the user is a director of the table's club: on the pages of a correction, which warn them."""
    return find_rights(request).has_at(table.club_id, Right.DIRECT)


def _is_writer(request: HttpRequest, club_of_table: Callable[[], int | None]) -> bool:
    may = find_rights(request)
    return may.has(Right.ENTER) and may.club == club_of_table()


def _is_staff(request: HttpRequest, slug: uuid.UUID, right: Right) -> bool:
    """Return whether the user is logged in for the table's club, with a right."""
    may = find_rights(request)
    return right != Right.ENTER and may.has(right) and GameTable.objects.filter(slug=slug, club=may.club).exists()


def _is_reading(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD")


def get_link_hash(request: HttpRequest) -> str:
    """Return the hash of the link that the phone has opened, or a program sends; empty if there is none."""
    secret = get_link_secret(request)
    return hash_link(secret) if secret else ""


def get_link_secret(request: HttpRequest) -> str:
    """Return the secret of the requested table that the phone keeps or a program sends; empty if it is none of ours."""
    secret = get_secret(request, COOKIE)
    return secret if is_secret(secret) else ""


def hash_link(secret: str) -> str:
    """Return the digest under which the secret of a table's link is stored."""
    return hash_secret("table", secret)


def add_rights(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    """Return the variables of a table's templates: `may_write`, `is_insider`, `lost_right` if a phone once had it."""
    route = request.resolver_match
    slug = route.kwargs.get("slug") if route else None
    if not isinstance(slug, uuid.UUID):
        return {}

    def may() -> bool:
        return may_write_at(request, slug)

    return {
        "may_write": may,
        "is_insider": lambda: find_reader(request, slug).is_inside,
        "lost_right": lambda: bool(get_link_secret(request)) and not may(),
    }


def render_no_right(request: HttpRequest, table: GameTable) -> HttpResponse:
    """Return the page for readers who may only watch; the submitted form can be sent again from it."""
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name != CSRF_FIELD]
    context = {"table": table, "sent": sent, "posted_here": request.method == "POST", "here": request.path}
    return render(request, "scoring/book/access/no_right.html", context, status=403)


def writers_only(
    view: View[P], refusal: Refusal = render_no_right, *, reading: Right = Right.ENTER, writing: Right = Right.ENTER
) -> View[P]:
    """Open a view of a table only to those who may write there; all others get the refusal, or 404 without a table.

    Of the staff, those with the right `reading` may also open it, and those with `writing` send its forms.
    """

    @wraps(view)
    def guard(request: HttpRequest, slug: uuid.UUID, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        may = may_write_at(request, slug) or _is_staff(request, slug, reading if _is_reading(request) else writing)
        response = view(request, slug, *args, **kwargs) if may else refusal(request, find_game_table(slug))
        if request.method != "POST":  # browsers never cache a POST, and saving a hand must be quick
            add_never_cache_headers(response)
        return response

    return guard  # type: ignore[return-value]  # Django gives the slug by its name


def require_post(action: TableAction) -> TableAction:
    """Redirect a GET of an action's address to the table."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(action)
    def redirect_get(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
        return action(request, slug) if request.method == "POST" else redirect("table", slug=slug)

    return redirect_get


def find_actor(request: HttpRequest, table: GameTable | None = None) -> Actor:
    """Return the actor of the request; directors of the table's club may decide more than players.

    Without a table: for pages that have already checked that their content belongs to the director's club.
    """
    return Actor(get_person_id(request), get_device(request), directs=is_table_director(request, table))
