"""Sentences about live publishing: troubles, the state of a site."""

from django.utils.translation import gettext as _

from tarockclub.models import SentSite
from tournaments.around.public.inn_sites import format_last_time


def format_sent(site: SentSite) -> str:
    """Return in one line when a site was sent."""
    if not site.is_on:
        return _("being taken off there") if site.is_there else _("not sent")
    return _("last sent %(moment)s") % {"moment": format_last_time(site.sent)} if site.sent else _("nothing sent yet")
