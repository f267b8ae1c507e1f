"""Entries of a book as plain rows: reading very many of them this way takes a third of the time that models take."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.models import Entry
from tarockclub.models import Note


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
