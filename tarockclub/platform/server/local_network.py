"""The hosts under which the program is reached: those of the inn's own network, and the clubs' own names."""

import functools
import ipaddress

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http.request import split_domain_port

from tarockclub.platform.clubs.current_club import find_club_of_host


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
