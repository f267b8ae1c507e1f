"""The bare views: nothing is read, checked or computed."""

import uuid

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import engines

from bench.bare.models import BareHand, BarePayout

AMOUNTS = (15, -5, -5, -5)
RECORD = '{"plays":[{"contract":"dreier","declarer":0,"points":"41/2"}],"forehand":0}'


PAGE = engines["django"].from_string("""<!doctype html>
<html lang="de">
<head><meta charset="utf-8"><title>Score sheet</title></head>
<body>
<table>{% for hand in hands %}
  <tr class="{% if hand.won %}won{% else %}lost{% endif %}">
    <th scope="row"><a href="#hand{{ forloop.counter }}">{{ forloop.counter }}</a></th>
    <td>{{ hand.game }}</td>{% for amount in hand.amounts %}
    <td data-amount="{{ amount }}">{{ amount }}</td>{% endfor %}
  </tr>{% endfor %}
</table>
</body>
</html>
""")


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


def show_page(request: HttpRequest, length: int) -> HttpResponse:
    """Render a plain list of hands, so many bytes long."""
    hand = {"game": "Dreier: Anna", "won": True, "amounts": AMOUNTS}
    row = len(PAGE.render({"hands": [hand, hand]})) - len(PAGE.render({"hands": [hand]}))
    return HttpResponse(PAGE.render({"hands": [hand] * (length // row)}))
