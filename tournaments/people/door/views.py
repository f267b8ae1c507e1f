"""The page at the door, its form, and its live answer."""

import json
import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.access.permissions import find_actor
from tarockclub.kit.amounts import format_cents
from tarockclub.kit.form_fields import CleanTextField, IdField, NameTextField, TextField, TextsField, TickField
from tarockclub.kit.lists.names import read_typed_name
from tarockclub.models import NAME_LENGTH, TOWN_LENGTH, Person
from tarockclub.platform.accounts.permissions import find_rights, must_have
from tarockclub.platform.accounts.persons import clean_details, list_club_categories
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.server.middleware import CAMERA_PERMISSIONS
from tarockclub.platform.server.page_cache import PageCache, build_etag_response
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused, parse_content
from tournaments.core.messages import format_refusal
from tournaments.core.settings import parse_settings
from tournaments.core.view_helpers import ActionForm
from tournaments.models import Act, Application, Entrant, Tournament
from tournaments.people.door import actions
from tournaments.people.door.actions import CheckIn, TakeArrivalBack, count_paid
from tournaments.people.door.selectors import (
    DoorRound,
    count_states,
    find_door_round,
    is_waiting,
    list_known_people,
    list_waiting_people,
    load_door,
    load_states,
)
from tournaments.people.entrants.applications import find_clear_person, load_waiting_places
from tournaments.people.entrants.entering import find_similar_registrations
from tournaments.people.entrants.fees import load_fees
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import (
    Newcomer,
    PersonFacts,
    Question,
    find_similar_people,
    identify,
    load_entrant_index,
)


class DoorForm(ActionForm):
    """A tap: an entrant, a registration that waits, a person of the register (ids), or the name of somebody new."""

    paid = IdField()
    here = IdField()
    back = IdField()
    registration = IdField()
    person = IdField()
    unpaid_registration = IdField()  # comes in, and pays later
    unpaid_person = IdField()
    name = NameTextField()
    town = CleanTextField(2 * TOWN_LENGTH)
    category = TextsField()
    new = TickField()  # somebody else than the known ones of this name
    only_here = TickField()  # does not pay now
    close = TickField()
    q = TextField(80)

    def parse(self) -> dict[str, Any]:
        """Return what was tapped; who comes in unpaid as a registration or a person that does not pay now."""
        content = super().parse()
        for name in ("registration", "person"):
            unpaid = content.pop(f"unpaid_{name}")
            if unpaid is not None:
                content |= {name: unpaid, "only_here": True}
        name, town = read_typed_name(content["name"])
        return content | {"name": name, "town": content["town"] or town}


BY_SCRIPT = "HTTP_X_DOOR"
OUR_PIECE = {"X-Door": "1"}  # by which the script tells it from a page of the inn's network
PAGE_CACHE = PageCache()
_STANDING = (Application.As.OPEN, Application.As.TAKEN)


def handle_door(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show who is expected; POST checks somebody in, or takes it back."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_door(request, tournament, request.GET.get("q", "")[:80])
    content = DoorForm(request.POST).parse()
    by_script = BY_SCRIPT in request.META
    try:
        outcome = _handle_tap(request, tournament, content)
    except ActionRefused as refused:
        text = format_refusal(refused)
        if by_script and refused.code == "here_already":
            return JsonResponse({"said": text})  # all is as it was meant
        if by_script:
            return JsonResponse({"problem": text}, status=409)
        return _render_door(request, tournament, content["q"], problem=text, status=409)
    if isinstance(outcome, Question):
        question = _build_question(tournament, outcome, content)
        return _render_door(request, tournament, content["q"], question=question, said=content)
    if by_script:
        return JsonResponse({"said": outcome})
    return redirect(f"{reverse('door', args=[slug])}?{urlencode({'said': outcome})}")


def _handle_tap(request: HttpRequest, tournament: Tournament, content: dict[str, Any]) -> str | Question:
    """Do what was tapped, and return it in a sentence; or the question who is meant."""
    round_, who, key = find_door_round(tournament), find_actor(request), content["key"]
    if round_ is None:
        raise ActionRefused("no_such_round", round=1)
    may_take = find_rights(request).has(Right.TREASURE)
    if content["paid"] is not None or content["here"] is not None:
        entrant = content["paid"] if content["paid"] is not None else content["here"]
        must_have(request, Right.TREASURE if content["paid"] is not None else Right.ENTER)
        return _format_check_in(CheckIn(entrant=entrant, paid=content["paid"] is not None).perform(round_, key, who))
    must_have(request, Right.ENTER)
    if content["back"] is not None:
        TakeArrivalBack(entrant=content["back"], money=may_take).perform(round_, key, who)
        entrant = Entrant.objects.select_related("person").get(pk=content["back"])
        return _("%(name)s: taken back") % {"name": _name_entrant(entrant)}
    if content["close"]:
        act = actions.close_door(round_, key, who)
        return _("Nobody is missing any more.") if act is not None else _("Nobody was missing.")
    paid = may_take and not content["only_here"]
    if content["registration"] is not None:
        applicant = _choose_applicant(tournament, content)
        if isinstance(applicant, Question):
            return applicant
        return _format_check_in(actions.check_in_registration(round_, key, *applicant, who, paid=paid))
    newcomer = _choose_newcomer(tournament, content)
    if isinstance(newcomer, Question):
        return newcomer
    return _format_check_in(actions.check_in_newcomer(round_, key, newcomer, who, paid=paid))


def _choose_applicant(tournament: Tournament, content: dict[str, Any]) -> tuple[Application, Person | None] | Question:
    """Return a registration that waits with the person who is meant, None for a new one; or the question who it is."""
    rows = Application.objects.filter(tournament=tournament).select_related("name")
    one = get_object_or_404(rows, pk=content["registration"])
    if content["new"] or one.entrant_id is not None:
        return one, None
    if content["person"] is not None:
        return one, get_object_or_404(Person, club=tournament.club_id, pk=content["person"])
    index = load_entrant_index(tournament)
    person, is_clear = find_clear_person(index, one.name.text, one.town)
    if not is_clear:
        return Question(one.name.text, find_similar_people(index, one.name.text, PersonFacts(town=one.town)))
    return one, None if person is None else Person.objects.get(pk=person)


def _choose_newcomer(tournament: Tournament, content: dict[str, Any]) -> Newcomer | Question:
    """Return who comes without having registered; a question where the name may mean somebody who is known."""
    if content["person"] is not None:
        person = get_object_or_404(Person, club=tournament.club_id, pk=content["person"])
        return Newcomer(person.name, person=person.pk)
    name = content["name"]
    if not name or len(name) > NAME_LENGTH:
        raise ActionRefused("no_name")
    outcome = identify(tournament, name, town=content["town"], new=content["new"])
    if (
        isinstance(outcome, Newcomer)
        and not content["new"]
        and find_similar_registrations(tournament, name, content["town"])
    ):
        outcome = Question(name, ())
    if isinstance(outcome, Question):
        return outcome
    details = clean_details(content["town"], "", "\n".join(content["category"]))
    return outcome._replace(details=details)


def _build_question(tournament: Tournament, question: Question, content: dict[str, Any]) -> dict[str, Any]:
    people = [(other, messages.format_why(other)) for other in question.others]
    is_about_one = content["registration"] is not None
    waiting = [] if is_about_one else find_similar_registrations(tournament, question.name, content["town"])
    applications = [(application, messages.WHYS[why]) for application, why in waiting]
    return {"name": question.name, "others": people, "waiting": applications}


def _format_check_in(act: Act) -> str:
    entrant = Entrant.objects.select_related("person", "tournament").get(pk=parse_content(act)["entrants"][0])
    sentence = _("%(name)s: there") % {"name": _name_entrant(entrant)}
    if paid := count_paid(act):
        amount = format_cents(paid)
        sentence = _("%(name)s: there, %(amount)s paid") % {"name": _name_entrant(entrant), "amount": amount}
    pairs = entrant.applications.exclude(pair=0).values("pair")
    registered = Application.objects.filter(tournament=entrant.tournament, pair__in=pairs, decided_as__in=_STANDING)
    expected = registered.filter(entrant__arrived=None, entrant__withdrawn=None)
    for name in expected.values_list("name__text", flat=True):
        sentence = _("%(sentence)s · together with %(name)s, who is not here yet") % {
            "sentence": sentence,
            "name": name,
        }
    places = load_waiting_places(entrant.tournament)
    return f"{sentence} · {places.text}" if places.is_over else sentence


def _name_entrant(entrant: Entrant) -> str:
    return f"{entrant.number} {INSIDE.name_player(entrant.person, entrant.number)}"


def _render_door(
    request: HttpRequest, tournament: Tournament, typed: str, status: int = 200, **more: Any
) -> HttpResponse:
    door, waiting = load_door(tournament, typed), list_waiting_people(tournament, typed)
    context = {
        "tournament": tournament,
        "door": door,
        "typed": typed,
        "version": f'"{tournament.version}"',
        "waiting": waiting,
        "known": list_known_people(tournament, typed, waiting) if typed and not door.rows else [],
        "fee": door.fee,
        "has_reduced": bool(parse_settings(tournament.settings).reduced),
        "categories": list_club_categories(tournament.club),
        **more,
    }
    page = view_helpers.render_page(request, "tournaments/people/door/door.html", context, status)
    page.headers["Permissions-Policy"] = CAMERA_PERMISSIONS  # it reads codes
    return page


def show_live(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Return the states of all participants as JSON; 304 where the browser has them already.

    `rows`: participants (ids) whose rows the browser lacks; `find` and `only`: the rows of a long list that are looked
    for; `q`: what was typed, for people of the register.
    """
    request.META[BY_ITSELF] = True
    tournament = view_helpers.find_own_tournament(request, slug)
    if "q" in request.GET:
        return _answer_known(request, tournament, request.GET["q"][:80])
    if "find" in request.GET:
        door = load_door(tournament, request.GET["find"][:80], request.GET.get("only", "").split())
        return _answer_rows(request, door)
    if "rows" in request.GET:
        ids, door = set(view_helpers.parse_ids(request.GET["rows"].split(","))), load_door(tournament)
        return _answer_rows(request, door._replace(rows=tuple(row for row in door.rows if row.id in ids)))
    tag = f'"{tournament.version}"'

    def render() -> str:
        entrants = list(Entrant.objects.filter(tournament=tournament))
        fees = load_fees(parse_settings(tournament.settings), [entrant.pk for entrant in entrants])
        states = load_states(tournament, find_door_round(tournament), fees, entrants)
        waits = {entrant.pk for entrant in entrants if is_waiting(entrant, states[entrant.pk])}
        counts = count_states(entrants, states)
        shown_states = {pk: f"{state} waits" if pk in waits else state for pk, state in states.items()}
        return json.dumps({"states": shown_states, "counts": counts | {"places": load_waiting_places(tournament).text}})

    response = build_etag_response(request, tag, lambda: PAGE_CACHE.load_body(tournament.pk, tag, render))
    response["Content-Type"] = "application/json"
    return response


def _answer_rows(request: HttpRequest, door: DoorRound) -> HttpResponse:
    body = render_to_string("tournaments/people/door/_rows.html", {"door": door}, request)
    return HttpResponse(body, headers=OUR_PIECE)


def _answer_known(request: HttpRequest, tournament: Tournament, typed: str) -> HttpResponse:
    waiting, settings = list_waiting_people(tournament, typed), parse_settings(tournament.settings)
    context = {
        "waiting": waiting,
        "known": list_known_people(tournament, typed, waiting),
        "fee": settings.fee,
        "has_reduced": bool(settings.reduced),
    }
    return HttpResponse(render_to_string("tournaments/people/door/_known.html", context, request), headers=OUR_PIECE)
