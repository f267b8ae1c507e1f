"""Whether the database fits this program: its migrations, and the secret key that its entries were written with."""

from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, OutputWrapper
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from tarockclub.server import key_fingerprint

WITH_DATA = ("scoring_gametable", "tarockclub_account", "tarockclub_person")


class Migrations(NamedTuple):
    """Migrations as `app.name`."""

    known: frozenset[str]  # to this program
    wanted: frozenset[str]  # those that a database of its own has
    applied: frozenset[str] = frozenset()

    @property
    def unknown(self) -> list[str]:
        """Those that a newer program has applied."""
        return sorted(self.applied - self.known)

    @property
    def missing(self) -> list[str]:
        """Those that are still to be applied."""
        return sorted(self.wanted - self.applied)


def list_known_migrations() -> Migrations:
    """Return the migrations of this program."""
    on_disk = MigrationLoader(None).disk_migrations
    replaced = {f"{app}.{name}" for migration in on_disk.values() for app, name in migration.replaces}
    wanted = frozenset(f"{app}.{name}" for app, name in on_disk)
    return Migrations(wanted | replaced, wanted)


def load_migrations() -> Migrations:
    """Return them together with those that the database has had; raises DatabaseError where it cannot be read."""
    known = list_known_migrations()
    if not _is_there():
        return known
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            return known
        cursor.execute("SELECT app, name FROM django_migrations")
        return known._replace(applied=frozenset(f"{app}.{name}" for app, name in cursor.fetchall()))


def has_data() -> bool:
    """Say whether anything was ever entered that a migration could spoil."""
    if not _is_there():
        return False
    with connection.cursor() as cursor:
        for table in {*WITH_DATA} & {*connection.introspection.table_names(cursor)}:
            cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 -- a name of our own list
            if cursor.fetchone():
                return True
    return False


def find_unfit_reason(*, any_key: bool = False) -> str:
    """Return the sentence that says why this program must not write to the database; "" where it may."""
    try:
        is_other = not any_key and _is_there() and key_fingerprint.is_other(connection)
        return find_newer_reason() or (_find_other_key() if is_other else "")
    except DatabaseError:
        return ""  # damaged, or out of reach: whoever uses it says so


def find_newer_reason() -> str:
    """Return the sentence that says that a newer program has had this database; "" where none has."""
    newer = load_migrations().unknown
    if not newer:
        return ""
    return _(
        "The database comes from a newer version of Tarockclub (%(migration)s); nothing was written. Update this "
        "program; or, to keep it, move the database away and restore the backup that was made before the update."
    ) % {"migration": newer[-1]}


def find_start_obstacle() -> str:
    """Return the sentence that says why the server must not start on this database; "" where it may."""
    return find_unfit_reason() or find_missing_migrations()


def find_missing_migrations() -> str:
    """Return the sentence that says that migrations are missing; "" where none is."""
    try:
        missing = load_migrations().missing
    except DatabaseError:  # damaged, or out of reach: whoever uses it says so
        return ""
    if not missing:
        return ""
    return _("The database is not ready (%(reason)s): run manage.py migrate.") % {"reason": missing[0]}


class DatabaseCommand(BaseCommand):
    """A command that is refused, before it does anything, where the database does not fit this program."""

    any_key = False  # whether the secret key may be another one than that of the database

    def execute(self, *args: Any, **options: Any) -> Any:
        """Refuse, or do it."""
        if options.get("stderr"):  # of whoever calls it; otherwise set a moment too late
            self.stderr = OutputWrapper(options["stderr"])
        refuse_unfit(self, any_key=self.any_key)
        return super().execute(*args, **options)


def refuse_unfit(command: BaseCommand, *, any_key: bool = False) -> None:
    """End a command with the reason where the database does not fit this program."""
    reason = find_unfit_reason(any_key=any_key)
    if reason:
        command.stderr.write(reason)
        raise SystemExit(1)


def _find_other_key() -> str:
    return _(
        "The database was written with a secret key other than the one this program has; nothing was written. Put "
        "the right one back: it is the file secret-key in the data folder that belongs to the database, and in every "
        "backup; or set TAROCKCLUB_SECRET_KEY. If it is lost: manage.py accept_secret_key says what it costs to "
        "continue with the new one."
    )


def _is_there() -> bool:
    """Say whether there is a database; to look into a file of SQLite's that is not there would make it."""
    return connection.vendor != "sqlite" or Path(str(connection.settings_dict["NAME"])).exists()
