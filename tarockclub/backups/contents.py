"""What the program's own database holds, as a backup would say it, and what would be lost by going back to one."""

import hashlib
from typing import NamedTuple

from django.apps import apps
from django.db import Error, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, Max, Sum
from django.utils import timezone

from scoring.models import Deal, Entry, GameTable
from tarockclub.backups.errors import Trouble
from tarockclub.backups.manifest import STANDING_KINDS, BackupFacts
from tarockclub.server.database_state import list_known_migrations

# Rows that come and go without anybody having written anything.
PASSING = ("tarockclub.session", "contenttypes.contenttype", "auth.permission")


class Difference(NamedTuple):
    """What a restore would change."""

    now: int  # hands that count here
    then: int  # hands that count in the backup
    hands: int  # that count here and are not in the backup
    lines: int  # of the book that are not in the backup, with corrections and whatever else was written


def get_database_name() -> str:
    """Where the book is kept: the file of SQLite, the name of the database otherwise."""
    return str(connection.settings_dict["NAME"])


def compute_mark() -> str:
    """Tells cheaply whether anything was written: how many rows there are, and the last of them.

    Empty where the database is not this program's (yet): before an upgrade it is backed up all the same.
    """
    try:
        return _query_mark()
    except Error:
        return ""


def _query_mark() -> str:
    found = []
    for model in apps.get_models():
        if model._meta.label_lower not in PASSING and model._meta.managed:
            pk = model._meta.pk.name
            counted = model._default_manager.aggregate(rows=Count("*"), last=Max(pk))
            found.append(f"{model._meta.label_lower} {counted['rows']} {counted['last']}")
    tables = GameTable.objects.aggregate(lines=Count("*"), ended=Count("ended"), held=Sum("held"))
    return hashlib.sha256(repr((sorted(found), tables)).encode()).hexdigest()[:16]


def describe_book(of: BaseDatabaseWrapper) -> BackupFacts:
    """The facts about the book behind a connection."""
    with of.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        applied = tuple(f"{app}.{name}" for app, name in cursor.fetchall())
        cursor.execute("SELECT slug, last_sequence, head FROM scoring_gametable")
        tables = {
            str(slug).replace("-", ""): (last, bytes(head or b"").hex()) for slug, last, head in cursor.fetchall()
        }
        cursor.execute(
            "SELECT count(*) FROM scoring_deal AS d JOIN scoring_entry AS e ON e.id = d.entry_id"
            " WHERE e.kind IN (%s, %s, %s)",
            STANDING_KINDS,
        )
        hands = cursor.fetchone()[0]
    made = timezone.now().isoformat()
    return BackupFacts(made=made, engine=of.vendor, hands=hands, tables=tables, migrations=applied)


def refuse_unusable(about: BackupFacts) -> None:
    """Refuse a backup of another engine, or of a schema that this program does not know."""
    if about.engine != connection.vendor:
        raise Trouble("other_engine", other=_format_engine(about.engine), own=_format_engine(connection.vendor))
    if set(about.migrations) - list_known_migrations().known:
        raise Trouble("newer")


def is_current(about: BackupFacts) -> bool:
    """Whether its schema is this program's."""
    return list_known_migrations().wanted <= set(about.migrations)


def compute_difference(about: BackupFacts) -> Difference | None:
    """Compare with the book as it is now; nothing to say where that cannot be read."""
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
    """How many hands and lines of a table are not in the backup."""
    last, head = about.tables.get(table.slug.hex, (0, ""))
    if (last, head) == (table.last_sequence, bytes(table.head).hex()):
        return 0, 0
    lines = Entry.objects.filter(table=table)
    # The same line with another hash: both went on by themselves, and where they parted cannot be seen from here.
    if not head or lines.filter(sequence=last, hash=bytes.fromhex(head)).exists():
        lines = lines.filter(sequence__gt=last)
    standing = Deal.objects.filter(table=table, entry__kind__in=STANDING_KINDS)
    return standing.filter(key__in=lines.values("key")).count(), lines.count()


def _format_engine(engine: str) -> str:
    return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(engine, engine)
