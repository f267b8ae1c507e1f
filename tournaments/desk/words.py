"""What the desk says: what was done, what is open, what a correction would mean."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.acts import Kind
from tournaments.desk import pending
from tournaments.desk.pending import Pending

KINDS: dict[str, Promise] = {
    Kind.SEATED_LATE: _("seated late"),
    Kind.SUBSTITUTE: _("a substitute took over a seat"),
    Kind.START: _("the round was started"),
    Kind.PAUSE: _("pause"),
    Kind.RESUME: _("continues after the pause"),
    Kind.EXTEND: _("time was added or taken away"),
    Kind.HALT: _("the clock of the table was stopped"),
    Kind.GO_ON: _("the clock of the table continued"),
    Kind.TIME_UP: _("the time was ended"),
    Kind.CLOCK_SET: _("the new time of the computer was adopted"),
    Kind.HANDS: _("number of hands changed"),
    Kind.CALLED: _("the referee was called"),
    Kind.COUNTED: _("chips were counted"),
    Kind.DONE: _("the table was done"),
    Kind.REOPENED: _("the table was reopened"),
    Kind.BROKEN_UP: _("the table was ended early"),
    Kind.LATE_HAND: _("a late hand was decided"),
    Kind.TURN: _("the order of dealers was corrected"),
    Kind.END_TOTALS: _("final totals were entered"),
    Kind.CORRECTED: _("a correction was started after the table was done"),
    Kind.RULING: _("ruling"),
    Kind.UNDONE: _("undone"),
}

_OPEN: dict[str, Promise] = {
    pending.CALLED: _("The referee has been called and has not decided yet."),
    pending.DISPUTED: _("Disputed hands: %(number)s."),
    pending.LATE: _("Late hands for you to decide: %(number)s."),
    pending.HELD: _("Late hands for the players to decide: %(number)s."),
    pending.TIME_LEFT: _("The time of this table is not up."),
    pending.DOUBLES_LEFT: _("Still missing from the round with double stake: %(number)s."),
    pending.NO_HANDS: _("No hand was entered."),
    pending.NOT_COUNTED: _("The chips have not been counted, or they differ."),
    pending.NOT_CONFIRMED: _("Only one phone of the table has counted the chips; nobody has confirmed them."),
    pending.CHANGED: _("Something has just been entered there."),
    pending.HANDS_LEFT: _("Hands not played yet: %(number)s."),
    pending.TOO_MANY: _("There are more hands than are to be played: %(number)s. Check whether one was entered twice."),
}


def open_at(found: Iterable[Pending]) -> list[str]:
    """What is open, a sentence each."""
    return [str(_OPEN[one.code]) % {"number": one.number} for one in found]
