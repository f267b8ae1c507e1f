"""The page that lets others to the table: the link to write with, the address to watch at, both also as a QR code."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access import links
from scoring.access.links import Link, opened_by, table_of_link
from scoring.access.permissions import give, may_write, secret_in, told
from scoring.access.qr_cards import card_to_watch, card_to_write
from scoring.ledger.seats import read_seats
from scoring.ledger.selectors import table_of
from scoring.models import GameTable
from tarockclub.accounts.rate_limits import MOST_FROM_ADDRESS, TooMany, address_of, attempt, scope


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invite(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a table's link to whoever may write there; POST replaces it, or makes one for who is only logged in."""
    table = table_of(slug)
    if request.method == "POST":
        return _made(request, table)
    if not may_write(request, table):
        return told(request, table)
    secret = secret_in(request)
    token = links.opened_by(secret) if secret else None
    own = token is not None and token.table_id == table.pk  # who is logged in may have an older cookie
    context = {
        "table": table,
        "names": [seat.name for seat in read_seats(table) if seat.until is None],
        "to_write": card_to_write(request, secret) if own else None,
        "until": token.expires if token is not None else None,
        "to_watch": card_to_watch(request, table),
        "key": links.new_secret(),
        "was_replaced": "replaced" in request.GET,
    }
    return render(request, "scoring/access/invite.html", context)


def _made(request: HttpRequest, table: GameTable) -> HttpResponse:
    """A new link, for this device too: in place of all that there are, or beside them."""
    replaces = request.POST.get("what") == "replace"
    if replaces:
        key = request.POST.get("key", "")
        link = links.replaced(table, secret_in(request), key, lambda: may_write(request, table))
    else:
        link = links.new_link(table) if may_write(request, table) else None
    if link is None:
        return told(request, table)
    response = redirect("invite", slug=table.slug)
    response["Location"] += "?replaced" if replaces else ""
    give(response, table, link)
    return response


@require_safe
@never_cache
def enter(request: HttpRequest, secret: str) -> HttpResponse:
    """Let the phone write at the table whose link it has opened; opened twice, or by a preview, it is the same."""
    token = opened_by(secret)
    if token is None:
        return _unknown(request, secret)
    response = redirect("table", slug=token.table.slug)
    give(response, token.table, Link(secret, token.expires))
    return _unsaid(response)


def _unknown(request: HttpRequest, secret: str) -> HttpResponse:
    """Say what to do with a link that does not count; only these are limited, for all phones may share one address."""
    status, wait = 404, 0
    try:
        attempt([scope("link", address_of(request), MOST_FROM_ADDRESS)], lambda: None)
    except TooMany as refused:
        status, wait = 429, refused.minutes
    context = {"table": table_of_link(secret) if status == 404 else None, "minutes": wait, "here": "/"}
    response = render(request, "scoring/access/unknown_link.html", context, status=status)
    if wait:
        response.headers["Retry-After"] = str(60 * wait)
    return _unsaid(response)


def _unsaid(response: HttpResponse) -> HttpResponse:
    """See to it that no further request tells the address."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
