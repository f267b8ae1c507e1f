"""The changes since a backup, in one file beside it: pages of SQLite's file, appended within seconds of each hand.

The file begins with the digest of the backup's data. Then come frames: the pages that differ from all before, as of one
moment, checked by a digest chained to the frame before. Whatever is cut off or torn at the end was no complete frame
and is left out, so at every byte the file brings the book to a moment of its own.
"""

import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

from tarockclub.office.backups.container import open_private, put_in_place, sync_to_disk
from tarockclub.office.backups.encryption import open_sealed, seal

SUFFIX = ".changes"
LARGEST_BOOK = 128 << 20  # bytes; of a larger one, comparing all pages would take seconds and much memory
HEAD = b"tarockclub-changes 1\n"
DIGEST_BYTES = 32
_FACTS = struct.Struct(
    ">QIIII"
)  # microseconds since 1970; pages of the book, their size, changed ones; bytes that follow
_NUMBER = struct.Struct(">I")
_SINCE = datetime(1970, 1, 1, tzinfo=UTC)
_SMALLEST_PAGE, _LARGEST_PAGE = 512, 65536


class Frame(NamedTuple):
    """The pages that had changed at a moment."""

    moment: datetime
    pages: int  # of the whole book
    size: int  # of a page
    changed: dict[int, bytes]  # by number, from 0


class ChangesFile:
    """The changes since one backup, as they are written; `digests` are of the pages that the file leads to."""

    def __init__(self, file: Path, digest: str, digests: list[bytes]) -> None:
        self.file = file
        self._digests = digests
        self._begin = HEAD + digest.encode("ascii") + b"\n"
        self._chain = sha256(self._begin).digest()
        self.length = self.first_length = 0

    def begin(self, part: Path, image: bytes, moment: datetime) -> None:
        """Write the file anew, with a single frame: as a whole, or the old one stays."""
        frame = self._build_frame(image, moment)
        try:
            part.unlink(missing_ok=True)
            with open_private(part) as stream:
                stream.write(self._begin + frame)
                sync_to_disk(stream)
            put_in_place(part, self.file)
        finally:
            part.unlink(missing_ok=True)
        self.length = self.first_length = len(self._begin) + len(frame)

    def append(self, image: bytes, moment: datetime) -> None:
        """Append a frame if anything differs, and make sure that it is on the disk."""
        frame = self._build_frame(image, moment)
        if not frame:
            return
        with self.file.open("r+b") as stream:
            stream.truncate(self.length)
            stream.seek(self.length)
            stream.write(frame)
            sync_to_disk(stream)
        self.length += len(frame)

    def _build_frame(self, image: bytes, moment: datetime) -> bytes:
        """Return the frame to this image of the book; b"": nothing differs from the frames before."""
        size = read_page_size(image)
        digests, changed = hash_pages(image, size), []
        for number, digest in enumerate(digests):
            if number >= len(self._digests) or self._digests[number] != digest:
                changed.append(_NUMBER.pack(number) + image[number * size : (number + 1) * size])
        if not changed and self.length and len(digests) == len(self._digests):
            return b""
        content = seal(zlib.compress(b"".join(changed), 1))
        microseconds = (moment - _SINCE) // timedelta(microseconds=1)
        facts = _FACTS.pack(microseconds, len(digests), size, len(changed), len(content))
        self._chain = sha256(self._chain + facts + content).digest()
        self._digests = digests
        return facts + self._chain + content


def read_page_size(image: bytes) -> int:
    """Return the size of the pages, as SQLite's header has it."""
    size = int.from_bytes(image[16:18], "big")
    return _LARGEST_PAGE if size == 1 else size


def hash_pages(image: bytes, size: int) -> list[bytes]:
    """Return a digest of each page."""
    view = memoryview(image)
    return [sha256(view[start : start + size]).digest() for start in range(0, len(image), size)]


def apply_changes(data: Path, changes: Path, digest: str, keys: Sequence[str] = ()) -> datetime | None:
    """Bring the data of a backup to the last complete frame; return its moment; None: there is none for these data.

    `keys`: of those that are encrypted.
    """
    moment = None
    with changes.open("rb") as stream, data.open("r+b") as book:
        size = read_page_size(book.read(18))
        for frame in _read_frames(stream, digest, keys):
            if frame.size != size:
                break
            for number, page in frame.changed.items():
                book.seek(number * size)
                book.write(page)
            book.truncate(frame.pages * size)
            moment = frame.moment
        sync_to_disk(book)
    return moment


def find_last_moment(changes: Path) -> datetime | None:
    """Return the moment of the last frame, by a look at the facts alone."""
    moment = None
    try:
        with changes.open("rb") as stream:
            end = stream.seek(0, os.SEEK_END)
            stream.seek(len(HEAD) + 2 * DIGEST_BYTES + 1)
            while len(facts := stream.read(_FACTS.size)) == _FACTS.size:
                microseconds, *_pages, length = _FACTS.unpack(facts)
                if stream.seek(DIGEST_BYTES + length, os.SEEK_CUR) > end:
                    break
                moment = _SINCE + timedelta(microseconds=microseconds)
    except (OSError, OverflowError):
        return None
    return moment


def _read_frames(stream: IO[bytes], digest: str, keys: Sequence[str]) -> Iterator[Frame]:
    """Yield the complete frames for a backup with this digest."""
    begin = HEAD + digest.encode("ascii", "replace") + b"\n"
    if stream.read(len(begin)) != begin:
        return
    chain, end = sha256(begin).digest(), os.fstat(stream.fileno()).st_size
    while len(facts := stream.read(_FACTS.size)) == _FACTS.size:
        microseconds, pages, size, count, length = _FACTS.unpack(facts)
        written, content = stream.read(DIGEST_BYTES), stream.read(min(length, end))
        chain = sha256(chain + facts + content).digest()
        if chain != written or not _SMALLEST_PAGE <= size <= _LARGEST_PAGE or not 0 < pages * size <= 2 * LARGEST_BOOK:
            return
        changed = _unpack(open_sealed(content, keys), count, size)
        if changed is None or any(number >= pages for number in changed):
            return
        yield Frame(_SINCE + timedelta(microseconds=microseconds), pages, size, changed)


def _unpack(content: bytes, count: int, size: int) -> dict[int, bytes] | None:
    """Return the pages of a frame; None if they are not as many as it says."""
    row = _NUMBER.size + size
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(content, count * row + 1)
    except zlib.error:
        return None
    if len(text) != count * row:
        return None
    starts = range(0, len(text), row)
    return {_NUMBER.unpack_from(text, start)[0]: text[start + _NUMBER.size : start + row] for start in starts}
