"""What fees come to: paid and still due."""

from typing import NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

from tournaments.models import Presence


class Fees(NamedTuple):
    """What the fees of a round, or of all, come to; cents."""

    entered: int
    payers: int
    paid: int
    due: int


def fees_of(presences: QuerySet[Presence], fee: int) -> Fees:
    """Who was there or is expected owes the fee; who has not come, or waits, owes nothing."""
    owes = Q(paid=0) & ~Q(state__in=(Presence.State.NO_SHOW, Presence.State.WAITS)) & Q(entrant__withdrawn=None)
    sums = presences.aggregate(
        entered=Count("pk"), payers=Count("pk", filter=Q(paid__gt=0)), total=Sum("paid"), owing=Count("pk", filter=owes)
    )
    return Fees(sums["entered"], sums["payers"], sums["total"] or 0, sums["owing"] * fee)
