"""What was done at a table, and with the clock of its round, the latest first."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from tournaments.acts import said_by
from tournaments.clock.winding import CLOCK
from tournaments.desk.words import KINDS
from tournaments.models import Act, RoundTable

MOST = 40


class Done(NamedTuple):
    """Something that was done."""

    what: str
    at: datetime
    by: str
    reason: str
    minutes: float  # by which time was changed; 0: it was not


def log_of(table: RoundTable) -> list[Done]:
    """The latest acts that concern a table; one query."""
    of_all = Q(table=None) & ~Q(round__started=None) & Q(said__contains=f'"{CLOCK}":')
    acts = Act.objects.filter(Q(table=table) | of_all, round=table.round_id, kind__in=list(KINDS))
    return list(_told(acts.select_related("by", "note", "undoes").order_by("-sequence")[:MOST]))


def _told(acts: Iterable[Act]) -> Iterator[Done]:
    for one in acts:
        seconds = said_by(one).get(CLOCK, {}).get("seconds", 0)
        reason = one.note.text if one.note is not None else ""
        what = str(KINDS[one.kind])
        what = what if one.undoes is None else f"{what}: {KINDS.get(one.undoes.kind, one.undoes.kind)}"
        yield Done(what, one.at, one.by.name if one.by is not None else "", reason, seconds / 60)
