"""The pages of the register of players: searched, who may be one person, one of them renamed, merged, erased."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access.permissions import who
from tarockclub.accounts.confirmation import question
from tarockclub.accounts.permissions import must_direct, staff_of, staff_only
from tarockclub.models import NAME_LENGTH, Person
from tarockclub.text import cleaned
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.name_lists import messages
from tournaments.register import services
from tournaments.register.selectors import REGISTER, card, found, known, pairs
from tournaments.register.services import merge

FOR_GOOD = ("merge", "erase")  # nothing takes these back: the password is asked for
form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@staff_only
def register_page(request: HttpRequest) -> HttpResponse:
    """Everybody who is known, or those who were searched for."""
    club = staff_of(request).club_id
    rows = found(club, REGISTER.typed(request))
    context: dict[str, Any] = {"list": REGISTER.shown(request, rows), "all": known(club).count()}
    if "alike" in request.GET:
        context["pairs"] = [(pair, messages.WHYS[pair.why]) for pair in pairs(club)]
    return view_helpers.page(request, "register/register", context)


@form_methods
@staff_only
def person_page(request: HttpRequest, number: int) -> HttpResponse:
    """Somebody: his name, his tournaments, who else he may be."""
    person = get_object_or_404(Person, club=staff_of(request).club_id, number=number)
    if person.merged_into is not None:
        return redirect("person", number=person.merged_into.number)
    if request.method != "POST":
        return _card(request, person)
    if request.POST.get("what") in FOR_GOOD and (asked := question(request)) is not None:
        return asked
    try:
        problem = _do(request, person)
    except Refused as refused:
        return _card(request, person, **view_helpers.problem_of(refused))
    return _card(request, person, problem=problem) if problem else view_helpers.saved("person", number=number)


def _do(request: HttpRequest, person: Person) -> str:
    """What was asked for; what is wrong with it, if anything."""
    what = request.POST.get("what", "")
    if what == "rename":
        name = cleaned(request.POST.get("name", ""))
        if not name or len(name) > NAME_LENGTH:
            return messages.no_name(name)
        services.rename(person, name, who(request))
    elif what == "merge":
        found = view_helpers.ids_in([request.POST.get("other", "")])
        other = get_object_or_404(Person, club=person.club_id, pk=found[0] if found else 0)
        merge(person, other, who(request))
    elif what == "erase":
        must_direct(request, person.club_id)
        services.erase(person, who(request))
    else:
        raise Http404
    return ""


def _card(request: HttpRequest, person: Person, **more: Any) -> HttpResponse:
    person.refresh_from_db()
    asked = view_helpers.ids_in([request.GET.get("with", "")])
    shown = card(person, asked[0] if asked else None)
    context = {"card": shown, "alike": [(one, messages.WHYS[one.why]) for one in shown.alike[:8]], **more}
    return view_helpers.page(request, "register/person", context, 409 if more else 200)
