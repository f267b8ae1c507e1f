"""Sentences about live publishing: troubles, the state of a site."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarockclub.models import SentSite
from tournaments.public.inn_sites import format_moment

TROUBLES = {
    "malformed": gettext_lazy("This is no address of a program: it begins with https:// and has no blanks."),
    "insecure": gettext_lazy("Only an address with https:// is safe on the way."),
    "forbidden_host": gettext_lazy("Pages may not be sent to this address."),
    "unknown_host": gettext_lazy("Nobody is found at this address: is it right, and is there a network?"),
    "timeout": gettext_lazy("No answer came in time."),
    "no_answer": gettext_lazy("Nobody answers at this address: is it right, and is there a network?"),
    "certificate": gettext_lazy("The certificate there is not valid: perhaps somebody else answers."),
    "unknown_token": gettext_lazy("The access key is not valid there (any more)."),
    "not_allowed": gettext_lazy(
        "The access key may only show pages there: a director there makes one that may also send the whole club."
    ),
    "no_program": gettext_lazy("There is no Tarockclub at this address, or it is older than this one."),
    "too_fast": gettext_lazy("Too much was sent within a minute; it goes on by itself."),
    "too_much": gettext_lazy("There is no more room there."),
    "trouble_there": gettext_lazy("The program there is in trouble; it is tried again."),
    "ended_there": gettext_lazy("A director has taken these pages off there: nothing more is sent."),
    "given_up": gettext_lazy(
        "It was tried in vain for hours: it goes on when something changes, or at once if you wish."
    ),
    "broken": gettext_lazy("These pages could not be made; the program's log says why. It is tried again."),
    "stopped": gettext_lazy("The program that was sending has stopped: please send it again."),
    "nothing": gettext_lazy("There is nothing here yet that everybody may see."),
}


def format_trouble(code: str) -> str:
    """Return the sentence for a trouble."""
    return str(TROUBLES.get(code, TROUBLES["trouble_there"]))


def format_sent(site: SentSite) -> str:
    """Return in one line when a site was sent, and what waits."""
    if not site.is_on:
        return _("being taken off there") if site.is_there else _("not sent")
    parts = [_("last sent %(moment)s") % {"moment": format_moment(site.sent)} if site.sent else _("nothing sent yet")]
    if site.waiting:
        waiting = ngettext("%(pages)s page is waiting", "%(pages)s pages are waiting", site.waiting)
        parts.append(waiting % {"pages": site.waiting})
    return ", ".join(parts)
