"""The page on which the director names who takes a seat in the middle of a round."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.views import who
from tarockclub.access import director_only
from tarockclub.models import NAME_LENGTH
from tarockclub.names import cleaned
from tournaments import pages
from tournaments.acts import Refused
from tournaments.people import telling
from tournaments.people.entering import Newcomer
from tournaments.people.selectors import offered
from tournaments.people.substituting import substitute, who_sits
from tournaments.selectors import round_at, table_at


@require_http_methods(["GET", "HEAD", "POST"])
@director_only
def substitute_page(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Who goes, who comes."""
    tournament = pages.own(request, slug)
    here = table_at(round_at(slug, number), table)
    context = {
        "tournament": tournament,
        "round": here.round,
        "table": here,
        "sits": who_sits(here.game_table),
        "offered": offered(tournament),
    }
    if request.method != "POST":
        return pages.page(request, "people/substitute", context)
    name = cleaned(request.POST.get("name", ""))
    context |= {"typed": name[:NAME_LENGTH], "chosen": request.POST.get("place", "")}
    if not name or len(name) > NAME_LENGTH:
        return pages.page(request, "people/substitute", {**context, "problem": telling.no_name(name)}, 400)
    place = pages.ids_in([request.POST.get("place", "")])
    try:
        substitute(here, pages.key_in(request), place[0] if place else -1, Newcomer(name), who(request))
    except Refused as refused:
        return pages.page(request, "people/substitute", {**context, **pages.problem_of(refused)}, 409)
    return redirect(f"{reverse('desk_table', args=[slug, number, table])}?saved=1")
