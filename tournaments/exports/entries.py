"""Who entered which round, whether he was there and has paid, and where he sat."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.xlsx.cells import COUNT, EURO, Cell, count, euros, text
from tournaments.entrants.selectors import debt_text, debtors_in, state_word
from tournaments.exports.data import Gathered, Sat
from tournaments.exports.schema import Column, Row, Table
from tournaments.models import Presence, Round
from tournaments.standings.players import People


class Place(NamedTuple):
    """Where somebody sat in a round."""

    table: int
    place: int  # from 1
    deals: bool  # first of all, as it was drawn
    later: bool  # he came when it had begun, or took over a seat


def places_table(told: Gathered) -> Table:
    """Its columns."""
    columns = (
        Column("round", _("Round"), COUNT, 7),
        Column("number", _("Start no."), COUNT, 9),
        Column("name", _("Name"), width=30),
        Column("state", _("Attendance"), width=14),
        Column("table", _("Table"), COUNT, 7),
        Column("place", _("Place"), COUNT, 7),
        Column("deals", _("Deals first"), width=12),
        Column("later", _("Came late"), width=12),
        Column("paid", _("Paid"), EURO, 11),
        Column("due", _("Still due"), EURO, 11),
        Column("debt", _("Decided about the entry fee"), width=24),
    )
    about = _("Registrations, seats and entry fees")
    return Table("entries", _("Registrations"), f"{told.tournament.name} – {about}", columns, still=3, filtered=True)


def seen_at(sat: Sat) -> dict[int, Place]:
    """Where everybody who sits at a table sits or sat, by person."""
    table, found = sat.told.table, {}
    dealer = (table.first_forehand - 1) % table.players
    for seat in sat.told.columns:
        for since, person in seat.persons:
            later = seat.since > 0 or since > 0
            found[person] = Place(sat.table.number, seat.place + 1, seat.place == dealer and not later, later)
    return found


def place_rows(told: Gathered, round_: Round, seen: dict[int, Place], people: People) -> Iterator[Row]:
    """Everybody who has entered a round, by start number, then who only took over a seat."""
    seats = {people.player(person).person: place for person, place in seen.items()}  # whoever was entered twice is one
    entered = Presence.objects.filter(round=round_).order_by("entrant__number")
    debtors = debtors_in(entered)
    for presence in entered.iterator():
        one = told.entrants[presence.entrant_id]
        place = seats.pop(people.player(one.person).person, None)
        due = told.settings.fee if (presence.entrant_id, round_.number) in debtors else 0
        fee = (presence.paid, due, debt_text(presence))
        yield _row(round_, one.number, one.name, state_word(presence.state), place, fee)
    for person, place in seats.items():
        other = people.player(person)
        yield _row(round_, other.number, other.name, _("took over a seat"), place, (0, 0, ""))


def _row(round_: Round, number: int, name: str, state: str, place: Place | None, fee: tuple[int, int, str]) -> Row:
    paid, due, debt = fee
    return (
        count(round_.number),
        count(number) if number else Cell(None, COUNT),
        text(name),
        text(state),
        count(place.table) if place else Cell(None, COUNT),
        count(place.place) if place else Cell(None, COUNT),
        text(_("yes") if place and place.deals else ""),
        text(_("yes") if place and place.later else ""),
        euros(paid),
        euros(due),
        text(debt),
    )
