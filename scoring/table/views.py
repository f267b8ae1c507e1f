"""Pages: fetch, form, one service call, render."""

import uuid
from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access.permissions import is_director, writers_only
from scoring.corrections.services import strike_last
from scoring.entry.preview import is_stale, is_twin, judged
from scoring.hand_form.deal_seats import seats_seen
from scoring.hand_form.fields import Form
from scoring.held_hands.receiving import receive
from scoring.ledger.entries import Outcome, Sent, Who, Written
from scoring.ledger.services import body_of
from scoring.models import GameTable
from scoring.phones import views
from scoring.table.page import answer, for_these_seats, language, no_right, page, told_lost
from scoring.written_sheet.selectors import table_of, table_view
from tarockclub.accounts.devices import device_of, person_of
from tarockclub.text import cleaned

LONGEST_REASON = 300
TableAction = Callable[[HttpRequest, uuid.UUID], HttpResponse]


def only_posted(action: TableAction) -> TableAction:
    """Send whoever opens the address of an action, say by its line in the browser, to the table."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(action)
    def view(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
        return action(request, slug) if request.method == "POST" else redirect("table", slug=slug)

    return view


@require_safe
@never_cache  # so that Back after saving shows what is there now
def table(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """A table's page: entry and written sheet."""
    game_table = table_of(slug)
    return page(request, game_table, table_view(game_table, language()), {})


def _no_preview(request: HttpRequest, table: GameTable) -> HttpResponse:
    return _piece(request, {"problems": [told_lost()], "passing": True}, HTTPStatus.FORBIDDEN)


def _piece(request: HttpRequest, context: dict[str, Any], status: int = HTTPStatus.OK) -> HttpResponse:
    """The preview, known as an answer of ours: an inn's network answers with pages of its own."""
    response = render(request, "scoring/_preview.html", context, status=status)
    response["X-Piece"] = "preview"
    return response


@only_posted
@partial(writers_only, refusal=_no_preview)
def preview(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What the hand in the form would pay; a piece of the page."""
    game_table = table_of(slug)
    told = judged(game_table, request.POST)
    twin = "scored" in told and is_twin(game_table, request.POST, device_of(request))
    untouched = not request.POST.get("p0-contract")
    return _piece(request, {**told, "table": game_table, "twin": twin, "untouched": untouched})


@only_posted
def save_hand(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write a hand; sent once more it is answered as it was the first time. Phones may send and get JSON."""
    if request.content_type == "application/json":
        return views.answer_to(request, slug)  # asks for the right with what it has to read anyway
    return _save_form(request, slug)


@partial(writers_only, refusal=no_right)
def _save_form(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The same for the form of the page; who may not write (any more) gets it back as it was filled in."""
    game_table = table_of(slug)
    posted = request.POST
    if "preview" in posted:  # browsers without script, and "next": somebody has seen what came between
        view = table_view(game_table, language())
        if is_stale(game_table, posted) and posted["preview"] == "next":
            return page(request, game_table, view, {"posted": for_these_seats(view, posted)})
        if is_stale(game_table, posted):
            return answer(request, game_table, Written(Outcome.STALE))
        return page(request, game_table, view, {**judged(game_table, posted), "posted": posted})
    sent = {name: values for name, values in posted.lists() if name != "csrfmiddlewaretoken"}
    key, previous, seen = posted.get("key", ""), posted.get("previous"), seats_seen(posted)
    hand = Sent(key, previous, Form(posted), body_of(previous, sent), seen, posted.get("phase", ""))
    written = receive(game_table.slug, hand, who(request, game_table), keeps=False)
    return answer(request, game_table, written)


@only_posted
@writers_only
def strike(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Strike out the last hand."""
    game_table, posted = table_of(slug), request.POST
    reason = cleaned(posted.get("reason", ""))[:LONGEST_REASON]
    written = strike_last(
        game_table, posted.get("key", ""), posted.get("previous"), reason, who=who(request, game_table)
    )
    return answer(request, game_table, written, striking=True)


def who(request: HttpRequest, table: GameTable | None = None) -> Who:
    """Who writes; whoever is logged in as a director of the table's club decides what players cannot.

    Without a table: for pages that have asked already whether what they show is of his club.
    """
    return Who(person_of(request), device_of(request), directs=is_director(request, table))
