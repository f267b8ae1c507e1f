"""The seats of a deal: who plays on which, as forms and held hands say it."""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.engine.evening.course import Places
from scoring.engine.evening.state import Evening
from scoring.engine.hand.record import SEATS
from scoring.models import HeldHand
from tarockclub.kit.text import parse_whole


class DealSeats(NamedTuple):
    """The players on the four seats of a deal, and its forehand; as places."""

    active: Places
    forehand: int
    sittings: tuple[int, ...] | None = None  # ids, by seat; None: only the places are known

    @property
    def seat_of_forehand(self) -> int:
        """The forehand's seat."""
        return self.active.index(self.forehand) if self.forehand in self.active else 0

    def is_still(self, now: "DealSeats") -> bool:
        """Return True if a record for these seats refers to the same people now."""
        return self[:2] == now[:2] and self.sittings in (None, now.sittings)

    @property
    def people(self) -> frozenset[tuple[int, int]]:
        """The players by place and sitting, whatever their seats."""
        return frozenset(zip(self.active, self.sittings or (0,) * len(SEATS), strict=True))


def build_deal_seats(evening: Evening, sittings: Mapping[int, int]) -> DealSeats:
    """Return the seats of the next deal; `sittings`: ids by place."""
    return DealSeats(evening.active, evening.forehand, tuple(sittings.get(place, 0) for place in evening.active))


def encode_seats(dealt: DealSeats) -> str:
    """Return seats as a form sends them back: four places, the forehand's place, and the ids of the sittings."""
    return ",".join(str(sitting) for sitting in (*dealt.active, dealt.forehand, *(dealt.sittings or ())))


def parse_seats(text: str) -> DealSeats | None:
    """Return seats as encode_seats wrote them; None: the text is none."""
    parts = text.split(",")
    numbers = [number for part in parts if (number := parse_whole(part)) is not None]
    if not len(parts) == len(numbers) == 2 * len(SEATS) + 1:
        return None
    first, second, third, fourth, forehand, *sittings = numbers
    return DealSeats((first, second, third, fourth), forehand, tuple(sittings))


def decode_seats(hand: HeldHand) -> DealSeats:
    """Return the seats that the hand was entered for; ValueError if they are not readable."""
    dealt = parse_seats(hand.seats)
    if dealt is None:
        raise ValueError(hand.seats)
    return dealt
