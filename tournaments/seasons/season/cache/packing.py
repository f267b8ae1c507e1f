"""The state of a season with its many results packed: some ten bytes each, not some hundred.

What is packed is read like the tuples that it stands for, and unpacked each time: a page takes the few lines it shows.
"""

import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

from tournaments.seasons.season.data import EventStatus, SeasonProgress
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, FINAL, FINAL_ROUNDS
from tournaments.seasons.season.standing import EventRow, EventScore, SeasonLine

_KINDS = (DAY, FINAL, CARRIED_POINTS)
_SCORE = struct.Struct("<IBIqB")  # event, kind, rank, points, shared and counts
_ROW = struct.Struct("<QIqB")  # person, rank, points, whether these were typed
_SHARED, _COUNTS = 1, 2
_FAST = 1  # of zlib: packing is done while somebody waits
# What a line, a person, an event and packed bytes weigh beside what is packed, about.
OBJECT, _BYTES = 700, 90
T = TypeVar("T")


class Packed(Sequence[T], Generic[T]):
    """Values as bytes."""

    __slots__ = ("_length", "_packed")
    form: struct.Struct

    def __init__(self, packed: bytes, length: int) -> None:
        self._packed, self._length = packed, length

    @property
    def weight(self) -> int:
        """The bytes that it takes, about."""
        return len(self._packed) + _BYTES

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return map(self._build, self.form.iter_unpack(zlib.decompress(self._packed)))

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        """Return values by their position."""
        return tuple(self)[at]

    @staticmethod
    def _build(fields: tuple[int, ...]) -> T:
        raise NotImplementedError


class PackedScores(Packed[EventScore]):
    """The points of a line, event by event."""

    __slots__ = ()
    form = _SCORE

    @staticmethod
    def _build(fields: tuple[int, ...]) -> EventScore:
        event, kind, rank, points, marks = fields
        return EventScore(event, _KINDS[kind], rank, bool(marks & _SHARED), points, bool(marks & _COUNTS))


class PackedRows(Packed[EventRow]):
    """The rows of an event's result, without the facts from which the points have followed."""

    __slots__ = ()
    form = _ROW

    @staticmethod
    def _build(fields: tuple[int, ...]) -> EventRow:
        who, rank, points, is_typed = fields
        return EventRow(who, rank, points if is_typed else None)


def pack_values(form: struct.Struct, values: Iterable[tuple[int, ...]]) -> bytes:
    """Return values as the bytes of `Packed`."""
    return zlib.compress(b"".join(form.pack(*value) for value in values), _FAST)


def pack_lines(lines: Iterable[SeasonLine]) -> tuple[SeasonLine, ...]:
    """Return lines whose points of events are packed."""
    return tuple(line._replace(got=_pack_scores(line.got)) for line in lines)


def _pack_scores(scores: Sequence[EventScore]) -> PackedScores:
    values = (
        (got.event, _KINDS.index(got.kind), got.rank, got.points, _SHARED * got.shared | _COUNTS * got.counts)
        for got in scores
    )
    return PackedScores(pack_values(_SCORE, values), len(scores))


def pack_progress(stand: SeasonProgress) -> SeasonProgress:
    """Return the state of a season, and of its sub-rankings, with all results packed."""
    keeps_rounds = any(
        FINAL_ROUNDS in each.settings.criteria for each in (stand, *(sub.stand for sub in stand.rankings))
    )
    events = tuple(_pack_event(event, keeps_rounds=keeps_rounds) for event in stand.events)
    rankings = tuple(sub._replace(stand=pack_progress(sub.stand)) for sub in stand.rankings)
    standing = stand.standing._replace(lines=pack_lines(stand.standing.lines))
    return stand._replace(events=events, standing=standing, rankings=rankings)


def _pack_event(event: EventStatus, *, keeps_rounds: bool) -> EventStatus:
    """Return an event with packed rows; those of a final whose rounds decide between equals stay as they are."""
    left_out = array("Q", event.left_out)
    if keeps_rounds and event.event.kind == FINAL:
        return event._replace(left_out=left_out)
    values = ((row.who, row.rank, row.points or 0, row.points is not None) for row in event.rows)
    return event._replace(rows=PackedRows(pack_values(_ROW, values), len(event.rows)), left_out=left_out)


def weigh_lines(lines: Iterable[SeasonLine]) -> int:
    """Return the bytes that packed lines take, about."""
    return sum(OBJECT + getattr(line.got, "weight", OBJECT * len(line.got)) for line in lines)


def weigh_progress(stand: SeasonProgress) -> int:
    """Return the bytes that the packed state of a season takes, about."""
    rows = sum(
        OBJECT + getattr(event.rows, "weight", OBJECT * len(event.rows)) + 8 * len(event.left_out)
        for event in stand.events
    )
    rankings = sum(weigh_progress(sub.stand) + 64 * len(sub.members or ()) for sub in stand.rankings)
    courses = sum(OBJECT + 12 * len(mine.ranks) for mine in stand.courses.of.values())
    return rows + weigh_lines(stand.standing.lines) + OBJECT * len(stand.people) + rankings + courses
