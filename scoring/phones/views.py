"""A hand sent as JSON, and its answer: what names the key is an answer of ours, whatever the inn's network says."""

import json
import uuid
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language

from scoring.access.permissions import link_in, may_write_at
from scoring.engine.points import print_amount
from scoring.engine.texts import error_message
from scoring.hand_form.fields import Form
from scoring.held_hands.receiving import receive
from scoring.ledger.book import numbered, read_book
from scoring.ledger.entries import Outcome, Sent, Written, money_of, written_of
from scoring.ledger.late_deals import read_counted
from scoring.ledger.selectors import table_of
from scoring.ledger.services import body_of, record_hand
from scoring.ledger.sql import NoRight
from scoring.models import Entry, GameTable, HeldHand
from scoring.phones.schemas import key_in, moment_of, read, seats_in
from scoring.table_clock.clock import read as read_clock
from scoring.table_clock.messages import sentence_of
from tarockclub.accounts.actors import Who
from tarockclub.accounts.devices import device_of, person_of

_encode = json.JSONEncoder(separators=(",", ":")).encode


def answer_to(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Save the hand in the body: `key`, `previous`, `seats` (four places and the forehand's), `sittings`, the hand.

    It is a `record`, or `fields`: those of the entry form that somebody has filled in, and `at`: when. One of these
    that comes too late is held for people to decide about. `phase` says when it was played at a table with a clock.
    """
    try:
        if (link := link_in(request)) or may_write_at(request, slug):
            return _saved(request, slug, link)
    except NoRight:
        if may_write_at(request, slug):  # who is logged in may, whatever link he has opened once
            return _saved(request, slug, "")
    return _no_right(request, slug)


def _saved(request: HttpRequest, slug: uuid.UUID, link: str) -> HttpResponse:
    body = read(request.body)
    if body is None:
        return _refused(key_in(request.body), "invalid_json", Outcome.INVALID.value)
    key, fields = body["key"], body["fields"]
    who = Who(person_of(request), device_of(request))
    seen = seats_in(body["seats"], body["sittings"])
    try:
        if fields is None:
            hand = {name: body[name] for name in ("seats", "sittings", "record")}
            hand |= {"phase": phase} if (phase := body["phase"]) else {}
            written = record_hand(
                slug, key, body["previous"], body["record"], hand, seen=seen, who=who, link=link, phase=phase or ""
            )
        else:
            written = received(slug, body, who, link)
    except GameTable.DoesNotExist:
        return _refused(key, "no_table", HTTPStatus.NOT_FOUND)
    status = HTTPStatus.OK if written.outcome is Outcome.DECIDED else written.outcome.value
    told_now = _encode({"key": key, **_told(written, slug)})
    return HttpResponse(told_now, content_type="application/json", status=status)


def received(slug: uuid.UUID, body: dict[str, Any], who: Who, link: str = "") -> Written:
    """Save or hold a hand of which the fields were sent, and checked."""
    hand = {name: body[name] for name in ("seats", "sittings", "fields")}
    seen, previous = seats_in(body["seats"], body["sittings"]), body["previous"]
    # What it follows is no part of what it is: the hand before it may have got another key since, when it was changed.
    phase = body["phase"] or body["fields"].get("phase", "")
    if phase:  # kept with the fields, for whoever decides about it
        hand["fields"] = {**body["fields"], "phase": phase}
    sent = Sent(body["key"], previous, Form(hand["fields"]), body_of(None, hand), seen, phase)
    return receive(slug, sent, who, link=link, entered=moment_of(body["at"]))


def _no_right(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The phone may not write at the table (any more): it keeps the hand and asks for the new code."""
    key = key_in(request.body)
    if not GameTable.objects.filter(slug=slug).exists():
        return _refused(key, "no_table", HTTPStatus.NOT_FOUND)
    return _refused(key, "no_right", HTTPStatus.FORBIDDEN)


def _refused(key: str, code: str, status: int) -> HttpResponse:
    """An answer that names the key, where there is one: what does not is taken for one of the inn's network."""
    return JsonResponse({"key": key, "saved": False, "code": code}, status=status)


def _told(written: Written, slug: uuid.UUID) -> dict[str, Any]:
    if written.outcome is Outcome.SAVED and written.entry is not None:
        return {"saved": True, **saved(written.entry)}
    if written.outcome is Outcome.INVALID:
        language = get_language() or "de"
        errors = [
            {"path": one.path, "code": one.code, "message": error_message(one, language)} for one in written.problems
        ]
        if not written.code:
            return {"saved": False, "code": "invalid", "errors": errors}
        why = sentence_of(written.code)
        errors.insert(0, {"path": "phase", "code": written.code, "message": why})
        return {"saved": False, "code": written.code, "held": False, "message": why, "errors": errors}
    if written.outcome is Outcome.DECIDED and written.held is not None:
        return _decided(written.held, slug)
    code, held = written.code or written.outcome.name.lower(), written.held is not None
    told_why = {"message": why_not(written, slug)} if written.code else {}
    return {"saved": False, "code": code, "held": held, **told_why, "now": standing(slug)}


def why_not(written: Written, slug: uuid.UUID) -> str:
    """Why the clock of a table, or its director, does not take a write, in words."""
    clock = read_clock(GameTable.objects.values_list("clock", flat=True).get(slug=slug))
    return sentence_of(written.code, held=written.held is not None, clock=clock)


def _decided(hand: HeldHand, slug: uuid.UUID) -> dict[str, Any]:
    """What people have decided about a hand: the phone may forget it."""
    if hand.decided_as == HeldHand.As.DROPPED:
        return {"saved": False, "code": "dropped", "note": hand.note}
    number = next((number for number, one in numbered(read_book(table_of(slug))) if one.number == hand.deal), 0)
    return {"saved": False, "code": "same", "deal": number, "line": hand.deal}


def saved(entry: Entry) -> dict[str, Any]:
    """What an entry has written: the same whenever it is asked for; amounts by place, in points."""
    money, written = money_of(entry), written_of(entry)
    payouts = [print_amount(amount) for amount in money]
    return {
        "sequence": entry.sequence,
        "payouts": payouts,
        "schrift": payouts if written == money else [print_amount(amount) for amount in written],
        "radl": entry.radl,
    }


def standing(slug: uuid.UUID) -> dict[str, Any]:
    """Where a table stands now: what a phone must know to go on."""
    fresh = GameTable.objects.get(slug=slug)
    state, _waits = read_counted(fresh)
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
