"""The values of taking an act back: each kind of act says what stands against it, and what is written."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from tarockclub.accounts.actors import ANONYMOUS, Actor
from tournaments.acts import ActionRefused
from tournaments.models import Act, Round, Tournament

UNDO_TIME = timedelta(minutes=10)  # so long one tap takes something back


class Step(NamedTuple):
    """An act that is being taken back, within the transaction of the one that says so."""

    tournament: Tournament  # its locked row
    act: Act
    key: str = ""
    who: Actor = ANONYMOUS
    reason: str = ""

    @property
    def round(self) -> Round:
        """The round that the act is about; Refused("cannot_undo") for one that is about none."""
        if self.act.round is None:
            raise ActionRefused("cannot_undo")
        return self.act.round


Check = Callable[[Step], None]  # raises Refused where something stands against it; writes nothing
Reverse = Callable[[Step], dict[str, Any]]  # writes, and returns what the act says


class Reversal(NamedTuple):
    """The check and the reversal of one kind of act."""

    check: Check
    reverse: Reverse
    later: bool = False  # also when the ten minutes are over, with a reason
    by_secretary: bool = False  # what a secretary may do, a secretary may take back
