"""The content of a page on its way: JSON, packed, named by its digest."""

import base64
import binascii
import hashlib
import json
import re
import zlib
from typing import NamedTuple

from tarockclub.server.style_parts import GROUPS
from tournaments.static_site.builder import LANGUAGES
from tournaments.static_site.markup import MarkupError, clean_markup

MOST_BYTES = 2_000_000  # of a page, unpacked
LONGEST_TITLE, LONGEST_PATH = 250, 200
PATH = r"^(?:[a-z0-9@_-][a-z0-9@._-]*/){0,9}[a-z0-9@_-][a-z0-9@._-]*\.html$"
DIGEST = r"^[0-9a-f]{64}$"
_PATH = re.compile(PATH)


class BadPiece(ValueError):  # noqa: N818 -- no error of the program, but an answer
    """Raised if a piece is no page."""


class PublishedPage(NamedTuple):
    """A page as it travels."""

    language: str
    title: str
    style: str
    main: str


class PackedPage(NamedTuple):
    """A page ready to be sent or stored."""

    digest: str
    content: bytes


def is_path(path: str) -> bool:
    """Tell whether a path names a page: simple names, no step up.

    >>> is_path("en/players/7.html"), is_path("../x.html"), is_path("a/../b.html"), is_path("a//b.html")
    (True, False, False, False)
    """
    return len(path) <= LONGEST_PATH and bool(_PATH.fullmatch(path)) and "\n" not in path


def pack_page(page: PublishedPage) -> PackedPage:
    """Return a page as it travels; the same page has always the same digest."""
    text = json.dumps(page._asdict(), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return PackedPage(hashlib.sha256(text).hexdigest(), zlib.compress(text, 6))


def unpack_page(content: bytes) -> PublishedPage:
    """Return a page that is stored."""
    return PublishedPage(**json.loads(zlib.decompress(content)))


def receive_piece(digest: str, sent: str) -> bytes:
    """Return what was sent for a digest, cleaned and packed; raise BadPiece if it is not that, or no page."""
    try:
        text = _unpack(base64.b64decode(sent, validate=True))
        said = json.loads(text.decode())
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError, RecursionError):
        raise BadPiece from None
    if hashlib.sha256(text).hexdigest() != digest or not isinstance(said, dict):
        raise BadPiece
    if set(said) != set(PublishedPage._fields) or not all(isinstance(value, str) for value in said.values()):
        raise BadPiece
    page = PublishedPage(**said)
    if page.language not in LANGUAGES or page.style not in GROUPS or len(page.title) > LONGEST_TITLE:
        raise BadPiece
    try:
        clean = page._replace(title=page.title.replace("\0", ""), main=clean_markup(page.main))
    except MarkupError:
        raise BadPiece from None
    return pack_page(clean).content


def _unpack(packed: bytes) -> bytes:
    """Return what was packed, unless it is too large: a few bytes may become gigabytes."""
    unpacking = zlib.decompressobj()
    text = unpacking.decompress(packed, MOST_BYTES)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise BadPiece
    return text
