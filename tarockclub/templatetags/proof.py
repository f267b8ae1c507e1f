"""The state of the books, as pages say it: a warning if one is damaged, and when they were backed up last."""

from datetime import datetime
from typing import NamedTuple

from django import template

from tarockclub.platform.accounts.rights import Right

register = template.Library()


@register.inclusion_tag("tarockclub/office/backups/_damaged.html", takes_context=True)
def damaged(context: template.Context) -> dict[str, str]:
    """Return the damage and advice, for directors; empty if the book is intact."""
    may = context.get("may")
    if may is None or not may.has_for_club(Right.DIRECT):
        return {"told": ""}
    from tarockclub.office.backups.audit import format_damage  # the whole proof, which no other page needs

    return {"told": format_damage()}


class LastBackup(NamedTuple):
    """The last backup: its moment, and the troubles of the last try."""

    made: datetime | None  # None: there is none yet
    troubles: tuple[str, ...]


@register.simple_tag(takes_context=True)
def last_backup(context: template.Context) -> LastBackup | None:
    """Return what is known of the last backup; only for those who keep them."""
    may = context.get("may")
    if may is None or not may.has_for_club(Right.KEEP):
        return None
    from tarockclub.office.backups.errors import format_backup_trouble
    from tarockclub.office.backups.folder import load_run_state, parse_name

    state = load_run_state()
    name = parse_name(str(state.get("last", "")))
    troubles = (format_backup_trouble(trouble["code"], trouble["facts"]) for trouble in state.get("troubles", ()))
    return LastBackup(None if name is None else name.made, tuple(troubles))
