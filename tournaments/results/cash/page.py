"""The content of the cash box pages: sums, the journal, and the tables' donation boxes."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from scoring.table.settlement.services import compute_settlement
from scoring.table.written_sheet.selectors import TableBook, load_table_books
from tarockclub.kit.amounts import format_cents
from tarockclub.kit.charts.lines import Chart, ChartAxes, ChartCourse, draw_chart
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.cash_journal.receipts import MOVE, Receipt, format_move, format_move_kind, format_receipt_line
from tournaments.core.cash_journal.services import (
    COUNT,
    DONATION,
    EXPENSE,
    FEES,
    FLOAT,
    INCOME,
    PRIZE,
    REVERSAL,
    CashBox,
    Move,
    sum_by_kind,
)
from tournaments.core.selectors import load_settings
from tournaments.core.settings import Settings
from tournaments.hall.paper_sheets.actions import find_end_totals
from tournaments.hall.rounds.table_capital import CapitalKey
from tournaments.models import Entrant, Prize, RoundTable, Tournament
from tournaments.people.entrants.fees import is_paid_once

# The donation box of a tournament: the cost of kontra beyond the written score, by table (docs/dev/settlement.md).
#
# The same numbers as the tables' own settlement pages: losers pay the money, winners get the written score, the box
# the difference; each table's box is rounded to cents together with what its players owe.

MOST_KEPT = 5000  # tables
POINT = 6  # sixths
AT_ONCE = 50  # tables whose books are in memory
LEAST_DRAWN = 4  # contents of the box that are a course


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


_CACHE: LruCache[tuple[CapitalKey, Stakes], CashDonation] = LruCache(MOST_KEPT)


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
    return tuple(
        by_table[row.game_table_id]._replace(
            round=row.round.number, table=row.number, round_table=row.pk, done=row.done is not None, counts=row.counts
        )
        for row in rows
    )


def group_by_round(donations: Iterable[CashDonation]) -> dict[int, DonationBox]:
    """Group donations by the number of the round."""
    by_round: dict[int, list[CashDonation]] = {}
    for donation in donations:
        by_round.setdefault(donation.round, []).append(donation)
    return {number: DonationBox(tuple(tables)) for number, tables in by_round.items()}


def _load_tables(tables: Sequence[GameTable], agreed: Stakes) -> dict[int, CashDonation]:
    keys = {
        table.pk: (CapitalKey(table.pk, table.last_sequence, bytes(table.head), table.news), agreed) for table in tables
    }
    donations = {table: cached for table, key in keys.items() if (cached := _CACHE.get(key)) is not None}
    missing = [table for table in tables if table.pk not in donations]
    for start in range(0, len(missing), AT_ONCE):
        part = missing[start : start + AT_ONCE]
        for table, opened in zip(part, load_table_books(part, EVERYBODY), strict=True):
            donations[table.pk] = compute_table_donations(opened, agreed)
            _CACHE.put(keys[table.pk], donations[table.pk])
    return donations


def compute_table_donations(opened: TableBook, agreed: Stakes) -> CashDonation:
    """Compute the donation of a table from its book alone."""
    settled = compute_settlement(opened.book, opened.seats, agreed, bytes(opened.book.table.head))
    shares = (PlayerDonation(account.name, account.owed.written - account.owed.due) for account in settled.accounts)
    by = tuple(donation for donation in shares if donation.sixths)
    _line, totals = find_end_totals(opened.book)
    counted = None if totals is None else totals.box
    cents, sixths = settled.settlement.box_cents, settled.settlement.box
    if counted is not None and counted > cents:  # nothing records who has paid more than their columns say
        cents, sixths, by = counted, counted * POINT // max(1, agreed.rate), ()
    at_least = totals is not None and counted is None
    return CashDonation(0, 0, 0, sixths, cents, by, done=False, counts=True, at_least=at_least, counted=counted)


ORDER = (FLOAT, DONATION, INCOME, EXPENSE, COUNT)


class TableDebt(NamedTuple):
    """The donation box of a table: the amount owed and the amount handed in."""

    round: int
    table: int
    expected: int
    handed_in: int
    at_least: bool = False  # only its end totals are known

    @property
    def left(self) -> int:
        """Return the amount still to be handed in; below 0: too much was, unless the full amount is unknown."""
        left = self.expected - self.handed_in
        return max(0, left) if self.at_least else left


def list_box_sources(tournament: Tournament, box: CashBox) -> list[tuple[str, int]]:
    """Return where the content of the box comes from: texts and cents of fees, prizes, and each kind of movement."""
    if is_paid_once(tournament) and box.fees:
        fees = [(_("Entry fees for the tournament (paid by %(players)s)") % {"players": box.payers}, box.fee_total)]
    else:
        text = _("Entry fees for round %(number)s (paid by %(players)s)")
        fees = [(text % {"number": fee.round, "players": fee.players}, fee.cents) for fee in box.fees]
    prizes = [(_("Prizes: %(count)s") % {"count": len(box.prizes)}, -box.bought)] if box.prizes else []
    banked = [(_("Of these on the bank account"), -box.banked)] if box.banked else []
    return [*fees, *banked, *prizes, *compute_sums(box.moves)]


def compute_sums(moves: Iterable[Move]) -> list[tuple[str, int]]:
    """Compute the sums of the movements entered by hand, by kind; a reversal counts under the kind of its movement."""
    sums = sum_by_kind(moves)
    return [(format_move_kind(kind), sums[kind]) for kind in ORDER if kind in sums]


def build_journal_row(move: Move, text: str, receipt: str | None, url: str = "") -> dict[str, Any]:
    """Build a row of a journal; `receipt`: its label; `url`: where more can be done with the movement."""
    return {
        "at": move.at,
        "text": text,
        "in": max(0, move.cents) - min(0, move.banked),
        "out": min(0, move.cents) - max(0, move.banked),
        "balance": move.balance,
        "receipt": receipt,
        "url": url,
    }


def list_journal(tournament: Tournament, box: CashBox, receipts: Sequence[Receipt]) -> list[dict[str, Any]]:
    """Return all movements, the newest first; two queries for the names."""
    alone = {move.person for move in box.journal if move.person}
    entrants = Entrant.objects.filter(tournament=tournament, pk__in=alone)
    people = dict(entrants.values_list("pk", INSIDE.build_player_name()))
    prizes = dict(Prize.objects.filter(tournament=tournament).values_list("pk", "name"))
    labels = {receipt.of: receipt.label for receipt in receipts if receipt.kind == MOVE}
    return [
        build_journal_row(
            move,
            format_journal_text(move, people, prizes),
            labels.get(move.sequence),
            "" if move.what in (FEES, PRIZE) else reverse("cash_move", args=[tournament.slug, move.sequence]),
        )
        for move in reversed(box.journal)
    ]


def format_journal_text(move: Move, people: dict[int, str], prizes: dict[int, str]) -> str:
    """Return the text of a line of the journal."""
    if move.what == PRIZE:
        return format_receipt_line(PRIZE, name=prizes.get(move.prize, ""))
    if move.what == COUNT and not move.cents:
        return _("Counted: correct")
    if move.what != FEES:
        return " · ".join((format_move(move), _("was undone"))) if move.taken_back else format_move(move)
    text = format_receipt_line(FEES, round=move.round)
    who = people.get(move.person, "") or _("players: %(many)s") % {"many": move.players}
    return " · ".join((text, who, *((_("on the bank account"),) if move.banked else ())))


def draw_balance(box: CashBox) -> Chart | None:
    """Return how the content of a box went, movement by movement; None before there is a course."""
    balances = (0, *(move.balance for move in box.journal))
    if len(balances) < LEAST_DRAWN:
        return None
    times = ("", *(localtime(move.at).strftime("%H:%M") for move in box.journal))
    course = ChartCourse(format_cents(box.balance), 0, balances)
    return draw_chart([course], len(balances) - 1, axes=ChartAxes(times, 100, format_cents))


def describe_count(moves: Sequence[Move]) -> dict[str, Any]:
    """Describe the last count of a box, by its movements in order: when, and what has come in or gone out since."""
    count = next((move for move in reversed(moves) if move.what == COUNT), None)
    return {} if count is None else {"at": count.at, "off": count.cents, "since": moves[-1].balance - count.balance}


def compute_handed_in(box: CashBox) -> dict[tuple[int, int], int]:
    """Compute the donations handed in by each table, by numbers of round and table; without those taken back."""
    handed_in: dict[tuple[int, int], int] = {}
    for move in box.moves:
        if move.table and move.what in (DONATION, REVERSAL):
            handed_in[move.round, move.table] = handed_in.get((move.round, move.table), 0) + move.cents
    return handed_in


def list_table_debts(tournament: Tournament, box: CashBox) -> tuple[TableDebt, ...]:
    """Return the donation owed and handed in for each table; tables that have neither are left out."""
    handed_in = compute_handed_in(box)
    expected = {
        (donation.round, donation.table): (donation.cents, donation.at_least) for donation in load_donations(tournament)
    }
    debts = []
    for key in sorted({*expected, *handed_in}):
        cents, at_least = expected.get(key, (0, False))
        debts.append(TableDebt(*key, cents, handed_in.get(key, 0), at_least))
    return tuple(debt for debt in debts if debt.expected or debt.handed_in or debt.at_least)
