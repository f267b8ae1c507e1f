"""Pages: fetch, form, one service call, render."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.engine.problems import Problem
from scoring.engine.texts import told
from scoring.entry_fields import Posted, record_from, unsaid
from scoring.entry_page import entry_page
from scoring.evenings import OtherEvening, start_evening
from scoring.models import GameTable
from scoring.selectors import TableView, open_tables, scored, table_of, table_view
from scoring.services import Outcome, Written, judge, record_hand, strike_last
from scoring.start_form import StartForm
from tarockclub.names import cleaned

LONGEST_REASON = 300


def _language() -> str:
    return get_language() or "de"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page: evenings that are going on, and how to start one."""
    return render(request, "scoring/home.html", {"tables": open_tables()})


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Start an evening."""
    if request.method != "POST":
        form = StartForm(language=_language(), initial={"key": str(uuid.uuid4())})
        return render(request, "scoring/start.html", {"form": form})
    form = StartForm(request.POST, language=_language())
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
def table(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """A table's page: entry and written sheet."""
    return _page(request, table_of(slug), {})


@require_POST
def preview(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What the hand in the form would pay; a piece of the page."""
    view = table_view(table_of(slug), _language())
    context = {**_judged(view, request.POST), "view": view, "untouched": not request.POST.get("p0-contract")}
    return render(request, "scoring/_preview.html", context)


@require_POST
def save_hand(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write the hand in the form; a repeated form is answered as it was the first time."""
    game_table = table_of(slug)
    view = table_view(game_table, _language())
    if "preview" in request.POST:  # browsers without script
        return _page(request, game_table, {**_judged(view, request.POST), "posted": request.POST})
    raw = record_from(request.POST, view.book.sheet, view.book.now.seat_of_forehand)
    if missing := unsaid(request.POST, view.book.sheet):
        problems = (*missing, *judge(view.book, raw).problems)
        return _answer(request, game_table, Written(Outcome.INVALID, problems=problems))
    sent = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    written = record_hand(game_table, request.POST.get("key", ""), request.POST.get("previous"), raw, sent)
    return _answer(request, game_table, written)


@require_POST
def strike(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Strike out the last hand."""
    game_table = table_of(slug)
    reason = cleaned(request.POST.get("reason", ""))[:LONGEST_REASON]
    written = strike_last(game_table, request.POST.get("key", ""), request.POST.get("previous"), reason)
    return _answer(request, game_table, written, striking=True)


def _judged(view: TableView, posted: Posted) -> dict[str, Any]:
    """What the posted hand would score, for the preview; only if it still is the next one."""
    if posted.get("previous", _last_key(view)) != _last_key(view):
        return {"problems": [_("Somebody else was quicker: the sheet has changed since this page was loaded.")]}
    missing = unsaid(posted, view.book.sheet)
    result = judge(view.book, record_from(posted, view.book.sheet, view.book.now.seat_of_forehand))
    if result.score is None or missing:
        return {"problems": _sentences((*missing, *result.problems))}
    return {"scored": scored(result.score, view.names, _language())}


def _last_key(view: TableView) -> str:
    return view.book.last.entry.key if view.book.last else ""


def _sentences(problems: tuple[Problem, ...]) -> list[str]:
    return list(dict.fromkeys(told(problem, _language()) for problem in problems))


def _answer(request: HttpRequest, game_table: GameTable, written: Written, *, striking: bool = False) -> HttpResponse:
    if written.outcome is Outcome.SAVED and written.entry is not None:
        response = redirect("table", slug=game_table.slug)
        response["Location"] += f"?saved={written.entry.sequence}"
        return response
    messages = {
        Outcome.STALE: _("Somebody else was quicker: look at what is there now. Your entry is still below."),
        Outcome.OTHER_BODY: _("This form was sent before with other content. Reload the page and look at the sheet."),
        Outcome.NO_PREVIOUS: _("This form is incomplete: reload the page."),
        Outcome.INVALID: _("This cannot be saved yet:"),
    }
    nothing_struck = _("Somebody else was quicker: look at what is there now. Nothing was struck out.")
    paths = {problem.path for problem in written.problems}
    more = {
        "message": nothing_struck if striking and written.outcome is Outcome.STALE else messages[written.outcome],
        "problems": [_("Say why the hand is struck out.")] if "reason" in paths else _sentences(written.problems),
        "posted": {} if striking else request.POST,
        "striking": striking,
    }
    if written.outcome is Outcome.OTHER_BODY or "key" in paths:
        more["key"] = str(uuid.uuid4())  # the old one would be refused for ever
    return _page(request, game_table, more, status=written.outcome.value)


def _page(request: HttpRequest, game_table: GameTable, more: dict[str, Any], status: int = 200) -> HttpResponse:
    view = table_view(game_table, _language())
    book, posted = view.book, more.get("posted") or {}
    context = {
        "view": view,
        "table": game_table,
        "key": _key(posted, view),
        "strike_key": str(uuid.uuid4()),
        "previous": _last_key(view),
        "entry": entry_page(book.sheet, view.names, book.now.seat_of_forehand, posted, _language()),
        "saved": _saved(request, view),
        "here": reverse("table", args=[game_table.slug]),
        **more,
    }
    return render(request, "scoring/table.html", context, status=status)


def _key(posted: Posted, view: TableView) -> str:
    """The key of the form: it stays with a hand that could not be saved, unless it is used up."""
    given = str(posted.get("key") or "")
    used = {one.entry.key for one in view.book.played}
    return given if given and given not in used else str(uuid.uuid4())


def _saved(request: HttpRequest, view: TableView) -> dict[str, Any] | None:
    """The hand that was just saved or struck out, to be shown once more."""
    sequence = request.GET.get("saved", "")
    for one, row in zip(view.book.played, view.rows, strict=True):
        if str(one.entry.sequence) == sequence:
            shown = scored(one.score, view.names, _language()) if one.score is not None else None
            return {"row": row, "scored": shown, "struck": one.struck is not None}
    return None
