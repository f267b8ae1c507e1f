"""Sentences about live publishing: troubles, the state of a site."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.models import SentSite
from tournaments.public.inn_sites import format_moment


def format_sent(site: SentSite) -> str:
    """Return in one line when a site was sent, and what waits."""
    if not site.is_on:
        return _("being taken off there") if site.is_there else _("not sent")
    parts = [_("last sent %(moment)s") % {"moment": format_moment(site.sent)} if site.sent else _("nothing sent yet")]
    if site.waiting:
        waiting = ngettext("%(pages)s page is waiting", "%(pages)s pages are waiting", site.waiting)
        parts.append(waiting % {"pages": site.waiting})
    return ", ".join(parts)
