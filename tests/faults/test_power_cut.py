"""The power goes while hands are saved: no hand that a phone knows as saved is lost, and none is half there.

A real server's writes are recorded, disks are made of them as power cuts at random moments may leave them (what was not
synced is there, not there, or torn), and each is opened as the program would open it.
"""

import random
import re
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db import DatabaseError, connection

from scoring.book.audit import verify
from scoring.models import Deal, Entry
from tests.faults.disks import Acknowledgement, Content, Cut, Disk, Event, PowerCut, Removed, Synced, Wrote, power_cuts
from tests.support.attack.load import Phone, begin_tables
from tests.support.databases import connect_to
from tests.support.server import DATABASE_FILE, Restartable, copy_keys, copy_sqlite

CALLS = "pwrite64,write,writev,sendto,sendmsg,ftruncate,fsync,fdatasync,?unlink,unlinkat"
STRACE = ("strace", "-f", "--seccomp-bpf", "-qq", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o")
TABLES = 3
_LINE = re.compile(r"(\d+) +(.*)")
_RESUMED = re.compile(r"<\.\.\. \w+ resumed>(.*)")
_CALL = re.compile(r"(\w+)\((.*)\) += (-?\d+)")
_FILE = re.compile(r"\d+<((?:\\x[0-9a-f]{2})*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_KEY = re.compile(rb'"key": ?"([^"]+)"')
_SAVED = re.compile(rb'"saved": ?true')
_UNFINISHED = " <unfinished ...>"
_ANSWERS = ("write", "writev", "sendto", "sendmsg")
_BEGINNINGS = ("\\x48\\x54\\x54\\x50", '"\\x7b')  # of a head, of a body of JSON
_GOOD = b"HTTP/1.1 200"


class Recording(NamedTuple):
    """A database before some hands were saved, and all that was done to it, with the answers in between."""

    before: Content
    events: list[Event]
    saved: list[str]  # keys of the hands that phones were told to be saved, one after the other


def recording(migrated_data: Path, folder: Path, hands: int) -> Recording:
    """Save so many hands at a server whose system calls are written down."""
    _must_have_strace(folder)
    file, trace = folder / DATABASE_FILE, folder / "trace"
    copy_sqlite(migrated_data / DATABASE_FILE, file)
    copy_keys(migrated_data, folder)
    site = Restartable(folder)
    slugs = begin_tables(site.served, TABLES)
    before = {member.name: member.read_bytes() for member in folder.iterdir() if _is_of_book(member.name)}
    site.under = (*STRACE, str(trace))
    try:
        site.start()
        saved = _saved(site.url, slugs, hands)
        site.end(signal.SIGTERM)
    finally:
        site.kill()
        print(site.served.log[-2000:])
    with trace.open(encoding="ascii") as lines:
        return Recording(before, list(events(lines, folder)), saved)


def _must_have_strace(folder: Path) -> None:
    """Skip where the kernel shows nobody what a program does; in CI that fails."""
    if shutil.which(STRACE[0]) is None:
        pytest.skip("strace is not installed: nobody sees what is written when")
    probe = subprocess.run([*STRACE, str(folder / "probe"), "true"], capture_output=True, text=True, check=False)
    if probe.returncode:
        pytest.skip(f"strace may not look here: {probe.stderr[-300:]}")


def _saved(url: str, slugs: Sequence[str], hands: int) -> list[str]:
    """Save so many hands, at some tables by turns; their keys."""
    phones = [Phone(url, slug, random.Random(at)) for at, slug in enumerate(slugs)]
    saved: list[str] = []
    for phone in phones:
        assert phone.look().status == 200
    while len(saved) < hands:
        phone = phones[len(saved) % len(phones)]
        hand = phone.build_next_hand()
        if phone.learn(hand, phone.client.post(phone.hands, hand)):
            saved.append(hand["key"])
    for phone in phones:
        phone.client.close()
    return saved


def events(lines: Iterator[str], folder: Path) -> Iterator[Event]:
    """Yield the changes to the database in a folder, and each answer that names a hand when it is begun."""
    begun: dict[str, str] = {}  # calls that others came between, by thread
    for line in lines:
        if (found := _LINE.match(line)) is None:
            continue
        thread, said = found.groups()
        if said.endswith(_UNFINISHED):
            begun[thread] = said.removesuffix(_UNFINISHED)
            yield from _find_saved_hand(begun[thread])
        elif resumed := _RESUMED.match(said):
            yield from _read_call(begun.pop(thread, "") + resumed[1], folder)
        else:
            yield from _find_saved_hand(said)
            yield from _read_call(said, folder)


def _find_saved_hand(said: str) -> Iterator[Acknowledgement]:
    """The hand that an answer says is saved; its head may have been sent before."""
    if not said.startswith(_ANSWERS) or not any(sign in said[:400] for sign in _BEGINNINGS):
        return
    sent = b"".join(map(_bytes, _TEXT.findall(said)))
    head, _, body = sent.partition(b"\r\n\r\n") if sent.startswith(b"HTTP/") else (_GOOD, b"", sent)
    if head.startswith(_GOOD) and _SAVED.search(body) and (key := _KEY.search(body)):
        yield Acknowledgement(key[1].decode())


def _read_call(said: str, folder: Path) -> Iterator[Event]:
    """Yield the changes that a call has made to the database."""
    call = _CALL.match(said)
    if call is None or int(call[3]) < 0:
        return
    name, arguments = call[1], call[2]
    paths = _TEXT.findall(arguments) if name.startswith("unlink") else _FILE.match(arguments)
    path = Path(_bytes(paths[0] if isinstance(paths, list) else paths[1] if paths else "").decode())
    if path == folder and "sync" in name:
        yield Synced("")
    elif path.parent == folder and _is_of_book(path.name):
        yield _event(name, path.name, arguments, int(call[3]))


def _event(call: str, file: str, arguments: str, result: int) -> Event:
    *_, last = arguments.split(", ")
    match call:
        case "pwrite64":
            content = _TEXT.search(arguments)
            assert content is not None
            written = _bytes(content[1])
            assert len(written) >= result, "strace has not written it all down"
            return Wrote(file, int(last), written[:result])
        case "ftruncate":
            return Cut(file, int(last))
        case "fsync" | "fdatasync":
            return Synced(file)
        case "unlink" | "unlinkat":
            return Removed(file)
    raise AssertionError(f"{call} of {file}: nobody has thought of that")


def _bytes(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", ""))


def _is_of_book(name: str) -> bool:
    """Return True if a power cut in this file matters: the index of a WAL is made anew."""
    return name.startswith(DATABASE_FILE) and not name.endswith("-shm")


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
