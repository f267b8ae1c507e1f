"""A hand sent as JSON, and its response: a response with the key comes from us, not from the inn's network."""

import uuid
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from scoring.book.access.permissions import get_link_hash, may_write_at, require_post
from scoring.book.hand_form.fields import keep_hand_fields
from scoring.book.ledger.book import load_book, number_lines
from scoring.book.ledger.entries import Outcome, WriteResult, get_money, get_written
from scoring.book.ledger.selectors import find_game_table
from scoring.book.ledger.services import compute_body_digest, record_hand
from scoring.book.ledger.sql import NoRight
from scoring.book.ledger.table_state import load_table_state
from scoring.book.table_clock.clock import decode_clock
from scoring.book.table_clock.messages import format_clock_refusal
from scoring.engine.points import print_amount
from scoring.engine.texts import describe_problem
from scoring.models import Entry, GameTable, HeldHand
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from scoring.table.phones.schemas import PhoneHand, parse_body, parse_entry_moment, parse_key
from tarockclub.kit.json_text import encode_ascii
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device, get_person_id


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
