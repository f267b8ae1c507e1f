"""The last acts of a tournament, for everybody who directs it, and the log of a table: who has done what."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from tarockclub.kit.time_source import now
from tournaments.hall.action_log.messages import (
    AT_TABLES,
    fill_in_act_sentences,
    format_act_sentence,
    load_sentence_names,
)
from tournaments.hall.clock.table_clocks import CLOCK
from tournaments.models import Act, RoundTable, Tournament

MOST_SHOWN, MOST_OF_TABLE = 4, 40
SHOWN_FOR = timedelta(minutes=5)


class LatestAct(NamedTuple):
    """An act as the desk shows it."""

    at: datetime
    who: str  # "": a device without a name, as at a table
    words: str
    table: int  # number; 0: none


def load_latest_acts(tournament: Tournament) -> tuple[LatestAct, ...]:
    """Return the last acts, the newest first; a fixed number of queries."""
    acts = Act.objects.filter(tournament=tournament, at__gte=now() - SHOWN_FOR).order_by("-sequence")
    some = list(acts.select_related("by", "table", "undoes", "undone_by")[:MOST_SHOWN])
    fill_in_act_sentences(some)
    return tuple(
        LatestAct(
            act.at,
            act.by.name if act.by is not None else "",
            getattr(act, "sentence", ""),
            act.table.number if act.table is not None else 0,
        )
        for act in some
    )


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
    latest = acts.select_related("by", "note", "undoes", "undone_by").order_by("-sequence")[:MOST_OF_TABLE]
    return list(_build_entries(list(latest)))


def _build_entries(acts: Sequence[Act]) -> Iterator[TableLogEntry]:
    names = load_sentence_names(acts)
    for act in acts:
        reason = act.note.text if act.note is not None else ""
        yield TableLogEntry(format_act_sentence(act, names), act.at, act.by.name if act.by is not None else "", reason)
