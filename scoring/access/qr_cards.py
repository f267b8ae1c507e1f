"""What a table's card says: an address as other devices reach it, and its QR code."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse

from scoring.models import GameTable
from tarockclub.server.network import lan_address

PIXELS = 6  # a module of the code
MARGIN = 4  # modules; less, and some phones find no code
ONE_OF_MANY = 3  # the pattern of codes that are made by the hundred: looking for the best one takes four times as long


class Card(NamedTuple):
    """An address, and its code as the address of a picture (SVG), which can be printed in any size."""

    address: str
    code: str


def card_to_write(request: HttpRequest, secret: str, mask: int | None = None) -> Card:
    """The card of a table's link: whoever scans it may write."""
    return card_of(request, reverse("enter", args=[secret]), mask)


def card_to_watch(request: HttpRequest, table: GameTable, mask: int | None = None) -> Card:
    """The card of a table's public address."""
    return card_of(request, reverse("table", args=[table.slug]), mask)


def card_of(request: HttpRequest, path: str, mask: int | None = None) -> Card:
    """The card of any address of this site, as other devices reach it."""
    import segno  # imported here: nothing else needs it

    address = f"{site_of(request)}{path}"
    code = segno.make(address, micro=False, mask=mask).svg_data_uri(scale=PIXELS, border=MARGIN, light="#fff")
    return Card(address, code)


def site_of(request: HttpRequest) -> str:
    """The beginning of the addresses of this site, as other devices reach it."""
    return f"{request.scheme}://{_host_for_others(request)}"


def _host_for_others(request: HttpRequest) -> str:
    """The host as other devices reach it: `localhost` means another machine on each of them."""
    host = request.get_host()
    domain, port = split_domain_port(host)
    lan = lan_address() if settings.INN_MODE and _is_loopback(domain) else None
    return f"{lan}:{port}" if lan and port else lan or host


def _is_loopback(domain: str) -> bool:
    return domain == "localhost" or domain.strip("[]") == "::1" or domain.startswith("127.")
