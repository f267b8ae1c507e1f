"""Lines out of a stream of bytes, as they come in: constant memory, and no waiting for more than there is."""

from collections.abc import Iterator
from typing import BinaryIO, Protocol

CHUNK = 1 << 16
LONGEST = 1 << 20  # bytes of a line; a longer one is no record
BOM = b"\xef\xbb\xbf"


class Stream(Protocol):
    """A stream that gives what it has, at most so many bytes (io.BufferedReader, io.BytesIO)."""

    def read1(self, size: int = -1, /) -> bytes: ...


def read_batches(stream: Stream | BinaryIO) -> Iterator[list[bytes]]:
    """The lines of a stream in the batches they arrive in; empty lines are skipped, endless ones cut.

    >>> import io
    >>> list(read_batches(io.BytesIO(b'{"a": 1}\\n\\n{"b": 2}')))
    [[b'{"a": 1}'], [b'{"b": 2}']]
    """
    rest, first = b"", True
    while chunk := stream.read1(CHUNK):  # type: ignore[union-attr]
        *lines, rest = (rest + chunk).split(b"\n")
        if first and [*lines, rest] != [b""]:
            lines, rest, first = _strip_bom(lines, rest)
        if len(rest) > LONGEST:
            rest = rest[: LONGEST + 1]  # no JSON any more, whatever follows
        if batch := [line[: LONGEST + 1] for line in lines if line.strip()]:
            yield batch
    if rest.strip():
        yield [rest]


def _strip_bom(lines: list[bytes], rest: bytes) -> tuple[list[bytes], bytes, bool]:
    """Some editors put a byte order mark in front of a file."""
    if lines:
        return [lines[0].removeprefix(BOM), *lines[1:]], rest, False
    return lines, rest.removeprefix(BOM), len(rest) < len(BOM)
