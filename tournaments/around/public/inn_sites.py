"""The tournaments and seasons that an inn's laptop shows here, and of when their pages are."""

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _

from tarockclub.kit.time_source import now
from tarockclub.models import Club, ReceivedSite

OLD = timedelta(minutes=5)  # of a tournament that is being played
MOST_INN = 6


def load_inn(club: Club) -> tuple[tuple[ReceivedSite, str], ...]:
    """Return what laptops show here, what is being played first, and when they were heard of last; one query."""
    rows = ReceivedSite.objects.filter(club=club, ended=None, stand__isnull=False).order_by("-is_live", "-stand")
    return tuple((row, format_stand(row)) for row in rows[:MOST_INN])


def format_last_time(moment: datetime) -> str:
    """Return a moment: of today only the time."""
    here = localtime(moment)
    return date_format(here, "H:i" if here.date() == localdate(now()) else "j. F Y, H:i")


def is_old(site: ReceivedSite) -> bool:
    """Tell whether the inn, where it is played, has not been heard of for a while."""
    return site.is_live and site.stand is not None and now() - site.stand > OLD


def format_stand(site: ReceivedSite) -> str:
    """Return in one line when the inn was heard of last."""
    return "" if site.stand is None else _("From the inn, as of %(moment)s.") % {"moment": format_last_time(site.stand)}


def format_cut(site: ReceivedSite) -> str:
    """Return the line above the pages of an inn that cannot be heard any more; "" otherwise."""
    if site.stand is None or not is_old(site):
        return ""
    moment = {"moment": format_last_time(site.stand)}
    return _("From the inn, as of %(moment)s; no connection to the inn since.") % moment
