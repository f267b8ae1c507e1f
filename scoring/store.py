"""The database's side of saving a hand, in hand-written SQL: the one path that must be quick.

Everything else goes through the ORM. The statements are the same on SQLite and PostgreSQL.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import connection

from scoring.models import Entry, GameTable
from scoring.plan import Sum

_TABLE = (
    "SELECT id, slug, sheet_version_id, players, first_forehand, last_key, last_sequence, head, state, ended"
    " FROM scoring_gametable WHERE id = %s"
)
_FIELDS = [field for field in Entry._meta.concrete_fields if not field.primary_key]
_INSERT_ENTRY = (
    f"INSERT INTO scoring_entry ({', '.join(str(field.column) for field in _FIELDS)})"  # noqa: S608 -- our own columns
    f" VALUES ({', '.join(['%s'] * len(_FIELDS))}) RETURNING id"
)
_INSERT_DEAL = "INSERT INTO scoring_deal (table_id, number, key, entry_id) VALUES (%s, %s, %s, %s)"
_UPDATE_TABLE = "UPDATE scoring_gametable SET last_key = %s, last_sequence = %s, head = %s, state = %s WHERE id = %s"


class Locked(NamedTuple):
    """A table's row, held until the transaction ends."""

    id: int
    slug: str  # 32 hex digits
    sheet_version: int
    players: int
    first_forehand: int
    last_key: str
    last_sequence: int
    head: bytes
    state: str
    ended: object | None


def locked(table: int) -> Locked:
    """Read a table's row and keep others from writing to it; on SQLite the transaction is the only writer anyway."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE + (" FOR UPDATE" if connection.vendor == "postgresql" else ""), [table])
        row = cursor.fetchone()
    if row is None:
        raise GameTable.DoesNotExist
    number, slug, *middle, head, state, ended = row
    return Locked(number, str(slug).replace("-", ""), *middle, bytes(head), state, ended)  # type: ignore[call-arg]


def insert_entry(entry: Entry) -> None:
    """Insert an entry, and give it its id."""
    values = [field.get_db_prep_save(getattr(entry, field.attname), connection) for field in _FIELDS]
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_ENTRY, values)
        entry.pk = cursor.fetchone()[0]
    entry._state.adding = False


def insert_deal(entry: Entry) -> None:
    """Insert the line that an entry opens."""
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_DEAL, [entry.table_id, entry.deal_number, entry.key, entry.pk])


def add_to_totals(amounts: Mapping[int, Sum]) -> None:
    """Add to the totals of sittings, all in one statement."""
    cases, ids = " ".join(["WHEN %s THEN %s"] * len(amounts)), ", ".join(["%s"] * len(amounts))
    money = [value for sitting, one in amounts.items() for value in (sitting, one.money)]
    written = [value for sitting, one in amounts.items() for value in (sitting, one.written)]
    statement = (
        f"UPDATE scoring_total SET money = money + CASE sitting_id {cases} ELSE 0 END,"  # noqa: S608 -- placeholders only
        f" written = written + CASE sitting_id {cases} ELSE 0 END WHERE sitting_id IN ({ids})"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*money, *written, *amounts])


def put_table(table: int, last_key: str, last_sequence: int, head: bytes, state: str) -> None:
    """Say where a table's book stands now."""
    with connection.cursor() as cursor:
        cursor.execute(_UPDATE_TABLE, [last_key, last_sequence, head, state, table])
