"""The page that copies a tournament to other days."""

import uuid
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import localdate

from scoring.book.access.permissions import find_actor
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tournaments.around.planning.days import SINGLE
from tournaments.around.planning.forms import CopyForm
from tournaments.around.planning.services import copy_to_days
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.hall.setup.next_names import count_on
from tournaments.models import Tournament


def handle_copy(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the form; POST shows the days of a series, then makes the tournaments."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if not find_rights(request).has_for_club(Right.DIRECT):  # a director of this tournament alone makes no others
        raise PermissionDenied
    if request.method != "POST":
        initial = {
            "key": view_helpers.create_key(),
            "name": count_on(tournament.name),
            "day": localdate(now()),
            "rhythm": SINGLE,
            "prizes": True,
            "walls": True,
        }
        return _render_page(request, tournament, CopyForm(initial=initial, club=tournament.club_id))
    form = CopyForm(request.POST, club=tournament.club_id)
    if not form.is_valid():
        return _render_page(request, tournament, form, status=400)
    content = form.cleaned_data
    if content["rhythm"] != SINGLE and not content["make"]:
        return _render_page(request, tournament, form, days=form.list_days())
    days = [content["day"]] if content["rhythm"] == SINGLE else content["days"]
    try:
        copies = copy_to_days(
            tournament, content["key"], content["name"], days, form.build_parts(), find_actor(request)
        )
    except ActionRefused as refused:
        shown = {**view_helpers.format_problem(refused), "days": form.list_days()}
        return _render_page(request, tournament, form, status=409, **shown)
    return redirect("tournament", slug=copies[0].slug) if len(copies) == 1 else redirect("tournaments")


def _render_page(
    request: HttpRequest, tournament: Tournament, form: CopyForm, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"tournament": tournament, "form": form, **more}
    return view_helpers.render_page(request, "tournaments/around/planning/copy.html", context, status)
