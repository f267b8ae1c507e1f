"""Looks at a person's data, as the club's log says."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from tarockclub.models import LogEntry
from tarockclub.office.audit_log.messages import fill_in_sentences, format_origin
from tarockclub.office.privacy.data_file.section import format_other
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.looks import PERSON_FILE

MOST_SHOWN = 100  # on the page; the club's log has all of them


class Look(NamedTuple):
    """A look at a person's data, or a file of them."""

    moment: datetime
    sentence: str
    by: str
    origin: str  # from where


def list_looks(people: Collection[int], *, by_number: bool = False, most: int | None = None) -> list[Look]:
    """Return who looked at the data of a person (ids of all its entries), the latest first; a name, or a number.

    Looks at lists with many people in them are not among them: the club's log has those.
    """
    about = Q(kind=Kind.LOOKED) | Q(kind=Kind.EXPORTED, said__contains=f'"what":"{PERSON_FILE}"')
    entries = list(
        LogEntry.objects.filter(about, about__in=people).select_related("by", "about", "token").order_by("-pk")[:most]
    )
    fill_in_sentences(entries)
    return [
        Look(entry.at, str(getattr(entry, "sentence", "")), _format_author(entry, by_number), format_origin(entry))
        for entry in entries
    ]


def _format_author(entry: LogEntry, by_number: bool) -> str:
    if entry.by is None:
        return _("nobody who was logged in")
    return format_other(entry.by) if by_number else entry.by.name
