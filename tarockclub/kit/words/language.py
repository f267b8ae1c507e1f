"""The language of the page."""

from django.utils.translation import get_language


def get_current_language() -> str:
    """Return the language of this response."""
    return get_language() or "de"
