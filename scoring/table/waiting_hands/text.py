"""Waiting hands as text, one line each, even if altered by a messenger (docs/dev/waiting-text.md)."""

import re
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import unquote
from uuid import UUID

from scoring.engine.hand.record import SEATS

# A line has no other characters: all others were added on the way (line breaks, quotation marks, soft hyphens).
_NOT_OF_A_LINE = re.compile(r"[^A-Za-z0-9%,=/-]+")
MARK = re.compile(r"TAROCK(\d+)/")
_LINE = re.compile(
    r"(?P<said>TAROCK1/(?P<slug>[0-9a-f]{32})/(?P<key>[^/,=]+)/(?P<previous>[^/,=]*)/(?P<seats>[0-9,]+)"
    r"/(?P<number>[0-9]{1,9})/(?P<at>[0-9]{8}T[0-9]{6}Z)/(?P<fields>[^/]*))/(?P<check>[0-9a-f]{8})"
)
_TIME = "%Y%m%dT%H%M%SZ"
_SEATS = re.compile(rf"[0-9]{{1,18}}(?:,[0-9]{{1,18}}){{{2 * len(SEATS)}}}")
EXCERPT = 60
DAMAGED_LINE, NEWER_PROGRAM = "damaged", "newer"


class WaitingHand(NamedTuple):
    """A hand as it waits on a phone."""

    slug: UUID  # of its table
    key: str
    previous: str  # key of the deal it follows
    seats: tuple[int, ...]  # four places, the forehand's, and their sittings
    number: int  # by the phone's count
    at: datetime  # time of entry, by the phone's clock
    fields: dict[str, str]  # the filled fields of the entry form


class UnreadableHands(NamedTuple):
    """The beginning of a line that cannot be read, and the reason."""

    text: str
    why: str  # DAMAGED, NEWER


def read_hands(text: str) -> Iterator[WaitingHand | UnreadableHands]:
    """Yield the hands in a text, in its order, including repetitions."""
    whole, position = _NOT_OF_A_LINE.sub("", text), 0
    while (mark := MARK.search(whole, position)) is not None:
        line = _LINE.match(whole, mark.start())
        hand = _parse_hand(line) if line is not None else None
        if line is None or hand is None:  # the next hand may begin within the rest of this one
            position = mark.end()
            beginning = MARK.split(whole[position : position + EXCERPT], maxsplit=1)[0]
            yield UnreadableHands(mark[0] + beginning, DAMAGED_LINE if mark[1] == "1" else NEWER_PROGRAM)
        else:
            position = line.end()
            yield hand


def _parse_hand(line: re.Match[str]) -> WaitingHand | None:
    """Return the hand of a line; None if the text was altered."""
    if zlib.crc32(line["said"].encode()) != int(line["check"], 16) or not _SEATS.fullmatch(line["seats"]):
        return None
    try:
        return WaitingHand(
            slug=UUID(line["slug"]),
            key=_decode_text(line["key"]),
            previous=_decode_text(line["previous"]),
            seats=tuple(int(word) for word in line["seats"].split(",")),
            number=int(line["number"]),
            at=datetime.strptime(line["at"], _TIME).replace(tzinfo=UTC),
            fields=_parse_fields(line["fields"]),
        )
    except ValueError:
        return None


def _parse_fields(text: str) -> dict[str, str]:
    pairs = [word.split("=") for word in text.split(",")] if text else []
    return {_decode_text(name): _decode_text(value) for name, value in pairs}


def _decode_text(text: str) -> str:
    return unquote(text, errors="strict")
