"""Conversion between the rows of the database and the lines of a book."""

import json
from typing import Any

from scoring.book.ledger.stored_entries import AnyEntry
from scoring.engine.evening.course import (
    Cash,
    Content,
    CourseLine,
    EndTotals,
    ForehandSet,
    Hand,
    LastRoundSaid,
    Places,
    RadlSet,
    Redeal,
    Seating,
    StruckLine,
    Transfer,
    Void,
)
from scoring.engine.hand.score_json import decode_record, decode_score, encode_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import Entry
from tarockclub.kit.json_text import encode_compact

HANDS = (Entry.Kind.HAND, Entry.Kind.CORRECTION, Entry.Kind.FOLLOW_UP)
DEALS = (*HANDS, Entry.Kind.VOID)  # the kinds of entry that use up a deal
EVENING_NUMBER = 0  # the deal number of an entry outside the order of play


def decode_line(entry: Entry, sheet: Sheet) -> CourseLine:
    """Return the line of a book that an entry contains."""
    if entry.kind not in HANDS:
        return CourseLine(entry.deal_number, decode_content(entry))
    return CourseLine(entry.deal_number, decode_content(entry), decode_score(entry.answer, sheet), entry.radl)


def decode_content(entry: AnyEntry) -> Content:
    """Return the content of an entry."""
    if entry.kind in HANDS:
        return Hand(decode_record(entry.record), entry.forehand, get_active_places(entry), entry.radl_set)
    match entry.kind:
        case Entry.Kind.VOID:
            return Void(entry.forehand)
        case Entry.Kind.REDEAL:
            return Redeal(entry.forehand)
        case Entry.Kind.STRIKE:
            return StruckLine()
    return _decode_fields(entry.kind, json.loads(entry.record))


def get_active_places(entry: AnyEntry) -> Places:
    """Return the places of the four seats of an entry's deal."""
    return entry.active0, entry.active1, entry.active2, entry.active3


def _decode_fields(kind: str, content: dict[str, Any]) -> Content:
    match kind:
        case Entry.Kind.RADL:
            return RadlSet(content["deals"])
        case Entry.Kind.LAST_ROUND:
            return LastRoundSaid(content["form"], content.get("dealer"))
        case Entry.Kind.FOREHAND:
            return ForehandSet(content["place"])
        case Entry.Kind.CASH:
            return Cash(content["place"], content["cents"])
        case Entry.Kind.SEATING:
            came, substitutes = (_parse_pairs(content.get(name, ())) for name in ("came", "substitutes"))
            return Seating(tuple(content["order"]), came, substitutes)
        case Entry.Kind.TRANSFER:
            return Transfer(tuple(content["amounts"]))
        case Entry.Kind.END_TOTALS:
            replaced, written = (tuple(content.get(name, ())) for name in ("replacements", "written"))
            return EndTotals(tuple(content["amounts"]), replaced, written, content.get("hands"), content.get("box"))
    raise ValueError(kind)


def _parse_pairs(values: Any) -> tuple[tuple[int, int], ...]:
    return tuple((place, person) for place, person in values)


def choose_entry_kind(content: Content) -> Entry.Kind:
    """Return the kind of entry for a new version of a line."""
    kinds: dict[type, Entry.Kind] = {
        Hand: Entry.Kind.CORRECTION,
        Void: Entry.Kind.VOID,
        Redeal: Entry.Kind.REDEAL,
        StruckLine: Entry.Kind.STRIKE,
        RadlSet: Entry.Kind.RADL,
        LastRoundSaid: Entry.Kind.LAST_ROUND,
        ForehandSet: Entry.Kind.FOREHAND,
        Seating: Entry.Kind.SEATING,
        Cash: Entry.Kind.CASH,
        Transfer: Entry.Kind.TRANSFER,
        EndTotals: Entry.Kind.END_TOTALS,
    }
    return kinds[type(content)]


def encode_content(content: Content) -> str:
    """Return the text for an entry's `record` field; decode_content is the inverse."""
    if isinstance(content, Hand):
        return encode_record(content.record)
    if isinstance(content, Void | Redeal | StruckLine):
        return ""
    return encode_compact({name: value for name, value in content._asdict().items() if value not in (None, ())})
