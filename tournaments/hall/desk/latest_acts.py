"""The last acts of a tournament, for everybody who directs it, and the log of a table: who has done what."""

from datetime import timedelta

from django.db.models import Q

from tarockclub.kit.time_source import now
from tournaments.core.actions.sentences import fill_in_act_sentences
from tournaments.core.acts import Kind
from tournaments.hall.clock.table_clocks import CLOCK
from tournaments.models import Act, RoundTable, Tournament

MOST_SHOWN, MOST_OF_TABLE = 4, 40
_AT_TABLES = (  # the kinds that concern a table
    *(Kind.SEATED_LATE, Kind.SUBSTITUTE, Kind.START, Kind.PAUSE, Kind.RESUME, Kind.EXTEND, Kind.HALT),
    *(Kind.GO_ON, Kind.TIME_UP, Kind.CLOCK_SET, Kind.HANDS),
    *(Kind.CALLED, Kind.COUNTED, Kind.DONE, Kind.REOPENED, Kind.BROKEN_UP, Kind.LATE_HAND, Kind.TURN),
    *(Kind.END_TOTALS, Kind.CORRECTED, Kind.RULING, Kind.UNDONE),
)
SHOWN_FOR = timedelta(minutes=5)


def load_latest_acts(tournament: Tournament) -> list[Act]:
    """Return the last acts with their sentences, the newest first; a fixed number of queries."""
    acts = Act.objects.filter(tournament=tournament, at__gte=now() - SHOWN_FOR).order_by("-sequence")
    latest = list(acts.select_related("by", "table", "undoes", "undone_by")[:MOST_SHOWN])
    fill_in_act_sentences(latest)
    return latest


def load_table_log(table: RoundTable) -> list[Act]:
    """Return the latest acts that concern a table, with their sentences; one query, and a few for names."""
    of_all = Q(table=None) & ~Q(round__started=None) & Q(said__contains=f'"{CLOCK}":')
    acts = Act.objects.filter(Q(table=table) | of_all, round=table.round_id, kind__in=list(_AT_TABLES))
    latest = list(acts.select_related("by", "note", "undoes", "undone_by").order_by("-sequence")[:MOST_OF_TABLE])
    fill_in_act_sentences(latest)
    return latest
