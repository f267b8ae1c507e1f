"""The start of an evening: one table per key, its sheet pinned, its players found by name; and its archiving."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from scoring.book.ledger.book import build_start
from scoring.book.ledger.entries import compute_table_genesis
from scoring.book.ledger.sheet_versions import pin_sheet
from scoring.book.ledger.table_state import build_table_state, encode_state
from scoring.models import GameTable, Seated, Sitting, Total
from tarockclub.kit import time_source
from tarockclub.kit.hash_chain import compute_request_digest
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, lock_log, record_access
from tarockclub.platform.accounts.persons import find_or_create_people, load_first_club, lock_club


class EveningStart(NamedTuple):
    """The settings of a new evening; names are cleaned."""

    names: tuple[str, ...]
    sheet: str
    options: dict[str, bool]
    first_forehand: int
    agreed: str = "{}"  # the agreement about money, as JSON text (engine.agreed)


class OtherEvening(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The key has already opened a table for another evening; another club's table is not revealed."""

    def __init__(self, table: GameTable | None) -> None:
        super().__init__(table)
        self.table = table


def start_evening(
    key: str, start: EveningStart, club: Club | None = None, *, digest: str = "", started: datetime | None = None
) -> GameTable:
    """Open a table for an evening; the same key opens it only once, and raises OtherEvening for another evening.

    `digest`: distinguishes two evenings with one key by more than an EveningStart holds; `started`: the start, if it is
    not now.
    """
    digest = digest or compute_request_digest(start)
    with transaction.atomic():
        # One start at a time: new players are numbered one after the other.
        club = lock_club(club or load_first_club())
        table = GameTable.objects.filter(start_key=key).first()
        if table is not None and table.club_id != club.pk:
            raise OtherEvening(None)
        if table is not None and table.start_digest != digest:
            raise OtherEvening(table)
        return table or _create_table(club, key, digest, start, started)


def _create_table(club: Club, key: str, digest: str, start: EveningStart, started: datetime | None) -> GameTable:
    persons = [person.pk for person in find_or_create_people(club, start.names)]
    table = GameTable(
        club=club,
        sheet_version=pin_sheet(start.sheet, start.options, club=club.pk),
        first_forehand=start.first_forehand,
        start_key=key,
        start_digest=digest,
        agreed=start.agreed,
    )
    return write_new_table(table, persons, started)


def write_new_table(table: GameTable, persons: Sequence[int], started: datetime | None = None) -> GameTable:
    """Save a new table with its players' sittings; persons' ids in playing order."""
    table.players = len(persons)
    if started is not None:
        table.started = started
    table.save()
    _seat_players([(table, persons)])
    return table


def write_new_tables(tables: Sequence[tuple[GameTable, Sequence[int]]]) -> None:
    """Save many new tables at once, each with its players' sittings: as many statements for 125 as for one."""
    for table, persons in tables:
        table.players = len(persons)
    GameTable.objects.bulk_create([table for table, _persons in tables])
    _seat_players(tables)


def _seat_players(tables: Sequence[tuple[GameTable, Sequence[int]]]) -> None:
    """Save the sittings of new tables, and what their books begin with."""
    places = [(table, place, person) for table, persons in tables for place, person in enumerate(persons)]
    sittings = Sitting.objects.bulk_create([Sitting(table=table, place=place) for table, place, _person in places])
    Seated.objects.bulk_create(
        [
            Seated(sitting=sitting, person_id=person)
            for sitting, (_table, _place, person) in zip(sittings, places, strict=True)
        ]
    )
    Total.objects.bulk_create([Total(sitting=sitting) for sitting in sittings])
    by_table: dict[int, dict[int, int]] = {}
    for sitting in sittings:
        by_table.setdefault(sitting.table_id, {})[sitting.place] = sitting.pk
    for table, persons in tables:
        table.head = compute_table_genesis(table, persons)
        table.state = encode_state(build_table_state(build_start(table), by_table[table.pk], 0))
    GameTable.objects.bulk_update([table for table, _persons in tables], ["head", "state"])


def archive_evening(table: GameTable, who: Actor = ANONYMOUS) -> None:
    """Take an evening out of all lists and statistics; one without a hand disappears even from the archive.

    Its rows stay: the database deletes nothing. If a phone still sends a hand, it is saved, and the evening appears
    in the archive.
    """
    _set_archived(table, Kind.EVENING_ARCHIVED, who, archived=time_source.now())


def restore_evening(table: GameTable, who: Actor = ANONYMOUS) -> None:
    """Put an evening back into the lists."""
    _set_archived(table, Kind.EVENING_BACK, who, archived=None)


@transaction.atomic
def _set_archived(table: GameTable, kind: Kind, who: Actor, archived: datetime | None) -> None:
    """Put an evening into the archive or back, and seal that; nothing happens if it is there already."""
    lock_log(table.club_id)
    rows = GameTable.objects.filter(pk=table.pk, archived__isnull=archived is not None)
    if rows.exists():
        with record_access(table.club_id, kind, who, tables=[table.pk]):
            rows.update(archived=archived)
