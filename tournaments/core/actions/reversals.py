"""The values of taking an act back: for each kind of act the check and the reversal."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.rights import Right
from tournaments.core.acts import ActionRefused
from tournaments.models import Act, Round, Tournament

UNDO_TIME = timedelta(minutes=10)  # the time in which one tap takes an act back


class UndoStep(NamedTuple):
    """An act that is being taken back, within the transaction of the new act."""

    tournament: Tournament  # its locked row
    act: Act
    key: str = ""
    who: Actor = ANONYMOUS
    reason: str = ""

    @property
    def round(self) -> Round:
        """The round of the act; raises ActionRefused("cannot_undo") if it has none."""
        if self.act.round is None:
            raise ActionRefused("cannot_undo")
        return self.act.round


Check = Callable[[UndoStep], None]  # raises ActionRefused if the act cannot be taken back; writes nothing
Reverse = Callable[[UndoStep], dict[str, Any]]  # writes, and returns the content of the new act


class Reversal(NamedTuple):
    """The check and the reversal of one kind of act."""

    check: Check
    reverse: Reverse
    later: bool = False  # also after ten minutes, with a reason
    right: Right = Right.DIRECT  # who may do an act may take it back
