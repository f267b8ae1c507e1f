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
from tarockclub.accounts.devices import get_device
from tarockclub.accounts.permissions import staff_only
from tarockclub.models import NAME_LENGTH, Person
from tarockclub.text import clean_text
from tournaments import view_helpers
from tournaments.acts import ActionRefused
from tournaments.models import Application, Tournament
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import find_similar_people, load_entrant_index
from tournaments.registration import services

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
    context: dict[str, Any] = {"tournament": tournament, "key": view_helpers.create_key(), "here": request.path}
    if request.method != "POST":
        return render(request, "tournaments/registration/apply.html", context)
    name = clean_text(request.POST.get("name", ""))
    context["typed"] = name[: 2 * NAME_LENGTH]
    if not name or len(name) > NAME_LENGTH:
        return _render_again(request, context, messages.format_no_name(name), 400)
    try:
        applied = _submit_application(request, tournament, name)
    except ActionRefused as refused:
        return _render_again(request, context, view_helpers.format_problem(refused)["problem"], 409)
    except rate_limits.TooMany as many:
        message = _("Too many people are registering from here. Please wait %(minutes)s minutes.")
        return _render_again(request, context, message % {"minutes": many.minutes}, 429)
    context["applied"] = applied.name.text
    return render(request, "tournaments/registration/apply.html", context)


def _render_again(request: HttpRequest, context: dict[str, Any], problem: str, status: int) -> HttpResponse:
    return render(request, "tournaments/registration/apply.html", {**context, "problem": problem}, status=status)


def _submit_application(request: HttpRequest, tournament: Tournament, name: str) -> Application:
    """Submit an application, counted for the address that it comes from."""
    done: list[Application] = []

    def judge() -> None:
        done.append(services.submit_application(tournament, view_helpers.parse_key(request), name, get_device(request)))

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
    key, what = view_helpers.parse_key(request), request.POST.get("what", "")
    try:
        if what == "open":
            secret = services.open_link(tournament.pk, key, find_actor(request))
            return _render_page(request, tournament, secret=secret)
        if what == "close":
            services.close_link(tournament.pk, key, find_actor(request))
        else:
            _decide_application(request, tournament, key)
    except ActionRefused as refused:
        return _render_page(request, tournament, **view_helpers.format_problem(refused))
    return redirect("registration", slug=slug)


def _decide_application(request: HttpRequest, tournament: Tournament, key: str) -> None:
    """Confirm or decline one application."""
    asked = request.POST.get("take") or request.POST.get("decline") or ""
    number, _dot, whose = asked.partition(".")
    found = view_helpers.parse_ids([number])
    application = get_object_or_404(Application, tournament=tournament, pk=found[0] if found else 0)
    persons = view_helpers.parse_ids([whose])
    person = get_object_or_404(Person, club=tournament.club_id, pk=persons[0]) if persons else None
    as_ = As.TAKEN if "take" in request.POST else As.DECLINED
    services.decide_application(application, key, as_, person, find_actor(request))


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
