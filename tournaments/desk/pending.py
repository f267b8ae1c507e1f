"""What is still open at a table: shown before it is done, and before a result is published."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.table_clock.clock import BEFORE
from tournaments.desk.overview import Row, rows_of
from tournaments.models import RoundTable, Tournament
from tournaments.selectors import settings_of

CALLED, DISPUTED, LATE, HELD, TIME_LEFT, DOUBLES_LEFT, NO_HANDS, HANDS_LEFT, TOO_MANY = (
    "called",
    "disputed",
    "late",
    "held",
    "time_left",
    "doubles_left",
    "no_hands",
    "hands_left",
    "too_many",
)

NOT_COUNTED, NOT_CONFIRMED, CHANGED = "not_counted", "not_confirmed", "changed"  # of many closed at once


class Pending(NamedTuple):
    """Something that is open."""

    code: str
    number: int = 0  # how many


def pending_at(table: RoundTable, tournament: Tournament) -> tuple[Pending, ...]:
    """What is open at a table."""
    row = rows_of(RoundTable.objects.filter(pk=table.pk))[0]
    return tuple(pending_in(row, double=settings_of(tournament).double_round))


def pending_in(row: Row, *, double: bool) -> Iterator[Pending]:
    """What is open by a row of the overview; `double`: whether a double round is played after the time."""
    if row.called is not None:
        yield Pending(CALLED)
    for code, number in ((DISPUTED, row.disputed), (LATE, row.late), (HELD, row.held)):
        if number:
            yield Pending(code, number)
    if not row.is_open or row.on_paper:
        return
    if row.progress.too_many:
        yield Pending(TOO_MANY, row.progress.too_many)
    if row.hands == 0 and not row.progress.played:
        yield Pending(NO_HANDS)
    elif not row.is_over and row.face.state != BEFORE:
        yield Pending(HANDS_LEFT, row.progress.left) if row.progress.most else Pending(TIME_LEFT)
    elif double and row.doubles < len(row.names):
        yield Pending(DOUBLES_LEFT, len(row.names) - row.doubles)
