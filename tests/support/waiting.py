"""Waiting hands as text, printed as phones print them."""

import zlib
from urllib.parse import quote

from scoring.waiting_hands.text import WaitingHand

NAMED_BY_A_SIGN = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "_.~"})  # which quote() leaves as they are


def plain(text: str) -> str:
    """Any text, in signs that mean nothing else."""
    return quote(text, safe="").translate(NAMED_BY_A_SIGN)


def checked(said: str) -> str:
    """A line with its check at the end."""
    return f"{said}/{zlib.crc32(said.encode()):08x}"


def line_of(hand: WaitingHand) -> str:
    """The line of a hand."""
    seats = ",".join(str(one) for one in hand.seats)
    fields = ",".join(f"{plain(name)}={plain(value)}" for name, value in hand.fields.items())
    parts = [hand.slug.hex, plain(hand.key), plain(hand.previous), seats, str(hand.number), f"{hand.at:%Y%m%dT%H%M%SZ}"]
    return checked("/".join(["TAROCK1", *parts, fields]))


def text_of(*hands: WaitingHand) -> str:
    """The text of some hands."""
    return "\n".join(line_of(hand) for hand in hands)
