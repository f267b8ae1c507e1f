"""Who sits on the four seats of a deal, and how that is written into a form."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.engine.evening.course import Places
from scoring.engine.evening.state import Evening
from scoring.engine.hand.record import SEATS

LONGEST_NUMBER = 19  # digits; no id is longer
PostedFields = Mapping[str, Any]


class DealSeats(NamedTuple):
    """Who sits on the four seats of a deal, and whose forehand it is; places."""

    active: Places
    forehand: int
    sittings: tuple[int, ...] | None = None  # ids, by seat; None: it is not said who sits at the places

    @property
    def seat_of_forehand(self) -> int:
        """The forehand's seat."""
        return self.active.index(self.forehand) if self.forehand in self.active else 0

    def is_still(self, now: "DealSeats") -> bool:
        """Whether a record for these seats means the same people now."""
        return self[:2] == now[:2] and self.sittings in (None, now.sittings)

    @property
    def people(self) -> frozenset[tuple[int, int]]:
        """Who plays, by place and sitting; wherever they sit at the table of four."""
        return frozenset(zip(self.active, self.sittings or (0,) * len(SEATS), strict=True))


def build_deal_seats(evening: Evening, sittings: Mapping[int, int]) -> DealSeats:
    """The seats of the next deal; `sittings`: ids by place."""
    return DealSeats(evening.active, evening.forehand, tuple(sittings.get(place, 0) for place in evening.active))


def encode_seats(dealt: DealSeats) -> str:
    """Seats as a form sends them back: four places and the forehand's, and whose sittings they are."""
    return ",".join(str(sitting) for sitting in (*dealt.active, dealt.forehand, *(dealt.sittings or ())))


def parse_seats(posted: PostedFields) -> DealSeats | None:
    """The seats that a form means, as `seats_text` wrote them; None: it says none."""
    given = str(posted.get("seats") or "").split(",")
    if len(given) != 2 * len(SEATS) + 1 or not all(is_short_number(one) for one in given):
        return None
    first, second, third, fourth, forehand, *sittings = (int(one) for one in given)
    return DealSeats((first, second, third, fourth), forehand, tuple(sittings))


def is_short_number(text: str) -> bool:
    """Whether a posted text is a number of usual size."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
