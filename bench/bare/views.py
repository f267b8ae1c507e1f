"""The bare view: nothing is read, checked or worked out."""

from django.db import transaction
from django.http import HttpRequest, JsonResponse

from bench.bare.models import BareHand, BarePayout

AMOUNTS = (15, -5, -5, -5)


def save(request: HttpRequest) -> JsonResponse:
    """Insert a hand and its four payouts."""
    with transaction.atomic():
        hand = BareHand.objects.create(table=1, number=1, record='{"plays":[]}')
        for seat, amount in enumerate(AMOUNTS):
            BarePayout.objects.create(hand=hand, seat=seat, amount=amount)
    return JsonResponse({"saved": True, "hand": hand.pk})
