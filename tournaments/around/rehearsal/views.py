"""The page of a rehearsal: one tap begins it, one ends it."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tarockclub.kit.form_fields import TextField
from tournaments.around.rehearsal.copying import begin_rehearsal
from tournaments.around.rehearsal.ending import end_rehearsal
from tournaments.around.rehearsal.jobs import send_robots
from tournaments.around.rehearsal.selectors import compute_end, find_rehearsal, list_expected_faults
from tournaments.core.acts import ActionRefused
from tournaments.core.forms import ActionForm
from tournaments.core.view_helpers import find_own_tournament, format_problem, get_director, render_page
from tournaments.models import Tournament

FIRST_ROUND = 1
END = "end"


class RehearsalForm(ActionForm):
    """A tap on the page of rehearsals; `rehearsal`: the one that ends (its address)."""

    what = TextField(longest=8)
    rehearsal = TextField(longest=36)


def handle_rehearsal(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show what a rehearsal is, or what its robots do; begin one of this tournament, or end it."""
    tournament = find_own_tournament(request, slug)
    if request.method != "POST":
        return _render(request, tournament)
    content, by = RehearsalForm(request.POST).parse(), get_director(request)
    if content["what"] == END:  # a second tap finds nothing to end, which is as it should be
        own = Tournament.everything.filter(rehearsal_of=tournament.rehearsal_of_id or tournament.pk)
        for rehearsal in own:
            if str(rehearsal.slug) == content["rehearsal"]:
                end_rehearsal(rehearsal, by)
        return redirect("tournament", slug=tournament.slug)
    try:
        rehearsal = begin_rehearsal(tournament, content["key"], by)
    except ActionRefused as refused:
        return _render(request, tournament, refused)
    if not send_robots(rehearsal):
        end_rehearsal(rehearsal, by)
        return _render(request, tournament, ActionRefused("robots_busy"))
    return redirect("desk", slug=rehearsal.slug, number=FIRST_ROUND)


def _render(request: HttpRequest, tournament: Tournament, refused: ActionRefused | None = None) -> HttpResponse:
    rehearsal = find_rehearsal(tournament.club_id) if tournament.counts else tournament
    context = {
        "tournament": tournament,
        "rehearsal": rehearsal,
        "ends": compute_end(rehearsal) if rehearsal is not None else None,
        "faults": list_expected_faults(rehearsal) if rehearsal is not None else (),
        **(format_problem(refused) if refused is not None else {}),
    }
    return render_page(
        request, "tournaments/around/rehearsal/rehearsal.html", context, 409 if refused is not None else 200
    )
