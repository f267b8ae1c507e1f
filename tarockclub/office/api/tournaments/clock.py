"""The clock of a round and of its tables: start, pause, minutes more or fewer, hands more or fewer, halt, the end."""

from tarockclub.office.api.tournaments.common import add_operations
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Keyed, Reason
from tournaments.hall.clock.actions import ACTIONS

part = Part("clock", "The clock of a round and of each of its tables.")


class ClockWithReason(Keyed):
    """A reason."""

    reason: Reason = ""


add_operations(part, *ACTIONS, with_reason=ClockWithReason)
