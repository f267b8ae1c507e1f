"""Registration by players: by a link or on the public page; it leads to their own page."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.platform.accounts import rate_limits
from tarockclub.platform.accounts.devices import get_device
from tarockclub.platform.clubs.request_scope import enter_found_club
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import find_tournament, load_settings
from tournaments.models import Application, Invitation, Tournament
from tournaments.people.entrants.waiting_list import can_move_up, is_full
from tournaments.people.registration import services
from tournaments.people.registration.forms import ApplicationForm

FROM_ONE_ADDRESS = 100  # applications within a quarter of an hour; all phones of an inn may share one address
FOR_ONE_TOURNAMENT = 150  # … from everywhere, on the public page


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
        form.asks_namesake = refused.code == "registered_already"
        return _render_form(request, tournament, form, view_helpers.format_problem(refused)["problem"], 409)
    except rate_limits.TooMany as many:
        message = _("Too many people are registering from here. Please wait %(minutes)s minutes.")
        return _render_form(request, tournament, form, message % {"minutes": many.minutes}, 429)
    secret = services.find_own_secret(tournament, applied.key)
    return redirect("own_place", slug=tournament.slug, secret=secret)


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
        details, companion = form.build_details(), form.build_companion()
        is_new = not form.cleaned_data["namesake"]
        applied = services.submit_application(
            tournament, key, name, get_device(request), details, companion=companion, must_be_new=is_new
        )
        done.append(applied)

    address = rate_limits.build_scope("apply", rate_limits.get_client_address(request), FROM_ONE_ADDRESS)
    everybody = rate_limits.build_scope("apply-for", str(tournament.pk), FOR_ONE_TOURNAMENT)
    rate_limits.attempt([address, everybody], judge)
    return done[0]
