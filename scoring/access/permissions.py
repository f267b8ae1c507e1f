"""Who may write at a table: a phone that has opened its link, and the staff of its club. All others may watch."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods

from scoring.access.links import WELL_FORMED, Link, digest_of
from scoring.hooks import may_direct
from scoring.ledger.selectors import table_of
from scoring.ledger.sql import opens
from scoring.models import GameTable
from tarockclub import time_source
from tarockclub.accounts.actors import Who
from tarockclub.accounts.devices import device_of, person_of
from tarockclub.accounts.permissions import account_of
from tarockclub.models import Account

TableAction = Callable[[HttpRequest, uuid.UUID], HttpResponse]


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, uuid.UUID, P], HttpResponse]
Refusal = Callable[[HttpRequest, GameTable], HttpResponse]
COOKIE = "right"
NOT_SENT_ANEW = "csrfmiddlewaretoken"
_KNOWN = "_may_write"  # what was found out about a request


def may_write(request: HttpRequest, table: GameTable) -> bool:
    """Whether whoever asks may write at this table."""
    return _found(request, table.slug, lambda: table.club_id)


def may_write_at(request: HttpRequest, slug: uuid.UUID) -> bool:
    """The same, by the address of the table; False also where there is none."""
    return _found(request, slug, lambda: GameTable.objects.filter(slug=slug).values_list("club", flat=True).first())


def _found(request: HttpRequest, slug: uuid.UUID, club_of_table: Callable[[], int | None]) -> bool:
    """What was found out before in this request; else by the phone's secret, or by who is logged in."""
    known: dict[uuid.UUID, bool] = request.__dict__.setdefault(_KNOWN, {})
    if slug not in known:
        known[slug] = _has_opened(request, slug) or _is_staff(request, club_of_table)
    return known[slug]


def _has_opened(request: HttpRequest, slug: uuid.UUID) -> bool:
    link = link_in(request)
    return bool(link) and opens(slug, link)


def is_staff(request: HttpRequest, table: GameTable) -> bool:
    """Whether whoever asks is logged in for the table's club."""
    return _is_staff(request, lambda: table.club_id)


def is_director(request: HttpRequest, table: GameTable | None) -> bool:
    """Whether a director of the table's club acts there as such; asks no database where there is no log-in cookie."""
    account = account_of(request) if settings.SESSION_COOKIE_NAME in request.COOKIES else None
    if account is None or account.role != Account.Role.DIRECTOR:
        return False
    return table is None or (account.club_id == table.club_id and may_direct(table))


def _is_staff(request: HttpRequest, club_of_table: Callable[[], int | None]) -> bool:
    account = account_of(request)
    return account is not None and account.club_id == club_of_table()


def link_in(request: HttpRequest) -> str:
    """The hash of the link that the phone has opened for the table it asks for; empty if it has opened none."""
    secret = secret_in(request)
    return digest_of(secret) if secret else ""


def secret_in(request: HttpRequest) -> str:
    """The secret that the phone has kept for the table it asks for; empty if it has none of ours."""
    found = request.COOKIES.get(COOKIE, "")
    return found if WELL_FORMED.fullmatch(found) else ""


def give(response: HttpResponse, table: GameTable, link: Link) -> None:
    """Let the phone that gets this answer write at the table, as long as its link counts."""
    response.set_cookie(
        COOKIE,
        link.secret,
        max_age=max(0, int((link.expires - time_source.now()).total_seconds())),
        path=reverse("table", args=[table.slug]),
        secure=not settings.INN_MODE,
        httponly=True,
        samesite="Lax",
    )


def rights(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    """What templates know on a table's pages: `may_write`, and `lost_right` where a phone might once."""
    found = request.resolver_match
    slug = found.kwargs.get("slug") if found else None
    if not isinstance(slug, uuid.UUID):
        return {}

    def may() -> bool:
        return may_write_at(request, slug)

    return {"may_write": may, "lost_right": lambda: bool(secret_in(request)) and not may()}


def told(request: HttpRequest, table: GameTable) -> HttpResponse:
    """The page for whoever may only watch; what was sent can be sent once more from it."""
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name != NOT_SENT_ANEW]
    context = {"table": table, "sent": sent, "posted_here": request.method == "POST", "here": request.path}
    return render(request, "scoring/access/no_right.html", context, status=403)


def writers_only(view: View[P], refusal: Refusal = told) -> View[P]:
    """Open a view of a table to whoever may write there; all others get the refusal, or 404 where no table is."""

    @wraps(view)
    def guarded(request: HttpRequest, slug: uuid.UUID, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        may = may_write_at(request, slug)
        response = view(request, slug, *args, **kwargs) if may else refusal(request, table_of(slug))
        if request.method != "POST":  # those no browser keeps anyway, and saving a hand must be quick
            add_never_cache_headers(response)
        return response

    return guarded  # type: ignore[return-value]  # Django gives the slug by its name


def only_posted(action: TableAction) -> TableAction:
    """Send whoever opens the address of an action, say by its line in the browser, to the table."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(action)
    def view(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
        return action(request, slug) if request.method == "POST" else redirect("table", slug=slug)

    return view


def who(request: HttpRequest, table: GameTable | None = None) -> Who:
    """Who writes; whoever is logged in as a director of the table's club decides what players cannot.

    Without a table: for pages that have asked already whether what they show is of his club.
    """
    return Who(person_of(request), device_of(request), directs=is_director(request, table))
