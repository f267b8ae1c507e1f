"""manage.py migrate: Django's command, with a backup before it; afterwards the database again protects its history."""

from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from scoring.ledger import triggers
from tarockclub.clubs import row_security
from tarockclub.server import key_fingerprint
from tarockclub.server.database_state import has_data, refuse_unfit


class Command(migrate.Command):
    """The migration of the database; the triggers exist after it, even if a migration has failed or rebuilt a table."""

    stealth_options = ("unguarded",)  # for a database that is not a club's: a backup that is prepared to be restored

    def add_arguments(self, parser: CommandParser) -> None:
        """Add Django's arguments, and the option to go without a backup."""
        super().add_arguments(parser)
        parser.add_argument(
            "--without-backup", action="store_true", help=_("even if what is there cannot be backed up")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.database = connections[options["database"]]
        only_looks = options["plan"] or options["check_unapplied"]
        guarded = not only_looks and not options.get("unguarded")
        if guarded:
            refuse_unfit(self, any_age=True)
            if not options["without_backup"] and has_data() and self.is_anything_to_do(options):
                self.make_backup()
        strangers = triggers.find_strangers(self.database)
        try:
            super().handle(*args, **options)
        finally:
            if not only_looks:
                triggers.install_triggers(self.database, strangers)
                row_security.install_policies(self.database)
        if guarded:
            key_fingerprint.save_first(self.database)

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

    def make_backup(self) -> None:
        """Make a backup of the existing data, or exit."""
        # Each command loads this file, for Django's checks; hardly any makes a backup.
        from tarockclub.backups.errors import Trouble
        from tarockclub.backups.services import make_before_update

        try:
            made = make_before_update()
        except Trouble as trouble:
            self.stderr.write(str(trouble))
            self.stderr.write(_("Nothing was migrated: there must be a backup first (or: --without-backup)."))
            raise SystemExit(1) from trouble
        self.stdout.write(_("What was there before has been kept: %(file)s") % {"file": made.file})
        for more in made.troubles:
            self.stderr.write(str(more))
