"""Registration by players: the public page of a link, and the staff's page to make the link and confirm players."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import find_actor
from scoring.access.qr_cards import build_card
from tarockclub.accounts import rate_limits
from tarockclub.accounts.actors import Actor
from tarockclub.accounts.devices import get_device
from tarockclub.accounts.permissions import staff_only
from tarockclub.clubs.request_scope import enter_found_club
from tarockclub.models import NAME_LENGTH, Person
from tournaments import view_helpers
from tournaments.acts import ActionRefused
from tournaments.models import Application, Tournament
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import find_similar_people, load_entrant_index
from tournaments.registration import services
from tournaments.registration.forms import ApplicationForm, RegistrationForm

form_methods = require_http_methods(["GET", "HEAD", "POST"])
FROM_ONE_ADDRESS = 100  # applications within a quarter of an hour; all phones of an inn may share one address
MANY = 8  # applications; from this number on an index is quicker than one query for each name
As = Application.As


@form_methods
@never_cache
def handle_application(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the form for one's name, then the note that it waits to be confirmed."""
    tournament = services.find_open_tournament(secret)
    if tournament is None:
        return render(request, "tournaments/registration/apply_closed.html", {"here": "/"}, status=404)
    enter_found_club(request, tournament.club_id)
    context: dict[str, Any] = {"tournament": tournament, "key": view_helpers.create_key(), "here": request.path}
    if request.method != "POST":
        return render(request, "tournaments/registration/apply.html", context)
    form = ApplicationForm(request.POST)
    context["typed"] = form["name"].value()[: 2 * NAME_LENGTH]
    if not form.is_valid():
        return _render_again(request, context, str(form.errors["name"][0]), 400)
    try:
        applied = _submit_application(request, tournament, form)
    except ActionRefused as refused:
        return _render_again(request, context, view_helpers.format_problem(refused)["problem"], 409)
    except rate_limits.TooMany as many:
        message = _("Too many people are registering from here. Please wait %(minutes)s minutes.")
        return _render_again(request, context, message % {"minutes": many.minutes}, 429)
    context["applied"] = applied.name.text
    return render(request, "tournaments/registration/apply.html", context)


def _render_again(request: HttpRequest, context: dict[str, Any], problem: str, status: int) -> HttpResponse:
    return render(request, "tournaments/registration/apply.html", {**context, "problem": problem}, status=status)


def _submit_application(request: HttpRequest, tournament: Tournament, form: ApplicationForm) -> Application:
    """Submit an application, counted for the address that it comes from."""
    done: list[Application] = []
    key, name = form.cleaned_data["key"], form.cleaned_data["name"]

    def judge() -> None:
        done.append(services.submit_application(tournament, key, name, get_device(request)))

    address = rate_limits.build_scope("apply", rate_limits.get_client_address(request), FROM_ONE_ADDRESS)
    rate_limits.attempt([address], judge)
    return done[0]


@form_methods
@staff_only
def handle_registration(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the link and the applications; POST opens, replaces or closes the link, or decides an application."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    said, by = RegistrationForm(request.POST).parse(), find_actor(request)
    try:
        if said["what"] == "open":
            secret = services.open_link(tournament.pk, said["key"], by)
            return _render_page(request, tournament, secret=secret)
        if said["what"] == "close":
            services.close_link(tournament.pk, said["key"], by)
        else:
            _decide_application(tournament, said, by)
    except ActionRefused as refused:
        return _render_page(request, tournament, **view_helpers.format_problem(refused))
    return redirect("registration", slug=slug)


def _decide_application(tournament: Tournament, said: dict[str, Any], by: Actor) -> None:
    """Confirm or decline one application."""
    application = get_object_or_404(Application, tournament=tournament, pk=said["application"])
    chosen = said["person"]
    person = None if chosen is None else get_object_or_404(Person, club=tournament.club_id, pk=chosen)
    as_ = As.TAKEN if said["is_taken"] else As.DECLINED
    services.decide_application(application, said["key"], as_, person, by)


def _render_page(request: HttpRequest, tournament: Tournament, *, secret: str = "", **more: Any) -> HttpResponse:
    tournament.refresh_from_db(fields=["register_digest", "ended"])
    open_ones = Application.objects.filter(tournament=tournament, decided_as=As.OPEN).select_related("name")
    waiting = list(open_ones.order_by("at", "pk"))
    known = load_entrant_index(tournament, asked_often=len(waiting) > MANY)
    context = {
        "tournament": tournament,
        "card": build_card(request, reverse("apply", args=[secret])) if secret else None,
        "link_key": services.create_key(),
        "open": bool(tournament.register_digest),
        "waiting": [
            (application, _list_offers(find_similar_people(known, application.name.text))) for application in waiting
        ],
        **more,
    }
    return view_helpers.render_page(request, "registration/registration", context, 409 if more else 200)


def _list_offers(others: Any) -> list[dict[str, Any]]:
    """Return the people whom a name may mean, in words."""
    return [
        {"person": other.person, "name": other.name, "in": other.number, "said": messages.format_similar(other)}
        for other in others[:4]
    ]
