"""The queue of the desk: what waits for the director, the most urgent first, each with the one tap that settles it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from tournaments.hall.desk.empty_seats import Mover
from tournaments.hall.desk.overview import OverviewRow
from tournaments.hall.desk.silence import ASKED_BEFORE, QuietTable, Silence
from tournaments.hall.draw.late_entries import FreeTable
from tournaments.people.entrants.free_seats import FreeSeat
from tournaments.people.entrants.open_fees import OpenFee
from tournaments.people.entrants.selectors import UnseatedPlayer

(
    CALL,
    NO_SEAT,
    LATE_FEE,
    SHORT,
    FREE,
    DISPUTE,
    LATE,
    TOO_MANY,
    DIFFERS,
    STALE,
    WHICH_HAND,
    SILENT,
    OVERTIME,
    FINISHED,
    CHIPS,
    SLOW,
    OWES,
) = KINDS = (  # by urgency
    "called",
    "unseated",
    "late_fee",
    "short",
    "free",
    "disputed",
    "late",
    "too_many",
    "differs",
    "stale",
    "held",
    "silent",
    "overtime",
    "finished",
    "chips",
    "slow",
    "owes",
)
MOST_NAMED = 6  # players without a seat, those who owe a fee, and quiet tables, that have a line of their own


class Need(NamedTuple):
    """A line of the queue."""

    kind: str
    tables: tuple[OverviewRow, ...] = ()
    since: datetime | None = None
    number: int = 0  # of hands
    player: UnseatedPlayer | None = None
    fee: OpenFee | None = None
    more: int = 0  # further players without a seat, or who owe
    cents: int = 0  # that these owe
    proposal: FreeTable | None = None  # where a player without a seat would sit
    seat: FreeSeat | None = None  # that is free at the table; `player`, who sits out, would take it, or else the mover
    mover: Mover | None = None
    quiet: tuple[QuietTable, ...] = ()  # from which nothing comes, longest first

    @property
    def id(self) -> str:
        """Return the id of the line, the same as long as it is about the same."""
        if self.fee is not None:
            return f"{OWES}-{self.fee.entrant}"
        return f"{self.kind}-{self.player.id}" if self.player and not self.seat else f"{self.kind}-{self._table}"

    @property
    def table(self) -> OverviewRow:
        """Return the table of a line about one table."""
        return self.tables[0]

    @property
    def _table(self) -> int:
        return self.tables[0].number if len(self.tables) == 1 else 0


def list_needs(
    rows: Sequence[OverviewRow],
    unseated: Sequence[UnseatedPlayer],
    slow: Iterable[OverviewRow],
    silence: Silence,
    fees: Sequence[OpenFee] = (),
    *,
    late: Collection[int] = (),
    counts_chips: bool,
    proposal: FreeTable | None = None,
    standby: Sequence[UnseatedPlayer] = (),
    mover: Mover | None = None,
    moment: datetime | None = None,
) -> tuple[Need, ...]:
    """Return the queue; calls by how long they have been waiting, everything else by table.

    `late`: the entrants (ids) who have come after the draw; where many owe a fee they alone have lines of their own.
    `proposal`: where the first player without a seat would sit; `standby`: who sits out; `mover`: who
    would come over from a larger table. `moment`: now; about the chips
    phones are asked a while before the director.
    """
    needs = [need for row in rows for need in _list_of_table(row)]
    free_rows = [row for row in rows if row.is_open and row.free and (row.is_short or not unseated)]
    needs += _list_free_seats(free_rows, () if unseated else standby, None if unseated else mover)
    needs += [
        Need(NO_SEAT, player=player, proposal=None if index else proposal)
        for index, player in enumerate(unseated[:MOST_NAMED])
    ]
    if len(unseated) > MOST_NAMED:
        needs.append(Need(NO_SEAT, more=len(unseated) - MOST_NAMED))
    played = [row for row in rows if row.is_played and not row.needs and not row.progress.too_many]
    ready = tuple(row for row in played if not counts_chips or (row.counted and row.is_confirmed))
    waiting = tuple(row for row in played if row not in ready and not row.is_stale and _is_asked(row, moment))
    needs += [Need(kind, tables) for kind, tables in ((FINISHED, ready), (CHIPS, waiting)) if tables]
    quiet = ((SILENT, silence.silent), (OVERTIME, silence.overtime))
    for kind, tables in quiet:
        needs += [Need(kind, (table.row,), quiet=(table,)) for table in tables[:MOST_NAMED]]
        if unnamed_tables := tables[MOST_NAMED:]:
            needs.append(Need(kind, tuple(table.row for table in unnamed_tables), quiet=unnamed_tables))
    needs += [Need(SLOW, (row,)) for row in slow]
    named = [fee for fee in fees if len(fees) <= MOST_NAMED or fee.entrant in late][:MOST_NAMED]
    needs += [Need(LATE_FEE if fee.entrant in late else OWES, fee=fee) for fee in named]
    if unnamed := [fee for fee in fees if fee not in named]:
        needs.append(Need(OWES, more=len(unnamed), cents=sum(fee.cents for fee in unnamed)))
    return tuple(sorted(needs, key=_compute_order))


def _list_of_table(row: OverviewRow) -> Iterator[Need]:
    if row.called is not None:
        yield Need(CALL, (row,), since=row.called)
    for kind, number in ((DISPUTE, row.disputed), (LATE, row.late), (WHICH_HAND, row.held)):
        if number:
            yield Need(kind, (row,), number=number)
    if row.is_open and row.progress.too_many:
        yield Need(TOO_MANY, (row,), number=row.progress.too_many)
    if row.is_open and row.differs:
        yield Need(DIFFERS, (row,))
    if row.is_stale:
        yield Need(STALE, (row,))


def _list_free_seats(
    rows: Sequence[OverviewRow], standby: Sequence[UnseatedPlayer], mover: Mover | None
) -> Iterator[Need]:
    """Yield what to do about each free seat: who sits out takes it, the table goes on without it, or it is short.

    Tables that are short come first, for those who sit out; a table has one line, for its first free seat.
    """
    waiting = iter(standby)
    for row in sorted(rows, key=lambda row: (not row.is_short, row.number)):
        player, comes = next(waiting, None), mover if mover is not None and mover.to == row.number else None
        yield Need(SHORT if row.is_short else FREE, (row,), seat=row.free[0], player=player, mover=comes)


def _is_asked(row: OverviewRow, moment: datetime | None) -> bool:
    """Return whether the phones of a table that has played have had their time to say that the chips are right."""
    return moment is None or row.last is None or moment - row.last >= ASKED_BEFORE


def _compute_order(need: Need) -> tuple[int, float, int]:
    since = need.since.timestamp() if need.since is not None else 0.0
    return KINDS.index(need.kind), since, need.tables[0].number if need.tables else 0


def sort_by_need(rows: Iterable[OverviewRow], quiet: Collection[int] = ()) -> list[OverviewRow]:
    """Return the tables in the order of the desk: those that need the director, that have played, play, are done.

    `quiet`: the numbers of those from which nothing comes.
    """
    return sorted(rows, key=lambda row: (_compute_rank(row, quiet), row.number))


def _compute_rank(row: OverviewRow, quiet: Collection[int]) -> int:
    if row.called is not None:
        return 0
    if row.number in quiet or row.needs or row.is_stale or (row.is_open and row.progress.too_many):
        return 1
    if not row.is_open:
        return 5
    return 2 if row.is_played else 3 if row.is_over else 4
