"""Tables with a clock, for tests: wound so that the gong comes in so many seconds, or came so many ago."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from scoring.book.ledger.entries import WriteResult
from scoring.book.ledger.services import record_hand
from scoring.book.table_clock import PlayTime, encode_clock
from scoring.models import GameTable
from tarockclub.kit import time_source
from tests.scoring.support.tables import dreier, last_key, new_key, new_table


def wind(table: GameTable, left: float, stands: str = "", **more: Any) -> None:
    """Put the clock of a table: so many seconds are left; below 0 the gong was so long ago."""
    ends = None if stands else time_source.now() + timedelta(seconds=left)
    clock = PlayTime(ends=ends, left=max(0, round(left * 1000)), stands=stands, **more)
    GameTable.objects.filter(pk=table.pk).update(clock=encode_clock(clock), news=F("news") + 1)


def clocked(left: float = 1800, stands: str = "", names: tuple[str, ...] | None = None, **more: Any) -> GameTable:
    """A new table with a clock."""
    table = new_table() if names is None else new_table(names=names)
    wind(table, left, stands, **more)
    return GameTable.objects.get(pk=table.pk)


def enter(table: GameTable, phase: str = "time", raw: object = None, key: str = "", **more: Any) -> WriteResult:
    """Enter a hand of a phase from a phone that shows the newest page."""
    record = dreier(0) if raw is None else raw
    return record_hand(table.slug, key or new_key(), last_key(table), record, phase=phase, **more)
