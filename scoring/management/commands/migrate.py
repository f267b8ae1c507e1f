"""manage.py migrate: Django's command, with a backup before it; afterwards the database again protects its history."""

import contextlib
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from scoring.book.ledger import triggers
from tarockclub.platform.clubs import row_security
from tarockclub.platform.server import key_fingerprint
from tarockclub.platform.server.database_state import has_data, refuse_unfit


class Command(migrate.Command):
    """The migration of the database; the triggers exist after it, even if a migration has rebuilt a table."""

    stealth_options = ("unguarded",)  # for a database that is not a club's: a backup that is prepared to be restored

    def add_arguments(self, parser: CommandParser) -> None:
        """Add Django's arguments, and the option to go without a backup."""
        super().add_arguments(parser)
        parser.add_argument(
            "--without-backup", action="store_true", help=_("even if what is there cannot be backed up")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.database = connections[options["database"]]
        guarded = not options.get("unguarded")
        if guarded:
            refuse_unfit(self, any_age=True)
        if options["plan"] or options["check_unapplied"]:
            super().handle(*args, **options)
            return
        if guarded and self.is_anything_to_do(options):
            self.begin(with_backup=not options["without_backup"])
        strangers = triggers.find_strangers(self.database)
        with self.hold_together():
            super().handle(*args, **options)
            triggers.install_triggers(self.database, strangers)
            row_security.install_policies(self.database)
        if guarded:
            key_fingerprint.save_first(self.database)

    @contextlib.contextmanager
    def hold_together(self) -> Iterator[None]:
        """Apply all migrations or none: an update that is cut short leaves the database as it was."""
        # SQLite's schema editor wants foreign keys unchecked, which cannot be changed within a transaction.
        with self.database.constraint_checks_disabled(), transaction.atomic(using=self.database.alias):
            if self.database.vendor == "postgresql":
                with self.database.cursor() as cursor:  # it alters no table of which rows wait to be checked
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            yield

    def migration_progress_callback(self, action: str, migration: Any = None, fake: bool = False) -> None:
        # A migration may repair history, and SQLite drops no column that a trigger names.
        if action in ("apply_start", "unapply_start"):
            triggers.remove_triggers(self.database)
            row_security.remove_policies(self.database)
        super().migration_progress_callback(action, migration, fake)

    def is_anything_to_do(self, options: dict[str, Any]) -> bool:
        """Return whether migrations will be applied or reverted."""
        executor = MigrationExecutor(self.database)
        return bool(options["app_label"] or executor.migration_plan(executor.loader.graph.leaf_nodes()))

    def begin(self, *, with_backup: bool) -> None:
        """Say what takes seconds now, and make a backup of the existing data."""
        is_filled = has_data()
        self.stdout.write(_("Bringing the database up to date …") if is_filled else _("Setting up the database …"))
        self.stdout.flush()
        if is_filled and with_backup:
            self.make_backup()

    def make_backup(self) -> None:
        """Make a backup of the existing data, or exit."""
        # Each command loads this file, for Django's checks; hardly any makes a backup.
        from tarockclub.office.backups.errors import Trouble
        from tarockclub.office.backups.folder import BEFORE_UPDATE
        from tarockclub.office.backups.services import NONE, make_backup

        try:
            backup = make_backup(prove=NONE, safety=BEFORE_UPDATE)
        except Trouble as trouble:
            self.stderr.write(str(trouble))
            self.stderr.write(_("Nothing was migrated: there must be a backup first (or: --without-backup)."))
            raise SystemExit(1) from trouble
        self.stdout.write(_("What was there before has been kept: %(file)s") % {"file": backup.file})
        for warning in backup.troubles:
            self.stderr.write(str(warning))
