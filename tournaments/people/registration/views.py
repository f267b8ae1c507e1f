"""Registration by players: by a link or on the public page, and with one's own link afterwards."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.book.access.permissions import find_actor
from tarockclub.platform.accounts import rate_limits
from tarockclub.platform.accounts.devices import get_device
from tarockclub.platform.clubs.request_scope import enter_found_club
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import find_tournament, load_settings
from tournaments.models import Application, Entrant, Invitation, Tournament
from tournaments.people.entrants.own_codes import build_own_path
from tournaments.people.entrants.waiting_list import can_move_up, is_full
from tournaments.people.registration import services
from tournaments.people.registration.actions import WithdrawApplication
from tournaments.people.registration.forms import ApplicationForm, WithdrawalForm
from tournaments.people.registration.inviting import AnswerInvitation

FROM_ONE_ADDRESS = 100  # applications within a quarter of an hour; all phones of an inn may share one address
CHANGES = 30  # … of one registration by its own link
FOR_ONE_TOURNAMENT = 150  # … from everywhere, on the public page
As = Application.As


@never_cache
def handle_application(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the form of a link for one's name, then what has become of it."""
    tournament = services.find_open_tournament(secret)
    if tournament is None:
        return render(request, "tournaments/people/registration/apply_closed.html", {"here": "/"}, status=404)
    enter_found_club(request, tournament.club_id)
    return _handle_form(request, tournament)


@never_cache
def handle_sign_up(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the form of the public page, then what has become of it; 404 if nobody was invited."""
    tournament = find_tournament(slug)
    invitation = get_object_or_404(Invitation.objects.exclude(registration=""), tournament=tournament, is_public=True)
    if not services.is_open(tournament, invitation):
        context = {"tournament": tournament, "here": request.path}
        return render(request, "tournaments/people/registration/sign_up_closed.html", context)
    return _handle_form(request, tournament)


def _handle_form(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    has_teams = load_settings(tournament).team_size > 0
    if request.method != "POST":
        form = ApplicationForm(initial={"key": view_helpers.create_key()}, has_teams=has_teams)
        return _render_form(request, tournament, form)
    form = ApplicationForm(request.POST, has_teams=has_teams)
    if not form.is_valid():
        return _render_form(request, tournament, form, status=400)
    if form.is_by_a_program():  # it learns nothing
        return _render_form(request, tournament, form, is_done=True)
    try:
        applied = _submit_application(request, tournament, form)
    except ActionRefused as refused:
        return _render_form(request, tournament, form, view_helpers.format_problem(refused)["problem"], 409)
    except rate_limits.TooMany as many:
        message = _("Too many people are registering from here. Please wait %(minutes)s minutes.")
        return _render_form(request, tournament, form, message % {"minutes": many.minutes}, 429)
    secret = services.find_own_secret(tournament, applied.key)
    return redirect("own_registration", slug=tournament.slug, secret=secret)


def _render_form(
    request: HttpRequest,
    tournament: Tournament,
    form: ApplicationForm,
    problem: str = "",
    status: int = 200,
    *,
    is_done: bool = False,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "invitation": Invitation.objects.filter(tournament=tournament).first(),
        "is_full": is_full(tournament),
        "can_move_up": can_move_up(tournament),
        "form": form,
        "problem": problem,
        "is_done": is_done,
        "here": request.path,
    }
    return render(request, "tournaments/people/registration/apply.html", context, status=status)


def _submit_application(request: HttpRequest, tournament: Tournament, form: ApplicationForm) -> Application:
    """Submit an application, counted for the address that it comes from, and for the tournament."""
    done: list[Application] = []
    key, name = form.cleaned_data["key"], form.cleaned_data["name"]

    def judge() -> None:
        done.append(services.submit_application(tournament, key, name, get_device(request), form.build_details()))

    address = rate_limits.build_scope("apply", rate_limits.get_client_address(request), FROM_ONE_ADDRESS)
    everybody = rate_limits.build_scope("apply-for", str(tournament.pk), FOR_ONE_TOURNAMENT)
    rate_limits.attempt([address, everybody], judge)
    return done[0]


@never_cache
def handle_own_registration(request: HttpRequest, slug: uuid.UUID, secret: str) -> HttpResponse:
    """Show one's own registration by its link, change it, or withdraw it."""
    tournament = find_tournament(slug)
    application = services.find_own_application(tournament, secret)
    if application is None:
        raise Http404
    application.tournament = tournament
    if request.method != "POST":
        return _render_own(request, application)
    form, leaving = _build_own_form(application, request.POST), WithdrawalForm(request.POST).parse()
    if not leaving["withdraw"] and not leaving["comes"] and not form.is_valid():
        return _render_own(request, application, form, 400)
    try:
        if leaving["comes"]:
            answer = AnswerInvitation(application=application.pk, comes=True)
            answer.perform(tournament, leaving["key"], find_actor(request))
        elif leaving["withdraw"]:
            WithdrawApplication(application=application.pk).perform(tournament, leaving["key"], find_actor(request))
        else:
            _change_application(application, form)
    except rate_limits.TooMany as many:
        message = _("Too many changes: please wait %(minutes)s minutes.") % {"minutes": many.minutes}
        return _render_own(request, application, form, 429, message)
    except ActionRefused as refused:
        return _render_own(request, application, form, 409, view_helpers.format_problem(refused)["problem"])
    return redirect(f"{reverse('own_registration', args=[slug, secret])}?saved=1")


def _change_application(application: Application, form: ApplicationForm) -> None:
    """Change a registration, counted for it: each change is a row."""

    def judge() -> None:
        services.change_application(application, form.cleaned_data["name"], form.build_details())

    rate_limits.attempt([rate_limits.build_scope("apply-change", str(application.pk), CHANGES)], judge)


def _build_own_form(application: Application, posted: Any = None) -> ApplicationForm:
    typed = {
        "key": view_helpers.create_key(),
        "name": application.name.text,
        "town": application.town,
        "partner": application.partner.text if application.partner is not None else "",
        "remark": application.remark.text if application.remark is not None else "",
    }
    has_teams = load_settings(application.tournament).team_size > 0
    return ApplicationForm(posted, initial=typed, has_teams=has_teams, is_fixed=application.decided_as != As.OPEN)


def _render_own(
    request: HttpRequest,
    application: Application,
    form: ApplicationForm | None = None,
    status: int = 200,
    problem: str = "",
) -> HttpResponse:
    tournament, playing = application.tournament, _find_playing_entrant(application)
    is_asked = application.invited_id is not None and application.decided_as == As.OPEN
    context = {
        "tournament": tournament,
        "application": application,
        "playing": playing,
        "door_path": build_own_path(playing) if playing is not None and tournament.ended is None else "",
        "form": form or _build_own_form(application),
        "can_move_up": can_move_up(tournament),
        "place": services.find_waiting_place(application),
        "invitation": Invitation.objects.filter(tournament=tournament).first(),
        "is_withdrawn": application.entrant is not None and application.entrant.withdrawn is not None,
        "is_asked": is_asked,
        "may_change": tournament.ended is None and application.decided_as in (As.OPEN, As.TAKEN) and not is_asked,
        "may_withdraw": tournament.ended is None and (tournament.frozen is None or application.decided_as == As.OPEN),
        "own_address": request.build_absolute_uri(request.path),
        "problem": problem,
        "here": request.path,
    }
    return render(request, "tournaments/people/registration/own.html", context, status=status)


def _find_playing_entrant(application: Application) -> Entrant | None:
    """Return the applicant as a participant; None for those who do not take part."""
    entrant = application.entrant
    if application.decided_as != As.TAKEN or entrant is None or entrant.withdrawn is not None:
        return None
    entrant.tournament = application.tournament
    return entrant
