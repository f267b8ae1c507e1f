"""The director's desk: all tables of a round at a glance, its clock, live."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_safe

from tarockclub.accounts.permissions import director_only
from tarockclub.accounts.sessions import BY_ITSELF
from tarockclub.language import language
from tarockclub.server.page_cache import Shelf, Unhurried, answered
from tarockclub.text import parse_reason
from tournaments.acts import Refused
from tournaments.clock import services
from tournaments.clock.views import in_milliseconds
from tournaments.desk.live import stand_of
from tournaments.desk.messages import open_at
from tournaments.desk.page import FILTERS, context_of
from tournaments.desk.round_start import find_start_act, load_start_question, may_start
from tournaments.desk.services import close_finished
from tournaments.selectors import Found
from tournaments.view_helpers import acting_director, key_in, own_round, page, problem_of

form_methods = require_http_methods(["GET", "HEAD", "POST"])
USUAL_MINUTES = 5
ASKED = ("others_play", "unseated", "not_whole")  # what may be done all the same
SHELF = Shelf()
RECENT = Unhurried(2)


@require_safe
@director_only
def desk(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """All tables of a round."""
    return _page(request, own_round(request, slug, number), {})


@form_methods
@director_only
def clock(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Start, pause, go on, give time, end the time: for all tables."""
    found = own_round(request, slug, number)
    if request.method == "POST":
        try:
            if request.POST.get("what") == "start" and "asked" not in request.POST and may_start(found):
                return _page(request, found, {"question": load_start_question(found)})
            if request.POST.get("what") == "finished":
                return _page(request, found, {"finished": _finished(request, found)})
            _done(request, found)
        except Refused as refused:
            again = {"asked": request.POST.get("what", "")} if refused.code in ASKED else {}
            return _page(request, found, {**problem_of(refused), **again}, status=409)
    return redirect("desk", slug=slug, number=number)


@require_safe
@director_only
def live(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """What has changed on the desk; nothing where the browser has it already."""
    request.META[BY_ITSELF] = True
    found, only = own_round(request, slug, number), only_in(request)
    name = _name(found, only)
    tag = RECENT.tag(name, found.tournament.version, tag_of(found, only))

    def rendered() -> str:
        return render_to_string("tournaments/desk/_pieces.html", context_of(found.tournament, found.round, only))

    response = answered(request, tag, lambda: SHELF.body(name, tag, rendered))
    response["X-Now"] = str(in_milliseconds())
    return response


def _name(found: Found, only: str) -> tuple[int, str, str]:
    return (found.round.pk, only, language())


def only_in(request: HttpRequest) -> str:
    """Which tables are asked for."""
    only = request.GET.get("only", "")
    return only if only in FILTERS else ""


def tag_of(found: Found, only: str) -> str:
    """The name of what the desk shows now."""
    return stand_of(found.round, found.tournament.version).tag(f"desk{only}", language())


def minutes_in(request: HttpRequest) -> int:
    """Minutes as they were typed, in seconds; 0 for what is no number."""
    text = request.POST.get("minutes", "").strip().replace("−", "-")
    return int(text) * 60 if text.removeprefix("-").isdecimal() and text.isascii() and len(text) <= 4 else 0


def hands_in(request: HttpRequest) -> int:
    """How many hands were typed; 0 for what is no number."""
    text = request.POST.get("hands", "").strip()
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= 3 else 0


def typed_again(request: HttpRequest) -> dict[str, Any]:
    """What was typed about the number of hands, for the page that refuses it; nothing of other forms."""
    if request.POST.get("what") != "hands":
        return {}
    hands = request.POST.get("hands", "").strip()[:2]
    return {"typed": {"hands": hands, "confirm": "confirm" in request.POST, "reason": parse_reason(request.POST)}}


def _finished(request: HttpRequest, found: Found) -> dict[str, Any]:
    """Close the tables that have played; those that stay open with the reason in words."""
    done = close_finished(found.round, key_in(request), acting_director(request))
    found.tournament.refresh_from_db(fields=["version"])
    return {"closed": done.closed, "left": [(table, open_at([why])[0]) for table, why in done.left]}


def _done(request: HttpRequest, found: Found) -> None:
    what, key, by = request.POST.get("what", ""), key_in(request), acting_director(request)
    if what == "start":
        services.start(found.round, key, by, confirmed="confirm" in request.POST)
    elif what == "pause":
        services.pause(found.round, key, by)
    elif what == "resume":
        services.resume(found.round, key, by)
    elif what == "extend":
        seconds, again = minutes_in(request), "again" in request.POST
        services.extend(found.round, key, seconds, by, again=again, reason=parse_reason(request.POST))
    elif what == "end":
        services.end_time(found.round, key, by, reason=parse_reason(request.POST))
    elif what == "hands":
        confirmed = "confirm" in request.POST
        services.play_hands(
            found.round, key, hands_in(request), by, confirmed=confirmed, reason=parse_reason(request.POST)
        )


def _page(request: HttpRequest, found: Found, more: dict[str, Any], status: int = 200) -> HttpResponse:
    only = only_in(request)
    context = {
        **context_of(found.tournament, found.round, only),
        "version": RECENT.made(_name(found, only), found.tournament.version, tag_of(found, only)),
        "usual_minutes": USUAL_MINUTES,
        "start_act": find_start_act(found),
        **more,
    }
    return page(request, "desk/desk", context, status)
