"""What fees come to: paid and still due."""

from typing import NamedTuple

from django.db.models import Count, Q, QuerySet, Sum
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Presence

# The fee of a round is owed by everybody who has entered it, until it is paid or the staff has decided otherwise: also
# by a no-show and by a player who has withdrawn since. Whoever waits for a seat owes nothing; nobody owes anything in a
# round that was given up.
GIVEN_UP = Q(round__closed__isnull=False, round__started=None)
OWES = Q(paid=0, debt=Presence.Debt.OPEN) & ~Q(state=Presence.State.WAITS) & ~GIVEN_UP
DEBTS: dict[str, Promise] = {
    Presence.Debt.WAIVED: _("entry fee waived"),
    Presence.Debt.MOVED: _("somebody else pays the entry fee"),
    Presence.Debt.SEAT: _("the entry fee of the seat is paid"),
}


def debt_text(presence: Presence) -> str:
    """What was decided about a fee that is not paid, in words; "" where nothing was."""
    return "" if presence.paid else str(DEBTS.get(presence.debt, ""))


class Fees(NamedTuple):
    """What the fees of a round, or of all, come to; cents."""

    entered: int
    payers: int
    paid: int
    due: int


def fees_of(presences: QuerySet[Presence], fee: int) -> Fees:
    """The fees of these presences: how many have entered and paid, what was paid, what is still due."""
    sums = presences.aggregate(
        entered=Count("pk"), payers=Count("pk", filter=Q(paid__gt=0)), total=Sum("paid"), owing=Count("pk", filter=OWES)
    )
    return Fees(sums["entered"], sums["payers"], sums["total"] or 0, sums["owing"] * fee)


def debtors_in(presences: QuerySet[Presence]) -> set[tuple[int, int]]:
    """Who owes the fee of which round: (entrant's id, number of the round)."""
    return set(presences.filter(OWES).values_list("entrant", "round__number"))
