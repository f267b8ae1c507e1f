"""The check that the database fits this program: its migrations, and the secret key of its entries."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, OutputWrapper
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from tarockclub.platform.server import key_fingerprint
from tarockclub.platform.server.installation import PROGRAM

FIRST_VERSION = "1.0"  # it has every step of all squashed migrations
WITH_DATA = ("scoring_gametable", "tarockclub_account", "tarockclub_person")


class Migrations(NamedTuple):
    """Migrations as `app.name`."""

    known_names: frozenset[str]  # known to this program
    newest: frozenset[str]  # the migrations of a current database
    replaced: Mapping[str, frozenset[str]]  # by a squashed migration: those in whose place it stands
    applied: frozenset[str] = frozenset()

    @property
    def unknown(self) -> list[str]:
        """The migrations that a newer program has applied."""
        return sorted(self.applied - self.known_names)

    @property
    def missing(self) -> list[str]:
        """The migrations still to be applied."""
        done = {name for name, parts in self.replaced.items() if parts <= self.applied}
        return sorted(self.newest - self.applied - done)

    @property
    def between(self) -> list[str]:
        """The applied parts of squashed migrations if others are missing: what changed the data in between is gone."""
        parts = frozenset[str]().union(*self.replaced.values())
        return [] if parts <= self.applied else sorted(self.applied & parts)


def list_known_migrations() -> Migrations:
    """Return the migrations of this program."""
    on_disk = MigrationLoader(None).disk_migrations
    names = frozenset(f"{app}.{name}" for app, name in on_disk)
    replaced = {
        f"{app}.{name}": frozenset(f"{label}.{part}" for label, part in migration.replaces)
        for (app, name), migration in on_disk.items()
        if migration.replaces
    }
    return Migrations(names.union(*replaced.values()), names, replaced)


def load_migrations() -> Migrations:
    """Return them together with those applied to the database; raise DatabaseError if it is unreadable."""
    migrations = list_known_migrations()
    if not is_there():
        return migrations
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            return migrations
        cursor.execute("SELECT app, name FROM django_migrations")
        return migrations._replace(applied=frozenset(f"{app}.{name}" for app, name in cursor.fetchall()))


def has_data() -> bool:
    """Return whether there are data that a migration could spoil."""
    if not is_there():
        return False
    with connection.cursor() as cursor:
        for table in {*WITH_DATA} & {*connection.introspection.table_names(cursor)}:
            cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 -- a name of our own list
            if cursor.fetchone():
                return True
    return False


def is_there() -> bool:
    """Return whether there is a database; opening a missing SQLite file would create it."""
    return connection.vendor != "sqlite" or Path(str(connection.settings_dict["NAME"])).exists()


def find_unfit_reason(*, any_key: bool = False) -> str:
    """Return the reason why this program must not write to the database; "" if it may."""
    try:
        is_other = not any_key and is_there() and key_fingerprint.is_other(connection)
        return find_other_version_reason() or (_find_other_key() if is_other else "")
    except DatabaseError:
        return ""  # damaged or unreachable: reported on use


def find_other_version_reason() -> str:
    """Return the sentence that a newer or a too old program has used this database; "" if none has."""
    migrations = load_migrations()
    if migrations.between:
        return _(
            "The database comes from a version before Tarockclub %(version)s (%(migration)s); nothing was "
            "written. Start version %(version)s with it once, which brings it up to date, and then this one."
        ) % {"version": FIRST_VERSION, "migration": migrations.between[-1]}
    newer = migrations.unknown
    if not newer:
        return ""
    return _(
        "The database comes from a newer version of Tarockclub (%(migration)s); nothing was written. Update this "
        "program; or, to keep it, move the database away and restore the backup that was made before the update."
    ) % {"migration": newer[-1]}


def find_start_obstacle() -> str:
    """Return the reason why the server must not start on this database; "" if it may."""
    return find_unfit_reason() or _find_other_session_key() or find_missing_migrations()


def find_missing_migrations() -> str:
    """Return the sentence that migrations are missing; "" if none is."""
    try:
        missing = load_migrations().missing
    except DatabaseError:  # damaged or unreachable: reported on use
        return ""
    if not missing:
        return ""
    return _("The database is not ready (%(reason)s): run %(command)s migrate.") % {
        "reason": missing[0],
        "command": PROGRAM,
    }


class DatabaseCommand(BaseCommand):
    """A command that is refused, before it does anything, if the database does not fit this program."""

    any_key = False  # True: the secret key may differ from that of the database
    any_age = False  # True: the database may be empty, or still to be migrated

    def execute(self, *args: Any, **options: Any) -> Any:
        """Refuse the command, or execute it."""
        if options.get("stderr"):  # that of the caller; otherwise set too late
            self.stderr = OutputWrapper(options["stderr"])
        refuse_unfit(self, any_key=self.any_key, any_age=self.any_age)
        return super().execute(*args, **options)


def refuse_unfit(command: BaseCommand, *, any_key: bool = False, any_age: bool = False) -> None:
    """End a command with the reason if the database does not fit this program."""
    reason = find_unfit_reason(any_key=any_key) or ("" if any_age else find_missing_migrations())
    if reason:
        command.stderr.write(reason)
        raise SystemExit(1)


def _find_other_session_key() -> str:
    """Return the sentence that another server of this database signs sessions with another key; "" if none does."""
    try:
        is_other = is_there() and key_fingerprint.is_other_session_key(connection)
    except DatabaseError:
        return ""
    if not is_other:
        return ""
    return _(
        "Another server of this database has another key for sessions: set TAROCKCLUB_SESSION_KEY to the same on all "
        "of them. If this is the only one and its key is lost: %(command)s rotate_keys draws a new one, and everybody "
        "logs in again."
    ) % {"command": PROGRAM}


def _find_other_key() -> str:
    return _(
        "The database was written with a secret key other than the one this program has; nothing was written. Put "
        "the right one back: it is the file secret-key in the data folder that belongs to the database, and in every "
        "backup; or set TAROCKCLUB_SECRET_KEY. If it is lost: %(command)s accept_secret_key says what it costs to "
        "continue with the new one."
    ) % {"command": PROGRAM}
