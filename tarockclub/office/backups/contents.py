"""The facts of the program's own database as for a backup, and the losses of a restore."""

import contextlib
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db import Error, connection, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Max, Sum
from django.utils import timezone

from scoring.models import Deal, Entry, GameTable
from tarockclub.office.backups.container import STANDING_KINDS, BackupFacts, read_facts
from tarockclub.office.backups.errors import Trouble
from tarockclub.platform.server.database_state import FIRST_VERSION, Migrations, list_known_migrations

# Rows that change without any entry.
PASSING = (
    "sessions.session",
    "usersessions.usersession",
    "tarockclub.job",
    "tarockclub.jobpart",
    "tarockclub.message",
    "contenttypes.contenttype",
    "auth.permission",
)


class Difference(NamedTuple):
    """The changes that a restore would make."""

    now: int  # hands that count now
    then: int  # hands that count in the backup
    hands: int  # that count now and are not in the backup
    lines: int  # of the book that are not in the backup, including corrections


def get_database_name() -> str:
    """Return the place of the book: the file of SQLite, else the name of the database."""
    return str(connection.settings_dict["NAME"])


def compute_mark() -> str:
    """Return a mark that changes with the data: the numbers of rows, and the last of them; cheap.

    Empty if the database does not have this program's schema (yet): before an upgrade it is backed up anyway.
    """
    try:
        return _fetch_mark()
    except Error:
        return ""


def _fetch_mark() -> str:
    parts = []
    for model in apps.get_models():
        if model._meta.label_lower not in PASSING and model._meta.managed:
            pk = model._meta.pk.name
            counted = model._default_manager.aggregate(rows=Count("*"), last=Max(pk))
            parts.append(f"{model._meta.label_lower} {counted['rows']} {counted['last']}")
    tables = GameTable.objects.aggregate(lines=Count("*"), ended=Count("ended"), held=Sum("held"))
    return hashlib.sha256(repr((sorted(parts), tables)).encode()).hexdigest()[:16]


def describe_book(database: BaseDatabaseWrapper) -> BackupFacts:
    """Return the facts about the book behind a connection."""

    def fetch(query: str) -> list[tuple[Any, ...]]:
        with database.cursor() as cursor:
            cursor.execute(query)
            return list(cursor.fetchall())

    return read_facts(fetch, database.vendor, timezone.now().isoformat())


def refuse_unusable(about: BackupFacts) -> None:
    """Refuse a backup of another engine, or of a schema unknown to this program."""
    if about.engine != connection.vendor:
        raise Trouble("other_engine", other=_format_engine(about.engine), own=_format_engine(connection.vendor))
    migrations = _list_migrations(about)
    if migrations.unknown:
        raise Trouble("newer")
    if migrations.between:
        raise Trouble("between", version=FIRST_VERSION)


def is_current(about: BackupFacts) -> bool:
    """Return whether a backup has this program's schema."""
    return not _list_migrations(about).missing


def _list_migrations(about: BackupFacts) -> Migrations:
    return list_known_migrations()._replace(applied=frozenset(about.migrations))


def compute_difference(about: BackupFacts) -> Difference | None:
    """Compare a backup with the current book; None if that cannot be read."""
    try:
        with transaction.atomic():
            now = Deal.objects.filter(entry__kind__in=STANDING_KINDS).count()
            lost = [
                _count_lost(table, about) for table in GameTable.objects.only("pk", "slug", "last_sequence", "head")
            ]
    except Error:
        return None
    return Difference(now, about.hands, sum(hands for hands, _ in lost), sum(lines for _, lines in lost))


def _count_lost(table: GameTable, about: BackupFacts) -> tuple[int, int]:
    """Return the numbers of hands and lines of a table that are not in the backup."""
    last, head = about.tables.get(table.slug.hex, (0, ""))
    if (last, head) == (table.last_sequence, bytes(table.head).hex()):
        return 0, 0
    lines = Entry.objects.filter(table=table)
    # The same line with another hash: both continued separately, and the point of divergence is unknown.
    if not head or lines.filter(sequence=last, hash=bytes.fromhex(head)).exists():
        lines = lines.filter(sequence__gt=last)
    standing = Deal.objects.filter(table=table, entry__kind__in=STANDING_KINDS)
    return standing.filter(key__in=lines.values("key")).count(), lines.count()


def _format_engine(engine: str) -> str:
    return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(engine, engine)


# The comparison of a database's tables, columns, constraints and indexes with those of this program.
#
# A foreign index could refuse every second hand of an otherwise intact book.

REFERENCE = "tarockclub_reference"  # a temporary schema of PostgreSQL
HIDDEN = "sqlite_sequence"  # SQLite's own
CASTS = re.compile(r"::[a-z ]+(?:\[\])?|[()\s]")  # PostgreSQL writes some otherwise once a dump has been loaded
FORMATTED_TYPES = re.compile(r"\bCHECK\b|\bCOLLATE\b")  # facts found only in the statement that created a table
_SAME = {20: 23}  # bigint and integer: Django's own many-to-many tables have one or the other
Structure = dict[str, Counter[Any]]  # by table


def find_differences(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the tables and views that differ from those of this program, sorted."""
    structure = _read_structure(connection)
    with _make_reference(connection) as reference:
        expected = _read_structure(reference)
    return sorted(name for name in structure.keys() | expected.keys() if structure.get(name) != expected.get(name))


@contextlib.contextmanager
def _make_reference(connection: BaseDatabaseWrapper) -> Iterator[BaseDatabaseWrapper]:
    """Create all tables again, empty and unseen by others; on PostgreSQL within the present transaction."""
    if connection.vendor == "sqlite":
        reference = connection.copy()
        reference.settings_dict["NAME"] = ":memory:"
        _make_tables(reference)
        with contextlib.closing(reference.connection):  # Django's own close() leaves a database in memory open
            yield reference
        return
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {REFERENCE}")
        cursor.execute(f"SET LOCAL search_path TO {REFERENCE}")
        _make_tables(connection)
        yield connection
        cursor.execute("SET LOCAL search_path TO DEFAULT")
        cursor.execute(f"DROP SCHEMA {REFERENCE} CASCADE")


def _make_tables(connection: BaseDatabaseWrapper) -> None:
    with connection.schema_editor(atomic=False) as editor:
        for model in _list_models():
            editor.create_model(model)


def _list_models() -> list[type[models.Model]]:
    """Return the models with tables, and Django's list of migrations."""
    own = [model for model in apps.get_models() if not model._meta.proxy]
    return [*(model for model in own if model._meta.managed), MigrationRecorder.Migration]


def _read_structure(connection: BaseDatabaseWrapper) -> Structure:
    with connection.cursor() as cursor:
        return dict(_read_sqlite(cursor) if connection.vendor == "sqlite" else _read_postgres(connection, cursor))


def _read_sqlite(cursor: Any) -> Iterator[tuple[str, Counter[Any]]]:
    """Yield the tables as SQLite sees them; Django parses each statement for that, which takes seconds."""
    conditions = _load_conditions(
        cursor, "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    )
    tables = _fetch_rows(
        cursor, "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name != %s", HIDDEN
    )
    for table, sql in tables:
        parts: list[Any] = [column[1:] for column in _fetch_rows(cursor, "SELECT * FROM pragma_table_xinfo(%s)", table)]
        parts += [key[2:] for key in _fetch_rows(cursor, "SELECT * FROM pragma_foreign_key_list(%s)", table)]
        for _number, name, *kind in _fetch_rows(cursor, "SELECT * FROM pragma_index_list(%s)", table):
            columns = _fetch_rows(cursor, "SELECT name, desc, coll FROM pragma_index_xinfo(%s) WHERE key", name)
            parts.append((*kind, tuple(columns), conditions.get(name, "")))
        yield table, Counter([*parts, *FORMATTED_TYPES.findall(sql.upper())])


def _read_postgres(connection: BaseDatabaseWrapper, cursor: Any) -> Iterator[tuple[str, Counter[Any]]]:
    look = connection.introspection
    conditions = _load_conditions(
        cursor, "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()"
    )
    for table in look.get_table_list(cursor):
        parts: list[Any] = [
            (
                column.name,
                _SAME.get(column.type_code, column.type_code),
                column.null_ok,
                column.default,
                column.collation,
            )
            for column in look.get_table_description(cursor, table.name)
        ]
        for name, constraint in look.get_constraints(cursor, table.name).items():
            kind = [bool(constraint[what]) for what in ("primary_key", "unique", "index", "check")]
            columns = (
                tuple(constraint["columns"] or ()),
                tuple(constraint.get("orders") or ()),
                constraint["foreign_key"],
            )
            parts.append((*kind, *columns, CASTS.sub("", conditions.get(name, ""))))
        yield table.name, Counter(parts)


def _load_conditions(cursor: Any, query: str) -> dict[str, str]:
    """Return the condition of each index that has one, by its name."""
    return {name: sql.partition(" WHERE ")[2] for name, sql in _fetch_rows(cursor, query)}


def _fetch_rows(cursor: Any, query: str, *parameters: str) -> list[Any]:
    cursor.execute(query, parameters)
    return [tuple(row) for row in cursor.fetchall()]
