"""Sentences about live publishing: troubles, the state of a site, the line above a received page."""

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.models import ReceivedSite, SentSite
from tarockclub.time_source import now

OLD = timedelta(minutes=5)  # of a tournament that is being played


def format_moment(moment: datetime) -> str:
    """Return a moment: of today only the time."""
    here = localtime(moment)
    return date_format(here, "H:i" if here.date() == localdate(now()) else "j. F Y, H:i")


def format_sent(site: SentSite) -> str:
    """Return in one line when a site was sent, and what waits."""
    if not site.is_on:
        return _("being taken off there") if site.is_there else _("not sent")
    parts = [_("last sent %(moment)s") % {"moment": format_moment(site.sent)} if site.sent else _("nothing sent yet")]
    if site.waiting:
        waiting = ngettext("%(pages)s page is waiting", "%(pages)s pages are waiting", site.waiting)
        parts.append(waiting % {"pages": site.waiting})
    return ", ".join(parts)


def is_old(site: ReceivedSite) -> bool:
    """Tell whether the inn, where it is played, has not been heard of for a while."""
    return site.is_live and site.stand is not None and now() - site.stand > OLD


def format_stand(site: ReceivedSite) -> str:
    """Return the line above received pages."""
    if site.stand is None:
        return ""
    moment = {"moment": format_moment(site.stand)}
    if is_old(site):
        return _("From the inn, as of %(moment)s; no connection to the inn since.") % moment
    return _("From the inn, as of %(moment)s.") % moment
