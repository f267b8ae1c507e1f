"""Tables in a timed round from which nothing comes: no hand for minutes, or not finished minutes after the gong."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from tournaments.core.settings import Settings
from tournaments.hall.clock import events
from tournaments.hall.clock.display import UP
from tournaments.hall.clock.events import Event, filter_events
from tournaments.hall.desk.overview import OverviewRow

_RUNS_AGAIN = (events.START, events.RESUME, events.GO_ON, events.REOPEN, events.CLOCK_SET, events.UNDO)
_MINUTE = timedelta(minutes=1)


class QuietTable(NamedTuple):
    """A table, and the minutes for which nothing has come from it, or since its gong."""

    row: OverviewRow
    minutes: int


class Silence(NamedTuple):
    """The tables of a round from which nothing comes, longest first; each in one of the two."""

    silent: tuple[QuietTable, ...] = ()  # since their last hand
    overtime: tuple[QuietTable, ...] = ()  # since the gong


def find_silence(rows: Sequence[OverviewRow], happened: Iterable[Event], settings: Settings, at: datetime) -> Silence:
    """Find the tables from which nothing comes; none where no table has entered a hand: all of them write on paper."""
    if not any(row.hands for row in rows):
        return Silence()
    awaited = [row for row in rows if _is_awaited(row)]
    since = {row.table: _find_last_sign(row, happened) for row in awaited}
    silent = _sort(_list_longer(settings.silent_seconds, ((row, since[row.table]) for row in awaited), at))
    named = {quiet.row.table for quiet in silent}
    over = ((row, row.clock.ends) for row in awaited if row.face.state == UP and row.table not in named)
    return Silence(silent, _sort(_list_longer(settings.overtime_seconds, over, at)))


def _is_awaited(row: OverviewRow) -> bool:
    """Return whether hands are expected from a table: its clock counts, and it can go on without the director."""
    return row.is_open and row.clock.timed and not (row.clock.stands or row.called or row.is_short or row.is_played)


def _find_last_sign(row: OverviewRow, happened: Iterable[Event]) -> datetime | None:
    """Return when the last hand came, or when the table's clock last began to run."""
    began = [event.at for event in filter_events(row.table, happened) if event.what in _RUNS_AGAIN]
    return max([*began, *([row.last] if row.last is not None else [])], default=None)


def _list_longer(
    seconds: int, tables: Iterable[tuple[OverviewRow, datetime | None]], at: datetime
) -> Iterator[QuietTable]:
    for row, since in tables:
        if seconds and since is not None and at - since >= timedelta(seconds=seconds):
            yield QuietTable(row, (at - since) // _MINUTE)


def _sort(tables: Iterable[QuietTable]) -> tuple[QuietTable, ...]:
    return tuple(sorted(tables, key=lambda quiet: (-quiet.minutes, quiet.row.number)))
