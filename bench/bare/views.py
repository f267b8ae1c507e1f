"""The bare views: nothing is read, checked or computed."""

import uuid

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse

from bench.bare.models import BareHand, BarePayout

AMOUNTS = (15, -5, -5, -5)
RECORD = '{"plays":[{"contract":"dreier","declarer":0,"points":"41/2"}],"forehand":0}'


def save(request: HttpRequest) -> JsonResponse:
    """Insert a hand and its four payouts."""
    with transaction.atomic():
        hand = BareHand.objects.create(table=1, number=1, key=str(uuid.uuid4()), record=RECORD)
        for seat, amount in enumerate(AMOUNTS):
            BarePayout.objects.create(hand=hand, seat=seat, amount=amount)
    return JsonResponse({"saved": True, "hand": hand.pk})


def answer_empty(request: HttpRequest) -> HttpResponse:
    """Answer; what that costs is the way through the middleware."""
    return HttpResponse("")
