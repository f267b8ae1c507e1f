"""The address to which messages go, and what may not be one: nobody shall reach other servers through this one.

An address is checked when it is set, and what its name stands for with each message: that may have changed.
"""

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

HTTPS, HTTP = "https", "http"
_PORTS = {HTTPS: 443, HTTP: 80}
LONGEST = 300
AnyAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class AddressRefused(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Nothing is sent there; `code` says why not: "malformed", "insecure", "unknown_host", "forbidden_host"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class HookAddress(NamedTuple):
    """The parts of an address."""

    scheme: str
    host: str
    port: int
    path: str  # with the query


def parse_address(url: str) -> HookAddress:
    """Return the parts of an address; raise AddressRefused for one that is none, or that anybody could read on the way.

    >>> parse_address("https://example.org/hook?club=1")
    HookAddress(scheme='https', host='example.org', port=443, path='/hook?club=1')
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressRefused("malformed") from None
    is_printable = url.isascii() and url.isprintable() and " " not in url
    if (
        not is_printable
        or len(url) > LONGEST
        or parts.scheme not in _PORTS
        or not parts.hostname
        or "@" in parts.netloc
    ):
        raise AddressRefused("malformed")
    if parts.scheme == HTTP and not settings.INN_MODE:
        raise AddressRefused("insecure")
    path = parts.path or "/"
    found = HookAddress(
        parts.scheme, parts.hostname, port or _PORTS[parts.scheme], f"{path}?{parts.query}" if parts.query else path
    )
    literal = _parse_literal(found.host)
    if literal is not None:
        must_be_allowed(found.scheme, literal)
    return found


def _parse_literal(host: str) -> AnyAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def must_be_allowed(scheme: str, address: AnyAddress) -> None:
    """Refuse what no message may reach: AddressRefused("forbidden_host", "insecure").

    In public mode that is everything but the open internet. In the inn a program in the same network is allowed too,
    also without TLS, which nobody there has; never an address of the link alone, where clouds keep their secrets.
    """
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    if address.is_link_local or address.is_multicast or address.is_unspecified:
        raise AddressRefused("forbidden_host")
    if address.is_global:
        if scheme != HTTPS:
            raise AddressRefused("insecure")
        return
    if not settings.INN_MODE or not (address.is_private or address.is_loopback):
        raise AddressRefused("forbidden_host")


def resolve_host(address: HookAddress) -> str:
    """Return the number of the server of an address; raise AddressRefused if any of its numbers is not allowed."""
    try:
        rows = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressRefused("unknown_host") from None
    numbers = [str(row[4][0]).partition("%")[0] for row in rows]
    for number in numbers:
        must_be_allowed(address.scheme, ipaddress.ip_address(number))
    return numbers[0]
