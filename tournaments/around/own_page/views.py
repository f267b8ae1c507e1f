"""A person's own page by its link, the public one of those who agreed, and the staff's links and cards."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.book.access.links import build_card, get_site_address
from scoring.reports.statistics.filters import parse_year
from scoring.table.offline import build_own_start, keep_on_phones, load_program
from tarockclub.kit.bank import IBAN_LENGTH
from tarockclub.kit.form_fields import IdsField, TextField, TickField
from tarockclub.kit.typesetting import draw_code
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.looks import PERSON, note_look
from tarockclub.platform.accounts.permissions import (
    find_account,
    find_rights,
    format_wait,
    get_staff_account,
    redirect_to_login,
)
from tarockclub.platform.accounts.rate_limits import TooMany, attempt, build_scope, count_wrong_link
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.accounts.sessions import list_other_clubs
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.clubs.current_club import ClubLink, find_current_club, load_current_club
from tarockclub.platform.clubs.middleware import check_open, enter_found_club
from tarockclub.platform.messages.push import PushSender, compute_public_key
from tarockclub.platform.messages.views import change_addresses, list_address_rows
from tarockclub.platform.privacy.public_names import filter_people, is_page_public
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tarockclub.platform.publication import load_publication
from tarockclub.platform.server.apart.papers import render_paper
from tarockclub.platform.server.downloads import PDF, build_download
from tarockclub.platform.server.page_cache import CACHE_HEADER
from tarockclub.platform.sharing.picture import Card
from tarockclub.platform.sharing.responses import render_share_page
from tournaments.around.own_page import services
from tournaments.around.own_page.page import build_person_context, build_year_card, load_own_page
from tournaments.around.own_page.results import OwnAccess, list_own_calls
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.view_helpers import ActionForm
from tournaments.models import Entrant
from tournaments.people.register.selectors import find_person_page, may_see_person
from tournaments.people.register.services import set_iban
from tournaments.seasons.season.cash.settlement import list_own_year_debts


def render_member_cards(club: Club, cards: Sequence[tuple[Person, str]]) -> bytes:
    """Render the cards of these persons with these addresses, eight on a page."""
    data = {
        **build_look(club),
        "cards": [
            {
                "name": INSIDE.name_person(person),
                "number": _("Player number %(number)s") % {"number": person.player_number}
                if person.player_number
                else "",
                "code": draw_code(address),
            }
            for person, address in cards
        ],
        "words": {
            "about": _("My own page: results and statistics. Whoever has the code can open it."),
            "alt": _("QR code"),
        },
    }
    title = " · ".join((_("Cards for the members"), club.name))
    return render_paper("tournaments/around/own_page/member_cards", title, data)


MOST_IBANS = 10  # typed by one link, within a quarter of an hour: each is an entry of the log


class OwnLinkForm(ActionForm):
    """A tap on the page about a person's link."""

    what = TextField()
    public = TickField()
    club = TickField()


class MemberCardsForm(ActionForm):
    """For whom cards are printed."""

    person = IdsField()


@never_cache
@keep_on_phones
def show_own_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the page of a person by their link; POST says to which account they get money."""
    person = _find_person(request, secret)
    access = OwnAccess(EVERYBODY, is_person=True, sees_years=load_publication(person.club).seasons)
    problem = _take_iban(request, person) if request.method == "POST" else ""
    if request.method == "POST" and not problem:
        return hide_address(redirect(f"{request.path}?saved=1"))
    own = {"secret": secret, "problem": problem, "app_of": person, "debts": list_own_year_debts(person)}
    own |= {"app_version": load_program()["version"] if request.is_secure() else ""}
    response = hide_address(_render_page(request, person, access, INSIDE.name_person(person), **own))
    response[CACHE_HEADER] = build_own_start(person.club, person.number)
    return response


def _take_iban(request: HttpRequest, person: Person) -> str:
    """Write the account to which a person gets money; return the problem, empty if there is none."""
    typed, who = TextField(IBAN_LENGTH).clean(request.POST.get("iban")), build_author(request)
    try:
        attempt([build_scope("iban", str(person.pk), MOST_IBANS)], lambda: set_iban(person, typed, who))
    except TooMany as many:
        return format_wait(many)
    except ActionRefused as refused:
        return format_refusal(refused)
    return ""


def _find_person(request: HttpRequest, secret: str) -> Person:
    person = services.find_person(secret)
    if person is None:
        count_wrong_link(request, "own_page")
        raise Http404
    enter_found_club(request, person.club_id)
    return person


@never_cache
def handle_own_messages(request: HttpRequest, secret: str) -> HttpResponse:
    """Show where messages go to a person, by the link of their page; POST adds an address or deletes one."""
    person = _find_person(request, secret)
    problem = change_addresses(request, person) if request.method == "POST" else ""
    if request.method == "POST" and not problem:
        return hide_address(redirect(f"{request.path}?saved=1"))
    context = {"person": person, "front_club": person.club, "secret": secret, "problem": problem}
    context |= {"addresses": list_address_rows(person)}
    if request.is_secure() and not PushSender.find_problem():
        context["push_key"] = compute_public_key()
    page = "tournaments/around/own_page/messages.html"
    return hide_address(render(request, page, context, status=409 if problem else 200))


@never_cache
def show_person_page(request: HttpRequest, number: int) -> HttpResponse:
    """Show the one page of a person: to the staff, and to everybody where club and person agreed."""
    club = load_current_club(request)
    check_open(club)
    people = Person.objects.select_related("club", "merged_into")
    person = get_object_or_404(people, club=club, number=number)
    may = find_rights(request)
    if may_see_person(may, person):
        if person.merged_into is not None:
            address = reverse("person_page", args=[person.merged_into.number])
            return redirect(f"{address}?{request.GET.urlencode()}" if request.GET else address)
        note_look(request, club.pk, PERSON, about=person.pk)
        access = OwnAccess(INSIDE, is_person=False, sees_years=True)
        return _render_page(request, person, access, INSIDE.name_person(person))
    if not is_page_public(person):
        raise Http404
    access = OwnAccess(EVERYBODY, is_person=False, sees_years=load_publication(club).seasons)
    return hide_address(_render_page(request, person, access, EVERYBODY.name_person(person)))


@never_cache
def show_my_page(request: HttpRequest) -> HttpResponse:
    """Lead somebody who is logged in to their page, where they may open it; here an app begins whose phone lost it."""
    account = find_account(request)
    if account is not None:
        return redirect(find_person_page(find_rights(request), account.person) or "home")
    if "of" not in request.GET:
        return redirect_to_login(request)
    return render(request, "tournaments/around/own_page/lost.html", {"front_club": find_current_club(request)})


@never_cache
def show_public_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Lead from a participant to their page, for whoever may open it."""
    entrants = Entrant.objects.select_related("person__club").filter(tournament__archived=None)
    entrant = get_object_or_404(entrants, tournament__slug=slug, number=number)
    address = find_person_page(find_rights(request), entrant.person)
    if not address:
        raise Http404
    return redirect(address)


def _share_year(request: HttpRequest, person: Person) -> HttpResponse:
    """Return the page that shares a year of a person, or its picture."""
    year = parse_year(request.GET["year"])
    if year is None:
        raise Http404
    card = build_year_card(person, year)
    path = reverse("person_page", args=[person.number]) if is_page_public(person) else ""
    shown = card or Card(EVERYBODY.name_person(person), f"{year}", ())
    kind = _("Looking back on %(year)s") % {"year": year}
    return render_share_page(request, shown, path, kind=kind, waits=card is None)


def _render_page(request: HttpRequest, person: Person, access: OwnAccess, name: str, **own: Any) -> HttpResponse:
    """Render the page of a person; `own`: what only the page of their link has."""
    if "year" in request.GET:
        return _share_year(request, person)
    page = load_own_page(person, get_current_language(), access)
    knows_town = person.details_public or access.reader.is_inside or access.is_person
    context = {
        **build_person_context(request, person, page),
        "person": person,
        "front_club": person.club,
        "name": name,
        "town": person.town if knows_town and person.town not in name else "",
        "access": access,
        "is_public": is_page_public(person),
        "coming": list_own_calls(person, access),
        "elsewhere": _list_elsewhere(request, person),
        "here": request.path,
        **own,
    }
    return render(
        request, "tournaments/around/own_page/own_page.html", context, status=409 if own.get("problem") else 200
    )


def _list_elsewhere(request: HttpRequest, person: Person) -> list[ClubLink]:
    """Return where the reader of their own page finds theirs in other clubs to which they have logged in here."""
    account, path = find_account(request), reverse("my_page").removeprefix(get_script_prefix())
    links = list_other_clubs(request) if account is not None and account.person_id == person.pk else []
    return [link._replace(href=f"{link.href}{path}") for link in links]


def handle_link(request: HttpRequest, number: int) -> HttpResponse:
    """Show whether a person has a link; POST gives a new one, ends it, replaces codes, or notes consent."""
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
        elif content["what"] == "codes":
            services.replace_codes(person, who)
        elif content["what"] == "public":
            services.set_page_public(person, who, public=content["public"])
            if find_rights(request).has_for_club(Right.DIRECT):
                services.set_links_pages(person.club, who, links=content["club"])
        elif problem := change_addresses(request, person, is_staff=True):
            return _render_link(request, person, problem=problem)
    except ActionRefused as refused:
        return _render_link(request, person, **view_helpers.format_problem(refused))
    return view_helpers.redirect_saved("person_link", number=number)


def _render_link(request: HttpRequest, person: Person, secret: str = "", **more: Any) -> HttpResponse:
    person.refresh_from_db()
    card = build_card(request, reverse("own_page", args=[secret])) if secret else None
    shown = {"name": INSIDE.name_person(person), "is_public": is_page_public(person)}
    shown |= {"addresses": list_address_rows(person), "is_staff": True}
    context = {"person": person, "card": card, **shown, **more}
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
