"""Rounds for tests of the clock: so many tables of four, on a time that the test sets."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.test import override_settings

from scoring.book.table_clock import PlayTime, decode_clock
from tarockclub.platform.accounts.persons import find_or_create_people, load_first_club
from tests.support.small_tournament import create_small_tournament
from tournaments.core.settings import Settings, encode_settings
from tournaments.hall.rounds.game_tables import open_tables
from tournaments.hall.setup.services import pin_sheet_version
from tournaments.models import Draw, Entrant, Presence, Round, RoundTable, Tournament

BEGIN = datetime(2026, 1, 6, 19, tzinfo=UTC)


class Watch:
    """The time of the program, as a test says."""

    def __init__(self, file: Path) -> None:
        self.file = file
        settings.TIME_FILE = file
        self.set(BEGIN)

    def set(self, moment: datetime) -> None:
        """Let it be this moment, from now on standing still."""
        # Seconds ahead of the real time whose own course is taken out: speed 0 since a moment means that one.
        self.at = moment
        self.file.write_text(json.dumps({"ahead": 0, "speed": 0, "since": moment.timestamp()}))

    def later(self, *, minutes: float = 0, seconds: float = 0) -> None:
        """Let some time pass."""
        self.set(self.at + timedelta(minutes=minutes, seconds=seconds))


@contextmanager
def stop_time() -> Iterator[Watch]:
    """Let time stand still at its beginning, for rows that tests share: each of them has a watch of its own."""
    with tempfile.TemporaryDirectory() as folder, override_settings(TIME_FILE=None):
        yield Watch(Path(folder) / "time.json")


def tables_of(count: int, sizes: Sequence[int] = (), **said: object) -> Round:
    """A round of a tournament of so many tables of four, or of these sizes, drawn and not started."""
    tournament = create_small_tournament()
    sizes = sizes or (4,) * count
    Tournament.objects.filter(pk=tournament.pk).update(
        lapse=settings.TIME_FILE is not None,
        settings=encode_settings(Settings(**said)),  # type: ignore[arg-type]
        sheet_version=pin_sheet_version(Settings(**said)),  # type: ignore[arg-type]
    )
    tournament.refresh_from_db()
    round_ = Round.objects.create(tournament=tournament, number=2)
    seating = [add_entrants(tournament, round_, table, size) for table, size in enumerate(sizes, 1)]
    drawn = {"way": Draw.Way.TYPED, "made_from": "{}", "seating": json.dumps(seating)}
    round_.draw = Draw.objects.create(round=round_, number=1, at=BEGIN, dealers=json.dumps([0] * len(sizes)), **drawn)
    round_.save()
    open_tables(tournament, round_, round_.draw)
    return round_


def add_entrants(tournament: Tournament, round_: Round, table: int, size: int) -> list[int]:
    """So many more who play in the round, without seats."""
    people = find_or_create_people(load_first_club(), [f"Spieler {table}/{seat}" for seat in range(size)])
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, person=person, number=100 * table + seat, entered=BEGIN)
        for seat, person in enumerate(people)
    )
    Presence.objects.bulk_create(Presence(round=round_, entrant=entrant) for entrant in entrants)
    return [entrant.pk for entrant in entrants]


def table_at(round_: Round, number: int) -> RoundTable:
    """A table of a round, as it is now."""
    return RoundTable.objects.select_related("game_table", "round").get(round=round_, number=number)


def clock_at(round_: Round, number: int) -> PlayTime:
    """Its clock, as it is written at the game table."""
    clock = decode_clock(table_at(round_, number).game_table.clock)
    assert clock is not None
    return clock
