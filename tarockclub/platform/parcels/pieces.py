"""Pieces of something large on its way: each packed, and named by the digest of its content."""

import base64
import binascii
import hashlib
import zlib
from collections.abc import Iterator, Mapping
from typing import BinaryIO

PIECE_BYTES = 150_000
MESSAGE_BYTES = 2 * PIECE_BYTES  # of all contents in a message, unpacked
MOST_CONTENTS = 150  # in a message
LONGEST_TEXT = 202_000  # of a piece that cannot be packed any smaller, as Base64
DIGEST = r"^[0-9a-f]{64}$"


class BadPiece(ValueError):  # noqa: N818 -- no error of the program, but an answer
    """Raised for a piece that is not what its digest says, or too large."""


def compute_digest(content: bytes) -> str:
    """Return the name of a piece."""
    return hashlib.sha256(content).hexdigest()


def iter_pieces(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the content of a file, piece by piece."""
    return iter(lambda: stream.read(PIECE_BYTES), b"")


def pack_content(content: bytes) -> str:
    """Return a piece as it travels."""
    return base64.b64encode(zlib.compress(content)).decode()


def unpack_contents(contents: Mapping[str, str]) -> dict[str, bytes]:
    """Return the pieces of a message by their digests; raise BadPiece if one is not that, or all are too much."""
    found: dict[str, bytes] = {}
    room = MESSAGE_BYTES
    for digest, text in contents.items():
        content = _unpack(text, min(room, PIECE_BYTES))
        if compute_digest(content) != digest:
            raise BadPiece
        found[digest] = content
        room -= len(content)
    return found


def _unpack(text: str, most: int) -> bytes:
    """Unpack at most so many bytes: a few may become gigabytes."""
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(base64.b64decode(text, validate=True), most + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise BadPiece from None
    if len(content) > most or not unpacking.eof or unpacking.unused_data:
        raise BadPiece
    return content
