"""The table's page, its small forms, and its messages after a write."""

import re
import uuid
from http import HTTPStatus
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import json_script
from django.utils.translation import gettext as _

from scoring.book.access.links import find_own_place
from scoring.book.access.permissions import find_reader, get_link_secret
from scoring.book.hand_form import PostedFields, move_entry, read_seats
from scoring.book.hooks import build_table_context
from scoring.book.ledger.codec import EVENING_NUMBER
from scoring.book.ledger.entries import Outcome, WriteResult, format_problems, list_outcome_sentences
from scoring.book.ledger.held_hands import build_deal_seats, encode_seats
from scoring.book.marks import MarkRequest
from scoring.book.table_clock import PlayTime, decode_clock, format_clock_refusal
from scoring.engine.agreement import Stakes
from scoring.engine.evening.course import Hand, StruckLine
from scoring.engine.evening.state import apply_void
from scoring.models import Entry, GameTable
from scoring.table.corrections.history import format_evening_change
from scoring.table.corrections.plan import UNDO_SECONDS
from scoring.table.entry.page import build_entry_page
from scoring.table.entry.prefill import build_phase_fields, fill_from_held, fill_from_struck, repeat_last
from scoring.table.entry.price_list import build_price_list, list_next_factors
from scoring.table.entry.script_data import CompactEncoder
from scoring.table.held_hands.page import build_held_page
from scoring.table.held_hands.services import Decision
from scoring.table.settlement.services import compute_pot_course, compute_settlement, encode_accounts, load_agreed
from scoring.table.table_page.live import PageVersion, build_speech, find_moment, list_missed_reminders
from scoring.table.written_sheet.mark_form import build_last_mark_form, find_earlier_place
from scoring.table.written_sheet.rows import WrittenRow, find_seat_name
from scoring.table.written_sheet.selectors import ScoredHand, TableView, build_scored_line, load_table_view
from scoring.table.written_sheet.summary import compute_summary
from tarockclub.kit import time_source
from tarockclub.kit.form_fields import NumberField, PostedForm, ReasonField, TextField, TickField
from tarockclub.kit.hash_chain import encode_ascii, is_key
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.devices import get_device
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.stand_by import find_other_address


class HandFrameForm(PostedForm):
    """The fields beside a hand: its key, that of the deal before it (None: not sent), and the undo button."""

    key = TextField()
    previous = forms.Field(required=False)
    undo = TickField()


class StrikeForm(HandFrameForm):
    """The last hand is struck, with a reason; `previous` is its key."""

    reason = ReasonField()


class DecisionForm(PostedForm):
    """The decision which deal a held hand is, or that it does not count."""

    hand = TextField()
    seen = NumberField(otherwise=0)
    reason = ReasonField()

    def __init__(self, posted: Any) -> None:
        super().__init__(posted)
        self.fields["as"] = TextField()  # the button that was tapped: the decision, and a line of the book

    def build_decision(self) -> Decision:
        """Return the decision."""
        content = self.parse()
        what, _space, line = content["as"].partition(" ")
        return Decision(what, content["seen"], NumberField(otherwise=0).clean(line), content["reason"])


class MarkForm(PostedForm):
    """A mark of a hand; `on_its_page`: it was tapped on the page of the line; `edge`: at an edge of the tablet."""

    key = TextField()
    kind = TextField()
    line = NumberField(otherwise=-1)
    seen = NumberField(otherwise=-1)
    newest = NumberField(otherwise=-1)
    place = NumberField(otherwise=-1)
    on_its_page = TickField()
    edge = TickField()
    turn = NumberField(otherwise=0)

    def build_request(self) -> MarkRequest:
        """Return the mark that is asked for."""
        content = self.parse()
        return MarkRequest(**{name: content[name] for name in MarkRequest._fields})


LONGEST_SEQUENCE = 9  # digits; more than any database has
_FORM_OUTCOMES = (Outcome.INVALID, Outcome.ENDED, Outcome.TIME_OVER, Outcome.NOT_NOW)
_INDENT = re.compile(rb"\n\s+")  # a tenth of the page; no text in it has lines of its own


class DealNotice(NamedTuple):
    """A deal displayed above the entry form."""

    row: WrittenRow
    scored: ScoredHand | None  # None for a line without a counting hand
    struck: bool
    late: bool = False  # struck since it was saved
    is_last: bool = False
    sequence: int = 0  # of its newest entry


def respond_to_write(
    request: HttpRequest, game_table: GameTable, written: WriteResult, *, striking: bool = False
) -> HttpResponse:
    """Return the response to a write: a redirect to the table, or the page again with the problems."""
    content = HandFrameForm(request.POST).parse()
    if written.outcome is Outcome.SAVED and written.entry is not None:
        again = "&again=1" if content["undo"] else ""
        return redirect(f"{reverse('table', args=[game_table.slug])}?saved={written.entry.sequence}{again}")
    view = load_table_view(game_table, find_reader(request, game_table.slug))
    context = {
        **_format_complaint(written, decode_clock(game_table.clock), striking=striking),
        "posted": {} if striking else move_posted(view, request.POST),
    }
    if written.outcome in (Outcome.ENDED, Outcome.TIME_OVER, Outcome.NOT_NOW):
        context["kept"] = not striking  # the hand is not lost for those who reopen the evening
    if written.outcome in _FORM_OUTCOMES and content["previous"] is not None:
        context["previous"] = content["previous"]  # a warning that somebody else was quicker stays due
    if written.outcome is Outcome.STALE:
        context["latest"] = build_newest_notice(view)
        if not striking:
            context["save_label"] = _("Save as hand %(number)s") % {"number": view.next_number}
    return render_table_page(request, game_table, view, context, status=written.outcome.value)


def format_lost_right() -> str:
    """Return the message for a phone that has entered something but may not, or no longer, write."""
    return _(
        "This phone may not enter hands here (any more). Scan the code of the table, come back to this page and save."
    )


def render_locked_table(request: HttpRequest, game_table: GameTable) -> HttpResponse:
    """Return the page with the entered hand for a phone that may not, or no longer, write."""
    view, posted = load_table_view(game_table, find_reader(request, game_table.slug)), request.POST
    previous = HandFrameForm(posted).parse()["previous"]
    message = _("Nothing was saved, and nothing is lost: what you have entered is still below.")
    context = {"message": message, "problems": [format_lost_right()], "posted": move_posted(view, posted), "kept": True}
    if previous is not None:
        context["previous"] = previous  # a warning that somebody else was quicker stays due
    return render_table_page(request, game_table, view, context, status=HTTPStatus.FORBIDDEN)


def move_posted(view: TableView, posted: PostedFields) -> PostedFields:
    """Return the entered fields, moved to the same players where they sit now."""
    seats, now = read_seats(posted), view.next_seats
    if seats is None or seats.is_still(now):
        return posted
    return move_entry(posted, seats, now, view.book.sheet)


def _format_complaint(written: WriteResult, clock: PlayTime | None, *, striking: bool) -> dict[str, Any]:
    """Return the problems of a write, in words."""
    paths = {problem.path for problem in written.problems}
    messages = {
        **list_outcome_sentences(),
        Outcome.STALE: _("Not saved: somebody else was quicker. Check what is there now; your entry is still here."),
    }
    message, problems = messages.get(written.outcome, ""), format_problems(written.problems)
    if written.code:
        message = _("Nothing was saved, and nothing is lost.") if not striking else _("Nothing was changed.")
        problems = [format_clock_refusal(written.code, clock=clock), *problems]
    if "key" in paths:
        message, problems = messages[Outcome.NO_PREVIOUS], []
    elif "reason" in paths:
        problems = [_("Say why the hand is struck out.")]
    elif striking and written.outcome is Outcome.STALE:
        message = _("Nothing was struck out: somebody else was quicker. Check what is there now.")
    return {"message": message, "problems": problems, "way_back": not problems}


def render_table_page(
    request: HttpRequest, game_table: GameTable, view: TableView, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Return the table's page: standing, entry and written sheet."""
    entry, device = _find_saved_entry(request, game_table), get_device(request)
    again = fill_from_struck(view, entry, view.next_seats) if entry and "again" in request.GET else {}
    posted = more.get("posted") or again or _prefill_entry(request, game_table, view)
    writes = view.reader.writes
    shown = build_pieces(game_table, view, posted)
    me = find_own_place(request, view.seats, find_earlier_place(view, device)) if writes else None
    marking = build_last_mark_form(view, device, me) if writes else None
    context = {
        **shown,
        "key": _choose_key(posted, game_table),
        "strike_key": str(uuid.uuid4()),
        "undo_key": str(uuid.uuid4()),
        "undo_seconds": _compute_undo_seconds(entry),
        "saved": _build_saved_notice(entry, view),
        "again": bool(again),
        "posted": posted,
        "said": format_evening_change(entry, view.seats) if entry and entry.deal_number == EVENING_NUMBER else "",
        "here": reverse("table", args=[game_table.slug]),
        "may_write": writes,
        "enters": more.get("kept") or (writes and not shown["closed"]),
        "marking": marking,
        "me": me,
        "held": build_held_page(game_table, view) if writes else None,
        "newest": None if writes else build_newest_notice(view),
        "device": device,
        "other": _build_other_address(request),
        "prices": json_script(
            build_price_list(view.book.sheet) | {"digest": game_table.sheet_version.digest}, "prices", CompactEncoder
        ),
        "version": build_page_version(game_table, view).build_tag(get_current_language(), view.reader),
        **more,
    }
    response = render(request, "scoring/table/table_page/table.html", context, status=status)
    response.content = _INDENT.sub(b"\n", response.content)
    return hide_address(response)


def _build_other_address(request: HttpRequest) -> str:
    """Return where this phone may bring its hands if this laptop does not answer any more; "": nowhere."""
    secret, other = get_link_secret(request), find_other_address()
    return f"{other}{reverse('bring_hands', args=[secret])}" if other and secret else ""


def build_page_version(game_table: GameTable, view: TableView) -> PageVersion:
    """Return the version of the table that a page displays."""
    return PageVersion(
        game_table.last_sequence, view.newest_mark, game_table.held, bytes(game_table.head), game_table.news
    )


def build_pieces(game_table: GameTable, view: TableView, posted: PostedFields) -> dict[str, Any]:
    """Return the parts of a table's page that are the same on every phone."""
    phase, agreed = build_phase_fields(game_table, view, posted), load_agreed(game_table)
    closed = bool(game_table.ended or (phase and phase.closed))
    pot = compute_pot_course(view.book, agreed, lot=0)
    return {
        "view": view,
        "table": game_table,
        "played_last": _list_last_players(view),
        "previous": view.book.last.key if view.book.last else "",
        "seats": encode_seats(view.next_seats),
        "deals": encode_next_deals(view),
        "course": " ".join(list_next_factors(view.now, view.book.sheet)),
        "entry": build_entry_page(
            view.book.sheet, view.active, view.now, posted, get_current_language(), _list_games(view)
        ),
        "same": repeat_last(view, view.next_seats, get_current_language()),
        "pot": None if pot is None else pot.left,
        "accounts": "" if closed else encode_accounts(view.book, agreed, pot, _list_due(view)),
        "pays": agreed.rate > 0,
        **(_build_result(game_table, view, agreed) if game_table.ended else {}),
        "program": compute_program_sign(),
        "around": build_table_context(game_table, view),
        "phase": phase,
        "closed": closed,  # nothing can be entered (any more)
        "missed": list_missed_reminders(view.book),
        "moment": None if game_table.ended else find_moment(view),
        "speech": build_speech(view, closed=closed, timed=bool(game_table.clock)),
    }


def _list_due(view: TableView) -> dict[int, int]:
    """Return the money of those at the table, in sixths by place; empty when somebody has left."""
    if any(seat.until is not None for seat in view.columns):
        return {}
    return {seat.place: total for seat, total in zip(view.columns, view.money or view.sums, strict=True)}


def _build_result(game_table: GameTable, view: TableView, agreed: Stakes) -> dict[str, Any]:
    """Return the public result of a finished evening: the winner, the standing, and the number of hands."""
    return {
        "over": compute_settlement(view.book, view.seats, agreed, bytes(game_table.head)),
        "over_summary": compute_summary(view.book, view.seats, get_current_language()),
    }


def _list_games(view: TableView) -> list[str]:
    """Return the first game of each hand of the table, the oldest first."""
    return [line.content.record.plays[0].contract for line in view.book.played if isinstance(line.content, Hand)]


def _prefill_entry(request: HttpRequest, table: GameTable, view: TableView) -> PostedFields:
    """Return the fields to fill in on request: of a held hand, or, without script, the game of the last hand."""
    if "held" in request.GET:
        return fill_from_held(table, request.GET["held"], view.next_seats, view.book.sheet)
    offer = repeat_last(view, view.next_seats, get_current_language()) if "same" in request.GET else None
    return offer.fields if offer else {}


def _compute_undo_seconds(entry: Entry | None) -> int | None:
    """Return the seconds in which the hand just saved may be taken back with one tap; None: no hand was just saved."""
    if entry is None or entry.kind != Entry.Kind.HAND:
        return None
    age = (time_source.now() - entry.at).total_seconds()
    return max(0, UNDO_SECONDS - int(age))


def build_newest_notice(view: TableView) -> DealNotice | None:
    """Return the newest line of the sheet, for a phone that has missed it; None without one."""
    return _build_notice(view, len(view.rows) - 1) if view.rows else None


def _choose_key(posted: PostedFields, game_table: GameTable) -> str:
    """Return the key of the form: a hand that could not be saved keeps its key, unless it is invalid or used up."""
    key = str(posted.get("key") or "")
    if not is_key(key) or Entry.objects.filter(table=game_table, key=key).exists():
        return str(uuid.uuid4())
    return key


def _list_last_players(view: TableView) -> list[tuple[int, str]]:
    """Return the players who may have held the Gstieß in the last deal: place, name."""
    last, now = view.book.last, view.now
    played = [place for place in now.order if last is None or place in last.before.active]
    return [(place, find_seat_name(view.seats, place, view.book.number)) for place in played]


def _find_saved_entry(request: HttpRequest, table: GameTable) -> Entry | None:
    """Return the entry that was just written according to the address; None without one."""
    sequence = parse_whole(request.GET.get("saved", ""), LONGEST_SEQUENCE)
    return None if sequence is None else Entry.objects.filter(table=table, sequence=sequence).first()


def _build_saved_notice(entry: Entry | None, view: TableView) -> DealNotice | None:
    """Return the deal that was just saved or struck, also if it has been struck since; None without one."""
    for index, line in enumerate(view.book.played):
        if entry is not None and line.entry.deal_number == entry.deal_number:
            return _build_notice(view, index)._replace(
                late=line.entry != entry and isinstance(line.content, StruckLine)
            )
    return None


def _build_notice(view: TableView, index: int) -> DealNotice:
    line = view.book.played[index]
    paid = build_scored_line(line, view.seats, get_current_language())
    is_last = view.book.last is not None and view.book.last.number == line.number
    return DealNotice(
        view.rows[index],
        paid,
        struck=isinstance(line.content, StruckLine),
        is_last=is_last,
        sequence=line.entry.sequence,
    )


def encode_next_deals(view: TableView) -> str:
    """Return the next deals as JSON for a phone without network, the current one first: one for each player.

    Each has `seats` as the form sends them back, `names` by seat, and the seats of `forehand` and `dealer` (null if the
    dealer sits out).
    """
    deals, evening = [], view.now
    for _place in evening.order:
        active = evening.active
        deals.append(
            {
                "seats": encode_seats(build_deal_seats(evening, view.sittings)),
                "names": [find_seat_name(view.seats, place, view.book.number) for place in active],
                "forehand": evening.seat_of_forehand,
                "dealer": active.index(evening.dealer) if evening.dealer in active else None,
            }
        )
        evening = apply_void(evening)
    return encode_ascii(deals)
