"""The facts of the program's own database as for a backup, and the losses of a restore."""

import hashlib
from typing import Any, NamedTuple

from django.apps import apps
from django.db import Error, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, Max, Sum
from django.utils import timezone

from scoring.models import Deal, Entry, GameTable
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.manifest import STANDING_KINDS, BackupFacts, read_facts
from tarockclub.platform.server.database_state import FIRST_VERSION, Migrations, list_known_migrations

# Rows that change without any entry.
PASSING = (
    "sessions.session",
    "usersessions.usersession",
    "tarockclub.job",
    "tarockclub.jobpart",
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
