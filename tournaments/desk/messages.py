"""What the desk says: what is open, what a correction would mean."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.desk import pending
from tournaments.desk.pending import Pending

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
