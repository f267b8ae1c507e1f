"""The database side of saving a hand, in hand-written SQL: the one path that must be quick.

Everything else goes through the ORM. The statements are the same on SQLite and PostgreSQL, except that a hand is
written in one statement on PostgreSQL, where each statement is a message to another process and back.
"""

import sqlite3
import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models.base import ModelState

from scoring.book.ledger.seats import Sum
from scoring.models import Entry, GameTable
from tarockclub.kit import time_source

if TYPE_CHECKING:
    from tarockclub.platform.server.postgres_backend.base import DatabaseWrapper

_TABLE = (
    "SELECT t.id, t.slug, t.sheet_version_id, v.digest, t.last_key, t.last_sequence, t.head, t.state, t.ended,"
    " t.held, t.clock, t.club_id{more}"
    " FROM scoring_gametable t JOIN scoring_sheetversion v ON v.id = t.sheet_version_id WHERE {which}"
)
_TABLE_BY_ID = _TABLE.format(more="", which="t.id = %s")
_TABLE_BY_SLUG = _TABLE.format(more="", which="t.slug = %s")
_VALID_LINK = "a.digest = %s AND a.ended IS NULL AND a.expires > %s"
_LINK_MATCH = f", t.id = (SELECT a.table_id FROM scoring_accesstoken a WHERE {_VALID_LINK})"  # noqa: S608 -- our own words
_TABLE_BY_LINK = _TABLE.format(more=_LINK_MATCH, which="t.slug = %s")
_FIELDS = [field.attname for field in Entry._meta.concrete_fields if not field.primary_key]
_HAND_FIELDS = [name for name in _FIELDS if name not in ("replaces_id", "note_id", "radl_set")]  # NULL here


def _build_insert(columns: Sequence[str]) -> str:
    places = ", ".join(["%s"] * len(columns))
    return (
        f"INSERT INTO scoring_entry ({', '.join(columns)}) VALUES ({places})"  # noqa: S608 -- our own columns
        " ON CONFLICT (table_id, key) DO NOTHING RETURNING id"
    )


_INSERT_ENTRY, _INSERT_HAND = _build_insert(_FIELDS), _build_insert(_HAND_FIELDS)
_get_columns, _get_hand_columns = attrgetter(*_FIELDS), attrgetter(*_HAND_FIELDS)
_DEFAULTS: dict[str, Any] = {field.attname: field.get_default() for field in Entry._meta.concrete_fields}
_INSERT_DEAL = "INSERT INTO scoring_deal (table_id, number, key, entry_id)"
_UPDATE_TABLE = "UPDATE scoring_gametable SET last_key = %s, last_sequence = %s, head = %s, state = %s WHERE id = %s"
_ADD_TOTALS = "UPDATE scoring_total SET money = money + added.m, written = written + added.w FROM ({rows}) AS added"
_TOTAL_MATCH = "scoring_total.sitting_id = added.s"
# Prepared (docs/dev/row-security.md): planning it would take as long as doing it.
_WRITE_HAND = (
    f"WITH entry AS ({_INSERT_HAND}, table_id, deal_number, key, sequence, hash),"  # noqa: S608 -- as above
    f" deal AS ({_INSERT_DEAL} SELECT table_id, deal_number, key, id FROM entry),"
    " stands AS (UPDATE scoring_gametable t SET last_key = entry.key, last_sequence = entry.sequence,"
    " head = entry.hash, state = %s FROM entry WHERE t.id = entry.table_id),"
    f" totals AS ({_ADD_TOTALS}, entry WHERE {_TOTAL_MATCH}) SELECT id FROM entry"
)

_LINK_QUERY = (
    "SELECT 1 FROM scoring_accesstoken a JOIN scoring_gametable t ON t.id = a.table_id"  # noqa: S608 -- ours
    f" WHERE {_VALID_LINK} AND t.slug = %s"
)


class LockedTable(NamedTuple):
    """A table's row, locked until the transaction ends."""

    id: int
    slug: str  # 32 hex digits
    sheet_version: int
    sheet_digest: str
    last_key: str
    last_sequence: int
    head: bytes
    state: str
    ended: object | None
    held: int  # 0: there never was a hand that people had to decide about
    clock: str  # "": no clock (scoring.book.table_clock)
    club: int


class NoRight(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised if the link that a phone has opened does not, or no longer, let it write at the table."""


class EntryKeyTaken(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised if the table's book has an entry with this key; nothing was inserted."""


def lock_table(table: int) -> LockedTable:
    """Read a table's row and lock it against other writers; on SQLite the transaction is the only writer anyway."""
    return LockedTable(*_fetch_row(_TABLE_BY_ID, [table]))


def lock_table_at(slug: uuid.UUID, link: str = "") -> LockedTable:
    """Lock the table of an address; NoRight if the link with this hash does not let a phone write there.

    The same statement checks both: a second one would make saving a hand a tenth slower on PostgreSQL.
    """
    if not link:
        return LockedTable(*_fetch_row(_TABLE_BY_SLUG, [_adapt_slug(slug)]))
    *row, opened = _fetch_row(_TABLE_BY_LINK, [link, _adapt_now(), _adapt_slug(slug)])
    if not opened:
        raise NoRight
    return LockedTable(*row)


def _adapt_slug(slug: uuid.UUID) -> uuid.UUID | str:
    return slug if connection.features.has_native_uuid_field else slug.hex


def is_link_valid(slug: uuid.UUID, digest: str) -> bool:
    """Return True if the link with this hash lets a phone write at the table of this address."""
    with _open_cursor() as cursor:
        _execute(cursor, _LINK_QUERY, [digest, _adapt_now(), _adapt_slug(slug)])
        return cursor.fetchone() is not None


def _adapt_now() -> Any:
    return connection.ops.adapt_datetimefield_value(time_source.now())


def _fetch_row(statement: str, values: list[Any]) -> list[Any]:
    with _open_cursor() as cursor:
        _execute(cursor, statement + (" FOR UPDATE OF t" if cursor.db.vendor == "postgresql" else ""), values)
        row = cursor.fetchone()
    if row is None:
        raise GameTable.DoesNotExist
    number, slug, sheet, digest, last_key, last_sequence, head, *rest = row
    return [number, str(slug).replace("-", ""), sheet, digest, last_key, last_sequence, bytes(head), *rest]


class LedgerHead(NamedTuple):
    """The state of a table's book after a write."""

    last_key: str
    last_sequence: int
    head: bytes
    state: str


def build_entry(**fields: Any) -> Entry:
    """Return an entry with these fields, as Entry(…) would, in a fraction of the time."""
    entry = Entry.__new__(Entry)
    entry.__dict__.update(_DEFAULTS, **fields, _state=ModelState())
    return entry


def insert_entry(entry: Entry) -> None:
    """Insert an entry and set its id; KeyTaken if its key is in the book."""
    with _open_cursor() as cursor:
        _insert(cursor, entry, _INSERT_ENTRY, _list_values(entry, _get_columns, _FIELDS))


def write_hand(entry: Entry, amounts: Mapping[int, Sum], stand: LedgerHead) -> None:
    """Insert a new hand's entry and deal, add to the totals of sittings, and save the new state of the book."""
    rows, added = (
        _build_rows(len(amounts)),
        [value for sitting, amount in amounts.items() for value in (sitting, *amount)],
    )
    values = _list_values(entry, _get_hand_columns, _HAND_FIELDS)
    with _open_cursor() as cursor:
        if cursor.db.vendor == "postgresql":
            _insert(cursor, entry, _WRITE_HAND.format(rows=rows), [*values, stand.state, *added])
            return
        _insert(cursor, entry, _INSERT_HAND, values)
        deal: list[Any] = [entry.table_id, entry.deal_number, entry.key, entry.pk]
        _execute(cursor, _INSERT_DEAL + " VALUES (%s, %s, %s, %s)", deal)
        _execute(cursor, f"{_ADD_TOTALS.format(rows=rows)} WHERE {_TOTAL_MATCH}", added)
        _execute(cursor, _UPDATE_TABLE, [*stand, entry.table_id])


def update_table(table: int, stand: LedgerHead) -> None:
    """Save the current state of a table's book."""
    with connection.cursor() as cursor:
        cursor.execute(_UPDATE_TABLE, [*stand, table])


def _insert(cursor: CursorWrapper, entry: Entry, statement: str, values: list[Any]) -> None:
    _execute(cursor, statement, values)
    row = cursor.fetchone()
    if row is None:
        raise EntryKeyTaken
    entry.pk = row[0]
    entry._state.adding = False


def _open_cursor() -> CursorWrapper:
    """Return a cursor; PostgreSQL plans its statements once, for which it takes as long as for doing them."""
    if connection.vendor == "postgresql":
        return cast("DatabaseWrapper", connection).open_prepared_cursor()
    return connection.cursor()


def _execute(cursor: CursorWrapper, statement: str, values: list[Any]) -> None:
    """Execute a statement; on SQLite bypass Django, which scans every statement again for its placeholders."""
    database = cursor.db
    if database.vendor == "sqlite":
        with database.wrap_database_errors:
            sqlite3.Cursor.execute(cursor.cursor, _replace_placeholders(statement), values)
    else:
        cursor.execute(statement, values)


@lru_cache(maxsize=64)
def _replace_placeholders(statement: str) -> str:
    return statement.replace("%s", "?")


def _list_values(entry: Entry, read: Callable[[Entry], Any], columns: list[str]) -> list[Any]:
    """Return the values of an entry's columns."""
    values = list(read(entry))
    # A column holds the value of its field except for these: a choice becomes plain text, a moment a database value.
    values[columns.index("kind")] = str(entry.kind)
    values[columns.index("at")] = connection.ops.adapt_datetimefield_value(entry.at)
    return values


def _build_rows(count: int) -> str:
    """Return the part of a statement with `count` rows of sitting, money and written score."""
    return " UNION ALL ".join(["SELECT %s AS s, %s AS m, %s AS w", *["SELECT %s, %s, %s"] * (count - 1)])
