"""The data that phones send: the body of a hand, checked before anything is done with it."""

import json
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from scoring.book.ledger.deal_seats import DealSeats
from scoring.book.table_clock.clock import PHASES
from scoring.engine.hand.record import SEATS
from scoring.models import PLACES
from tarockclub.kit import time_source
from tarockclub.kit.idempotency import is_key

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
