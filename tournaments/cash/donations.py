"""The donation box of a tournament: what kontra costs beyond the written score, table by table (docs/settlement.md).

The same numbers as the tables' own settlement pages: losers pay the money, winners get the written score, the box the
difference; each table's box is rounded to cents together with what its players owe.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from scoring.settlement.accounts import reckoning
from scoring.written_sheet.selectors import Opened, read_several
from tarockclub.server.page_cache import Recent
from tournaments.models import RoundTable, Tournament
from tournaments.paper_sheets.services import end_totals_in
from tournaments.rounds.table_capital import Key
from tournaments.selectors import settings_of
from tournaments.settings import Settings

MOST_KEPT = 5000  # tables
POINT = 6  # sixths
AT_ONCE = 50  # tables whose books are in memory


class Given(NamedTuple):
    """What somebody at a table has to put in: sixths of a point beyond what his written score costs him."""

    name: str
    sixths: int


class Donation(NamedTuple):
    """What goes to the box from a table."""

    round: int  # number
    table: int  # number
    round_table: int  # id of the RoundTable
    sixths: int  # of a point
    cents: int  # at the tournament's rate, rounded as the table settles; 0 without a rate
    by: tuple[Given, ...]  # who puts it in
    done: bool  # its round is over
    counts: bool  # no: its score was struck; what was played is to be paid all the same
    at_least: bool = False  # only end totals are known: kontra may have cost more than the columns differ by
    counted: int | None = None  # cents that the table says it has put in, beside its end totals


class OfTable(NamedTuple):
    """What a table's book says of the box."""

    sixths: int
    cents: int
    by: tuple[Given, ...]
    at_least: bool
    counted: int | None


class Box(NamedTuple):
    """What all tables of a round, or of a tournament, come to."""

    tables: tuple[Donation, ...]

    @property
    def sixths(self) -> int:
        """Points of all tables, in sixths."""
        return sum(one.sixths for one in self.tables)

    @property
    def cents(self) -> int:
        """Cents of all tables."""
        return sum(one.cents for one in self.tables)

    @property
    def at_least(self) -> bool:
        """Whether it may be more."""
        return any(one.at_least for one in self.tables)


_KEPT: Recent[tuple[Key, Stakes], OfTable] = Recent(MOST_KEPT)


def agreed_of(settings: Settings) -> Stakes:
    """What the tables of a tournament play for."""
    return Stakes(settings.rate, settings.donation)


def donations_of(tournament: Tournament, round_: int = 0) -> tuple[Donation, ...]:
    """What goes to the donation box, table by table in their order; of one round (its number), or (0) of all.

    Nothing where the settings know no box; a table with nothing to give is there with 0. One query, and a few more for
    tables at which something was entered since.
    """
    settings = settings_of(tournament)
    if not settings.donation:
        return ()
    tables = RoundTable.objects.filter(round__tournament=tournament, round__started__isnull=False)
    if round_:
        tables = tables.filter(round__number=round_)
    rows = list(tables.select_related("round", "game_table__sheet_version").order_by("round__number", "number"))
    found = _of_tables([one.game_table for one in rows], agreed_of(settings))
    return tuple(_donation(one, found[one.game_table_id]) for one in rows)


def by_round(donations: Iterable[Donation]) -> dict[int, Box]:
    """The same by the number of the round."""
    found: dict[int, list[Donation]] = {}
    for one in donations:
        found.setdefault(one.round, []).append(one)
    return {number: Box(tuple(tables)) for number, tables in found.items()}


def _donation(row: RoundTable, of: OfTable) -> Donation:
    return Donation(
        row.round.number,
        row.number,
        row.pk,
        of.sixths,
        of.cents,
        of.by,
        row.done is not None,
        row.counts,
        of.at_least,
        of.counted,
    )


def _of_tables(tables: Sequence[GameTable], agreed: Stakes) -> dict[int, OfTable]:
    keys = {one.pk: (Key(one.pk, one.last_sequence, bytes(one.head), one.news), agreed) for one in tables}
    found = {table: kept for table, key in keys.items() if (kept := _KEPT.get(key)) is not None}
    missing = [one for one in tables if one.pk not in found]
    for at in range(0, len(missing), AT_ONCE):
        some = missing[at : at + AT_ONCE]
        for table, opened in zip(some, read_several(some), strict=True):
            found[table.pk] = of_table(opened, agreed)
            _KEPT.put(keys[table.pk], found[table.pk])
    return found


def of_table(opened: Opened, agreed: Stakes) -> OfTable:
    """What goes to the box from a table whose book is read."""
    found = reckoning(opened.book, opened.seats, agreed, bytes(opened.book.table.head))
    given = (Given(one.name, one.owed.written - one.owed.due) for one in found.accounts)
    by = tuple(one for one in given if one.sixths)
    _line, totals = end_totals_in(opened.book)
    counted = None if totals is None else totals.box
    cents, sixths = found.settlement.box_cents, found.settlement.box
    if counted is not None and counted > cents:  # who has paid more than his columns say nobody has written down
        cents, sixths, by = counted, counted * POINT // max(1, agreed.rate), ()
    return OfTable(sixths, cents, by, totals is not None and counted is None, counted)
