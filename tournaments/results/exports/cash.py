"""The tables of an export beside the standings: the cash box, entries with presence and payment, prizes."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import format_points
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow, OpenTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT, EURO, MOMENT, SUM
from tournaments.core.cash_journal.receipts import format_move_kind
from tournaments.core.cash_journal.services import FEES, PRIZE, load_cash_box
from tournaments.core.editions import FINAL
from tournaments.core.settings import TOURNAMENT
from tournaments.core.table_names import name_table
from tournaments.hall.standing.players import RoundProgress, StandingPlayer
from tournaments.hall.standing.standing import Standings
from tournaments.models import Presence
from tournaments.people.entrants.fees import format_debt, list_debtors, load_fees
from tournaments.people.entrants.selectors import format_state
from tournaments.results.cash.page import CashDonation, DonationBox, load_donations
from tournaments.results.exports.data import TableData, TournamentData
from tournaments.results.final_results.prizes import ScopeSection, load_scope_sections
from tournaments.results.special_prizes.page import list_special_lines
from tournaments.results.standings.editions import index_rows


class CashRow(NamedTuple):
    """A movement of the cash box in cents; `formula`: the source of the amount in the workbook."""

    what: str
    cents: int | None  # None: the last line
    balance: int
    formula: str = ""
    at: datetime | None = None
    kind: str = ""
    table: str = ""  # the table of the donation
    party: str = ""  # the payer or recipient
    voucher: str = ""  # number of the receipt that somebody has brought


def _build_balance_formula(at: FormulaRow) -> str:
    return at.find_cell("amount") if at.is_first else f"{at.find_cell('balance', 1)}+{at.find_cell('amount')}"


MOVE_COLUMNS = (
    Column("at", _("When"), kind=MOMENT, width=17),
    Column("what", _("What"), width=50),
    Column("amount", _("Amount"), "cents", kind=EURO, width=14, formula=lambda at: at.row.formula),
    Column("balance", _("In the cash box"), kind=EURO, width=16, formula=_build_balance_formula),
    Column("kind", _("Kind"), width=20),
)
CASH = FileTable(
    "cash",
    _("Cash box"),
    (
        *MOVE_COLUMNS,
        Column("table", _("Table"), width=16),
        Column("party", _("From or to"), width=24),
        Column("voucher", _("Receipt no."), width=14),
    ),
)


class DonationRow(NamedTuple):
    """The donation of a table, or of all of them."""

    by: str  # the players who put it in
    points: int  # sixths
    cents: int
    known: str
    round: int | None = None
    table: int | None = None


DONATIONS = FileTable(
    "donations",
    _("Donation box"),
    (
        Column("round", _("Round"), kind=COUNT, width=8),
        Column("table", _("Table"), kind=COUNT, width=8),
        Column("by", _("Who pays in (money)"), width=50),
        Column("points", _("Points"), kind=AMOUNT, width=10),
        Column("cents", _("Should be in it"), kind=EURO, width=12),
        Column("known", _("Origin"), width=34),
    ),
    still=2,
)


def write_cash(data: TournamentData, cash: OpenTable) -> None:
    """Write the movements with the balance after each, and their sum."""
    moves = list(list_box_rows(data))
    cash.write(moves)
    cash.write([CashRow(gettext("In the cash box"), None, moves[-1].balance if moves else 0)], SUM)


def list_box_rows(
    data: TournamentData, build_fees: Callable[[int], str] = lambda _round: "", cost: str = ""
) -> Iterator[CashRow]:
    """Yield the movements, fees and prizes with the moment of the last one.

    `build_fees`: the formula of the fees of a round, `cost`: that of the prizes.
    """
    box, balance = load_cash_box(data.tournament), 0
    last = {(move.what, move.round): move.at for move in box.journal}  # fees of the whole tournament have round 0
    once = data.settings.fee_per == TOURNAMENT
    for fee in box.fees:
        text = gettext("Entry fees paid in round %(number)s") if once else gettext("Entry fees, round %(number)s")
        balance += fee.cents
        what, kind = text % {"number": fee.round}, format_move_kind(FEES)
        moment = last.get((FEES, fee.round), last.get((FEES, 0)))
        yield CashRow(what, fee.cents, balance, build_fees(fee.round), moment, kind)
    if box.banked:
        balance -= box.banked
        yield CashRow(gettext("Of these on the bank account"), -box.banked, balance, kind=format_move_kind(FEES))
    if box.bought:
        balance -= box.bought
        moment, kind = last.get((PRIZE, 0)), format_move_kind(PRIZE)
        yield CashRow(gettext("Prizes bought"), -box.bought, balance, cost, moment, kind)
    for move in box.moves:
        balance += move.cents
        table = name_table(move.table, move.round, begins=True) if move.table else ""
        cells = {"kind": format_move_kind(move.what), "table": table, "party": move.party, "voucher": move.voucher}
        yield CashRow(move.reason, move.cents, balance, at=move.at, **cells)


def write_donations(data: TournamentData, donations: OpenTable) -> None:
    """Write the donations table by table, and their sum."""
    box = DonationBox(load_donations(data.tournament))
    donations.write(list_donation_rows(box))
    remark = gettext("at least") if box.at_least else ""
    donations.write([DonationRow(gettext("Together"), box.sixths, box.cents, remark)], SUM)


def list_donation_rows(box: DonationBox) -> Iterator[DonationRow]:
    """Yield the donations table by table."""
    return map(_build_donation_row, box.tables)


def _build_donation_row(donation: CashDonation) -> DonationRow:
    by = ", ".join(f"{payer.name}: {format_points(payer.sixths)}" for payer in donation.by)
    remark = gettext("as counted by the table") if donation.counted is not None else ""
    if donation.at_least:
        remark = gettext("at least: only final totals are known")
    return DonationRow(by, donation.sixths, donation.cents, remark, donation.round, donation.table)


AT_ONCE = 200  # entries in memory


class EntryPlace(NamedTuple):
    """The seat of a participant in a round."""

    table: int
    place: int  # from 1
    deals: bool  # first of all, as it was drawn
    later: bool  # they came after the start, or took over a seat


class EntryRow(NamedTuple):
    """An entry of a round, or a seat in it that somebody took over."""

    round: RoundProgress
    player: StandingPlayer
    state: str
    seat: EntryPlace | None
    paid: int = 0  # cents
    due: int = 0
    debt: str = ""


ENTRIES = FileTable(
    "entries",
    _("Registrations"),
    (
        Column("round", _("Round"), "round__number", kind=COUNT, width=7),
        Column("number", _("Start no."), lambda entry: entry.player.number or None, kind=COUNT, width=9),
        Column("name", _("Name"), "player__name", width=30),
        Column("state", _("Attendance"), width=14),
        Column("table", _("Table"), "seat__table", kind=COUNT, width=7),
        Column("place", _("Place"), "seat__place", kind=COUNT, width=7),
        Column("deals", _("Deals first"), "seat__deals", width=12),
        Column("later", _("Came late"), "seat__later", width=12),
        Column("paid", _("Paid"), kind=EURO, width=11),
        Column("due", _("Still due"), kind=EURO, width=11),
        Column("debt", _("Decided about the entry fee"), width=24),
    ),
    about=_("Registrations, seats and entry fees"),
    still=3,
    filtered=True,
)


def list_table_places(sat: TableData) -> dict[int, EntryPlace]:
    """Return the places of all present and former players at a table, by person."""
    table, places = sat.evening.table, {}
    dealer = (table.first_forehand - 1) % table.players
    for seat in sat.evening.columns:
        for since, person in seat.persons:
            later = seat.since > 0 or since > 0
            places[person] = EntryPlace(sat.table.number, seat.place + 1, seat.place == dealer and not later, later)
    return places


def list_entry_rows(data: TournamentData, round_: RoundProgress, places: dict[int, EntryPlace]) -> Iterator[EntryRow]:
    """Yield all entries of a round by start number, then those who only took over a seat."""
    people = data.people
    seats = {
        people.get_player(person).person: place for person, place in places.items()
    }  # people entered twice count once
    entered = Presence.objects.filter(round=round_.id).order_by("entrant__number")
    debtors = list_debtors(entered, data.settings)
    fees = load_fees(data.settings, {entrant for entrant, _number in debtors})
    for presence in entered.iterator(AT_ONCE):
        player = data.entrants[presence.entrant_id]
        seat = seats.pop(people.get_player(player.person).person, None)
        due = fees[presence.entrant_id] if (presence.entrant_id, round_.number) in debtors else 0
        yield EntryRow(round_, player, format_state(presence.state), seat, presence.paid, due, format_debt(presence))
    for person, seat in seats.items():
        yield EntryRow(round_, people.get_player(person), gettext("took over a seat"), seat)


class PrizeRow(NamedTuple):
    """A prize and its winner."""

    round: str
    prize: str
    chosen_by: str
    reason: str
    number: int | None = None  # None: a special prize
    cost: int | None = None  # cents
    rank: int | None = None


PRIZES = FileTable(
    "prizes",
    _("Prizes"),
    (
        Column("number", _("No."), kind=COUNT, width=7),
        Column("round", _("Round"), width=13),
        Column("prize", _("Prize"), width=30),
        Column("cost", _("Cost"), kind=EURO, width=11),
        Column("rank", _("Rank"), kind=COUNT, width=7),
        Column("chosen_by", _("Chosen by"), width=26),
        Column("reason", _("Reason"), width=14),
    ),
    still=1,
)


def list_prize_rows(standings: Standings) -> Iterator[PrizeRow]:
    """Yield the prizes of each round, those of all rounds together, and the special ones."""
    for section in load_scope_sections(standings.stand.tournament):
        yield from _list_scope_prizes(section)
    for line in list_special_lines(standings):
        yield PrizeRow(gettext("Special prize"), line.label, line.winner or ", ".join(line.equals), line.amount)


def _list_scope_prizes(section: ScopeSection) -> Iterator[PrizeRow]:
    number, ranks = section.scope.of, index_rows(section.scope.edition)
    chosen = {choice.prize.pk: choice for choice in section.chosen if choice.prize is not None}
    for prize in section.scope.prizes:
        choice = chosen.get(prize.pk)
        ranked = ranks.get(choice.person) if choice is not None else None
        yield PrizeRow(
            gettext("overall") if number == FINAL else str(number),
            prize.name,
            choice.name if choice is not None else "",
            choice.reason if choice is not None else "",
            prize.number,
            prize.cents,
            ranked.rank if ranked is not None else None,
        )
