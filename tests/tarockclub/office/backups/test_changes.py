"""The changes beside a backup: at whatever byte they end, they bring the book to a moment of its own."""

import sqlite3
import struct
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarockclub.office.backups.changes import (
    HEAD,
    ChangesFile,
    apply_changes,
    find_last_moment,
    hash_pages,
    read_page_size,
)

SIZE = 512
BEGAN = datetime(2026, 1, 6, 19, 30, 5, 7, tzinfo=UTC)
HEADER = b"SQLite format 3\x00" + SIZE.to_bytes(2, "big")


def build_book(pages):
    """Bytes as of a database: the first page has a header."""
    content = b"".join(bytes([page]) * SIZE for page in pages)
    return HEADER + content[len(HEADER) :]


books = st.lists(st.integers(0, 3), min_size=1, max_size=6).map(build_book)


def write_changes(where, base, images):
    """Write the changes from a base through all images; return the file and its length after each frame."""
    file = where / "a.changes"
    changes = ChangesFile(file, sha256(base).hexdigest(), hash_pages(base, SIZE))
    lengths = []
    for number, image in enumerate(images):
        moment = BEGAN + timedelta(seconds=number)
        changes.begin(where / "part", image, moment) if number == 0 else changes.append(image, moment)
        lengths.append(changes.length)
    return file, lengths


def apply_to(where, base, file):
    """Apply changes to a copy of a base; return the copy then, and the moment."""
    data = where / "data"
    data.write_bytes(base)
    moment = apply_changes(data, file, sha256(base).hexdigest())
    return data.read_bytes(), moment


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(base=books, images=st.lists(books, min_size=1, max_size=5), cut=st.integers(0, 10_000), torn=st.booleans())
def test_cut_or_torn_anywhere_the_changes_lead_to_the_last_complete_frame(tmp_path, base, images, cut, torn):
    file, lengths = write_changes(tmp_path, base, images)
    content = bytearray(file.read_bytes())
    assert len(content) == lengths[-1]
    cut %= len(content) + 1
    if torn and cut < len(content):
        content[cut] ^= 1
    else:
        del content[cut:]
    file.write_bytes(content)
    complete = sum(length <= cut for length in lengths)
    expected = (images[complete - 1], BEGAN + timedelta(seconds=complete - 1)) if complete else (base, None)
    assert apply_to(tmp_path, base, file) == expected
    if not torn:
        assert find_last_moment(file) == expected[1]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=300), is_headed=st.booleans())
def test_whatever_else_is_there_leaves_the_backup_as_it_is(tmp_path, content, is_headed):
    base = build_book([1, 2])
    begin = HEAD + sha256(base).hexdigest().encode() + b"\n" if is_headed else b""
    (tmp_path / "a.changes").write_bytes(begin + content)
    assert apply_to(tmp_path, base, tmp_path / "a.changes") == (base, None)
    find_last_moment(tmp_path / "a.changes")


@pytest.mark.parametrize(
    ("pages", "size", "count"),
    [(0, 512, 0), (1 << 31, 65536, 0), (1, 0, 0), (1, 511, 0), (1, 1024, 0), (1, 512, 1), (1, 512, 1 << 31)],
)
def test_a_frame_made_up_by_somebody_fills_no_disk(tmp_path, pages, size, count):
    base = build_book([1])
    begin = HEAD + sha256(base).hexdigest().encode() + b"\n"
    facts = struct.pack(">QIIII", 0, pages, size, count, 4_000_000_000)
    for content in (b"", b"x" * 100):
        digest = sha256(sha256(begin).digest() + facts + content).digest()
        (tmp_path / "a.changes").write_bytes(begin + facts + digest + content)
        assert apply_to(tmp_path, base, tmp_path / "a.changes") == (base, None)


def test_the_changes_since_another_backup_are_not_taken(tmp_path):
    file, _lengths = write_changes(tmp_path, build_book([1]), [build_book([2])])
    other = build_book([3])
    assert apply_to(tmp_path, other, file) == (other, None)


def test_a_write_that_was_cut_off_is_written_over(tmp_path):
    base, images = build_book([1, 1]), [build_book([1, 2]), build_book([1, 2, 3])]
    file = tmp_path / "a.changes"
    changes = ChangesFile(file, sha256(base).hexdigest(), hash_pages(base, SIZE))
    changes.begin(tmp_path / "part", images[0], BEGAN)
    with file.open("ab") as stream:
        stream.write(b"half a frame of another run")
    changes.append(images[1], BEGAN)
    assert apply_to(tmp_path, base, file) == (images[1], BEGAN)


def test_the_largest_page_is_told_by_a_one():
    assert read_page_size(b"SQLite format 3\x00\x00\x01") == 65536


@pytest.mark.parametrize("mode", ["wal", "truncate"])
def test_a_real_book_is_whole_after_each_write(tmp_path, mode):
    from tarockclub.office.backups.sqlite import copy_book, read_image

    live = tmp_path / "live.sqlite3"
    with closing(sqlite3.connect(live, isolation_level=None)) as book:
        book.execute(f"PRAGMA journal_mode={mode}")
        book.execute("CREATE TABLE django_session (a)")
        book.execute("CREATE TABLE hand (a)")
        copy_book(live, tmp_path / "base")
        base = (tmp_path / "base").read_bytes()
        size = read_page_size(base)
        changes = ChangesFile(tmp_path / "a.changes", sha256(base).hexdigest(), hash_pages(base, size))
        changes.begin(tmp_path / "part", read_image(live), BEGAN)
        for number in range(20):
            book.execute("INSERT INTO hand VALUES (?)", ("hand" * 200 * number,))
            book.execute("INSERT INTO django_session VALUES ('a-secret-session')")
            if number == 15:
                book.execute("DELETE FROM hand WHERE rowid < 10")
                book.execute("VACUUM")
            changes.append(read_image(live), BEGAN)
            (tmp_path / "data").write_bytes(base)
            apply_changes(tmp_path / "data", changes.file, sha256(base).hexdigest())
            with closing(sqlite3.connect(tmp_path / "data")) as copied:
                assert copied.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                assert copied.execute("SELECT a FROM hand").fetchall() == book.execute("SELECT a FROM hand").fetchall()
                assert copied.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
            assert b"a-secret-session" not in (tmp_path / "data").read_bytes()
