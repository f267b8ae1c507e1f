"""The endpoint to which phones send the hands of their outbox, and the checks of what they send."""

import json
import uuid
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse

from scoring.book.access.permissions import get_link_hash, may_write_at, require_post
from scoring.book.hand_form import keep_hand_fields
from scoring.book.ledger.book import load_book, number_lines
from scoring.book.ledger.entries import Outcome, WriteResult, get_money, get_written
from scoring.book.ledger.held_hands import DealSeats
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.services import compute_body_digest, record_hand
from scoring.book.ledger.sql import NoRight
from scoring.book.ledger.table_state import load_table_state
from scoring.book.table_clock import PHASES, decode_clock, format_clock_refusal
from scoring.engine.hand.record import SEATS
from scoring.engine.points import print_amount
from scoring.engine.texts import describe_problem
from scoring.models import PLACES, Entry, GameTable, HeldHand
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from tarockclub.kit import time_source
from tarockclub.kit.hash_chain import encode_ascii, is_key
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device, get_person_id

LONGEST_BODY = 64 * 1024
MOST_OPENED = 400  # lists and objects; whatever is nested deeper than a program can follow has more
LONGEST_FIELD = 64  # characters, of the name of a field of the form and of what is in it
MOST_FIELDS = 300
LARGEST_ID = 2**63 - 1
OLDEST = timedelta(days=60)  # a hand of a phone that was lost for a while
_FIELDS: dict[str, Any] = {
    "key": str,
    "previous": str | None,
    "seats": list,
    "sittings": list | None,
    "record": dict | None,
    "fields": dict | None,
    "at": str | None,
    "phase": str | None,
}
_NOTHING = dict.fromkeys(_FIELDS) | {"key": ""}


class PhoneHand(NamedTuple):
    """A hand as a phone has sent it, checked: a record, or the fields of the entry form."""

    key: str
    previous: str | None  # key of the deal it follows, "" for the first
    seats: list[int]  # as they were sent, which tells two requests with one key apart
    sittings: list[int] | None
    record: dict[str, Any] | None
    fields: dict[str, str] | None
    at: str | None  # the time of entry
    phase: str | None  # the time of play at a table with a clock
    seen: DealSeats  # the seats and sittings


def parse_key(body: bytes) -> str:
    """Return the key in a body, whatever else is wrong with it; empty if it is unreadable."""
    value = _parse_json(body)
    key = value.get("key") if isinstance(value, dict) else None
    return key if isinstance(key, str) and is_key(key) else ""


def _parse_json(body: bytes) -> Any:
    """Return the JSON value of a body; None also if it is unreadable."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def parse_body(body: bytes) -> PhoneHand | None:
    """Return the hand in a body; None if it is invalid."""
    if len(body) > LONGEST_BODY or body.count(b"[") + body.count(b"{") > MOST_OPENED:
        return None
    return check_body(_parse_json(body))


def check_body(value: Any) -> PhoneHand | None:
    """Return the hand that a phone has sent, with defaults; None if no phone sends such a body."""
    if not isinstance(value, dict) or value.keys() - _FIELDS.keys():
        return None
    value = _NOTHING | value
    fits = all(isinstance(value[name], kind) for name, kind in _FIELDS.items())
    one_of_both = (value["record"] is None) is not (value["fields"] is None)
    if not fits or not one_of_both or (dealt := parse_phone_seats(value["seats"], value["sittings"])) is None:
        return None
    if value["phase"] not in (None, "", *PHASES):
        return None
    return PhoneHand(**value, seen=dealt) if value["fields"] is None or _can_be_kept(value, dealt) else None


def _can_be_kept(value: dict[str, Any], dealt: DealSeats) -> bool:
    """Return whether fields may be stored for a later decision: their seats are given, and nothing is too long."""
    fields, previous, sittings = value["fields"], value["previous"], dealt.sittings
    has_sittings = (
        sittings is not None and len(sittings) == len(SEATS) and all(0 <= sitting <= LARGEST_ID for sitting in sittings)
    )
    follows = not previous or is_key(previous)
    texts = [*fields, *fields.values()]
    return has_sittings and follows and len(fields) <= MOST_FIELDS and all(_is_short(text) for text in texts)


def _is_short(text: Any) -> bool:
    return isinstance(text, str) and len(text) <= LONGEST_FIELD and text.isprintable()


def parse_phone_seats(places: Any, sittings: Any) -> DealSeats | None:
    """Return the seats of a hand; None if they are invalid."""
    has_places = isinstance(places, list) and all(type(place) is int and 0 <= place < PLACES for place in places)
    whose = sittings is None or all(type(sitting) is int for sitting in sittings)
    if not has_places or not whose or len(places) != len(SEATS) + 1:
        return None
    seats = (places[0], places[1], places[2], places[3])
    return DealSeats(seats, places[4], None if sittings is None else tuple(sittings))


def parse_entry_moment(text: str | None) -> datetime | None:
    """Return the moment of entry by the phone's clock; None if it is impossible."""
    try:
        entered = datetime.fromisoformat(text or "")
        return entered if timedelta() <= time_source.now() - entered <= OLDEST else None
    except (ValueError, TypeError, OverflowError):
        return None


# A hand sent as JSON, and its response: a response with the key comes from us, not from the inn's network.


@require_post
def handle_phone_hand(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Save the hand in the body: `key`, `previous`, `seats` (four places and the forehand's), `sittings`, the hand.

    The hand is a `record`, or the `fields` of the entry form and `at`, its time of entry. A hand of fields that comes
    too late is held for people to decide about. `phase` is the time of play at a table with a clock.
    """
    try:
        if (link := get_link_hash(request)) or may_write_at(request, slug):
            return _save_hand(request, slug, link)
    except NoRight:
        if may_write_at(request, slug):  # staff may, whatever link they opened before
            return _save_hand(request, slug, "")
    key = parse_key(request.body)  # a phone without the right keeps the hand and asks for the new code
    if not GameTable.objects.filter(slug=slug).exists():
        return _build_refusal(key, "no_table", HTTPStatus.NOT_FOUND)
    return _build_refusal(key, "no_right", HTTPStatus.FORBIDDEN)


def _save_hand(request: HttpRequest, slug: uuid.UUID, link: str) -> HttpResponse:
    hand = parse_body(request.body)
    if hand is None:
        return _build_refusal(parse_key(request.body), "invalid_json", Outcome.INVALID.value)
    who = Actor(get_person_id(request), get_device(request))
    try:
        if hand.fields is None:
            phase = hand.phase or ""
            sent: dict[str, Any] = {"seats": hand.seats, "sittings": hand.sittings, "record": hand.record}
            sent |= {"phase": phase} if phase else {}
            written = record_hand(
                slug, hand.key, hand.previous, hand.record, sent, seen=hand.seen, who=who, link=link, phase=phase
            )
        else:
            written = receive_fields(slug, hand, who, link)
    except GameTable.DoesNotExist:
        return _build_refusal(hand.key, "no_table", HTTPStatus.NOT_FOUND)
    status = HTTPStatus.OK if written.outcome is Outcome.DECIDED else written.outcome.value
    told_now = encode_ascii({"key": hand.key, **_build_result(written, slug)})
    return HttpResponse(told_now, content_type="application/json", status=status)


def receive_fields(slug: uuid.UUID, hand: PhoneHand, who: Actor, link: str = "") -> WriteResult:
    """Save or hold a hand sent as fields, which were checked."""
    fields = keep_hand_fields(hand.fields or {})
    phase = hand.phase or fields.get("phase", "")
    if phase:  # kept with the fields, for the decision
        fields["phase"] = phase
    # Its predecessor is not part of its content: a change may have given the hand before it another key since.
    digest = compute_body_digest(None, {"seats": hand.seats, "sittings": hand.sittings, "fields": fields})
    sent = SubmittedForm(hand.key, hand.previous, fields, digest, hand.seen, phase)
    return receive_hand(slug, sent, who, link=link, entered=parse_entry_moment(hand.at))


def _build_refusal(key: str, code: str, status: int) -> HttpResponse:
    """Return a response that names the key, if any: one without it is taken for one of the inn's network."""
    return JsonResponse({"key": key, "saved": False, "code": code}, status=status)


def _build_result(written: WriteResult, slug: uuid.UUID) -> dict[str, Any]:
    if written.outcome is Outcome.SAVED and written.entry is not None:
        return {"saved": True, **build_phone_answer(written.entry)}
    if written.outcome is Outcome.INVALID:
        language = get_current_language()
        errors = [
            {"path": problem.path, "code": problem.code, "message": describe_problem(problem, language)}
            for problem in written.problems
        ]
        if not written.code:
            return {"saved": False, "code": "invalid", "errors": errors}
        why = format_clock_refusal(written.code)
        errors.insert(0, {"path": "phase", "code": written.code, "message": why})
        return {"saved": False, "code": written.code, "held": False, "message": why, "errors": errors}
    if written.outcome is Outcome.DECIDED and written.held is not None:
        return _build_decision(written.held, slug)
    code, held = written.code or written.outcome.name.lower(), written.held is not None
    told_why = {"message": format_refusal(written, slug)} if written.code else {}
    return {"saved": False, "code": code, "held": held, **told_why, "now": load_standing(slug)}


def format_refusal(written: WriteResult, slug: uuid.UUID) -> str:
    """Return the refusal of the table's clock or director in words."""
    clock = decode_clock(GameTable.objects.values_list("clock", flat=True).get(slug=slug))
    return format_clock_refusal(written.code, held=written.held is not None, clock=clock)


def _build_decision(hand: HeldHand, slug: uuid.UUID) -> dict[str, Any]:
    """Return the decision about a hand: the phone may delete it."""
    if hand.decided_as == HeldHand.As.DROPPED:
        return {"saved": False, "code": "dropped", "note": hand.note}
    number = next(
        (number for number, line in number_lines(load_book(find_game_table(slug))) if line.number == hand.deal), 0
    )
    return {"saved": False, "code": "same", "deal": number, "line": hand.deal}


def build_phone_answer(entry: Entry) -> dict[str, Any]:
    """Return the result of an entry, the same at every request; amounts by place, in points."""
    money, written = get_money(entry), get_written(entry)
    payouts = [print_amount(amount) for amount in money]
    return {
        "sequence": entry.sequence,
        "payouts": payouts,
        "schrift": payouts if written == money else [print_amount(amount) for amount in written],
        "radl": entry.radl,
    }


def load_standing(slug: uuid.UUID) -> dict[str, Any]:
    """Return the current state of a table: everything a phone needs to continue."""
    fresh = GameTable.objects.get(slug=slug)
    state, _waits = load_table_state(fresh)
    evening, sittings = state.evening, dict(state.sittings)
    return {
        "previous": fresh.last_key,
        "seats": [*evening.active, evening.forehand],
        "sittings": [sittings[place] for place in evening.active],
        "dealer": evening.dealer,
        "radl": evening.radl,
        "sequence": fresh.last_sequence,
        "ended": fresh.ended is not None,
    }
