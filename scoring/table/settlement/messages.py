"""The agreement of a table about money, in words; the same on pages and in workbooks."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.agreement import AgreedPot, Stakes
from tarockclub.kit.amounts import format_cents


def format_agreed(agreed: Stakes) -> list[str]:
    """Return the stakes of a table, item by item."""
    a_point = ngettext("%(cents)s cent per point", "%(cents)s cents per point", agreed.rate)
    said = [a_point % {"cents": agreed.rate} if agreed.rate else _("for points only")]
    if agreed.donation:
        said.append(_("with a donation box"))
    return said if agreed.pagatkassa is None else [*said, *_format_pot(agreed.pagatkassa)]


def _format_pot(pot: AgreedPot) -> list[str]:
    said = [_("Pagatkassa: the dealer pays %(stake)s") % {"stake": format_cents(pot.stake)}]
    if pot.opening:
        said.append(_("if it is empty, everybody pays %(start)s") % {"start": format_cents(pot.opening)})
    if pot.cap is not None:
        said.append(_("a lost Pagat costs at most %(cap)s") % {"cap": format_cents(pot.cap)})
    return said
