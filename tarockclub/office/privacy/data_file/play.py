"""The sections about play: tables, hands, what was written, marks, statistics."""

import json
from collections.abc import Iterator
from itertools import groupby

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from scoring.book.hooks import get_statistics_hooks
from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.seats import Seat, build_seats, list_seated
from scoring.book.sheet_library import PlayerNames
from scoring.book.sums.counts import update_counts
from scoring.models import Deal, Entry, GameTable, HeldHand, Mark, PlayCount, Total
from scoring.reports.exports.data import format_entry_kind
from tarockclub.kit.amounts import format_points
from tarockclub.models import Person
from tarockclub.office.privacy.data_file.section import Cell, DataSection, DataSubject, format_other
from tournaments.people.register.services import list_person_tables

Rows = Iterator[tuple[Cell, ...]]
_MARKS = {Mark.Kind.FITS: _("right"), Mark.Kind.DISPUTED: _("disputed"), Mark.Kind.SETTLED: _("settled")}


def load_tables(subject: DataSubject) -> Rows:
    """Yield the sittings at tables: their place and total, and the others by their numbers in the register."""
    sat = list(_iter_sittings(subject))
    totals = Total.objects.in_bulk([seat.id for _table, seats in sat for seat in seats])
    places = get_statistics_hooks().places([table.pk for table, _seats in sat])
    persons = Person.objects.in_bulk({pk for _table, seats in sat for seat in seats for _line, pk in seat.persons})
    for table, seats in sat:
        partners = {pk for seat in seats for _line, pk in seat.persons} - subject.everybody
        with_whom = ", ".join(format_other(persons[pk]) for pk in sorted(partners))
        for seat in seats:
            if {pk for _line, pk in seat.persons} & subject.everybody:
                total = totals.get(seat.id)
                yield (
                    table.started,
                    places.get(table.pk, str(_("evening"))),
                    seat.place + 1,
                    format_points(total.written) if total else None,
                    format_points(total.money) if total else None,
                    with_whom,
                )


def load_hands(subject: DataSubject) -> Rows:
    """Yield every hand that counts, with what it brought the person."""
    names = PlayerNames(subject.language)
    for table, seats in _iter_sittings(subject):
        deals = Deal.objects.filter(table=table, entry__kind__in=HANDS).select_related("entry").order_by("number")
        for number, deal in enumerate(deals, 1):
            seated = (seat for seat in seats if seat.is_seated(deal.number))
            seat = next((seat for seat in seated if seat.get_person(deal.number) in subject.everybody), None)
            if seat is not None:
                written, money = getattr(deal.entry, f"written{seat.place}"), getattr(deal.entry, f"money{seat.place}")
                game = _format_game(deal.entry, table, names)
                yield deal.entry.at, table.slug.hex[:8], number, game, format_points(written), format_points(money)


def load_written(subject: DataSubject) -> Rows:
    """Yield what the person wrote into books while logged in."""
    entries = Entry.objects.filter(by__in=subject.everybody).select_related("note", "table").order_by("pk")
    for entry in entries.iterator(chunk_size=2000):
        reason = entry.note.text if entry.note is not None else ""
        yield entry.at, entry.table.slug.hex[:8], entry.sequence, format_entry_kind(entry.kind), reason, entry.device
    held = HeldHand.objects.filter(by__in=subject.everybody) | HeldHand.objects.filter(decided_by__in=subject.everybody)
    for hand in held.select_related("table").order_by("pk"):
        yield hand.at, hand.table.slug.hex[:8], None, str(_("hand that came too late")), hand.note, hand.device


def load_person_marks(subject: DataSubject) -> Rows:
    """Yield the marks that the person set while logged in."""
    marks = Mark.objects.filter(by__in=subject.everybody).select_related("table", "entry").order_by("pk")
    yield from (
        (mark.at, mark.table.slug.hex[:8], mark.entry.sequence, str(_MARKS[Mark.Kind(mark.kind)]), mark.device)
        for mark in marks
    )


def load_statistics(subject: DataSubject) -> Rows:
    """Yield the sums of the statistics; recent hands are added up first."""
    update_counts(subject.person.club)
    names = PlayerNames(subject.language)
    rows = PlayCount.objects.filter(person__in=subject.everybody).order_by("contract", "role")
    sums = rows.values_list("contract", "role").annotate(
        *(Sum(name) for name in ("hands", "won", "lost", "written", "money"))
    )
    for contract, role, hands, won, lost, written, money in sums:
        yield names.name_item(contract), role, hands, won, lost, format_points(written), format_points(money)


def _iter_sittings(subject: DataSubject) -> Iterator[tuple[GameTable, tuple[Seat, ...]]]:
    """Yield the tables at which the person sat, with all seats."""
    tables = list(list_person_tables(subject.everybody).select_related("sheet_version").order_by("started", "pk"))
    by_id = {table.pk: table for table in tables}
    for pk, rows in groupby(list_seated(tables), key=lambda row: row.sitting.table_id):
        yield by_id[pk], build_seats(rows)


def _format_game(entry: Entry, table: GameTable, names: PlayerNames) -> str:
    """Return the games of a hand."""
    try:
        plays = json.loads(entry.record)["plays"]
        return ", ".join(names.name_item(play["contract"], table.sheet_version.sheet) for play in plays)
    except (ValueError, KeyError, TypeError):
        return ""


_TABLE = _("Table")
SECTIONS = (
    DataSection(
        "tables",
        _("Tables"),
        (_("Start"), _("Where"), _("Seat"), _("Written score"), _("Money (points)"), _("With")),
        load_tables,
    ),
    DataSection(
        "hands",
        _("Hands played"),
        (_("When"), _TABLE, _("Hand"), _("Game"), _("Written score"), _("Money (points)")),
        load_hands,
    ),
    DataSection(
        "written",
        _("Written while logged in"),
        (_("When"), _TABLE, _("Line"), _("What"), _("Reason"), _("Device")),
        load_written,
    ),
    DataSection("marks", _("Marks"), (_("When"), _TABLE, _("Line"), _("What"), _("Device")), load_person_marks),
    DataSection(
        "statistics",
        _("Statistics"),
        (_("Game"), _("Role"), _("Hands"), _("Won"), _("Lost"), _("Written score"), _("Money (points)")),
        load_statistics,
    ),
)
