"""A hand sent as JSON, and its answer: what names the key is an answer of ours, whatever the inn's network says."""

import json
import uuid
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import get_language

from scoring.book import read_book
from scoring.dealt import Dealt
from scoring.engine.points import print_amount
from scoring.engine.record import SEATS
from scoring.engine.texts import told
from scoring.entry_fields import Form
from scoring.held.receiving import receive
from scoring.models import PLACES, Entry, GameTable, HeldHand
from scoring.pot_page import numbered
from scoring.rights import link_in, may_write_at
from scoring.selectors import table_of
from scoring.services import body_of, record_hand
from scoring.state import read_state
from scoring.store import NoRight
from scoring.writing import Outcome, Sent, Who, Written, is_key, money_of, written_of
from tarockclub.devices import device_of, person_of

_encode = json.JSONEncoder(separators=(",", ":")).encode
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
}
_NOTHING = dict.fromkeys(_FIELDS) | {"key": ""}


def answer_to(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Save the hand in the body: `key`, `previous`, `seats` (four places and the forehand's), `sittings`, the hand.

    It is a `record`, or `fields`: those of the entry form that somebody has filled in, and `at`: when. One of these
    that comes too late is held for people to decide about.
    """
    try:
        if (link := link_in(request)) or may_write_at(request, slug):
            return _saved(request, slug, link)
    except NoRight:
        if may_write_at(request, slug):  # who is logged in may, whatever link he has opened once
            return _saved(request, slug, "")
    return _no_right(request, slug)


def _saved(request: HttpRequest, slug: uuid.UUID, link: str) -> HttpResponse:
    body = _read(request.body)
    if body is None:
        return _refused(_key_in(request.body), "invalid_json", Outcome.INVALID.value)
    key, fields = body["key"], body["fields"]
    who = Who(person_of(request), device_of(request))
    seen = _seats(body["seats"], body["sittings"])
    try:
        if fields is None:
            hand = {name: body[name] for name in ("seats", "sittings", "record")}
            written = record_hand(slug, key, body["previous"], body["record"], hand, seen=seen, who=who, link=link)
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
    seen, previous = _seats(body["seats"], body["sittings"]), body["previous"]
    # What it follows is no part of what it is: the hand before it may have got another key since, when it was changed.
    sent = Sent(body["key"], previous, Form(body["fields"]), body_of(None, hand), seen)
    return receive(slug, sent, who, link=link, entered=_moment(body["at"]))


def _no_right(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The phone may not write at the table (any more): it keeps the hand and asks for the new code."""
    key = _key_in(request.body)
    if not GameTable.objects.filter(slug=slug).exists():
        return _refused(key, "no_table", HTTPStatus.NOT_FOUND)
    return _refused(key, "no_right", HTTPStatus.FORBIDDEN)


def _refused(key: str, code: str, status: int) -> HttpResponse:
    """An answer that names the key, where there is one: what does not is taken for one of the inn's network."""
    return JsonResponse({"key": key, "saved": False, "code": code}, status=status)


def _key_in(body: bytes) -> str:
    """What a body is called, whatever else is wrong with it; empty where nobody can tell."""
    value = _json_of(body)
    key = value.get("key") if isinstance(value, dict) else None
    return key if isinstance(key, str) and is_key(key) else ""


def _json_of(body: bytes) -> Any:
    """The value that a body stands for; None also for what cannot be read."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _read(body: bytes) -> dict[str, Any] | None:
    """The fields of a body, or None where it is not what it must be."""
    if len(body) > LONGEST_BODY or body.count(b"[") + body.count(b"{") > MOST_OPENED:
        return None
    return checked(_json_of(body))


def checked(value: Any) -> dict[str, Any] | None:
    """What a phone has sent, or None where no phone sends that."""
    if not isinstance(value, dict) or value.keys() - _FIELDS.keys():
        return None
    value = _NOTHING | value
    fits = all(isinstance(value[name], kind) for name, kind in _FIELDS.items())
    one_of_both = (value["record"] is None) is not (value["fields"] is None)
    if not fits or not one_of_both or (seats := _seats(value["seats"], value["sittings"])) is None:
        return None
    return value if value["fields"] is None or _can_be_kept(value, seats) else None


def _can_be_kept(value: dict[str, Any], seats: Dealt) -> bool:
    """Whether fields may be written down for people to decide about: who sat there is said, and nothing is endless."""
    fields, previous, sittings = value["fields"], value["previous"], seats.sittings
    said = sittings is not None and len(sittings) == len(SEATS) and all(0 <= one <= LARGEST_ID for one in sittings)
    follows = not previous or is_key(previous)
    texts = [*fields, *fields.values()]
    return said and follows and len(fields) <= MOST_FIELDS and all(_is_short(one) for one in texts)


def _is_short(text: Any) -> bool:
    return isinstance(text, str) and len(text) <= LONGEST_FIELD and text.isprintable()


def _seats(places: Any, sittings: Any) -> Dealt | None:
    known = isinstance(places, list) and all(type(place) is int and 0 <= place < PLACES for place in places)
    whose = sittings is None or all(type(one) is int for one in sittings)
    if not known or not whose or len(places) != len(SEATS) + 1:
        return None
    seats = (places[0], places[1], places[2], places[3])
    return Dealt(seats, places[4], None if sittings is None else tuple(sittings))


def _moment(text: str | None) -> datetime | None:
    """When a hand was entered by the clock of a phone; None where that cannot be."""
    try:
        entered = datetime.fromisoformat(text or "")
        return entered if timedelta() <= timezone.now() - entered <= OLDEST else None
    except (ValueError, TypeError, OverflowError):
        return None


def _told(written: Written, slug: uuid.UUID) -> dict[str, Any]:
    if written.outcome is Outcome.SAVED and written.entry is not None:
        return {"saved": True, **saved(written.entry)}
    if written.outcome is Outcome.INVALID:
        language = get_language() or "de"
        errors = [{"path": one.path, "code": one.code, "message": told(one, language)} for one in written.problems]
        return {"saved": False, "code": "invalid", "errors": errors}
    if written.outcome is Outcome.DECIDED and written.held is not None:
        return _decided(written.held, slug)
    code, held = written.outcome.name.lower(), written.held is not None
    return {"saved": False, "code": code, "held": held, "now": standing(slug)}


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
    state = read_state(fresh.state)
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
