"""A correction of the book after its table was done: the further the result has come, the plainer the warning."""

from collections import Counter
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Q

from scoring.book.table_clock import CLOCK_DONE, decode_clock
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tournaments.core.acts import Kind, parse_content
from tournaments.models import Act, RoundTable

CORRECTION_TIME = timedelta(hours=1)
FREE, ACKNOWLEDGE, CONFIRM, CONSEQUENCES = "free", "acknowledge", "confirm", "consequences"


class Level(NamedTuple):
    """The level of a warning."""

    name: str
    published: int = 0  # how many results were published that count this table
    choices: int = 0  # how many prizes were chosen by them


def find_level(table: RoundTable) -> Level:
    """Find the level for a correction of a table's book: nothing, done, published, prizes chosen; one query."""
    of_round = Q(round=table.round_id) | Q(round=None)  # a result of all rounds counts the table, too
    acts = Act.objects.filter(of_round, tournament=table.round.tournament_id, undone_by=None)
    kinds = Counter(acts.filter(kind__in=(Kind.RESULT, Kind.CHOICE)).values_list("kind", flat=True))
    published, choices = kinds[Kind.RESULT], kinds[Kind.CHOICE]
    if choices:
        return Level(CONSEQUENCES, published, choices)
    if published:
        return Level(CONFIRM, published)
    return Level(ACKNOWLEDGE if table.done is not None else FREE)


def may_correct(table: GameTable) -> bool:
    """Tell whether a director may change the book of a table from its own pages: if it is done, only after a warning.

    They were warned if a correction was begun recently and the result has not advanced since.
    """
    clock = decode_clock(table.clock)
    if clock is None or clock.stands != CLOCK_DONE:
        return True
    round_table = RoundTable.objects.select_related("round").filter(game_table=table).first()
    return round_table is None or is_begun(round_table)


def is_begun(table: RoundTable) -> bool:
    """Tell whether a correction of a table that is done was begun recently, and the result has not advanced since."""
    begun = (
        Act.objects.filter(table=table, kind=Kind.CORRECTED, at__gt=now() - CORRECTION_TIME)
        .order_by("-sequence")
        .first()
    )
    ended = Act.objects.filter(table=table, kind__in=(Kind.DONE, Kind.BROKEN_UP), undone_by=None)
    closed = ended.order_by("-sequence").first()
    if begun is None or (closed is not None and closed.sequence > begun.sequence):
        return False
    return parse_content(begun) == encode_level(find_level(table))


def encode_level(level: Level) -> dict[str, Any]:
    """Encode a level for the act that begins a correction."""
    return {"level": level.name, "published": level.published, "choices": level.choices}
