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
    Kind.RESUME: _("goes on after the pause"),
    Kind.EXTEND: _("time was given or taken"),
    Kind.HALT: _("the clock of the table was halted"),
    Kind.GO_ON: _("the clock of the table went on"),
    Kind.TIME_UP: _("the time was ended"),
    Kind.CLOCK_SET: _("the new time of the computer was taken over"),
    Kind.HANDS: _("so many hands are played"),
    Kind.CALLED: _("the referee was called"),
    Kind.COUNTED: _("chips were counted"),
    Kind.DONE: _("the table was done"),
    Kind.REOPENED: _("the table was opened again"),
    Kind.BROKEN_UP: _("the table was ended early"),
    Kind.LATE_HAND: _("it was decided about a late hand"),
    Kind.TURN: _("who dealt was put right"),
    Kind.END_TOTALS: _("end totals were entered"),
    Kind.CORRECTED: _("a correction was begun after the table was done"),
    Kind.RULING: _("ruling"),
    Kind.UNDONE: _("taken back"),
}

_OPEN: dict[str, Promise] = {
    pending.CALLED: _("The referee was called and has not decided yet."),
    pending.DISPUTED: _("Disputed hands: %(number)s."),
    pending.LATE: _("Late hands about which you decide: %(number)s."),
    pending.HELD: _("Hands that came late and about which the players decide: %(number)s."),
    pending.TIME_LEFT: _("The time of this table is not up."),
    pending.DOUBLES_LEFT: _("Of the round with double stake are missing: %(number)s."),
    pending.NO_HANDS: _("No hand was entered."),
    pending.NOT_COUNTED: _("The chips are not counted, or they differ."),
    pending.NOT_CONFIRMED: _("One phone of the table says what the chips are, nobody has confirmed it."),
    pending.CHANGED: _("Something was entered there just now."),
    pending.HANDS_LEFT: _("Hands that are not played yet: %(number)s."),
    pending.TOO_MANY: _("More hands stand there than are played: %(number)s. Look whether one was entered twice."),
}


def open_at(found: Iterable[Pending]) -> list[str]:
    """What is open, a sentence each."""
    return [str(_OPEN[one.code]) % {"number": one.number} for one in found]
