"""Conversion between the rows of the database and the lines of a book; the rows read plainly, very many at a time."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import QuerySet

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
from scoring.engine.hand.score_lines import decode_record, decode_score, encode_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import Entry
from tarockclub.kit.hash_chain import encode_compact
from tarockclub.models import Note

# Entries of a book as plain rows: reading very many of them this way takes a third of the time that models take.


class ReplacedEntry(NamedTuple):
    """The entry that another one replaces."""

    id: int
    table_id: int
    deal_number: int
    sequence: int
    kind: str


class StoredEntry(NamedTuple):
    """An entry as it is stored, with the note and the entry that it refers to; the fields are those of the model."""

    id: int
    table_id: int
    sequence: int
    deal_number: int
    kind: str
    key: str
    body_digest: str
    phase: str
    answer: str
    replaces_id: int | None
    note_id: int | None
    dealer: int
    forehand: int
    active0: int
    active1: int
    active2: int
    active3: int
    record: str
    radl_set: int | None
    radl: int
    money0: int
    money1: int
    money2: int
    money3: int
    money4: int
    money5: int
    written0: int
    written1: int
    written2: int
    written3: int
    written4: int
    written5: int
    by_id: int | None
    device: str
    at: datetime
    previous_hash: bytes | memoryview
    hash: bytes | memoryview
    replaces: ReplacedEntry | None
    note: Note | None


AnyEntry = Entry | StoredEntry
COLUMNS = StoredEntry._fields[:-2]
_REPLACES, _NOTE = COLUMNS.index("replaces_id"), COLUMNS.index("note_id")
_get_replaced = itemgetter(*map(COLUMNS.index, ReplacedEntry._fields))


def load_stored_entries(entries: QuerySet[Entry]) -> Iterator[StoredEntry]:
    """Yield entries as plain rows; two queries, and one more if an entry replaces one that is not among them."""
    rows = list(entries.values_list(*COLUMNS))
    replaced = _load_replaced(rows)
    notes = Note.objects.in_bulk([row[_NOTE] for row in rows if row[_NOTE] is not None])
    for row in rows:
        yield StoredEntry._make((*row, replaced.get(row[_REPLACES]), notes.get(row[_NOTE])))


def _load_replaced(rows: Sequence[Sequence[Any]]) -> Mapping[int | None, ReplacedEntry]:
    ids = {row[_REPLACES] for row in rows if row[_REPLACES] is not None}
    entries = {row[0]: ReplacedEntry._make(_get_replaced(row)) for row in rows if row[0] in ids}
    stored_rows = Entry.objects.filter(pk__in=ids - entries.keys()).values_list(*ReplacedEntry._fields)
    return {**entries, **{row[0]: ReplacedEntry._make(row) for row in stored_rows}} if ids - entries.keys() else entries


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
