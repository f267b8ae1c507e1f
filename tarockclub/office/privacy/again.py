"""Erasing again whoever an older backup has brought back."""

import contextlib
import logging
from collections.abc import Iterable

from django.conf import settings
from django.db import DatabaseError, OperationalError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.models import Person
from tarockclub.office.privacy.erasing import erase, list_addresses, list_erasures
from tarockclub.office.privacy.retention import delete_overdue
from tarockclub.platform.privacy.erasure_list import Erasure, add_to_list, load_list, parse_erasure
from tarockclub.platform.server.database_state import is_there
from tournaments.core.acts import ActionRefused

logger = logging.getLogger(__name__)


def delete_at_start() -> list[str]:
    """Delete what is overdue, and erase again whoever an older file has brought back; return messages."""
    with contextlib.suppress(OperationalError):  # on a full disk it stays for now
        delete_overdue()
        return erase_again(collect_erasures())
    return []


def collect_erasures() -> list[Erasure]:
    """Return all erasures that are known here: those of the list, and those of the present book."""
    erasures = load_list()
    if not is_there():
        return erasures
    with contextlib.suppress(DatabaseError, KeyError, ValueError), transaction.atomic():
        erasures += [parse_erasure(row) for content in list_erasures() for row in content["list"]]
    return list(dict.fromkeys(erasures))


def erase_again(erasures: Iterable[Erasure], key: str = "") -> list[str]:
    """Erase everybody of these who is here under a name; return what was done, in sentences.

    `key`: the secret key of the book that was restored, by which the names are hashed too.
    """
    all_erasures, done, refusals = list(erasures), 0, 0
    doubtful: set[int] = set()
    for erasure in all_erasures:
        person = Person.objects.filter(club=erasure.club, number=erasure.number, erased=None, merged_into=None).first()
        if person is None:
            continue
        if not erasure.is_of(person.name, (key, settings.BOOK_KEY)):
            if erasure.may_be_of(list_addresses(person.pk)):
                doubtful.add(person.number)
            continue
        try:
            erase(person, places=set(erasure.places))
            done += 1
            doubtful.discard(person.number)
        except ActionRefused:
            refusals += 1
    add_to_list(all_erasures)
    return _format_outcome(done, refusals, doubtful)


def _format_outcome(done: int, refusals: int, doubtful: Iterable[int]) -> list[str]:
    lines = []
    if done:
        text = ngettext(
            "Caught up: %(count)s person who had been erased since was erased again.",
            "Caught up: %(count)s persons who had been erased since were erased again.",
            done,
        )
        lines.append(text % {"count": done})
    if refusals:
        lines.append(
            _("Somebody who had been erased is now the last director: make somebody else a director, then erase again.")
        )
    text = _("Number %(number)s may be somebody who was erased, under another name: please check.")
    return [*lines, *(text % {"number": number} for number in sorted(doubtful))]
