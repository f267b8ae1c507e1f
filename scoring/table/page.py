"""The table's page, and what it says after a write."""

import uuid
from http import HTTPStatus
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.access.permissions import may_write
from scoring.corrections.director_only import UNDO_SECONDS
from scoring.corrections.history import said_of_evening
from scoring.engine.evening.course import Struck
from scoring.entry.page import entry_page
from scoring.entry.phase import phase_fields
from scoring.entry.prefill import as_last, filled_with, taken_back
from scoring.hand_form.deal_seats import Dealt, dealt_in, seats_seen, seats_text
from scoring.hand_form.fields import Posted
from scoring.hand_form.fill import moved_to
from scoring.held_hands.page import held_page
from scoring.hooks import around_of
from scoring.ledger.codec import OF_THE_EVENING
from scoring.ledger.entries import Outcome, Written
from scoring.ledger.messages import sentences
from scoring.models import Entry, GameTable
from scoring.settlement.final_standing import over
from scoring.settlement.pagatkassa import pot_now
from scoring.settlement.services import agreed_of
from scoring.table.live import Stand
from scoring.table_clock.clock import PlayTime
from scoring.table_clock.clock import read as read_clock
from scoring.table_clock.messages import sentence_of
from scoring.written_sheet.mark_form import marking_of_last
from scoring.written_sheet.rows import Row, name_of
from scoring.written_sheet.selectors import Scored, TableView, scored_line, table_view
from scoring.written_sheet.upcoming_deals import deals_ahead
from tarockclub import time_source
from tarockclub.accounts.devices import device_of
from tarockclub.idempotency import is_key
from tarockclub.language import language
from tarockclub.server.program_version import program

LONGEST_SEQUENCE = 9  # digits; more than any database would take
_NOT_ABOUT_THE_SHEET = (Outcome.INVALID, Outcome.ENDED, Outcome.TIME_OVER, Outcome.NOT_NOW)


class Shown(NamedTuple):
    """A deal shown once more above the entry."""

    row: Row
    scored: Scored | None  # None for what does not count
    struck: bool
    late: bool = False  # struck out since it was saved
    is_last: bool = False


def _next_dealt(view: TableView) -> Dealt:
    return dealt_in(view.now, {seat.place: seat.id for seat in view.seats if seat.until is None})


def _last_key(view: TableView) -> str:
    return view.book.last.key if view.book.last else ""


def answer(request: HttpRequest, game_table: GameTable, written: Written, *, striking: bool = False) -> HttpResponse:
    """The answer to a write: on to the table, or the page again with what is wrong."""
    if written.outcome is Outcome.SAVED and written.entry is not None:
        response = redirect("table", slug=game_table.slug)
        response["Location"] += f"?saved={written.entry.sequence}{'&again=1' if 'undo' in request.POST else ''}"
        return response
    view = table_view(game_table, language())
    more = {
        **_complaint(written, read_clock(game_table.clock), striking=striking),
        "posted": {} if striking else for_these_seats(view, request.POST),
        "striking": striking and "undo" not in request.POST,
    }
    if written.outcome in (Outcome.ENDED, Outcome.TIME_OVER, Outcome.NOT_NOW):
        more["kept"] = not striking  # who opens the evening again has not lost the hand
    if written.outcome in _NOT_ABOUT_THE_SHEET and "previous" in request.POST:
        more["previous"] = request.POST["previous"]  # who has not been told that somebody was quicker still will be
    if written.outcome is Outcome.STALE:
        more["latest"] = newest_of(view)
        if not striking:
            more["save_label"] = _("Save as hand %(number)s anyway") % {"number": view.next_number}
    return page(request, game_table, view, more, status=written.outcome.value)


def told_lost() -> str:
    """What whoever may not write (any more) is told where he has entered something."""
    return _(
        "This phone may not enter hands here (any more). Scan the code of the table, come back to this page and save."
    )


def no_right(request: HttpRequest, game_table: GameTable) -> HttpResponse:
    """The answer to a hand from a phone that may not write (any more): the page with what was entered."""
    view, posted = table_view(game_table, language()), request.POST
    kept = _("Nothing was saved, and nothing is lost: what you have entered is still below.")
    more = {"message": kept, "problems": [told_lost()], "posted": for_these_seats(view, posted), "kept": True}
    if "previous" in posted:
        more["previous"] = posted["previous"]  # who has not been told that somebody was quicker still will be
    return page(request, game_table, view, more, status=HTTPStatus.FORBIDDEN)


def for_these_seats(view: TableView, posted: Posted) -> Posted:
    """What was entered, said of the same players where they sit now."""
    seen, now = seats_seen(posted), _next_dealt(view)
    if seen is None or seen.is_still(now):
        return posted
    return moved_to(posted, seen, now, view.book.sheet)


def _complaint(written: Written, clock: PlayTime | None, *, striking: bool) -> dict[str, Any]:
    """What is wrong with a write, in words."""
    paths = {problem.path for problem in written.problems}
    lost = _("Something was lost on the way, and nothing was saved. Please check what is below and try again.")
    messages = {
        Outcome.STALE: _("Somebody else was quicker: check what is there now. Your entry is still below."),
        Outcome.OTHER_BODY: _(
            "This form has been sent before with different content. Check the score sheet before you continue."
        ),
        Outcome.NO_PREVIOUS: lost,
        Outcome.ENDED: _("This evening has ended; nothing was saved. It can be reopened on the settlement page."),
        Outcome.DECIDED: _("Another phone has already decided about this hand; nothing was saved."),
        Outcome.INVALID: _("This cannot be saved yet:"),
    }
    message, problems = messages.get(written.outcome, ""), sentences(written.problems)
    if written.code:
        message = _("Nothing was saved, and nothing is lost.") if not striking else _("Nothing was changed.")
        problems = [sentence_of(written.code, clock=clock), *problems]
    if "key" in paths:
        message, problems = lost, []
    elif "reason" in paths:
        problems = [_("Say why the hand is struck out.")]
    elif striking and written.outcome is Outcome.STALE:
        message = _("Somebody else was quicker: check what is there now. Nothing was struck out.")
    return {"message": message, "problems": problems, "way_back": not problems}


def page(
    request: HttpRequest, game_table: GameTable, view: TableView, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    """The table's page: standing, entry and written sheet."""
    entry, device = _written(request, game_table), device_of(request)
    again = taken_back(view, entry, _next_dealt(view)) if entry and "again" in request.GET else {}
    posted = more.get("posted") or again or _asked_for(request, game_table, view)
    writes = may_write(request, game_table)
    shown = pieces(game_table, view, posted)
    marking = marking_of_last(view, device) if writes else None
    context = {
        **shown,
        "key": _key(posted, game_table),
        "strike_key": str(uuid.uuid4()),
        "undo_key": str(uuid.uuid4()),
        "undo_seconds": _undo_seconds(entry),
        "saved": _saved(entry, view),
        "again": bool(again),
        "posted": posted,
        "said": said_of_evening(entry, view.seats) if entry and entry.deal_number == OF_THE_EVENING else "",
        "here": reverse("table", args=[game_table.slug]),
        "may_write": writes,
        "enters": more.get("kept") or (writes and not shown["closed"]),
        "marking": marking,
        "held": held_page(game_table, view) if writes else None,
        "newest": None if writes else newest_of(view),
        "device": device,
        "version": stand_shown(game_table, view).tag(language(), writes=writes),
        **more,
    }
    return render(request, "scoring/table/table.html", context, status=status)


def stand_shown(game_table: GameTable, view: TableView) -> Stand:
    """How far the table has come that a page shows."""
    return Stand(game_table.last_sequence, view.newest_mark, game_table.held, bytes(game_table.head), game_table.news)


def pieces(game_table: GameTable, view: TableView, posted: Posted) -> dict[str, Any]:
    """What the page shows of a table, on every phone alike."""
    phase, agreed = phase_fields(game_table, view, posted), agreed_of(game_table)
    return {
        "view": view,
        "table": game_table,
        "played_last": _played_last(view),
        "previous": _last_key(view),
        "seats": seats_text(_next_dealt(view)),
        "deals": deals_ahead(view),
        "entry": entry_page(view.book.sheet, view.active, view.now, posted, language()),
        "same": as_last(view, _next_dealt(view), language()),
        "pot": pot_now(view.book, agreed),
        "pays": agreed.rate > 0,
        "over": over(view.book, view.seats, language(), agreed, bytes(game_table.head)) if game_table.ended else None,
        "program": program(),
        "around": around_of(game_table, view),
        "phase": phase,
        "closed": bool(game_table.ended or (phase and phase.closed)),  # nothing is entered (any more)
    }


def _asked_for(request: HttpRequest, table: GameTable, view: TableView) -> Posted:
    """What somebody has asked to have filled in: a held hand, or, without script, the game of the last one."""
    if "held" in request.GET:
        return filled_with(table, request.GET["held"], _next_dealt(view), view.book.sheet)
    same = as_last(view, _next_dealt(view), language()) if "same" in request.GET else None
    return same.fields if same else {}


def _undo_seconds(entry: Entry | None) -> int | None:
    """How long the hand that was just saved may still be taken back by one tap; None: nothing was just saved."""
    if entry is None or entry.kind != Entry.Kind.HAND:
        return None
    age = (time_source.now() - entry.at).total_seconds()
    return max(0, UNDO_SECONDS - int(age))


def newest_of(view: TableView) -> Shown | None:
    """The newest line of the sheet, as it is shown to whoever has missed it."""
    return _shown(view, len(view.rows) - 1) if view.rows else None


def _key(posted: Posted, game_table: GameTable) -> str:
    """The key of the form: it stays with a hand that could not be saved, unless it is no key or used up."""
    given = str(posted.get("key") or "")
    if not is_key(given) or Entry.objects.filter(table=game_table, key=given).exists():
        return str(uuid.uuid4())
    return given


def _played_last(view: TableView) -> list[tuple[int, str]]:
    """Who may have held the Gstieß in the last deal: place, name."""
    last, now = view.book.last, view.now
    played = [place for place in now.order if last is None or place in last.before.active]
    return [(place, name_of(view.seats, place, view.book.number)) for place in played]


def _written(request: HttpRequest, table: GameTable) -> Entry | None:
    """The entry that the address says was just written."""
    given = request.GET.get("saved", "")
    if not (given.isascii() and given.isdigit() and len(given) <= LONGEST_SEQUENCE):
        return None
    return Entry.objects.filter(table=table, sequence=int(given)).first()


def _saved(entry: Entry | None, view: TableView) -> Shown | None:
    """The deal that was just saved or struck out; also if what was saved has been struck out since."""
    for at, one in enumerate(view.book.played):
        if entry is not None and one.entry.deal_number == entry.deal_number:
            return _shown(view, at)._replace(late=one.entry != entry and isinstance(one.content, Struck))
    return None


def _shown(view: TableView, at: int) -> Shown:
    one = view.book.played[at]
    paid = scored_line(one, view.seats, language())
    is_last = view.book.last is not None and view.book.last.number == one.number
    return Shown(view.rows[at], paid, struck=isinstance(one.content, Struck), is_last=is_last)
