"""The entries of rounds, with presence, payment and seat."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.xlsx.cells import COUNT, EURO, Cell, build_euro_cell, build_text_cell, count_cell
from tournaments.hall.standing.players import People
from tournaments.models import Presence, Round
from tournaments.people.entrants.fees import format_debt, list_debtors, load_fees
from tournaments.people.entrants.selectors import format_state
from tournaments.results.exports.data import TableData, TournamentData
from tournaments.results.exports.schema import ExportColumn, ExportTable, Row, build_export_table


class EntryPlace(NamedTuple):
    """The seat of a participant in a round."""

    table: int
    place: int  # from 1
    deals: bool  # first of all, as it was drawn
    later: bool  # they came after the start, or took over a seat


def build_places_table(data: TournamentData) -> ExportTable:
    """Build the columns of the entries."""
    columns = (
        ExportColumn("round", _("Round"), COUNT, 7),
        ExportColumn("number", _("Start no."), COUNT, 9),
        ExportColumn("name", _("Name"), width=30),
        ExportColumn("state", _("Attendance"), width=14),
        ExportColumn("table", _("Table"), COUNT, 7),
        ExportColumn("place", _("Place"), COUNT, 7),
        ExportColumn("deals", _("Deals first"), width=12),
        ExportColumn("later", _("Came late"), width=12),
        ExportColumn("paid", _("Paid"), EURO, 11),
        ExportColumn("due", _("Still due"), EURO, 11),
        ExportColumn("debt", _("Decided about the entry fee"), width=24),
    )
    title, about = _("Registrations"), _("Registrations, seats and entry fees")
    return build_export_table(data.tournament.name, "entries", title, columns, about=about, still=3, filtered=True)


def list_table_places(sat: TableData) -> dict[int, EntryPlace]:
    """Return the places of all present and former players at a table, by person."""
    table, found = sat.told.table, {}
    dealer = (table.first_forehand - 1) % table.players
    for seat in sat.told.columns:
        for since, person in seat.persons:
            later = seat.since > 0 or since > 0
            found[person] = EntryPlace(sat.table.number, seat.place + 1, seat.place == dealer and not later, later)
    return found


def build_place_rows(data: TournamentData, round_: Round, seen: dict[int, EntryPlace], people: People) -> Iterator[Row]:
    """Yield all entries of a round by start number, then those who only took over a seat."""
    seats = {
        people.get_player(person).person: place for person, place in seen.items()
    }  # people entered twice count once
    entered = Presence.objects.filter(round=round_).order_by("entrant__number")
    debtors = list_debtors(entered, data.settings)
    fees = load_fees(data.settings, {entrant for entrant, _number in debtors})
    for presence in entered.iterator():
        one = data.entrants[presence.entrant_id]
        place = seats.pop(people.get_player(one.person).person, None)
        due = fees[presence.entrant_id] if (presence.entrant_id, round_.number) in debtors else 0
        fee = (presence.paid, due, format_debt(presence))
        yield _build_row(round_, one.number, one.name, format_state(presence.state), place, fee)
    for person, place in seats.items():
        other = people.get_player(person)
        yield _build_row(round_, other.number, other.name, _("took over a seat"), place, (0, 0, ""))


def _build_row(
    round_: Round, number: int, name: str, state: str, place: EntryPlace | None, fee: tuple[int, int, str]
) -> Row:
    paid, due, debt = fee
    return (
        count_cell(round_.number),
        count_cell(number) if number else Cell(None, COUNT),
        build_text_cell(name),
        build_text_cell(state),
        count_cell(place.table) if place else Cell(None, COUNT),
        count_cell(place.place) if place else Cell(None, COUNT),
        build_text_cell(_("yes") if place and place.deals else ""),
        build_text_cell(_("yes") if place and place.later else ""),
        build_euro_cell(paid),
        build_euro_cell(due),
        build_text_cell(debt),
    )
