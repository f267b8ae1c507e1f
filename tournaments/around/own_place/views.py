"""The page of a player by the link of their registration or of their code, and the taps on it."""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.book.access.permissions import find_actor
from tarockclub.platform.accounts import rate_limits
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import hide_address
from tournaments.around.own_place.page import build_own_form, build_own_page
from tournaments.around.own_place.selectors import OwnPlace, find_place
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import find_tournament
from tournaments.models import Application
from tournaments.people.door.services import announce_oneself
from tournaments.people.entrants.own_codes import compute_code
from tournaments.people.registration import services
from tournaments.people.registration.actions import WithdrawApplication
from tournaments.people.registration.forms import ApplicationForm, OwnPlaceForm
from tournaments.people.registration.inviting import AnswerInvitation

CHANGES = 30  # of one registration by its own link, within a quarter of an hour


@never_cache
def handle_own_place(request: HttpRequest, slug: uuid.UUID, secret: str) -> HttpResponse:
    """Show a player's page by its link; POST says that they are there, changes their registration or withdraws it.

    Staff who scan the code are at the door.
    """
    tournament = find_tournament(slug)
    place = find_place(tournament, secret)
    if place is None:
        rate_limits.count_wrong_link(request, "own_place")
        raise Http404
    if request.method == "POST":
        return _handle_tap(request, place, secret)
    may_enter = find_rights(request).has_at(tournament.club_id, Right.ENTER)
    if place.application is None and place.entrant is not None and may_enter and tournament.ended is None:
        return redirect(
            f"{reverse('door', args=[slug])}?{urlencode({'q': compute_code(tournament, place.entrant.pk)})}"
        )
    return _render_place(request, place)


def forward_code(_request: HttpRequest, slug: uuid.UUID, number: int, secret: str) -> HttpResponse:
    """Forward the address that codes had before their page became that of the registration."""
    return redirect("own_place", slug=slug, secret=secret, permanent=True)


def _handle_tap(request: HttpRequest, place: OwnPlace, secret: str) -> HttpResponse:
    tap, form = OwnPlaceForm(request.POST).parse(), None
    try:
        if tap["here"]:
            if place.playing is None:
                raise ActionRefused("nobody_known")
            announce_oneself(place.playing)
        elif place.application is None:  # a code changes nothing
            return _render_place(request, place)
        elif tap["comes"]:
            answer = AnswerInvitation(application=place.application.pk, comes=True)
            answer.perform(place.tournament, tap["key"], find_actor(request))
        elif tap["withdraw"]:
            withdrawal = WithdrawApplication(application=place.application.pk)
            withdrawal.perform(place.tournament, tap["key"], find_actor(request))
        else:
            form = build_own_form(place.application, request.POST)
            if not form.is_valid():
                return _render_place(request, place, form, 400)
            _change_application(place.application, form)
    except rate_limits.TooMany as many:
        message = _("Too many changes: please wait %(minutes)s minutes.") % {"minutes": many.minutes}
        return _render_place(request, place, form, 429, message)
    except ActionRefused as refused:
        if refused.code != "here_already":
            return _render_place(request, place, form, 409, format_refusal(refused))
    return redirect(f"{reverse('own_place', args=[place.tournament.slug, secret])}?saved=1")


def _change_application(application: Application, form: ApplicationForm) -> None:
    """Change a registration, counted for it: each change is a row."""

    def judge() -> None:
        services.change_application(application, form.cleaned_data["name"], form.build_details())

    rate_limits.attempt([rate_limits.build_scope("apply-change", str(application.pk), CHANGES)], judge)


def _render_place(
    request: HttpRequest, place: OwnPlace, form: ApplicationForm | None = None, status: int = 200, problem: str = ""
) -> HttpResponse:
    context: dict[str, Any] = build_own_page(request, place, form) | {"problem": problem, "here": request.path}
    return hide_address(render(request, "tournaments/around/own_place/own_place.html", context, status=status))
