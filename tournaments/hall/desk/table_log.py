"""The log of a table and of its round's clock, the latest first."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from tournaments.hall.action_log.kinds import AT_TABLES
from tournaments.hall.action_log.messages import format_act_sentence, load_sentence_names
from tournaments.hall.clock.table_clocks import CLOCK
from tournaments.models import Act, RoundTable

MOST = 40


class TableLogEntry(NamedTuple):
    """An entry of the log."""

    what: str
    at: datetime
    by: str
    reason: str


def load_table_log(table: RoundTable) -> list[TableLogEntry]:
    """Load the latest acts that concern a table; one query, and a few for names."""
    of_all = Q(table=None) & ~Q(round__started=None) & Q(said__contains=f'"{CLOCK}":')
    acts = Act.objects.filter(Q(table=table) | of_all, round=table.round_id, kind__in=list(AT_TABLES))
    return list(
        _build_entries(list(acts.select_related("by", "note", "undoes", "undone_by").order_by("-sequence")[:MOST]))
    )


def _build_entries(acts: Sequence[Act]) -> Iterator[TableLogEntry]:
    names = load_sentence_names(acts)
    for act in acts:
        reason = act.note.text if act.note is not None else ""
        yield TableLogEntry(format_act_sentence(act, names), act.at, act.by.name if act.by is not None else "", reason)
