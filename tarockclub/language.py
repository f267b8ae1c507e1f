"""The language of the page."""

from django.utils.translation import get_language


def get_current_language() -> str:
    """The language of this answer."""
    return get_language() or "de"
