"""The content of a table's card: an address that other devices can reach, and its QR code."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from tarockclub.kit.typesetting import BORDER
from tarockclub.platform.server.network import find_lan_address

PIXELS = 6  # a module of the code
GUESTS = "#1b3f8b"  # dark enough for every camera; codes that give a right are black


class QrCard(NamedTuple):
    """An address, and how its code is drawn."""

    address: str
    mask: int | None = None
    dark: str = "#000"

    @property
    def code(self) -> str:
        """The address of the code as a picture (SVG) that can be printed in any size."""
        import segno

        symbol = segno.make(self.address, micro=False, mask=self.mask)
        return symbol.svg_data_uri(scale=PIXELS, border=BORDER, light="#fff", dark=self.dark)


def build_card(request: HttpRequest, path: str, mask: int | None = None, dark: str = "#000") -> QrCard:
    """Return the card of any address of this site, as other devices reach it."""
    return QrCard(f"{get_site_address(request)}{path}", mask, dark)


def get_site_address(request: HttpRequest) -> str:
    """Return the beginning of this site's addresses, as other devices reach it."""
    return f"{request.scheme}://{_find_reachable_host(request)}"


def _find_reachable_host(request: HttpRequest) -> str:
    """Return the host as other devices reach it: `localhost` would mean their own machine."""
    host = request.get_host()
    domain, port = split_domain_port(host)
    lan = find_lan_address() if settings.INN_MODE and _is_loopback(domain) else None
    return f"{lan}:{port}" if lan and port else lan or host


def _is_loopback(domain: str) -> bool:
    return domain == "localhost" or domain.strip("[]") == "::1" or domain.startswith("127.")
