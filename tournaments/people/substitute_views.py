"""The page on which the director names who takes a seat in the middle of a round, or comes back to it."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.table.views import who
from tarockclub.accounts.permissions import director_only
from tarockclub.models import NAME_LENGTH
from tarockclub.text import cleaned
from tournaments import view_helpers
from tournaments.acts import Kind, Refused
from tournaments.entrants.selectors import offered
from tournaments.entrants.services import Newcomer
from tournaments.entrants.substitutes import list_former_holders, substitute, who_sits
from tournaments.models import Act, RoundTable
from tournaments.name_lists import messages
from tournaments.selectors import round_at, table_at


@require_http_methods(["GET", "HEAD", "POST"])
@director_only
def substitute_page(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Who goes, who comes; a name that is like somebody's is asked about before anybody new takes part."""
    view_helpers.own(request, slug)
    here = table_at(round_at(slug, number), table)
    if request.method != "POST":
        return _page(request, here)
    name, key = cleaned(request.POST.get("name", "")), view_helpers.key_in(request)
    context = {"typed": name[:NAME_LENGTH], "chosen": request.POST.get("place", "")}
    if not name or len(name) > NAME_LENGTH:
        return _page(request, here, {**context, "problem": messages.no_name(name)}, 400)
    place = view_helpers.ids_in([request.POST.get("place", "")])
    person = next(iter(view_helpers.ids_in([request.POST.get("person", "")])), None)
    newcomer = Newcomer(name, person=person, new="new" in request.POST)
    try:
        substitute(here, key, place[0] if place else -1, newcomer, who(request))
    except Refused as refused:
        if refused.code != "alike":
            return _page(request, here, {**context, **view_helpers.problem_of(refused)}, 409)
        others = [(one, messages.WHYS[one.why]) for one in refused.params["question"].others]
        return _page(request, here, {**context, "question": {"name": name, "others": others}})
    return redirect(f"{reverse('desk_table', args=[slug, number, table])}?saved=1")


def _page(
    request: HttpRequest, here: RoundTable, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    tournament, game = here.round.tournament, here.game_table
    sits = who_sits(game)
    names = {one.place: one.name for one in sits}
    done = Act.objects.filter(table=here, kind=Kind.SUBSTITUTE, undone_by=None).order_by("-sequence")
    context = {
        "tournament": tournament,
        "round": here.round,
        "table": here,
        "sits": sits,
        "back": [(one, names[one.place]) for one in list_former_holders(game)],
        "last": done.first(),
        "offered": offered(tournament),
    }
    return view_helpers.page(request, "people/substitute", {**context, **(more or {})}, status)
