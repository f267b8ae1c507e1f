"""The players' opinions of a hand, from phones other than the one that entered it: it is right, or it is disputed.

An opinion counts for the amounts that it was given for. So a hand that is corrected to other amounts can be marked
again, and one that gets its old amounts back also gets back their marks.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

MARK_FITS, MARK_DISPUTED, MARK_SETTLED = "fits", "disputed", "settled"
PaidAmounts = tuple[int, ...]  # sixths: the money of the six places, then the written score


class Opinion(NamedTuple):
    """A player's mark on a line of the book."""

    id: int  # later ones are larger
    line: int
    kind: str  # MARK_FITS, MARK_DISPUTED or MARK_SETTLED
    place: int  # of the player who gave it
    device: str
    paid: PaidAmounts | None  # the amounts of the line at that time; None: it was struck
    at: datetime
    person: str = ""  # the name of a logged-in person


class Verdict(NamedTuple):
    """The marks on a line that count."""

    fits: tuple[Opinion, ...] = ()
    disputed: tuple[Opinion, ...] = ()

    def find_mark(self, device: str) -> Opinion | None:
        """Return a device's present mark on the line; None without one."""
        return next((fit for fit in (*self.fits, *self.disputed) if device and fit.device == device), None)


NO_VERDICT = Verdict()


def compute_verdict(paid: PaidAmounts | None, opinions: Iterable[Opinion]) -> Verdict:
    """Return the marks that count for a line with these amounts; `opinions`: of this line, in the order of entry.

    Of each device the last mark counts. "Settled" ends all disputes before it, from any device.
    """
    latest: dict[str, Opinion] = {}
    for opinion in opinions:
        if paid is None or opinion.paid != paid:
            continue
        if opinion.kind == MARK_SETTLED:
            latest = {device: other for device, other in latest.items() if other.kind == MARK_FITS}
        else:
            latest.pop(opinion.device, None)
            latest[opinion.device] = opinion
    return Verdict(
        *(tuple(opinion for opinion in latest.values() if opinion.kind == kind) for kind in (MARK_FITS, MARK_DISPUTED))
    )
