"""The pages for changes: a line with its history, the forms, the preview of a change, and the change."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.book.access.links import find_own_place
from scoring.book.access.permissions import (
    find_actor,
    find_reader,
    is_club_director,
    is_table_staff,
    require_post,
    writers_only,
)
from scoring.book.hand_form import FormFields, fill_form
from scoring.book.hooks import find_correction
from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.entries import Outcome, WriteResult, format_problems, list_outcome_sentences, refuse_write
from scoring.book.ledger.seats import find_game_table
from scoring.book.table_clock import BEFORE_RULING, LINE_SETTLED, NOT_FOR_PLAYERS, decode_clock, format_clock_refusal
from scoring.engine.evening.course import EndTotals, Hand, StruckLine, Void
from scoring.models import GameTable, OwnSheet
from scoring.table.corrections import history
from scoring.table.corrections.forms import NEW_LINES, ChangeForm, list_reasons, parse_change
from scoring.table.corrections.history import OF_A_HAND, build_effects
from scoring.table.corrections.plan import DIRECTOR_KINDS, ChangePlan, check_standstill
from scoring.table.corrections.services import (
    BookCorrection,
    Write,
    build_person_lookup,
    compute_plan,
    execute_change,
)
from scoring.table.entry.page import build_entry_page
from scoring.table.entry.prefill import fill_from_held, rebuild_deal_seats
from scoring.table.written_sheet.mark_form import DealMarkForm, build_mark_form, find_earlier_place, list_remarks
from scoring.table.written_sheet.rows import find_seat_name
from scoring.table.written_sheet.selectors import TableView, build_scored_line, list_totals, load_table_view
from tarockclub.kit.hash_chain import is_key
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts import authentication
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.devices import get_device
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.privacy.public_names import filter_people

FRESH_FIELDS = ("csrfmiddlewaretoken", "confirm", "key", "why", "reason", "prizes")
RADL_LENGTHS = 12


def _find_line(view: TableView, line: int) -> LedgerLine:
    """Return a line of the table's book, or raise 404."""
    current = view.book.find_line(line)
    if current is None:
        raise Http404
    return current


@never_cache
def show_deal(request: HttpRequest, slug: uuid.UUID, line: int) -> HttpResponse:
    """Show a line of the book: its current content, its history, and the possible changes."""
    table = find_game_table(slug)
    view = load_table_view(table, find_reader(request, table.slug))
    current = _find_line(view, line)
    marking = _build_mark_form(request, view, current) if current.is_deal else None
    active = current.before.active
    context = {
        "table": table,
        "view": view,
        "my_seat": active.index(marking.me) if marking is not None and marking.me in active else None,
        "row": next(row for row in view.rows if row.line == line),
        "scored": build_scored_line(current, view.seats, get_current_language()),
        "versions": history.list_entry_versions(table, view, line, get_current_language()),
        "is_hand": isinstance(current.content, Hand),
        "is_void": isinstance(current.content, Void),
        "is_struck": isinstance(current.content, StruckLine),
        "correction": _find_correction(request, table) if isinstance(current.content, EndTotals) else None,
        "here": [(place, find_seat_name(view.seats, place, line)) for place in current.before.order],
        "forehand": current.before.forehand,
        "marking": marking,
        "remarks": list_remarks(view, current),
        "directs": is_club_director(request, table),
        "own_sheet": _find_own_sheet(request, table) if isinstance(current.content, Hand) else None,
        "may_not": _format_refusal(request, table, line, current.entry.kind),
        "takes_out": table.clock == "" or is_club_director(request, table) or not current.entry.phase,
        **_build_context(view),
    }
    return hide_address(render(request, "scoring/table/corrections/deal.html", context))


def _build_mark_form(request: HttpRequest, view: TableView, line: LedgerLine) -> DealMarkForm:
    device = get_device(request)
    me = find_own_place(request, view.seats, find_earlier_place(view, device))
    return build_mark_form(view, line, device, me)


def _find_own_sheet(request: HttpRequest, table: GameTable) -> OwnSheet | None:
    """Return the club's own sheet that a table plays by, for staff; a hand can become one of its examples."""
    if not is_table_staff(request, table):
        return None
    return OwnSheet.objects.filter(club=table.club_id, sheet=table.sheet_version.sheet, retired=None).first()


def _format_refusal(request: HttpRequest, table: GameTable, line: int, kind: str) -> str:
    """Return the reason why a line of a table with a clock offers nothing, in words; "": something is offered."""
    clock = decode_clock(table.clock)
    if clock is None:
        return ""
    if line in clock.settled:
        return format_clock_refusal(LINE_SETTLED)
    if is_club_director(request, table):
        return ""
    refusal = check_standstill(clock, ANONYMOUS)
    if refusal is not None:
        return format_clock_refusal(refusal.code)
    if line <= max(clock.settled, default=0):
        return format_clock_refusal(BEFORE_RULING)
    return format_clock_refusal(NOT_FOR_PLAYERS) if kind in DIRECTOR_KINDS else ""


def _build_context(view: TableView) -> dict[str, Any]:
    """Return the fields and choices that every change form has."""
    return {
        "key": str(uuid.uuid4()),
        "seen": view.book.table.last_sequence,
        "lengths": range(1, RADL_LENGTHS + 1),
        "usual_length": view.now.players,
        "at_the_table": [(place, find_seat_name(view.seats, place, view.book.number)) for place in view.now.order],
    }


@writers_only
def show_more(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the other events at a table: redeal, void deal, Radl, Schlussradl, forehand, seats."""
    table = find_game_table(slug)
    view = load_table_view(table, find_reader(request, table.slug))
    people = filter_people(table.club_id).order_by("name")
    context = {
        "table": table,
        "view": view,
        "known": people.values_list("name", flat=True) if is_table_staff(request, table) else (),
        **_build_context(view),
        "directs": is_club_director(request, table),
        "said": history.list_evening_changes(table, view.seats),
    }
    return render(request, "scoring/table/corrections/more.html", context)


@writers_only
def show_hand_form(request: HttpRequest, slug: uuid.UUID, line: int, what: str) -> HttpResponse:
    """Show the entry form for another record of a hand ("correct"), or for a forgotten one before it ("insert")."""
    table = find_game_table(slug)
    view = load_table_view(table, find_reader(request, table.slug))
    current = _find_line(view, line)
    filled: FormFields = {}
    if "held" in request.GET:
        filled = fill_from_held(table, request.GET["held"], rebuild_deal_seats(view, current), view.book.sheet)
    elif what == "correct" and isinstance(current.content, Hand):
        filled = fill_form(current.content.record, view.book.sheet)
    return _render_hand_form(
        request, table, view, current, {"what": what, "line": str(line), **filled}, _parse_key(filled)
    )


def _parse_key(posted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the key that a form keeps: that of a held hand, or of one that could not be saved."""
    return {"key": posted["key"]} if is_key(posted.get("key", "")) else {}


def _render_hand_form(
    request: HttpRequest, table: GameTable, view: TableView, current: LedgerLine, posted: Any, more_: dict[str, Any]
) -> HttpResponse:
    names = tuple(find_seat_name(view.seats, place, current.number) for place in current.before.active)
    row = next(row for row in view.rows if row.line == current.number)
    context = {
        "table": table,
        "view": view,
        "row": row,
        "posted": posted,
        "entry": build_entry_page(view.book.sheet, names, current.before, posted, get_current_language()),
        "what": posted.get("what"),
        "radls": _list_radl_choices(current, posted),
        "cards": list_totals(current.before, view.seats, current.number),
        # With reasons the form applies at once: not at a table that is done, where more changes than it shows.
        "reasons": () if _find_correction(request, table) else list_reasons(str(posted.get("what"))),
        **_build_context(view),
        **more_,
    }
    return render(request, "scoring/table/corrections/hand_form.html", context, status=more_.get("status", 200))


def _list_radl_choices(current: LedgerLine, posted: Any) -> list[tuple[str, str, bool]]:
    """Return the choices for the factor of a hand: automatic, single, double."""
    radl = posted.get("radl_set") or (str(current.content.radl_set or "") if isinstance(current.content, Hand) else "")
    offered = (("", _("automatic")), ("1", _("single")), ("2", _("double")))
    return [(value, label, value == radl) for value, label in offered]


@require_post
@writers_only
def handle_book_change(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the effects of a change; with `confirm`, write it."""
    table = find_game_table(slug)
    view, content = load_table_view(table, find_reader(request, slug)), ChangeForm(request.POST).parse()
    correction = _find_correction(request, table)
    if not content["confirm"]:
        plan = compute_plan(table, parse_change(request.POST, view.seats, build_person_lookup(table)))
        return _render_preview(request, table, view, plan, {})
    is_published = correction is not None and correction.is_published
    if is_published and (asked := authentication.ask_for_password(request)) is not None:
        return asked
    write = _build_write(request, table, view, content["seen"])
    who, reason = find_actor(request, table), content["reason"]
    if correction is None:
        written = write(content["key"], who, reason)
    elif correction.choices and not content["prizes"]:
        written = refuse_write("prizes", "prizes_chosen")
    else:
        written = correction.change_book(content["key"], who, reason, write)
    if written.outcome is Outcome.SAVED and written.entry is not None:
        if correction is not None:
            return redirect(correction.outcome_page)
        return redirect(f"{reverse('table', args=[slug])}?saved={written.entry.sequence}")
    return _render_refusal(request, table, written)


def _find_correction(request: HttpRequest, table: GameTable) -> BookCorrection | None:
    """Return the correction of a table that is done, for its director; for others it stays closed."""
    correction: BookCorrection | None = find_correction(table) if is_club_director(request, table) else None
    return correction


def _build_write(request: HttpRequest, table: GameTable, view: TableView, seen: int | None) -> Write:
    """Return the function that writes the change of a form."""
    posted = request.POST
    sent = {name: values for name, values in posted.lists() if name not in FRESH_FIELDS}

    def write(key: str, who: Actor, reason: str) -> WriteResult:
        return execute_change(
            table,
            key,
            seen,
            lambda person_of: parse_change(posted, view.seats, person_of),
            reason,
            sent=sent,
            who=who,
        )

    return write


def _render_refusal(request: HttpRequest, table: GameTable, written: WriteResult) -> HttpResponse:
    """Show the current preview with the reason of the refusal."""
    view = load_table_view(table, find_reader(request, table.slug))
    messages = {
        **list_outcome_sentences(),
        Outcome.STALE: _(
            "The score sheet has changed in the meantime: look at what would follow now, and confirm again."
        ),
        Outcome.NO_PREVIOUS: _("Something was lost on the way, and nothing was saved."),
    }
    plan = compute_plan(table, parse_change(request.POST, view.seats, build_person_lookup(table)))
    more_ = {
        "message": messages.get(written.outcome) or _("Nothing was changed."),
        "complaints": [format_clock_refusal(written.code)] if written.code else format_problems(written.problems),
        "status": written.outcome.value,
    }
    return _render_preview(request, table, view, plan, more_)


def _preview_around(request: HttpRequest, table: GameTable, view: TableView) -> dict[str, Any] | None:
    """Return what would change beside the book of a table that is done."""
    correction = _find_correction(request, table)
    if correction is None:
        return None
    write = _build_write(request, table, view, view.book.table.last_sequence)
    return correction.preview_change(find_actor(request, table), write)


def _may_shift(view: TableView, line: LedgerLine) -> bool:
    """Return whether later deals can move their forehand when a line is struck."""
    is_last = view.book.last is not None and view.book.last.number == line.number
    return isinstance(line.content, Hand | Void) and not is_last


def _is_only_line(view: TableView, content: dict[str, Any]) -> bool:
    """Return whether nothing would count at the table any more."""
    counting = [line.number for line in view.book.played if not isinstance(line.content, StruckLine)]
    return content["what"] == "strike" and counting == [content["line"]]


def _render_preview(
    request: HttpRequest, table: GameTable, view: TableView, plan: ChangePlan, more_: dict[str, Any]
) -> HttpResponse:
    """Show the effects of a change; a hand that cannot be read goes back to its form."""
    posted, problems = request.POST, history.list_problems(plan, get_current_language())
    content = ChangeForm(posted).parse()
    current, key = view.book.find_line(content["line"]), content["key"]
    own = [sentence for deal_number, sentence in problems if not deal_number]
    if content["what"] in OF_A_HAND and current is not None and own and not more_:
        more_fields = {"problems": own, "reason": content["reason"], "status": 400, **_parse_key(posted)}
        return _render_hand_form(request, table, view, current, posted, more_fields)
    may_shift = content["what"] == "strike" and current is not None and _may_shift(view, current)
    fresh = (*FRESH_FIELDS, "shift") if may_shift else FRESH_FIELDS
    context = {
        "table": table,
        "view": view,
        "what": content["what"],
        "fields": [(name, value) for name, values in posted.lists() if name not in fresh for value in values],
        "may_shift": may_shift,
        "shift": content["shift"],
        "reason": content["reason"],
        "reasons": list_reasons(content["what"]),
        "effects": build_effects(plan, view.seats, content["name"], get_current_language()),
        "refusals": problems,
        "refused_hands": any(deal_number for deal_number, _ in problems),
        "around": _preview_around(request, table, view) if not problems else None,
        "is_only": _is_only_line(view, content),
        "may_lack_reason": content["what"] in NEW_LINES,
        **_build_context(view),
        "key": key if is_key(key) and not more_ else str(uuid.uuid4()),
        **more_,
    }
    status = more_.get("status", 400 if problems else 200)
    return render(request, "scoring/table/corrections/change.html", context, status=status)
