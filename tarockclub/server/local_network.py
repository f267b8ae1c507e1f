"""The differences when phones reach the program in the inn's own network."""

import functools
import ipaddress

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http.request import split_domain_port


@functools.lru_cache(maxsize=256)
def is_lan_address(domain: str) -> bool:
    """Return whether a host is written as an address that exists only in local networks."""
    try:
        address = ipaddress.ip_address(domain.strip("[]"))
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local


class LanRequest(WSGIRequest):
    """A request that may name this machine by any address of a local network.

    ALLOWED_HOSTS compares names only, and the laptop's address changes with the inn. The check protects
    against foreign names that point here; a bare address cannot be such a name.
    """

    def get_host(self) -> str:
        """Return the host, checked against ALLOWED_HOSTS unless it is a local address."""
        host = str(self.META.get("HTTP_HOST", ""))
        domain, _port = split_domain_port(host)
        return host if domain and is_lan_address(domain) else super().get_host()


class LanHandler(WSGIHandler):
    """Django's handler with LanRequest."""

    request_class = LanRequest


def build_site_handler() -> WSGIHandler:
    """Return the handler for the program's mode."""
    return LanHandler() if settings.INN_MODE else WSGIHandler()
