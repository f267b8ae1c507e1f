"""`manage.py restore FILE`: put the book of a backup in the place of the present one."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from tarockclub.backups.errors import Trouble
from tarockclub.backups.restore import format_result, restore_backup
from tarockclub.server.database_state import DatabaseCommand


class Command(DatabaseCommand):
    """Restores a backup; what is there is kept first, and stands when anything goes wrong."""

    requires_system_checks = ()
    any_key = True  # the backup brings the right one

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.description = _("Restores a backup; what is there now is backed up first.")
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--despite-findings", action="store_true", help=_("even if the verification finds faults in its book")
        )

    def handle(self, *args: Any, file: Path, despite_findings: bool, **options: Any) -> None:
        """Restore it and say what was done."""
        try:
            done = restore_backup(file, despite_findings=despite_findings)
        except Trouble as trouble:
            self.stderr.write(str(trouble))
            self.stderr.write(_("Nothing was changed."))
            raise SystemExit(1) from trouble
        for line in format_result(done):
            self.stdout.write(line)
        for finding in done.findings:
            self.stderr.write(finding)
