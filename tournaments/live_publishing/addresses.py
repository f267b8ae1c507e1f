"""The addresses of received pages."""

import uuid

from django.urls import reverse

from tournaments.static_site.addresses import INDEX


def build_site_address(slug: uuid.UUID) -> str:
    """Return the address of the first page of a site."""
    return reverse("published_site", args=[slug])


def build_page_address(slug: uuid.UUID, path: str) -> str:
    """Return the address of a page; the first one has that of its site."""
    return build_site_address(slug) if path == INDEX else reverse("published_page", args=[slug, path])
