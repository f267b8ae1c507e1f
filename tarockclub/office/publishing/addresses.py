"""The address of what was received."""

import uuid

from django.urls import reverse


def build_site_address(slug: uuid.UUID) -> str:
    """Return the address below which the pages of a site are found."""
    return reverse("published_site", args=[slug])
