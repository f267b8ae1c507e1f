"""The address in a table's link and QR code: it gives the phone its right and leads on to an address without secret."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.access.links import Link, opened_by, table_of
from scoring.access.permissions import give
from tarockclub.accounts.rate_limits import MOST_FROM_ADDRESS, TooMany, address_of, attempt, scope


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
    context = {"table": table_of(secret) if status == 404 else None, "minutes": wait, "here": "/"}
    response = render(request, "scoring/unknown_link.html", context, status=status)
    if wait:
        response.headers["Retry-After"] = str(60 * wait)
    return _unsaid(response)


def _unsaid(response: HttpResponse) -> HttpResponse:
    """See to it that no further request tells the address."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
