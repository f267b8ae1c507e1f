"""The payments of the hand in a form: requested with every tap, so they use the state stored beside the book."""

import json
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.book.hand_form import PostedFields, read_hand_form, read_seats
from scoring.book.ledger.entries import format_problems, is_double_round_begun
from scoring.book.ledger.seats import load_seats
from scoring.book.ledger.services import score_table_hand
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.ledger.table_state import load_table_state
from scoring.engine.evening.state import Evening, begin_last_round_dealt_by
from scoring.engine.hand.record import print_record
from scoring.engine.hand.scorer import Result
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import Entry, GameTable
from scoring.table.written_sheet.rows import find_seat_name
from scoring.table.written_sheet.selectors import ScoredHand, build_scored_hand, load_book_and_seats
from tarockclub.kit import time_source
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.models import LogEntry
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.privacy.readers import INSIDE

TEMPLATE = "scoring/table/table_page/_preview.html"
DAY = timedelta(days=1)
SOON_AFTER = timedelta(minutes=1)  # shorter than any hand


def build_hand_preview(table: GameTable, posted: PostedFields) -> dict[str, Any]:
    """Return the score of the posted hand for the preview, if it still is the next hand, or that of its line."""
    line = str(posted.get("line") or "")
    if line:
        return _preview_line(table, posted, line)
    if is_stale(table, posted):
        quicker = _("Somebody else was quicker: the score sheet has already moved on.")
        return {"problems": [quicker], "passing": True}
    evening, names = load_next_deal(table, str(posted.get("phase") or ""))
    return _build_preview(parse_sheet(table.sheet_version), posted, evening, names)


def load_next_deal(table: GameTable, phase: str) -> tuple[Evening, tuple[str, ...]]:
    """Return the evening before the next hand, if that is of this phase, and the names on its four seats."""
    (state, _waits), seats = load_table_state(table), load_seats(table, INSIDE)
    names = tuple(find_seat_name(seats, place, state.number) for place in state.evening.active)
    return _apply_phase(table, phase, state.evening), names


def score_form(evening: Evening, sheet: Sheet, posted: PostedFields, radl: int | None = None) -> Result:
    """Score the hand in a form as in score_hand, with the problems of what the form leaves open."""
    form = read_hand_form(posted, sheet, evening.seat_of_forehand)
    return score_table_hand(evening, sheet, form.raw, radl, missing=form.problems)


def _apply_phase(table: GameTable, phase: str, evening: Evening) -> Evening:
    """Return the evening for a hand of this phase: the first hand of the double round begins that round."""
    begins = bool(table.clock) and is_double_round_begun(phase, evening)
    return begin_last_round_dealt_by(evening, evening.dealer) if begins else evening


def find_reader_seat(posted: PostedFields) -> int | None:
    """Return the seat of the player whose phone asks, a place of the table; None: nobody has said who it is."""
    seats, place = read_seats(posted), parse_whole(str(posted.get("me") or ""))
    return seats.active.index(place) if seats is not None and place in seats.active else None


def is_twin(table: GameTable, posted: PostedFields, device: str) -> bool:
    """Return True if another phone has just saved a hand of the same game, so that this may be the same hand.

    An empty form is updated when others save; nothing else warns a player who was about to enter the same hand.
    """
    game = posted.get("p0-contract")
    if not game or posted.get("line") or not table.last_key:
        return False
    just_saved = Entry.objects.filter(table=table, key=table.last_key, at__gt=time_source.now() - SOON_AFTER)
    record = just_saved.filter(kind=Entry.Kind.HAND).exclude(device=device).values_list("record", flat=True).first()
    return record is not None and json.loads(record)["plays"][0]["contract"] == game


def is_stale(table: GameTable, posted: PostedFields) -> bool:
    """Return True if the form is from a page with an older sheet, or with other seats."""
    (state, waits), seats = load_table_state(table), read_seats(posted)
    other_seats = seats is not None and not seats.is_still(state.next_seats)
    previous = posted.get("previous", table.last_key)
    return other_seats or (previous != table.last_key and previous not in waits.follows)


def tell_difference(table: GameTable, posted: PostedFields, scored: ScoredHand, who: Actor) -> bool:
    """Return whether a phone would have shown other amounts without the network; the club's log is told once a day."""
    priced = str(posted.get("priced") or "")
    if not priced or priced == ",".join(str(sixths) for _name, sixths in scored.amounts):
        return False
    digest = table.sheet_version.digest
    today = LogEntry.objects.filter(kind=Kind.PRICE_DIFFERS, log__club=table.club_id, at__gt=time_source.now() - DAY)
    if not today.filter(said__contains=digest).exists():
        evening, _names = load_next_deal(table, str(posted.get("phase") or ""))
        record = score_form(evening, parse_sheet(table.sheet_version), posted).record
        facts = None if record is None else print_record(record)
        record_event(table.club_id, Kind.PRICE_DIFFERS, who, tables=[table.pk], sheet=digest, record=facts)
    return True


def _preview_line(table: GameTable, posted: PostedFields, line: str) -> dict[str, Any]:
    """Return the score of the posted hand in place of an earlier one, or before it."""
    book, seats = load_book_and_seats(table, INSIDE)
    current = book.find_line(parse_whole(line) or 0)
    if current is None:
        return {"problems": []}
    names = tuple(find_seat_name(seats, place, current.number) for place in current.before.active)
    return _build_preview(book.sheet, posted, current.before, names, {"1": 1, "2": 2}.get(str(posted.get("radl_set"))))


def _build_preview(
    sheet: Sheet, posted: PostedFields, evening: Evening, names: tuple[str, ...], radl: int | None = None
) -> dict[str, Any]:
    return describe_score(score_form(evening, sheet, posted, radl), names)


def describe_score(result: Result, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what a hand pays, or what it lacks, in words."""
    if result.score is None or result.record is None:
        return {"problems": format_problems(tuple(result.problems))}
    return {"scored": build_scored_hand(result.record, result.score, names, get_current_language())}


def render_preview(
    request: HttpRequest, context: dict[str, Any], status: int = 200, *, template: str = TEMPLATE
) -> HttpResponse:
    """Render the preview with a header that identifies it: an inn's network may answer with pages of its own."""
    response = render(request, template, context, status=status)
    response["X-Piece"] = "preview"
    return response
