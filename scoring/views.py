"""Pages: fetch, form, one service call, render."""

import uuid
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.entry_fields import record_from, unsaid
from scoring.selectors import table_of, table_view
from scoring.services import Outcome, Written, judge, record_hand, strike_last
from scoring.table_page import answer, is_stale, judged, language, page
from tarockclub.names import cleaned

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


@only_posted
def preview(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What the hand in the form would pay; a piece of the page."""
    view = table_view(table_of(slug), language())
    context = {**judged(view, request.POST), "view": view, "untouched": not request.POST.get("p0-contract")}
    return render(request, "scoring/_preview.html", context)


@only_posted
def save_hand(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write the hand in the form; a repeated form is answered as it was the first time."""
    game_table = table_of(slug)
    view = table_view(game_table, language())
    if "preview" in request.POST:  # browsers without script
        if is_stale(view, request.POST):
            return answer(request, game_table, Written(Outcome.STALE))
        return page(request, game_table, view, {**judged(view, request.POST), "posted": request.POST})
    raw = record_from(request.POST, view.book.sheet, view.book.now.seat_of_forehand)
    if missing := unsaid(request.POST, view.book.sheet):
        problems = (*missing, *judge(view.book, raw).problems)
        return answer(request, game_table, Written(Outcome.INVALID, problems=problems))
    sent = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    written = record_hand(game_table, request.POST.get("key", ""), request.POST.get("previous"), raw, sent)
    return answer(request, game_table, written)


@only_posted
def strike(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Strike out the last hand."""
    game_table = table_of(slug)
    reason = cleaned(request.POST.get("reason", ""))[:LONGEST_REASON]
    written = strike_last(game_table, request.POST.get("key", ""), request.POST.get("previous"), reason)
    return answer(request, game_table, written, striking=True)
