"""The last acts of a tournament, for everybody who directs it: who has just done what."""

from datetime import datetime, timedelta
from typing import NamedTuple

from tarockclub.kit.time_source import now
from tournaments.hall.action_log.messages import fill_in_act_sentences
from tournaments.models import Act, Tournament

MOST_SHOWN = 4
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
