"""The power goes while hands are saved: no hand that a phone knows as saved is lost, and none is half there.

A real server's writes are recorded, disks are made of them as power cuts at random moments may leave them (what was not
synced is there, not there, or torn), and each is opened as the program would open it.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.db import DatabaseError, connection

from scoring.book.audit import verify
from scoring.models import Deal, Entry
from tests.faults.disks import Acknowledgement, Content, Disk, PowerCut, Synced, power_cuts
from tests.faults.recorded import Recording, recording
from tests.support.databases import connect_to
from tests.support.server import DATABASE_FILE

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite, pytest.mark.usefixtures("fresh_database")]
HANDS, CUTS = 60, 150
SEED = 16


@pytest.fixture(scope="module")
def evening(migrated_data, tmp_path_factory) -> Recording:
    """A recording of a server while hands were saved."""
    return recording(migrated_data, tmp_path_factory.mktemp("recorded"), HANDS)


def what_is_wrong(files: Content, answered: Sequence[str], sent: Sequence[str], folder: Path) -> list[str]:
    """Return the hands that the program finds missing, twice or broken on a disk after a power cut."""
    for old in folder.glob(f"{DATABASE_FILE}*"):
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        with connect_to(str(folder / DATABASE_FILE)):
            return list(_wrong_here(answered, sent))
    except DatabaseError as error:
        return [str(error)]


def _wrong_here(answered: Sequence[str], sent: Sequence[str]) -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        broken = [row[0] for row in cursor.fetchall() if row[0] != "ok"]
    if broken:
        yield from broken
        return
    book = Counter(Entry.objects.values_list("key", flat=True))
    yield from (f"lost: {key}" for key in answered if key not in book)
    yield from (f"doubled: {key}" for key, times in book.items() if times > 1)
    yield from (f"from nowhere: {key}" for key in book.keys() - set(sent))
    if Deal.objects.count() != book.total():
        yield "half a hand"
    yield from (finding.code for finding in verify())


def cuts_of(evening: Recording) -> Iterator[PowerCut]:
    """The same power cuts each time."""
    return power_cuts(evening.before, evening.events, CUTS, random.Random(SEED))


def faults(evening: Recording, cut: PowerCut, folder: Path) -> list[str]:
    """Return all faults after a power cut."""
    return what_is_wrong(cut.files, evening.saved[: cut.answered], evening.saved, folder)


def unsynced_answers(evening: Recording) -> list[str]:
    """The hands that phones were told of while something of the book was not on the disk, or had not been put there."""
    disk, synced, found = Disk(evening.before), 0, []
    for event in evening.events:
        disk.take(event)
        synced += isinstance(event, Synced)
        if isinstance(event, Acknowledgement):
            if disk.unsynced or not synced:
                found.append(event.key)
            synced = 0
    return found


def test_every_hand_is_on_the_disk_before_the_phone_is_told(evening):
    told = [event.key for event in evening.events if isinstance(event, Acknowledgement)]
    assert told == evening.saved
    assert len(told) == HANDS
    assert unsynced_answers(evening) == []


def test_no_power_cut_takes_or_doubles_a_hand_that_was_saved(evening, tmp_path):
    under_way, wrong = 0, {}
    for number, cut in enumerate(cuts_of(evening)):
        under_way += cut.under_way
        if found := faults(evening, cut, tmp_path):
            wrong[number] = found
    assert wrong == {}
    assert under_way > CUTS / 4, "next to nothing was under way: nothing was tested"
