"""The hash chains: the hash of every entry and act covers the previous hash and all of its own content.

Erasable data are not part of it: of a note only the salted hash, of a person only the id.
"""

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings

# JSON as it is stored, sealed and sent: a digest reads the text, so each way of writing it stays as it is.

encode_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
encode_ascii = json.JSONEncoder(separators=(",", ":")).encode
encode_sorted = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode


SALT_BYTES = 16


class Facts(NamedTuple):
    """Everything in an entry that its hash proves."""

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
    at: str  # encode_moment(...)
    phase: str = ""  # of a table with a clock; older books have none


class ActFacts(NamedTuple):
    """Everything in an act that its hash proves."""

    chain: str  # name of its chain, for example "tournament" with its slug
    sequence: int
    kind: str
    key: str
    body_digest: str
    said: str
    note: str  # digest, "" without a note
    about: tuple[int | None, ...]  # ids of the round, the table, the act taken back
    by: int | None  # a person's id
    device: str
    at: str  # encode_moment(...)
    state: str  # JSON: a digest of each part of its owner after the act (act_chain.py)


def compute_link(previous: bytes, facts: Facts | ActFacts) -> bytes:
    """Return the hash (32 bytes) of an entry or act after the one with the hash `previous` (none: b"")."""
    content = facts[:-1] if isinstance(facts, Facts) and not facts.phase else facts
    return hashlib.sha256(previous + encode_compact(content).encode()).digest()


def compute_genesis(
    table: str, sheet: str, players: int, first_forehand: int, agreed: str, seats: Sequence[int], started: str = ""
) -> bytes:
    """Return the beginning of a table's chain: the settings before the first hand; `seats` are person ids by place."""
    content = [table, sheet, players, first_forehand, agreed, *seats, *([started] if started else [])]
    return hashlib.sha256(encode_compact(content).encode()).digest()


def draw_salt() -> bytes:
    """Return a salt for a text whose digest stays when the text is erased."""
    return secrets.token_bytes(SALT_BYTES)


def compute_note_digest(salt: bytes, text: str) -> str:
    """Return the salted hash of a note's text, as 64 hex digits."""
    return hashlib.sha256(salt + text.encode()).hexdigest()


def compute_rows_digest(rows: Iterable[Sequence[Any]]) -> str:
    """Return the digest of database rows, as 32 hex digits; moments, days and ids as they are written in a chain.

    >>> compute_rows_digest([(1, None, "a"), (2, datetime(2026, 1, 6, tzinfo=UTC), "b")])
    'edf5a4cf381723d11b688b029f0924b7'
    """
    digest = hashlib.sha256()
    for row in rows:
        digest.update(_encode_row(row).encode())
    return digest.hexdigest()[:32]


def _encode_value(value: object) -> str:
    """Encode a value that JSON does not know."""
    if isinstance(value, datetime):
        return encode_moment(value)
    if isinstance(value, UUID):
        return value.hex
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return str(value)


_encode_row = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_encode_value).encode


def encode_moment(moment: datetime) -> str:
    """Format a moment for the chain: UTC with microseconds.

    >>> encode_moment(datetime(2026, 1, 6, 19, 30, tzinfo=UTC))
    '2026-01-06T19:30:00.000000+00:00'
    """
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


# The comparison of two requests with the same key.

KEY_LENGTH = 64
# The keys that a client may choose. PostgreSQL refuses a NUL in any text, SQLite accepts it.
_KEY = re.compile(f"[!-~]{{1,{KEY_LENGTH}}}")


_encode = json.JSONEncoder(sort_keys=True, default=str).encode


def compute_request_digest(sent: object) -> str:
    """Return the hash of a client's data; keyed, so that nobody can try names or reasons on a copy of the database."""
    return hmac.digest(_derive_key(settings.BOOK_KEY), _encode(sent).encode(), "sha256").hex()


@lru_cache(maxsize=8)
def _derive_key(secret: str) -> bytes:
    """Return the key that django.utils.crypto.salted_hmac derives from the secret; cached."""
    return hashlib.sha256(f"scoring.digests{secret}".encode()).digest()


def is_key(key: str) -> bool:
    """Return whether a write may have this key."""
    return bool(_KEY.fullmatch(key))
