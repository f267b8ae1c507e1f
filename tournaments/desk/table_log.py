"""What was done at a table, and with the clock of its round, the latest first."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from tournaments.action_log.kinds import AT_TABLES
from tournaments.action_log.messages import names_for, sentence_of
from tournaments.clock.table_clocks import CLOCK
from tournaments.models import Act, RoundTable

MOST = 40


class Done(NamedTuple):
    """Something that was done."""

    what: str
    at: datetime
    by: str
    reason: str


def log_of(table: RoundTable) -> list[Done]:
    """The latest acts that concern a table; one query, and a few for names."""
    of_all = Q(table=None) & ~Q(round__started=None) & Q(said__contains=f'"{CLOCK}":')
    acts = Act.objects.filter(Q(table=table) | of_all, round=table.round_id, kind__in=list(AT_TABLES))
    return list(_told(list(acts.select_related("by", "note", "undoes", "undone_by").order_by("-sequence")[:MOST])))


def _told(acts: Sequence[Act]) -> Iterator[Done]:
    names = names_for(acts)
    for one in acts:
        reason = one.note.text if one.note is not None else ""
        yield Done(sentence_of(one, names), one.at, one.by.name if one.by is not None else "", reason)
