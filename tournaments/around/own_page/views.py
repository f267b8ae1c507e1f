"""A person's own page by its link, the public one of those who agreed, and the staff's links and cards."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from scoring.book.access.qr_cards import build_card, get_site_address
from tarockclub.kit.form_fields import IdsField, TextField, TickField
from tarockclub.kit.words import get_current_language
from tarockclub.models import Person
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.accounts.rate_limits import count_wrong_link
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.clubs.request_scope import enter_found_club
from tarockclub.platform.privacy.namesakes import filter_people
from tarockclub.platform.privacy.public_names import get_called_name, get_public_name, is_page_public
from tarockclub.platform.server.downloads import PDF, build_download
from tournaments.around.own_page import services
from tournaments.around.own_page.cards import render_member_cards
from tournaments.around.own_page.scope import hide_others
from tournaments.around.own_page.selectors import OwnPage, list_own_coming, load_own_page
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.forms import ActionForm
from tournaments.models import Entrant


class OwnLinkForm(ActionForm):
    """A tap on the page about a person's link."""

    what = TextField()
    public = TickField()


class MemberCardsForm(ActionForm):
    """For whom cards are printed."""

    person = IdsField()


@never_cache
def show_own_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the page of a person by their link."""
    person = services.find_person(secret)
    if person is None:
        count_wrong_link(request, "own_page")
        raise Http404
    enter_found_club(request, person.club_id)
    context = {"coming": list_own_coming(person), "name": get_called_name(person), "is_own": True}
    return _render_page(request, person, context)


@never_cache
def show_public_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show the page of a participant who agreed, where the club links to such pages."""
    entrants = Entrant.objects.select_related("person__club").filter(tournament__archived=None)
    entrant = get_object_or_404(entrants, tournament__slug=slug, number=number)
    if not is_page_public(entrant.person):
        raise Http404
    return _render_page(request, entrant.person, {"name": get_public_name(entrant.person), "is_own": False})


def _render_page(request: HttpRequest, person: Person, context: dict[str, Any]) -> HttpResponse:
    page = load_own_page(person, get_current_language())
    if not context["is_own"]:
        page = page._replace(report=hide_others(page.report))
    context |= {"person": person, "page": page, "sections": _build_sections(request, page), "here": request.path}
    return hide_address(render(request, "tournaments/around/own_page/own_page.html", context))


def _build_sections(request: HttpRequest, page: OwnPage) -> list[dict[str, Any]]:
    return [
        {
            "title": section.list.caption,
            "list": section.list.build_page(request, section.rows),
            "bars": section.bars,
            "chart": section.chart,
            "hint": section.hint,
            "id": f"section-{index}",
        }
        for index, section in enumerate(page.report.sections)
    ]


def handle_link(request: HttpRequest, number: int) -> HttpResponse:
    """Show whether a person has a link; POST gives a new one, ends it, or notes consent."""
    person = get_object_or_404(Person, club=get_staff_account(request).club_id, number=number, merged_into=None)
    if request.method != "POST":
        return _render_link(request, person)
    content, who = OwnLinkForm(request.POST).parse(), build_author(request)
    try:
        if content["what"] == "give":
            secret = services.give_links(person.club, [person], content["key"], who)[person.pk]
            return _render_link(request, person, secret)
        if content["what"] == "end":
            services.end_link(person, who)
        elif content["what"] == "public":
            services.set_page_public(person, who, public=content["public"])
        else:
            raise Http404
    except ActionRefused as refused:
        return _render_link(request, person, **view_helpers.format_problem(refused))
    return view_helpers.redirect_saved("person_link", number=number)


def _render_link(request: HttpRequest, person: Person, secret: str = "", **more: Any) -> HttpResponse:
    person.refresh_from_db()
    card = build_card(request, reverse("own_page", args=[secret])) if secret else None
    context = {"person": person, "card": card, "name": get_called_name(person), **more}
    response = view_helpers.render_page(request, "tournaments/around/own_page/link.html", context, 409 if more else 200)
    response["Cache-Control"] = "no-store"
    return response


def handle_cards(request: HttpRequest) -> HttpResponse:
    """Choose members; POST gives them new links, and returns the cards with the codes as PDF."""
    club = get_staff_account(request).club
    if request.method != "POST":
        return _render_choice(request)
    content = MemberCardsForm(request.POST).parse()
    chosen = list(filter_people(club.pk).filter(pk__in=content["person"]).order_by("number")[: services.MOST_CARDS])
    if not chosen:
        return redirect("member_cards")
    try:
        secrets = services.give_links(club, chosen, content["key"], build_author(request))
    except ActionRefused as refused:
        return _render_choice(request, **view_helpers.format_problem(refused))
    site = get_site_address(request)
    cards = [(person, site + reverse("own_page", args=[secrets[person.pk]])) for person in chosen]
    response = build_download(render_member_cards(club, cards), "cards.pdf", PDF)
    response["Cache-Control"] = "no-store"
    return response


def _render_choice(request: HttpRequest, **more: Any) -> HttpResponse:
    people = list(filter_people(get_staff_account(request).club_id).order_by("name", "number"))
    context = {"people": people, "without": sum(not person.page_digest for person in people), **more}
    return view_helpers.render_page(request, "tournaments/around/own_page/cards.html", context, 409 if more else 200)
