"""Single bits that flip in the file of the book: SQLite or the proof sees them, or the book says what it said."""

import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.db import DatabaseError, connection

from scoring.book import audit
from tests.scoring.support.tables import dreier, new_table, nuller, play, rufer
from tests.scoring.support.tampering import full_book
from tests.support.databases import connect_to, connect_to_copy

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite, pytest.mark.usefixtures("fresh_database")]
FLIPS, FLIPS_OF_CONTROLS = 120, 50
HANDS = 30
SEED = 16
LEAST = 0.8  # of all flips that are seen (92 % of 800 were); the others lie where no row has anything
MOST_BY_SQLITE = 0.5  # without checksums it sees only what breaks its own order (22 % of them)
PROVEN = {"scoring_entry", "scoring_deal", "scoring_total", "scoring_sitting"}
MOMENT = re.compile(rb"\d{4}-\d\d-\d\d.\d\d:\d\d:\d\d.*", re.DOTALL)
Values = dict[tuple[str, int, str], object]  # by table, row and column


class BookFile(NamedTuple):
    """A file with some evenings, and where hands have written something."""

    content: bytes
    written: list[int]  # places of bytes
    values: Values


class Flip(NamedTuple):
    """The outcome of a flipped bit."""

    by_sqlite: bool
    by_proof: bool
    changed: set[tuple[str, str]]  # columns that say something else, where nobody sees it

    @property
    def is_silent(self) -> bool:
        """Return True if hands, lines or totals are others than they were, and nobody sees it."""
        return any(table in PROVEN for table, _column in self.changed)


@pytest.fixture(scope="module")
def book_file(django_db_setup, django_db_blocker, tmp_path_factory) -> BookFile:
    """An evening in which nearly everything happens, and one with plain hands."""
    folder = tmp_path_factory.mktemp("played")
    template = str(connection.settings_dict["NAME"])
    with django_db_blocker.unblock(), connect_to_copy(template, folder) as name:
        before = Path(name).read_bytes()
        full_book()
        table = new_table()
        for at in range(HANDS):
            assert play(table, (dreier, nuller, rufer)[at % 3](at % 4)).entry
        assert audit.verify() == []
        connection.close()
        values = values_in(Path(name))
        content = Path(name).read_bytes()
    return BookFile(content, [at for at, byte in enumerate(content) if before[at : at + 1] != bytes([byte])], values)


def values_in(file: Path) -> Values:
    """All that is in a database, as it lies there: what a flip has made of a date or a letter need be none."""
    found: Values = {}
    with closing(sqlite3.connect(file)) as book:
        tables = [name for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        book.text_factory = bytes
        for table in tables:
            rows = book.execute(f'SELECT rowid, * FROM "{table}"')
            columns = [column[0] for column in rows.description]
            for row in rows:
                found.update({(table, row[0], name): read(value) for name, value in zip(columns, row, strict=True)})
    return found


def read(value: object) -> object:
    """A value as the program reads it: a moment is the same with another sign between day and time."""
    if isinstance(value, bytes) and MOMENT.fullmatch(value):
        with suppress(ValueError):
            return datetime.fromisoformat(value.decode())
    return value


def flips(played: BookFile, count: int, folder: Path) -> Iterator[Flip]:
    """Turn over one bit at a time, in a copy."""
    chance, file = random.Random(SEED), folder / "flipped.sqlite3"
    for _ in range(count):
        content = bytearray(played.content)
        content[chance.choice(played.written)] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
        yield _looked_at(file, played.values)


def _looked_at(file: Path, values: Values) -> Flip:
    with connect_to(str(file)):
        by_sqlite, by_proof = not _is_whole(), not _is_proven()
    if by_sqlite or by_proof:
        return Flip(by_sqlite, by_proof, set())
    now = values_in(file)
    changed = {key for key in values.keys() | now.keys() if values.get(key) != now.get(key)}
    return Flip(by_sqlite, by_proof, {(table, column) for table, _row, column in changed})


def _is_whole() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            return bool(cursor.fetchall() == [("ok",)])
    except DatabaseError:
        return False


def _is_proven() -> bool:
    try:
        return not audit.verify()
    except (DatabaseError, ValueError, TypeError, KeyError):  # what cannot even be read ends the proof
        return False


def test_a_flipped_bit_is_seen_or_changes_no_hand_and_no_total(book_file, tmp_path):
    found = list(flips(book_file, FLIPS, tmp_path))
    assert [flip.changed for flip in found if flip.is_silent] == []
    assert sum(flip.by_sqlite or flip.by_proof for flip in found) >= LEAST * FLIPS
    assert sum(flip.by_sqlite for flip in found) <= MOST_BY_SQLITE * FLIPS


@pytest.mark.parametrize("skipped", ["check_chain", "_list_findings"])
def test_flips_are_silent_where_the_chain_or_the_whole_proof_is_skipped(book_file, tmp_path, monkeypatch, skipped):
    def nothing(ledger: Any) -> list[Any]:
        return []

    monkeypatch.setattr(audit, skipped, nothing)
    assert any(flip.is_silent for flip in flips(book_file, FLIPS_OF_CONTROLS, tmp_path))
