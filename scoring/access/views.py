"""The page that invites others to the table: the link for writing and the address for watching, each with a QR code."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access import links
from scoring.access.forms import LinkForm
from scoring.access.links import Link, find_link_table, find_token, set_link_cookie
from scoring.access.permissions import get_link_secret, may_write, render_no_right
from scoring.access.qr_cards import build_watch_card, build_write_card
from scoring.ledger.seats import load_seats
from scoring.ledger.selectors import find_game_table
from scoring.models import GameTable
from tarockclub.accounts.rate_limits import MOST_FROM_ADDRESS, TooMany, attempt, build_scope, get_client_address


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def show_invite(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a table's link to those who may write there; POST replaces it, or creates one for staff without a link."""
    table = find_game_table(slug)
    if request.method == "POST":
        return _make_link(request, table)
    if not may_write(request, table):
        return render_no_right(request, table)
    secret = get_link_secret(request)
    token = links.find_token(secret) if secret else None
    own = token is not None and token.table_id == table.pk  # a logged-in user may have an older cookie
    context = {
        "table": table,
        "names": [seat.name for seat in load_seats(table) if seat.until is None],
        "to_write": build_write_card(request, secret) if own else None,
        "until": token.expires if token is not None else None,
        "to_watch": build_watch_card(request, table),
        "key": links.generate_secret(),
        "was_replaced": "replaced" in request.GET,
    }
    return render(request, "scoring/access/invite.html", context)


def _make_link(request: HttpRequest, table: GameTable) -> HttpResponse:
    """Create a new link, for this device too: in place of all existing links, or beside them."""
    said = LinkForm(request.POST).parse()
    replaces = said["what"] == "replace"
    if replaces:
        link = links.replace_links(table, get_link_secret(request), said["key"], lambda: may_write(request, table))
    else:
        link = links.create_link(table) if may_write(request, table) else None
    if link is None:
        return render_no_right(request, table)
    response = redirect("invite", slug=table.slug)
    response["Location"] += "?replaced" if replaces else ""
    set_link_cookie(response, table, link)
    return response


@require_safe
@never_cache
def enter_table(request: HttpRequest, secret: str) -> HttpResponse:
    """Let the phone write at the table of this link; opening it again, also by a link preview, changes nothing."""
    token = find_token(secret)
    if token is None:
        return _render_unknown_link(request, secret)
    response = redirect("table", slug=token.table.slug)
    set_link_cookie(response, token.table, Link(secret, token.expires))
    return _hide_referrer(response)


def _render_unknown_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Explain a link that is not valid; only these are rate-limited, for all phones may share one address."""
    status, wait = 404, 0
    try:
        attempt([build_scope("link", get_client_address(request), MOST_FROM_ADDRESS)], lambda: None)
    except TooMany as refused:
        status, wait = 429, refused.minutes
    context = {"table": find_link_table(secret) if status == 404 else None, "minutes": wait, "here": "/"}
    response = render(request, "scoring/access/unknown_link.html", context, status=status)
    if wait:
        response.headers["Retry-After"] = str(60 * wait)
    return _hide_referrer(response)


def _hide_referrer(response: HttpResponse) -> HttpResponse:
    """Keep the address out of the Referer header of further requests."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
