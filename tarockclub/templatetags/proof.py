"""The state of the books, as pages say it: a warning if one is damaged, and when they were backed up last."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django import template
from django.utils.translation import gettext as _

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.server.second_folder import SecondFolder
from tarockclub.platform.server.stand_by import format_not_first, load_stand_by

register = template.Library()
OLD = timedelta(days=7)  # a copy after which its age is said


@register.inclusion_tag("tarockclub/office/backups/_damaged.html", takes_context=True)
def damaged(context: template.Context) -> dict[str, str]:
    """Return the damage and advice, for directors; empty if the book is intact."""
    may = context.get("may")
    if may is None or not may.has_for_club(Right.DIRECT):
        return {"told": ""}
    from tarockclub.office.backups.audit import format_damage  # the whole proof, which no other page needs

    return {"told": format_damage()}


class LastBackup(NamedTuple):
    """The last backup: its moment and place, and what is wrong with it."""

    moment: datetime | None  # None: there is none yet
    second: SecondFolder | None  # where it is; None: on this computer only
    warning: str

    @property
    def days(self) -> int:
        """The age of a copy that is old; 0: it is not, or there is none."""
        age = now() - self.moment if self.moment else OLD
        return age.days if age > OLD else 0


@register.simple_tag(takes_context=True)
def last_backup(context: template.Context) -> LastBackup | None:
    """Return what is known of the last backup; only for those who keep them."""
    may = context.get("may")
    if may is None or not may.has_for_club(Right.KEEP):
        return None
    from tarockclub.office.backups.second_folder import load_second_state
    from tarockclub.office.backups.selectors import list_last_troubles, load_last_moment

    moment, second = load_last_moment(), load_second_state()
    failed = next(iter(list_last_troubles()), "")
    warning = _("The last backup failed: %(trouble)s") % {"trouble": failed} if failed else ""
    not_first = format_not_first(load_stand_by())
    if second and second.until and not second.trouble:
        return LastBackup(max(second.until, moment or second.until), second.second, not_first or warning)
    return LastBackup(moment, None, not_first or (second and second.trouble) or warning)
