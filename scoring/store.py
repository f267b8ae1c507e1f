"""The database's side of saving a hand, in hand-written SQL: the one path that must be quick.

Everything else goes through the ORM. The statements are the same on SQLite and PostgreSQL; but what a hand writes is
one statement on PostgreSQL, where each is a message to another process and back.
"""

import uuid
from collections.abc import Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from django.db import connection
from django.db.backends.utils import CursorWrapper

from scoring.models import Entry, GameTable
from scoring.plan import Sum

_TABLE = (
    "SELECT t.id, t.slug, t.sheet_version_id, v.digest, t.last_key, t.last_sequence, t.head, t.state, t.ended"
    " FROM scoring_gametable t JOIN scoring_sheetversion v ON v.id = t.sheet_version_id WHERE "
)
_FIELDS = [field for field in Entry._meta.concrete_fields if not field.primary_key]
_INSERT_ENTRY = (
    f"INSERT INTO scoring_entry ({', '.join(str(field.column) for field in _FIELDS)})"  # noqa: S608 -- our own columns
    f" VALUES ({', '.join(['%s'] * len(_FIELDS))}) ON CONFLICT (table_id, key) DO NOTHING RETURNING id"
)
_NAMES = [field.attname for field in _FIELDS]
_columns = attrgetter(*_NAMES)
_KIND, _AT = _NAMES.index("kind"), _NAMES.index("at")
_BLANK: list[Any] = [field.get_default() for field in Entry._meta.concrete_fields]
_PLACES = {field.attname: at for at, field in enumerate(Entry._meta.concrete_fields)}
_INSERT_DEAL = "INSERT INTO scoring_deal (table_id, number, key, entry_id)"
_UPDATE_TABLE = "UPDATE scoring_gametable SET last_key = %s, last_sequence = %s, head = %s, state = %s WHERE id = %s"
_WRITTEN = " AND EXISTS (SELECT 1 FROM written)"
_WRITE_HAND = (
    f"WITH written AS ({_INSERT_ENTRY}, table_id, deal_number, key),"  # noqa: S608 -- as above
    f" deal AS ({_INSERT_DEAL} SELECT table_id, deal_number, key, id FROM written),"
    f" stands AS ({_UPDATE_TABLE}{_WRITTEN}), counted AS ({{totals}}{_WRITTEN}) SELECT id FROM written"
)


class Locked(NamedTuple):
    """A table's row, held until the transaction ends."""

    id: int
    slug: str  # 32 hex digits
    sheet_version: int
    sheet_digest: str
    last_key: str
    last_sequence: int
    head: bytes
    state: str
    ended: object | None


class KeyTaken(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The table's book has an entry with this key; nothing was inserted."""


def locked(table: int) -> Locked:
    """Read a table's row and keep others from writing to it; on SQLite the transaction is the only writer anyway."""
    return _locked("t.id = %s", table)


def locked_at(slug: uuid.UUID) -> Locked:
    """The same, for the table of an address."""
    return _locked("t.slug = %s", slug if connection.features.has_native_uuid_field else slug.hex)


def _locked(which: str, value: Any) -> Locked:
    with connection.cursor() as cursor:
        cursor.execute(_TABLE + which + (" FOR UPDATE OF t" if connection.vendor == "postgresql" else ""), [value])
        row = cursor.fetchone()
    if row is None:
        raise GameTable.DoesNotExist
    number, slug, *middle, head, state, ended = row
    return Locked(number, str(slug).replace("-", ""), *middle, bytes(head), state, ended)  # type: ignore[call-arg]


class Stand(NamedTuple):
    """Where a table's book stands after a write."""

    last_key: str
    last_sequence: int
    head: bytes
    state: str


def new_entry(**said: Any) -> Entry:
    """An entry that says so: what Entry(…) makes, in half the time."""
    values = _BLANK.copy()
    for name, value in said.items():
        values[_PLACES[name]] = value
    return Entry(*values)  # type: ignore[misc]  # one value for each field, in their order


def insert_entry(entry: Entry) -> None:
    """Insert an entry, and give it its id; KeyTaken where its key is in the book."""
    with connection.cursor() as cursor:
        _insert(cursor, entry, _INSERT_ENTRY, _values(entry))


def write_hand(entry: Entry, amounts: Mapping[int, Sum], stand: Stand) -> None:
    """Insert the entry of a new hand and its deal, add to the totals of sittings, say where the book stands now."""
    adding, counted = _adding(amounts)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            values = [*_values(entry), *stand, entry.table_id, *counted]
            _insert(cursor, entry, _WRITE_HAND.format(totals=adding), values)
            return
        _insert(cursor, entry, _INSERT_ENTRY, _values(entry))
        deal: list[Any] = [entry.table_id, entry.deal_number, entry.key, entry.pk]
        cursor.execute(_INSERT_DEAL + " VALUES (%s, %s, %s, %s)", deal)
        cursor.execute(adding, counted)
        cursor.execute(_UPDATE_TABLE, [*stand, entry.table_id])


def put_table(table: int, stand: Stand) -> None:
    """Say where a table's book stands now."""
    with connection.cursor() as cursor:
        cursor.execute(_UPDATE_TABLE, [*stand, table])


def _insert(cursor: CursorWrapper, entry: Entry, statement: str, values: list[Any]) -> None:
    cursor.execute(statement, values)
    row = cursor.fetchone()
    if row is None:
        raise KeyTaken
    entry.pk = row[0]
    entry._state.adding = False


def _values(entry: Entry) -> list[Any]:
    """What the columns of an entry hold."""
    values = list(_columns(entry))
    # What a column holds is what the field holds, but for these: a choice is no plain text, a moment no plain value.
    values[_KIND], values[_AT] = str(entry.kind), connection.ops.adapt_datetimefield_value(entry.at)
    return values


def _adding(amounts: Mapping[int, Sum]) -> tuple[str, list[Any]]:
    """The statement that adds to the totals of sittings, and its values."""
    cases, ids = " ".join(["WHEN %s THEN %s"] * len(amounts)), ", ".join(["%s"] * len(amounts))
    money = [value for sitting, one in amounts.items() for value in (sitting, one.money)]
    written = [value for sitting, one in amounts.items() for value in (sitting, one.written)]
    statement = (
        f"UPDATE scoring_total SET money = money + CASE sitting_id {cases} ELSE 0 END,"  # noqa: S608 -- placeholders only
        f" written = written + CASE sitting_id {cases} ELSE 0 END WHERE sitting_id IN ({ids})"
    )
    return statement, [*money, *written, *amounts]
