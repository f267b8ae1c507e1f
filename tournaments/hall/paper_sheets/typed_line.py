"""A line of a paper sheet as a value, and the faults in a typed one."""

from typing import NamedTuple

from scoring.book.table_clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.engine.hand.record import HandRecord

HAND, VOID, REDEAL = "hand", "void", "redeal"
VOID_SIGN, REDEAL_SIGN = "0", "="
PHASE_SIGNS = {"#t": IN_TIME, "#p": IN_PLAY, "#d": DOUBLE}
WON_SIGN, LOST_SIGN, CONCEDED_SIGN = "+", "-", "x"
RESULTS = {WON_SIGN: "won", LOST_SIGN: "lost", CONCEDED_SIGN: "conceded"}
KONTRAS = {"k": 2, "r": 4, "s": 8, "h": 16}  # Kontra, Re, Sub, Hirsch
BUERGERMEISTER = "buergermeister"
ENDINGS = {"v": "losers", "j": "jungfrauen", "b": BUERGERMEISTER}  # Verlierer; of a Trischaken
SIDES = {"d": "declarer", "g": "defence"}
BESIDE_SIGN = "&"
TALON_SIGN, ALONE_SIGN = "t", "a"


class DealPlaces(NamedTuple):
    """The players of the deal that a line is about: the places of the four seats, and the forehand's seat."""

    active: tuple[int, int, int, int]
    forehand: int


class TypedLine(NamedTuple):
    """A line: a hand with its record (by seats), a void deal or a redeal."""

    kind: str = HAND
    record: HandRecord | None = None
    phase: str = IN_TIME


class Fault(NamedTuple):
    """A part that cannot be read; `token` is the typed text, `about` names its possible meanings."""

    code: str
    token: str = ""
    about: tuple[str, ...] = ()
