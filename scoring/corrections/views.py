"""Pages of changes: a line with its history, the forms for what may be changed, what would follow, and the change."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.access.permissions import is_director, is_staff, only_posted, who, writers_only
from scoring.corrections import history
from scoring.corrections.director_only import OF_THE_DIRECTOR, standing
from scoring.corrections.forms import SAYS_NEW, ask_from
from scoring.corrections.history import seats_then
from scoring.corrections.plan import Plan
from scoring.corrections.services import Asked, known_at, preview, written_as_asked
from scoring.engine.evening.course import Hand, Struck, Void
from scoring.entry.page import entry_page
from scoring.entry.prefill import dealt_then, filled_with
from scoring.hand_form.fill import Filled, posted_from
from scoring.hooks import warning_at
from scoring.ledger.book import Played
from scoring.ledger.entries import Outcome, Written
from scoring.ledger.messages import sentences
from scoring.ledger.selectors import table_of
from scoring.models import GameTable
from scoring.table_clock.clock import BEFORE_RULING, NOT_FOR_PLAYERS, SETTLED
from scoring.table_clock.clock import read as read_clock
from scoring.table_clock.messages import sentence_of
from scoring.written_sheet.mark_form import marking, remarks_on
from scoring.written_sheet.rows import name_of
from scoring.written_sheet.selectors import TableView, scored_line, table_view
from tarockclub.accounts.actors import NOBODY_KNOWN
from tarockclub.accounts.devices import device_of
from tarockclub.idempotency import is_key
from tarockclub.language import language
from tarockclub.models import NAME_LENGTH, Person
from tarockclub.text import cleaned, number, parse_reason

SENT_ANEW = ("csrfmiddlewaretoken", "confirm", "key", "reason")
RADL_LENGTHS = 12


def _line_of(view: TableView, line: int) -> Played:
    """A line of the table's book, or 404."""
    one = view.book.at(line)
    if one is None:
        raise Http404
    return one


@require_safe
@never_cache
def deal(request: HttpRequest, slug: uuid.UUID, line: int) -> HttpResponse:
    """A line of the book: what counts, how it came to be, and what may be done about it."""
    table = table_of(slug)
    view = table_view(table, language())
    one = _line_of(view, line)
    context = {
        "table": table,
        "view": view,
        "row": next(row for row in view.rows if row.line == line),
        "scored": scored_line(one, view.seats, language()),
        "versions": history.versions_of(table, view.book, view.seats, line, language()),
        "is_hand": isinstance(one.content, Hand),
        "is_void": isinstance(one.content, Void),
        "is_struck": isinstance(one.content, Struck),
        "is_last": view.book.last is not None and view.book.last.number == line,
        "here": [(place, _name(view, place, line)) for place in one.before.order],
        "forehand": one.before.forehand,
        "marking": marking(view, one, device_of(request)) if one.is_deal else None,
        "remarks": remarks_on(view, one),
        "directs": is_director(request, table),
        "may_not": _may_not(request, table, line, one.entry.kind),
        "takes_out": table.clock == "" or is_director(request, table) or not one.entry.phase,
        **_common(view),
    }
    return render(request, "scoring/corrections/deal.html", context)


def _may_not(request: HttpRequest, table: GameTable, line: int, kind: str) -> str:
    """Why nothing is offered at a line of a table with a clock, in words; "": something is."""
    clock = read_clock(table.clock)
    if clock is None:
        return ""
    if line in clock.settled:
        return sentence_of(SETTLED)
    if is_director(request, table):
        return ""
    told = standing(clock, NOBODY_KNOWN)
    if told is not None:
        return sentence_of(told.code)
    if line <= max(clock.settled, default=0):
        return sentence_of(BEFORE_RULING)
    return sentence_of(NOT_FOR_PLAYERS) if kind in OF_THE_DIRECTOR else ""


def _common(view: TableView) -> dict[str, Any]:
    """What every form of a change carries, and what it offers."""
    return {
        "key": str(uuid.uuid4()),
        "seen": view.book.table.last_sequence,
        "lengths": range(1, RADL_LENGTHS + 1),
        "usual_length": view.now.players,
        "at_the_table": [(place, _name(view, place, view.book.number)) for place in view.now.order],
    }


def _name(view: TableView, place: int, line: int) -> str:
    return name_of(view.seats, place, line)


@require_safe
@writers_only
def more(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What else happens at a table: redeal, void deal, Radl, Schlussradl, forehand, seats."""
    table = table_of(slug)
    view = table_view(table, language())
    known = (
        Person.objects.filter(club=table.club_id, erased=None, merged_into=None)
        .order_by("name")
        .values_list("name", flat=True)
    )
    context = {"table": table, "view": view, "known": known if is_staff(request, table) else (), **_common(view)}
    context["directs"] = is_director(request, table)
    context["said"] = history.of_the_evening(table, view.seats)
    return render(request, "scoring/corrections/more.html", context)


@require_safe
@writers_only
def hand_form(request: HttpRequest, slug: uuid.UUID, line: int, what: str) -> HttpResponse:
    """The entry form for another record of a hand ("correct"), or for a forgotten one before it ("insert")."""
    table = table_of(slug)
    view = table_view(table, language())
    one = _line_of(view, line)
    filled: Filled = {}
    if what == "correct" and isinstance(one.content, Hand):
        filled = posted_from(one.content.record, view.book.sheet)
    elif what == "insert" and "held" in request.GET:
        filled = filled_with(table, request.GET["held"], dealt_then(view, one), view.book.sheet)
    return _hand_form(request, table, view, one, {"what": what, "line": str(line), **filled}, _key_of(filled))


def _key_of(posted: Mapping[str, Any]) -> dict[str, Any]:
    """The key that a form goes on with: of a held hand, or of what could not be saved."""
    return {"key": posted["key"]} if is_key(posted.get("key", "")) else {}


def _hand_form(
    request: HttpRequest, table: GameTable, view: TableView, one: Played, posted: Any, more_: dict[str, Any]
) -> HttpResponse:
    names = tuple(_name(view, place, one.number) for place in one.before.active)
    row = next(row for row in view.rows if row.line == one.number)
    context = {
        "table": table,
        "view": view,
        "row": row,
        "posted": posted,
        "entry": entry_page(view.book.sheet, names, one.before, posted, language()),
        "what": posted.get("what"),
        "radls": _radls(one, posted),
        "forehand": _name(view, one.before.forehand, one.number),
        "dealer": _name(view, one.before.dealer, one.number),
        **_common(view),
        **more_,
    }
    return render(request, "scoring/corrections/hand_form.html", context, status=more_.get("status", 200))


def _radls(one: Played, posted: Any) -> list[tuple[str, str, bool]]:
    """What a hand may count by hand: as the Radl says, single, double."""
    given = posted.get("radl_set") or (str(one.content.radl_set or "") if isinstance(one.content, Hand) else "")
    offered = (("", _("automatic")), ("1", _("single")), ("2", _("double")))
    return [(value, label, value == given) for value, label in offered]


@only_posted
@writers_only
def change_book(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show what a change would bring about; with `confirm`, write it."""
    table, posted = table_of(slug), request.POST
    view = table_view(table, language())
    reason = parse_reason(posted)
    if "confirm" not in posted:
        plan = preview(table, ask_from(_cleaned(posted), view.seats, known_at(table)))
        return _preview(request, table, view, plan, reason, {})
    sent = {name: values for name, values in posted.lists() if name not in SENT_ANEW}
    change_ = Asked(posted.get("key", ""), number(posted, "seen"), reason, sent)
    written = written_as_asked(
        table, change_, lambda person_of: ask_from(_cleaned(posted), view.seats, person_of), who(request, table)
    )
    if written.outcome is Outcome.SAVED and written.entry is not None:
        response = redirect("table", slug=slug)
        response["Location"] += f"?saved={written.entry.sequence}"
        return response
    return _not_written(request, table, written, reason)


def _cleaned(posted: QueryDict) -> dict[str, Any]:
    return posted.dict() | {"name": _name_in(posted)}


def _name_in(posted: QueryDict) -> str:
    return cleaned(posted.get("name", ""))[:NAME_LENGTH]


def _not_written(request: HttpRequest, table: GameTable, written: Written, reason: str) -> HttpResponse:
    """The preview as it is now, with what is wrong."""
    view = table_view(table, language())
    messages = {
        Outcome.STALE: _(
            "The score sheet has changed in the meantime: look at what would follow now, and confirm again."
        ),
        Outcome.OTHER_BODY: _(
            "This form has been sent before with different content. Check the score sheet before you continue."
        ),
        Outcome.NO_PREVIOUS: _("Something was lost on the way, and nothing was saved."),
        Outcome.ENDED: _("This evening has ended; nothing was saved. It can be reopened on the settlement page."),
        Outcome.DECIDED: _("Another phone has already decided about this hand; nothing was saved."),
        Outcome.INVALID: _("This cannot be saved yet:"),
    }
    plan = preview(table, ask_from(_cleaned(request.POST), view.seats, known_at(table)))
    more_ = {
        "message": messages.get(written.outcome) or _("Nothing was changed."),
        "complaints": [sentence_of(written.code)] if written.code else sentences(written.problems),
        "status": written.outcome.value,
    }
    return _preview(request, table, view, plan, reason, more_)


def _preview(
    request: HttpRequest, table: GameTable, view: TableView, plan: Plan, reason: str, more_: dict[str, Any]
) -> HttpResponse:
    """What would follow; a hand that cannot be read goes back to its form."""
    posted, problems = request.POST, history.problems_of(plan, language())
    one = view.book.at(number(posted, "line") or 0)
    own = [sentence for deal_number, sentence in problems if not deal_number]
    if posted.get("what") in ("correct", "insert") and one is not None and own and not more_:
        told = {"problems": own, "reason": reason, "status": 400, **_key_of(posted)}
        return _hand_form(request, table, view, one, posted, told)
    given, then = posted.get("key", ""), seats_then(view.seats, plan, _name_in(posted))
    last = plan.steps[-1].line.number if plan.steps else plan.book.number
    context = {
        "table": table,
        "view": view,
        "what": posted.get("what"),
        "fields": [(name, value) for name, values in posted.lists() if name not in SENT_ANEW for value in values],
        "reason": reason,
        "changes": history.changes_of(plan, then, language()) if not plan.problems else [],
        "totals": [one for one in history.moved(plan, view.seats) if one.before != one.after],
        "next_before": history.next_deal(plan.book.now, view.seats, plan.book.number),
        "next_after": history.next_deal(plan.after, then, last),
        "refusals": problems,
        "refused_hands": any(deal_number for deal_number, _ in problems),
        "warning": warning_at(table),
        "may_lack_reason": posted.get("what") in SAYS_NEW,
        **_common(view),
        "key": given if is_key(given) and not more_ else str(uuid.uuid4()),
        "way_back": reverse("table", args=[table.slug]),
        **more_,
    }
    status = more_.get("status", 400 if problems else 200)
    return render(request, "scoring/corrections/change.html", context, status=status)
