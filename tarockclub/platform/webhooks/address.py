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
AnyNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
_OWN = tuple(
    map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "::1/128", "fc00::/7"))
)
# Python calls some of these global, each release others: by tunnels and translations they reach what they wrap.
_ASSIGNED, _TRANSLATED = ipaddress.ip_network("2000::/3"), ipaddress.ip_network("64:ff9b::/96")
_FOR_PROTOCOLS = tuple(
    map(
        ipaddress.ip_network,
        ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
    )
)


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
    if is_open(address):
        if scheme != HTTPS:
            raise AddressRefused("insecure")
    elif not settings.INN_MODE or not _is_in(_OWN, getattr(address, "ipv4_mapped", None) or address):
        raise AddressRefused("forbidden_host")


def is_open(address: AnyAddress) -> bool:
    """Return whether an address is one of the open internet, also where another one is written inside of it.

    >>> [is_open(ipaddress.ip_address(text)) for text in ("93.184.216.34", "64:ff9b::5db8:d822", "64:ff9b::a9fe:a9fe")]
    [True, True, False]
    """
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not address.is_multicast and not _is_in(_FOR_PROTOCOLS, address)
    if address.ipv4_mapped is not None:
        return is_open(address.ipv4_mapped)
    if address in _TRANSLATED:  # what names stand for in a network without IPv4
        return is_open(ipaddress.IPv4Address(address.packed[-4:]))
    return address in _ASSIGNED and not _is_in(_FOR_PROTOCOLS, address)


def _is_in(networks: tuple[AnyNetwork, ...], address: AnyAddress) -> bool:
    return any(address in network for network in networks)


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
