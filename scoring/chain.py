"""The hash chain of a table's book: every entry's hash holds the one before it and all that the entry says.

What may be erased is not in it: of a note only the salted hash, of a person only the id.
"""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Facts(NamedTuple):
    """Everything of an entry that its hash proves."""

    table: str  # the slug, 32 hex digits
    sequence: int
    deal_number: int
    kind: str
    key: str
    body_digest: str
    answer: str
    replaces: int | None  # sequence number
    note: str  # digest, "" without a note
    forehand: int
    dealer: int
    active: tuple[int, int, int, int]
    record: str
    radl_set: int | None
    radl: int
    money: tuple[int, ...]  # sixths, six places
    written: tuple[int, ...]
    by: int | None  # a person's id
    device: str
    at: str  # moment(...)
    phase: str = ""  # of a table with a clock; older books have none


def link(previous: bytes, facts: Facts) -> bytes:
    """The hash (32 bytes) of an entry that follows the one with the hash `previous`."""
    return hashlib.sha256(previous + _encode(facts if facts.phase else facts[:-1]).encode()).digest()


def genesis(table: str, sheet: str, players: int, first_forehand: int, agreed: str, seats: Sequence[int]) -> bytes:
    """Where a table's chain begins: what was decided before the first hand; `seats` are persons' ids by place."""
    return hashlib.sha256(_encode([table, sheet, players, first_forehand, agreed, *seats]).encode()).digest()


def note_digest(salt: bytes, text: str) -> str:
    """The salted hash that stands for a note's text, as 64 hex digits."""
    return hashlib.sha256(salt + text.encode()).hexdigest()


def moment(at: datetime) -> str:
    """A moment as the chain writes it: UTC with microseconds.

    >>> moment(datetime(2026, 1, 6, 19, 30, tzinfo=UTC))
    '2026-01-06T19:30:00.000000+00:00'
    """
    return at.astimezone(UTC).isoformat(timespec="microseconds")
