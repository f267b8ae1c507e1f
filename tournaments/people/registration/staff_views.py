"""The staff's page of registrations: the line, who phones, the link."""

import uuid
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from scoring.book.access.links import build_card
from scoring.book.access.permissions import find_actor
from tarockclub.kit.form_fields import LONGEST_ID
from tarockclub.kit.text import parse_whole
from tarockclub.models import Person
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import draw_secret
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import load_settings
from tournaments.models import Application, Invitation, Tournament
from tournaments.people.entrants.applications import DecideApplication
from tournaments.people.entrants.waiting_list import Line, load_line, load_waiting_places
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import PersonFacts, find_similar_people, load_entrant_index
from tournaments.people.registration import services
from tournaments.people.registration.actions import (
    CloseLink,
    JoinApplication,
    OpenLink,
    WithdrawApplication,
    derive_link_secret,
    find_earlier,
)
from tournaments.people.registration.forms import ApplicationForm, RegistrationForm
from tournaments.people.registration.page import REGISTRATIONS, WITHDRAWING, list_registration_rows, may_withdraw

MANY = 8  # applications; from this number on an index is quicker than one query for each name


def handle_registration(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the applications and the link; POST types one in, decides one, or opens, replaces, closes the link."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    content, by = RegistrationForm(request.POST).parse(), find_actor(request)
    if content["what"] == "type":
        return _type_in(request, tournament)
    try:
        if content["what"] == "open":
            OpenLink().perform(tournament, content["key"], by)
            return _render_page(request, tournament, secret=derive_link_secret(tournament, content["key"]))
        if content["what"] == "close":
            CloseLink().perform(tournament, content["key"], by)
        else:
            _decide_application(tournament, content, by)
    except ActionRefused as refused:
        return _render_page(request, tournament, **view_helpers.format_problem(refused))
    return redirect("registration", slug=slug)


def _type_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Type in somebody who has phoned."""
    form = ApplicationForm(request.POST, has_teams=load_settings(tournament).team_size > 0)
    if not form.is_valid():
        return _render_page(request, tournament, form=form)
    content = form.cleaned_data
    try:
        services.submit_application(
            tournament,
            content["key"],
            content["name"],
            get_device(request),
            form.build_details(),
            companion=form.build_companion(),
            by_staff=True,
            must_be_new=not content["namesake"],
        )
    except ActionRefused as refused:
        form.asks_namesake = refused.code == "registered_already"
        return _render_page(request, tournament, form=form, **view_helpers.format_problem(refused))
    return redirect(f"{reverse('registration', args=[tournament.slug])}?saved=1#waiting")


def _decide_application(tournament: Tournament, content: dict[str, Any], by: Actor) -> None:
    """Confirm, decline or withdraw one application, or join it to an earlier one."""
    application = get_object_or_404(Application, tournament=tournament, pk=content["application"])
    if content["join"]:
        JoinApplication(application=application.pk).perform(tournament, content["key"], by)
        return
    if content["is_withdrawn"]:
        WithdrawApplication(application=application.pk).perform(tournament, content["key"], by)
        return
    chosen = content["person"]
    person = 0 if chosen is None else get_object_or_404(Person, club=tournament.club_id, pk=chosen).pk
    decision = DecideApplication(application=application.pk, take=content["is_taken"], person=person)
    decision.perform(tournament, content["key"], by)


def _render_page(request: HttpRequest, tournament: Tournament, *, secret: str = "", **more: Any) -> HttpResponse:
    tournament.refresh_from_db(fields=["register_digest", "ended"])
    invitation = Invitation.objects.filter(tournament=tournament).first()
    line = load_line(tournament)
    key = view_helpers.create_key()
    columns = (*REGISTRATIONS.columns, WITHDRAWING) if find_rights(request).has(Right.ENTER) else REGISTRATIONS.columns
    context = {
        "tournament": tournament,
        "leaving": _find_leaving(tournament, request.GET.get("withdraw", "")),
        "is_open": services.is_open(tournament, invitation),
        "places": load_waiting_places(tournament),
        "card": build_card(request, reverse("apply", args=[secret])) if secret else None,
        "link_key": draw_secret(),
        "open": bool(tournament.register_digest),
        "form": ApplicationForm(initial={"key": f"{key}.t"}, has_teams=load_settings(tournament).team_size > 0),
        "waiting": list(_iter_waiting(tournament, line)),
        "list": REGISTRATIONS.build_page(request, list_registration_rows(tournament), columns=columns),
        **more,
    }
    return view_helpers.render_page(
        request, "tournaments/people/registration/registration.html", context, 409 if more else 200
    )


def _find_leaving(tournament: Tournament, typed: str) -> Application | None:
    """Return the registration that is to be withdrawn, to ask once more; None for none."""
    application = list_registration_rows(tournament).filter(pk=parse_whole(typed, LONGEST_ID) or 0).first()
    return application if application is not None and may_withdraw(application) else None


class WaitingRow(NamedTuple):
    """A registration that waits."""

    application: Application
    offers: list[dict[str, Any]]  # the people whom its name may mean
    place: int  # on the waiting list; 0: there is room
    companion: str  # who registered together with them, and waits, too
    earlier: Application | None  # waits under the same name


def _iter_waiting(tournament: Tournament, line: Line) -> Iterable[WaitingRow]:
    """Yield each application that waits."""
    waiting, places = [*line.ahead, *line.behind], line.places
    index = load_entrant_index(tournament, asked_often=len(waiting) > MANY)
    for application in waiting:
        pair = [each for each in waiting if application.pair and each.pair == application.pair]
        companion = next((each.name.text for each in pair if each.pk != application.pk), "")
        offers = _list_offers(find_similar_people(index, application.name.text, PersonFacts(town=application.town)))
        earlier = find_earlier(application, waiting)
        yield WaitingRow(application, offers, places.get(application.pk, 0), companion, earlier)


def _list_offers(others: Any) -> list[dict[str, Any]]:
    """Return the people whom a name may mean, in words."""
    return [
        {"person": other.person, "name": other.name, "in": other.number, "said": messages.format_similar(other)}
        for other in others[:4]
    ]
