"""Waiting hands as text, printed as phones print them."""

import zlib
from urllib.parse import quote

from scoring.table.waiting_hands.services import WaitingHand

NAMED_BY_A_SIGN = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "_.~"})  # which quote() leaves as they are


def encode_plain(text: str) -> str:
    """Any text, in signs that mean nothing else."""
    return quote(text, safe="").translate(NAMED_BY_A_SIGN)


def add_check(said: str) -> str:
    """A line with its check at the end."""
    return f"{said}/{zlib.crc32(said.encode()):08x}"


def encode_hand(hand: WaitingHand) -> str:
    """The line of a hand."""
    seats = ",".join(str(seat) for seat in hand.seats)
    fields = ",".join(f"{encode_plain(name)}={encode_plain(value)}" for name, value in hand.fields.items())
    parts = [
        hand.slug.hex,
        encode_plain(hand.key),
        encode_plain(hand.previous),
        seats,
        str(hand.number),
        f"{hand.entry_time:%Y%m%dT%H%M%SZ}",
    ]
    return add_check("/".join(["TAROCK1", *parts, fields]))


def build_text(*hands: WaitingHand) -> str:
    """The text of some hands."""
    return "\n".join(encode_hand(hand) for hand in hands)
