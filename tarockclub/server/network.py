"""Finds out under which address others reach this machine, and whether a port is free."""

import errno
import ipaddress
import socket
import sys

EVERYWHERE = ("0.0.0.0", "")  # noqa: S104  (phones in the inn must reach the server)
# The first is an address nobody has (RFC 5737): the way to it is the usual way out. The others
# lie in the networks that laptops open as a hotspot of their own, without any way out.
PROBES = ("192.0.2.1", "10.42.0.2", "192.168.137.2")


def find_lan_address() -> str | None:
    """Return this machine's address in the local network, or nothing when there is none."""
    for probe in PROBES:
        address = _find_source_address(probe)
        if address and not ipaddress.ip_address(address).is_loopback:
            return address
    return None


def _find_source_address(target: str) -> str | None:
    """Ask the system which of its addresses it would use; connecting UDP sends no packet."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def find_bind_error(host: str, port: int) -> OSError | None:
    """Return the error that keeps a server from listening there, if any."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if sys.platform != "win32":
            # A server that has just ended must not block its own port. Windows means more by this.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


def is_taken(error: OSError) -> bool:
    """Say whether somebody else listens there already."""
    return error.errno == errno.EADDRINUSE
