"""What the desk shows of a round: its clock, its tables, how many are done."""

from typing import Any, NamedTuple

from tarockclub.moment import now
from tournaments.clock.events import clock_of, is_on
from tournaments.clock.faces import Face, face
from tournaments.clock.winding import events_of, length_of
from tournaments.desk.overview import Row, rows_of
from tournaments.models import Round, RoundTable, Tournament

NOT_DONE, NEEDED = "open", "needed"
FILTERS = ("", NOT_DONE, NEEDED)


class Desk(NamedTuple):
    """A round at a glance."""

    face: Face  # of the round's own clock
    runs: bool  # it has begun and does not pause
    rows: tuple[Row, ...]

    @property
    def done(self) -> int:
        """How many tables are done."""
        return sum(not row.is_open for row in self.rows)

    @property
    def needed(self) -> int:
        """At how many tables the director is needed."""
        return sum(row.needs for row in self.rows)

    @property
    def late(self) -> int:
        """How many late hands wait for the director."""
        return sum(row.late for row in self.rows)


def desk_of(tournament: Tournament, round_: Round) -> Desk:
    """Everything the desk shows; a fixed number of queries."""
    happened = [event for event in events_of(round_) if event.table is None]
    clock = clock_of(length_of(tournament), happened)
    return Desk(face(clock, now()), is_on(happened), rows_of(RoundTable.objects.filter(round=round_)))


def context_of(tournament: Tournament, round_: Round, only: str = "") -> dict[str, Any]:
    """For the templates; `only`: one of FILTERS."""
    desk = desk_of(tournament, round_)
    rows = [row for row in desk.rows if (only != NOT_DONE or row.is_open) and (only != NEEDED or row.needs)]
    return {"tournament": tournament, "round": round_, "desk": desk, "rows": rows, "only": only}
