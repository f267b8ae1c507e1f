"""Damaged copies of files: each member, and the whole, with bits turned over, cut off, repeated, encoded otherwise."""

import io
import re
import struct
import zipfile
from collections.abc import Iterator
from random import Random

ENCODINGS = ("rot13", "base64", "x-none", "idna", "utf-7", "utf-16", "utf-8", "ascii")  # that XML may name
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 99)
_DECLARATION = re.compile(rb"^\s*<\?xml[^>]*\?>")


def iter_damages(content: bytes, chance: Random, times: int) -> Iterator[tuple[str, bytes | dict[str, bytes]]]:
    """Damaged copies of a file, or their members; each with what was done; `times`: of what chance decides."""
    yield from iter_changes(content, chance, times)
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return
    with zipfile.ZipFile(io.BytesIO(content)) as container:
        members = {name: container.read(name) for name in container.namelist()}
        places = {info.filename: (info.header_offset, info.compress_size) for info in container.infolist()}
    for name, member in members.items():
        for what, changed in [*iter_changes(member, chance, 1), *_iter_declared(member)]:
            yield f"{name}: {what}", members | {name: changed}
        yield f"{name} is missing", {other: text for other, text in members.items() if other != name}
        yield f"{name} without its ending", {key.removesuffix(".xml"): members[key] for key in members}
        yield from ((f"{name}: {what}", changed) for what, changed in _iter_torn(content, name, *places[name]))


def iter_changes(content: bytes, chance: Random, times: int) -> Iterator[tuple[str, bytes]]:
    """Damaged copies of some bytes."""
    yield "empty", b""
    for _ in range(times):
        start, length = chance.randrange(len(content) + 1), chance.choice((1, 2, 7, 400))
        begin, rest = content[:start], content[start + length :]
        yield (
            f"bits at {start}",
            begin + bytes(byte ^ (1 << chance.randrange(8)) for byte in content[start:][:length]) + rest,
        )
        yield f"{length} times FF at {start}", begin + b"\xff" * length + rest
        yield f"{length} zeros at {start}", begin + bytes(length) + rest
        yield f"cut at {start}", begin
        yield f"{length} bytes less at {start}", begin + rest
        yield f"{length} bytes again at {start}", begin + content[start:][:length] * 3 + rest
    yield "twice", content * 2
    text = content.decode("utf-8", "replace")
    for name in ("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "cp1252", "cp037"):
        yield name, text.encode(name, "replace")


def _iter_declared(content: bytes) -> Iterator[tuple[str, bytes]]:
    """A member that says of itself that it is encoded otherwise."""
    if content.lstrip().startswith(b"<"):
        for name in ENCODINGS:
            yield name, b'<?xml version="1.0" encoding="%b"?>' % name.encode() + _DECLARATION.sub(b"", content)


def _iter_torn(content: bytes, name: str, start: int, size: int) -> Iterator[tuple[str, bytes]]:
    """A member whose bytes as they are packed are damaged, or packed in another way than the directory says."""
    name_length, more = struct.unpack_from("<HH", content, start + 26)
    data = start + 30 + name_length + more
    for offset in sorted({0, size // 3, size // 2}):
        torn = bytearray(content)
        torn[data + offset : data + size] = b"\xff" * (size - offset)
        yield f"torn at {offset}", bytes(torn)
    entry = content.rindex(b"PK\x01\x02", 0, content.rindex(name.encode()))
    for method in METHODS:
        other = bytearray(content)
        struct.pack_into("<H", other, start + 8, method)
        struct.pack_into("<H", other, entry + 10, method)
        yield f"method {method}", bytes(other)
    for place, value in ((6, 255), (8, 0x800), (30, 0xFFFF), (24, 0x7FFF), (42, 0xFFFF)):
        other = bytearray(content)
        struct.pack_into("<H", other, entry + place, value)
        other[entry + 46] = 0xE4 if place == 8 else other[entry + 46]
        yield f"{value} at {place} of the directory", bytes(other)
