"""Addresses that came with a request, to which it shall lead back: only those of this site."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def check_own_address(request: HttpRequest, address: str, otherwise: str = "") -> str:
    """Return the address if it is a path of this site, else the other one ("": that of the first page)."""
    safe = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    is_path = address.startswith("/") and not address.startswith("//")
    return address if safe and is_path else otherwise or reverse("home")
