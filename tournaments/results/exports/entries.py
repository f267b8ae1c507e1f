"""The entries of rounds, with presence, payment and seat."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable
from tarockclub.kit.xlsx.cells import COUNT, EURO
from tournaments.hall.standing.players import StandingPlayer
from tournaments.hall.standing.progress import RoundProgress
from tournaments.models import Presence
from tournaments.people.entrants.fees import format_debt, list_debtors, load_fees
from tournaments.people.entrants.selectors import format_state
from tournaments.results.exports.data import ExportPlayer, TableData, TournamentData


class EntryPlace(NamedTuple):
    """The seat of a participant in a round."""

    table: int
    place: int  # from 1
    deals: bool  # first of all, as it was drawn
    later: bool  # they came after the start, or took over a seat


class EntryRow(NamedTuple):
    """An entry of a round, or a seat in it that somebody took over."""

    round: RoundProgress
    player: ExportPlayer | StandingPlayer
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
    for presence in entered.iterator():
        player = data.entrants[presence.entrant_id]
        seat = seats.pop(people.get_player(player.person).person, None)
        due = fees[presence.entrant_id] if (presence.entrant_id, round_.number) in debtors else 0
        yield EntryRow(round_, player, format_state(presence.state), seat, presence.paid, due, format_debt(presence))
    for person, seat in seats.items():
        yield EntryRow(round_, people.get_player(person), gettext("took over a seat"), seat)
