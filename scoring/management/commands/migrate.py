"""manage.py migrate: Django's own, and afterwards the database refuses again to change history."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from scoring import append_only


class Command(migrate.Command):
    """Migrates; the triggers are there after it, also where a migration has failed or rebuilt a table."""

    def handle(self, *args: Any, **options: Any) -> None:
        self.database = connections[options["database"]]
        only_looks = options["plan"] or options["check_unapplied"]
        try:
            super().handle(*args, **options)
        finally:
            if not only_looks:
                append_only.install(self.database)

    def migration_progress_callback(self, action: str, migration: Any = None, fake: bool = False) -> None:
        # A migration may mend history, and SQLite drops no column that a trigger names.
        if action in ("apply_start", "unapply_start"):
            append_only.remove(self.database)
        super().migration_progress_callback(action, migration, fake)
