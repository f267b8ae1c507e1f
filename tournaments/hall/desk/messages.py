"""The sentences of the desk: open points, the consequences of a correction."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.messages import register_sentences
from tournaments.hall.desk import pending
from tournaments.hall.desk.pending import Pending

_OPEN_POINTS: dict[str, Promise] = {
    pending.REFEREE_CALLED: _("The referee has been called and has not decided yet."),
    pending.HANDS_DISPUTED: _("Disputed hands: %(number)s."),
    pending.HANDS_LATE: _("Late hands for you to decide: %(number)s."),
    pending.HANDS_HELD: _("Late hands for the players to decide: %(number)s."),
    pending.TIME_LEFT: _("The time of this table is not up."),
    pending.DOUBLES_LEFT: _("Still missing from the round with double stake: %(number)s."),
    pending.NO_HANDS: _("No hand was entered."),
    pending.NOT_COUNTED: _("The chips have not been counted, or they differ."),
    pending.NOT_CONFIRMED: _("Only one phone of the table has counted the chips; nobody has confirmed them."),
    pending.TABLE_CHANGED: _("Something has just been entered there."),
    pending.HANDS_LEFT: _("Hands not played yet: %(number)s."),
    pending.TOO_MANY: _("There are more hands than are to be played: %(number)s. Check whether one was entered twice."),
}


def format_pending(reasons: Iterable[Pending]) -> list[str]:
    """Return the open points, a sentence each."""
    return [str(_OPEN_POINTS[point.code]) % {"number": point.number} for point in reasons]


register_sentences(
    {"must_confirm": "%(pending)s"}, name_facts=lambda facts: {"pending": "; ".join(format_pending(facts["pending"]))}
)
