"""Pages: fetch, form, one service call, render."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.entry_fields import record_from, unsaid
from scoring.evenings import OtherEvening, start_evening
from scoring.selectors import open_tables, table_of, table_view
from scoring.services import Outcome, Written, judge, record_hand, strike_last
from scoring.start_form import StartForm
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
def home(request: HttpRequest) -> HttpResponse:
    """The first page: evenings that are going on, and how to start one."""
    return render(request, "scoring/home.html", {"tables": open_tables()})


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Start an evening."""
    if request.method != "POST":
        form = StartForm(language=language(), initial={"key": str(uuid.uuid4())})
        return render(request, "scoring/start.html", {"form": form})
    form = StartForm(request.POST, language=language())
    if not form.is_valid():
        return _not_started(request, form, {}, 400)
    try:
        return redirect("table", slug=start_evening(form.cleaned_data["key"], form.evening()).slug)
    except OtherEvening as other:
        message = _("An evening with other names or rules was already started from this page.")
        return _not_started(request, form, {"started": other.table, "message": message}, 422)


def _not_started(request: HttpRequest, form: StartForm, more: dict[str, Any], status: int) -> HttpResponse:
    """The form with what is wrong; its key would be refused again where it was the fault."""
    if more or "key" in form.errors:
        form.renew_key()
    return render(request, "scoring/start.html", {"form": form, "here": request.path, **more}, status=status)


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
