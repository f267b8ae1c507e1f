"""Sentences about sites that cannot be made."""

from django.utils.translation import gettext as _


def format_site_error(error: Exception) -> str:
    """Return the sentence for a SiteError."""
    if str(error) == "large":
        return _("These are too many pages for one site.")
    return _("There is nothing here yet that everybody may see.")
