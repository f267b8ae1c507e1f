"""A hand sent as JSON, and its answer: what names the key is an answer of ours, whatever the inn's network says."""

import json
import uuid
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language

from scoring.engine.points import print_amount
from scoring.engine.record import SEATS
from scoring.engine.texts import told
from scoring.models import PLACES, Entry, GameTable
from scoring.rights import link_in, may_write_at
from scoring.services import Dealt, record_hand
from scoring.state import read_state
from scoring.store import NoRight
from scoring.writing import Outcome, Who, Written, money_of, written_of
from tarockclub.devices import device_of, person_of

_encode = json.JSONEncoder(separators=(",", ":")).encode
LONGEST_BODY = 64 * 1024
MOST_OPENED = 400  # lists and objects; whatever is nested deeper than a program can follow has more
_FIELDS: dict[str, Any] = {"key": str, "previous": str | None, "seats": list, "sittings": list | None, "record": dict}
_NOTHING = dict.fromkeys(_FIELDS) | {"key": ""}


def answer_to(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Save the hand in the body: `key`, `previous`, `seats` (four places and the forehand's), `sittings`, `record`."""
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
        return JsonResponse({"saved": False, "code": "invalid_json"}, status=Outcome.INVALID.value)
    key = body["key"]
    who = Who(person_of(request), device_of(request))
    seen = _seats(body["seats"], body["sittings"])
    sent = {name: body[name] for name in ("seats", "sittings", "record")}
    try:
        written = record_hand(slug, key, body["previous"], body["record"], sent, seen=seen, who=who, link=link)
    except GameTable.DoesNotExist as error:
        raise Http404 from error
    told_now = _encode({"key": key, **_told(written, slug)})
    return HttpResponse(told_now, content_type="application/json", status=written.outcome.value)


def _no_right(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The phone may not write at the table (any more): it keeps the hand and asks for the new code."""
    if not GameTable.objects.filter(slug=slug).exists():
        raise Http404
    body = _read(request.body)
    said = {"key": body["key"] if body else "", "saved": False, "code": "no_right"}
    return JsonResponse(said, status=HTTPStatus.FORBIDDEN)


def _read(body: bytes) -> dict[str, Any] | None:
    """The fields of a body, or None where it is not what it must be."""
    if len(body) > LONGEST_BODY or body.count(b"[") + body.count(b"{") > MOST_OPENED:
        return None
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or value.keys() - _FIELDS.keys():
        return None
    value = _NOTHING | value
    fits = all(isinstance(value[name], kind) for name, kind in _FIELDS.items())
    return value if fits and _seats(value["seats"], value["sittings"]) is not None else None


def _seats(places: Any, sittings: Any) -> Dealt | None:
    known = isinstance(places, list) and all(type(place) is int and 0 <= place < PLACES for place in places)
    whose = sittings is None or all(type(one) is int for one in sittings)
    if not known or not whose or len(places) != len(SEATS) + 1:
        return None
    seats = (places[0], places[1], places[2], places[3])
    return Dealt(seats, places[4], None if sittings is None else tuple(sittings))


def _told(written: Written, slug: uuid.UUID) -> dict[str, Any]:
    if written.outcome is Outcome.SAVED and written.entry is not None:
        return {"saved": True, **saved(written.entry)}
    if written.outcome is Outcome.INVALID:
        language = get_language() or "de"
        errors = [{"path": one.path, "code": one.code, "message": told(one, language)} for one in written.problems]
        return {"saved": False, "code": "invalid", "errors": errors}
    return {"saved": False, "code": written.outcome.name.lower(), "now": standing(slug)}


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
