"""The donation box of a tournament: the cost of kontra beyond the written score, by table (docs/dev/settlement.md).

The same numbers as the tables' own settlement pages: losers pay the money, winners get the written score, the box the
difference; each table's box is rounded to cents together with what its players owe.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from scoring.table.settlement.services import compute_settlement
from scoring.table.written_sheet.selectors import TableBook, load_table_books
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.selectors import load_settings
from tournaments.core.settings import Settings
from tournaments.hall.paper_sheets.actions import find_end_totals
from tournaments.hall.rounds.table_capital import CapitalKey
from tournaments.models import RoundTable, Tournament

MOST_KEPT = 5000  # tables
POINT = 6  # sixths
AT_ONCE = 50  # tables whose books are in memory


class PlayerDonation(NamedTuple):
    """The amount that a player has to put in: sixths of a point of loss in money beyond the written score."""

    name: str
    sixths: int


class CashDonation(NamedTuple):
    """The amount that goes to the box from a table."""

    round: int  # number
    table: int  # number
    round_table: int  # id of the RoundTable
    sixths: int  # of a point
    cents: int  # at the tournament's rate, rounded as the table settles; 0 without a rate
    by: tuple[PlayerDonation, ...]  # the players who put it in
    done: bool  # its round is over
    counts: bool  # no: its score was struck; the hands played are to be paid all the same
    at_least: bool = False  # only end totals are known: kontra may have cost more than the columns differ by
    counted: int | None = None  # cents that the table says it has put in, beside its end totals


class TableDonations(NamedTuple):
    """The donation of a table according to its book."""

    sixths: int
    cents: int
    by: tuple[PlayerDonation, ...]
    at_least: bool
    counted: int | None


class DonationBox(NamedTuple):
    """The donations of all tables of a round, or of a tournament."""

    tables: tuple[CashDonation, ...]

    @property
    def sixths(self) -> int:
        """Return the points of all tables, in sixths."""
        return sum(table.sixths for table in self.tables)

    @property
    def cents(self) -> int:
        """Return the cents of all tables."""
        return sum(table.cents for table in self.tables)

    @property
    def at_least(self) -> bool:
        """Tell whether it may be more."""
        return any(table.at_least for table in self.tables)


_CACHE: LruCache[tuple[CapitalKey, Stakes], TableDonations] = LruCache(MOST_KEPT)


def build_donation_agreement(settings: Settings) -> Stakes:
    """Build the agreement that the tables of a tournament play for."""
    return Stakes(settings.rate, settings.donation)


def load_donations(tournament: Tournament) -> tuple[CashDonation, ...]:
    """Return the donations to the box, table by table in order.

    Empty where the settings have no box; a table with nothing to give is there with 0. One query, and a few more for
    tables at which something was entered since.
    """
    settings = load_settings(tournament)
    if not settings.donation:
        return ()
    tables = RoundTable.objects.filter(round__tournament=tournament, round__started__isnull=False)
    rows = list(tables.select_related("round", "game_table__sheet_version").order_by("round__number", "number"))
    by_table = _load_tables([row.game_table for row in rows], build_donation_agreement(settings))
    return tuple(_build_donation(row, by_table[row.game_table_id]) for row in rows)


def group_by_round(donations: Iterable[CashDonation]) -> dict[int, DonationBox]:
    """Group donations by the number of the round."""
    by_round: dict[int, list[CashDonation]] = {}
    for donation in donations:
        by_round.setdefault(donation.round, []).append(donation)
    return {number: DonationBox(tuple(tables)) for number, tables in by_round.items()}


def _build_donation(row: RoundTable, donations: TableDonations) -> CashDonation:
    return CashDonation(
        row.round.number,
        row.number,
        row.pk,
        donations.sixths,
        donations.cents,
        donations.by,
        row.done is not None,
        row.counts,
        donations.at_least,
        donations.counted,
    )


def _load_tables(tables: Sequence[GameTable], agreed: Stakes) -> dict[int, TableDonations]:
    keys = {
        table.pk: (CapitalKey(table.pk, table.last_sequence, bytes(table.head), table.news), agreed) for table in tables
    }
    donations = {table: cached for table, key in keys.items() if (cached := _CACHE.get(key)) is not None}
    missing = [table for table in tables if table.pk not in donations]
    for start in range(0, len(missing), AT_ONCE):
        part = missing[start : start + AT_ONCE]
        for table, opened in zip(part, load_table_books(part), strict=True):
            donations[table.pk] = compute_table_donations(opened, agreed)
            _CACHE.put(keys[table.pk], donations[table.pk])
    return donations


def compute_table_donations(opened: TableBook, agreed: Stakes) -> TableDonations:
    """Compute the donation of a table from its book."""
    settled = compute_settlement(opened.book, opened.seats, agreed, bytes(opened.book.table.head))
    shares = (PlayerDonation(account.name, account.owed.written - account.owed.due) for account in settled.accounts)
    by = tuple(donation for donation in shares if donation.sixths)
    _line, totals = find_end_totals(opened.book)
    counted = None if totals is None else totals.box
    cents, sixths = settled.settlement.box_cents, settled.settlement.box
    if counted is not None and counted > cents:  # nothing records who has paid more than their columns say
        cents, sixths, by = counted, counted * POINT // max(1, agreed.rate), ()
    return TableDonations(sixths, cents, by, totals is not None and counted is None, counted)
