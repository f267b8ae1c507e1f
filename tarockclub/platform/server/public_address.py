"""Addresses of this site for those who read them elsewhere: in previews, feeds and messages of other programs."""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from tarockclub.models import Club
from tarockclub.platform.clubs.addresses import find_club_origin
from tarockclub.platform.clubs.current_club import find_addressed_club


def build_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path: in public mode by the club's host or the configured one, else the one asked.

    A club's own name counts only where it was asked for: addresses with a prefix lead nowhere under it.
    """
    club = find_addressed_club(request)
    if club is not None and club.host_name and split_domain_port(request.get_host())[0] == club.host_name:
        return f"{request.scheme}://{request.get_host()}{path}"
    return f"{find_public_origin() or f'{request.scheme}://{request.get_host()}'}{path}"


def find_public_origin(club: Club | None = None) -> str:
    """Return the site's own origin, or the club's; empty in the inn, where the address is that of the day's network."""
    if club is not None and club.host_name and not settings.INN_MODE:
        return find_club_origin(club)
    hosts = [host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*"))]
    return "" if settings.INN_MODE or not hosts else f"https://{hosts[0]}"
