"""The page that lets others to the table: its link, also as a QR code."""

import uuid

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.rights import writers_only
from scoring.selectors import table_of
from tarockclub.addresses import lan_address

PIXELS = 6  # a module of the code


@require_safe
@writers_only
def invite(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a table's link to whoever has it already."""
    import segno  # imported here: nothing else needs it

    table = table_of(slug)
    address = f"{request.scheme}://{_host_for_others(request)}{reverse('table', args=[table.slug])}"
    code = segno.make(address, micro=False).svg_data_uri(scale=PIXELS, border=4, light="#fff")
    return render(request, "scoring/invite.html", {"table": table, "address": address, "code": code})


def _host_for_others(request: HttpRequest) -> str:
    """The host as other devices reach it: `localhost` means another machine on each of them."""
    host = request.get_host()
    domain, port = split_domain_port(host)
    lan = lan_address() if settings.INN_MODE and _is_loopback(domain) else None
    return f"{lan}:{port}" if lan and port else lan or host


def _is_loopback(domain: str) -> bool:
    return domain == "localhost" or domain.strip("[]") == "::1" or domain.startswith("127.")
