"""The states of a disk after a power cut, worked out from what a program has written, synced and answered."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

SECTOR = 512  # bytes that a disk writes whole or not at all
Content = dict[str, bytes]  # of files by name


class Wrote(NamedTuple):
    """Bytes that were handed over for a file."""

    file: str
    at: int
    content: bytes


class Cut(NamedTuple):
    """A file that was given a length."""

    file: str
    length: int


class Synced(NamedTuple):
    """A file of which all is on the disk now; "": the folder, with the names of its files."""

    file: str


class Removed(NamedTuple):
    """A file that is gone."""

    file: str


class Acknowledgement(NamedTuple):
    """The key of a hand that a phone may know as saved from now on."""

    key: str


Event = Wrote | Cut | Synced | Removed | Acknowledgement
Change = Wrote | Cut


class Disk:
    """A folder on a disk: what is there for good, and what is still under way."""

    def __init__(self, files: Content) -> None:
        self.files = {name: bytearray(content) for name, content in files.items()}
        self.under_way: dict[str, list[Change]] = {}
        self.names = set(files)  # that a power cut does not take away
        self.removed: set[str] = set()  # whose names may come back

    def take(self, event: Event) -> None:
        """Follow what a program does."""
        match event:
            case Wrote() | Cut():
                if event.file in self.removed:
                    self._forget(event.file)  # another file of that name
                self.files.setdefault(event.file, bytearray())
                self.under_way.setdefault(event.file, []).append(event)
            case Synced(""):
                for file in list(self.removed):
                    self._forget(file)
                self.names = set(self.files)
            case Synced(file):
                for change in self.under_way.pop(file, ()):
                    _put(self.files[file], change)
            case Removed(file):
                self.removed.add(file)

    def _forget(self, file: str) -> None:
        self.removed.discard(file)
        self.names.discard(file)
        self.files.pop(file, None)
        self.under_way.pop(file, None)

    @property
    def unsynced(self) -> list[str]:
        """The files of which something would be lost now."""
        return sorted(self.under_way)

    def after_power_cut(self, chance: random.Random) -> Content:
        """Draw the files that may be there when the power comes back."""
        share = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))  # of what was under way and got there
        found = {}
        for name, content in self.files.items():
            lost = name in self.removed or name not in self.names
            if not (lost and chance.random() < 0.5):
                found[name] = bytes(_arrived(content, self.under_way.get(name, []), share, chance))
        return found


def _put(content: bytearray, change: Change) -> None:
    if isinstance(change, Cut):
        del content[change.length :]
        content.extend(bytes(change.length - len(content)))
        return
    content.extend(bytes(max(0, change.at - len(content))))
    content[change.at : change.at + len(change.content)] = change.content


def _arrived(durable: bytearray, changes: Sequence[Change], share: float, chance: random.Random) -> bytearray:
    """A file of which some changes got there: lengths one after the other, between them sectors in any order."""
    content = bytearray(durable)
    for change in changes:
        if isinstance(change, Cut):
            if chance.random() >= share:
                return content  # what follows a length that is not there has no place
            _put(content, change)
            continue
        for piece in _torn(change):
            if chance.random() < share:
                _put(content, piece)
    return content


def _torn(written: Wrote) -> Iterator[Wrote]:
    """The pieces of a write that lie in one sector each."""
    at, end = written.at, written.at + len(written.content)
    while at < end:
        until = min(end, at - at % SECTOR + SECTOR)
        yield Wrote(written.file, at, written.content[at - written.at : until - written.at])
        at = until


class PowerCut(NamedTuple):
    """A disk as a power cut may leave it."""

    files: Content
    answered: int  # of the hands, how many phones knew as saved then
    under_way: bool  # something was not synced


def power_cuts(files: Content, events: Sequence[Event], count: int, chance: random.Random) -> Iterator[PowerCut]:
    """Disks of so many power cuts at random moments, in the order of time."""
    disk, answered, done = Disk(files), 0, 0
    for moment in sorted(chance.choices(range(len(events) + 1), k=count)):
        for event in events[done:moment]:
            disk.take(event)
            answered += isinstance(event, Acknowledgement)
        done = moment
        yield PowerCut(disk.after_power_cut(chance), answered, bool(disk.unsynced))
