"""The address under which others reach this machine, and free ports."""

import errno
import ipaddress
import socket
import sys

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
