"""Addresses of this site for those who read them elsewhere: in previews, feeds and messages of other programs."""

from django.conf import settings
from django.http import HttpRequest


def build_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path: by the configured host in public mode, in the inn by the one asked for."""
    return f"{find_public_origin() or f'{request.scheme}://{request.get_host()}'}{path}"


def find_public_origin() -> str:
    """Return the site's own origin; empty in the inn, where the address is that of the day's network."""
    hosts = [host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*"))]
    return "" if settings.INN_MODE or not hosts else f"https://{hosts[0]}"
