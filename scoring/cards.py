"""What a table's card says: an address as other devices reach it, and its QR code."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse

from scoring.models import GameTable
from tarockclub.addresses import lan_address

PIXELS = 6  # a module of the code
MARGIN = 4  # modules; less, and some phones find no code


class Card(NamedTuple):
    """An address, and its code as the address of a picture (SVG), which can be printed in any size."""

    address: str
    code: str


def card_to_write(request: HttpRequest, secret: str) -> Card:
    """The card of a table's link: whoever scans it may write."""
    return _card(request, reverse("enter", args=[secret]))


def card_to_watch(request: HttpRequest, table: GameTable) -> Card:
    """The card of a table's public address."""
    return _card(request, reverse("table", args=[table.slug]))


def _card(request: HttpRequest, path: str) -> Card:
    import segno  # imported here: nothing else needs it

    address = f"{request.scheme}://{_host_for_others(request)}{path}"
    code = segno.make(address, micro=False).svg_data_uri(scale=PIXELS, border=MARGIN, light="#fff")
    return Card(address, code)


def _host_for_others(request: HttpRequest) -> str:
    """The host as other devices reach it: `localhost` means another machine on each of them."""
    host = request.get_host()
    domain, port = split_domain_port(host)
    lan = lan_address() if settings.INN_MODE and _is_loopback(domain) else None
    return f"{lan}:{port}" if lan and port else lan or host


def _is_loopback(domain: str) -> bool:
    return domain == "localhost" or domain.strip("[]") == "::1" or domain.startswith("127.")
