"""The address under which others reach this machine, the hosts it answers to, free ports, QR codes in a terminal."""

import errno
import functools
import ipaddress
import socket
import sys
from io import StringIO

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http.request import split_domain_port

from tarockclub.platform.clubs.current_club import find_club_of_host

EVERYWHERE = ("0.0.0.0", "")  # noqa: S104  (phones in the inn must reach the server)
# The first is an address that nobody has (RFC 5737): the way to it is the default route. The others
# are in the networks of laptops' own hotspots, without any default route.
PROBES = ("192.0.2.1", "10.42.0.2", "192.168.137.2")


def find_lan_address() -> str | None:
    """Return this machine's address in the local network; None if there is none."""
    for probe in PROBES:
        address = _find_source_address(probe)
        if address and not ipaddress.ip_address(address).is_loopback:
            return address
    return None


def _find_source_address(target: str) -> str | None:
    """Return this machine's address on the way to a target; connecting UDP sends no packet."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def find_bind_error(host: str, port: int) -> OSError | None:
    """Return the error that prevents a server from listening there, if any."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if sys.platform != "win32":
            # A server that has just ended must not block its own port. On Windows the option means more.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


def is_port_taken(host: str, port: int) -> bool:
    """Return whether another program already listens at a port."""
    error = find_bind_error(host, port) if 0 < port < 65536 else None
    return error is not None and is_taken(error)


def is_taken(error: OSError) -> bool:
    """Return whether another program already listens there."""
    # Windows forbids a port that another program has for itself alone.
    return error.errno == errno.EADDRINUSE or (sys.platform == "win32" and error.errno == errno.EACCES)


@functools.lru_cache(maxsize=256)
def is_lan_address(domain: str) -> bool:
    """Return whether a host is written as an address that exists only in local networks."""
    try:
        address = ipaddress.ip_address(domain.strip("[]"))
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local


class SiteRequest(WSGIRequest):
    """A request that may name a club's own host."""

    def get_host(self) -> str:
        """Return the host, checked against ALLOWED_HOSTS and the host names of the clubs."""
        try:
            return super().get_host()
        except DisallowedHost:
            host = str(self.META.get("HTTP_HOST", ""))
            if find_club_of_host(self, split_domain_port(host)[0]) is None:
                raise
            return host


class LanRequest(SiteRequest):
    """A request that may name this machine by any address of a local network.

    ALLOWED_HOSTS compares names only, and the laptop's address changes with the inn. The check protects
    against foreign names that point here; a bare address cannot be such a name.
    """

    def get_host(self) -> str:
        """Return the host, checked against ALLOWED_HOSTS unless it is a local address."""
        host = str(self.META.get("HTTP_HOST", ""))
        domain, _port = split_domain_port(host)
        return host if domain and is_lan_address(domain) else super().get_host()


class SiteHandler(WSGIHandler):
    """Django's handler with SiteRequest."""

    request_class = SiteRequest


class LanHandler(WSGIHandler):
    """Django's handler with LanRequest."""

    request_class = LanRequest


def build_site_handler() -> WSGIHandler:
    """Return the handler for the program's mode."""
    return LanHandler() if settings.INN_MODE else SiteHandler()


QUIET_ZONE = 2
# With colours, white on black is drawn, which every camera reads on any theme of the terminal; without, on a dark one.
_WHITE_ON_BLACK = "\033[38;5;231;48;5;16m"
_RESET = "\033[0m"


def render_qr_lines(text: str, *, colour: bool) -> list[str]:
    """Return the lines of a code with the text: two rows of modules in each, the light ones drawn."""
    import segno  # imported here: nothing else needs it at start

    drawn = StringIO()
    segno.make(text, micro=False).terminal(drawn, border=QUIET_ZONE, compact=True)
    return [f"{_WHITE_ON_BLACK}{line}{_RESET}" if colour else line for line in drawn.getvalue().splitlines()]


def can_show(encoding: str | None) -> bool:
    """Return whether a terminal with this encoding can show the characters."""
    try:
        "█▀▄".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
