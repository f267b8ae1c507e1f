"""What the players say of a hand, from phones other than the one that entered it: that it fits, or that it does not.

What is said counts for the amounts it was said of. So a hand that is corrected to other amounts is fit for a new look,
and one that gets its old amounts back has back what was said of them.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

MARK_FITS, MARK_DISPUTED, MARK_SETTLED = "fits", "disputed", "settled"
PaidAmounts = tuple[int, ...]  # sixths: the money of the six places, then the written score


class Opinion(NamedTuple):
    """What somebody said of a line of the book."""

    id: int  # later ones are larger
    line: int
    kind: str  # FITS, DISPUTED or SETTLED
    place: int  # of who said it
    device: str
    paid: PaidAmounts | None  # what the line paid when it was said; None: it was struck out
    at: datetime
    person: str = ""  # the name of somebody who was logged in


class Verdict(NamedTuple):
    """What counts of all that was said of a line."""

    fits: tuple[Opinion, ...] = ()
    disputed: tuple[Opinion, ...] = ()

    def of(self, device: str) -> Opinion | None:
        """What a device says of the line now."""
        return next((fit for fit in (*self.fits, *self.disputed) if device and fit.device == device), None)


NO_VERDICT = Verdict()


def compute_verdict(paid: PaidAmounts | None, opinions: Iterable[Opinion]) -> Verdict:
    """What counts of a line that pays these amounts now; `opinions`: of this line, in the order they were given.

    Of each device the last word counts. "Settled" ends the disputes before it, whoever says so.
    """
    said: dict[str, Opinion] = {}
    for opinion in opinions:
        if paid is None or opinion.paid != paid:
            continue
        if opinion.kind == MARK_SETTLED:
            said = {device: other for device, other in said.items() if other.kind == MARK_FITS}
        else:
            said.pop(opinion.device, None)
            said[opinion.device] = opinion
    return Verdict(*(tuple(one for one in said.values() if one.kind == kind) for kind in (MARK_FITS, MARK_DISPUTED)))
