"""The counting help as a page of its own: cards tapped, or typed where there is no script."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.engine.hand.counting import PACKS
from scoring.entry.counting import counting_page


@require_safe
def counting(request: HttpRequest) -> HttpResponse:
    """Count a pile of cards; nothing is kept."""
    asked = {name: values[-1] for name, values in request.GET.lists() if values}
    return render(request, "scoring/counting.html", {"counting": counting_page(asked), "packs": PACKS})
