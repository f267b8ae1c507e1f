"""`manage.py restore FILE`: replace the present book by that of a backup."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from tarockclub.office.backups import encryption
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import RestoreResult, format_result, restore_backup
from tarockclub.office.backups.services import note_trouble
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.server.database_state import DatabaseCommand


class Command(DatabaseCommand):
    """The restoration of a backup; the present data are backed up first, and stay if anything fails."""

    requires_system_checks = ()
    any_age = True
    any_key = True  # the backup contains the right one

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        parser.description = _("Restores a backup; what is there now is backed up first.")
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--despite-findings", action="store_true", help=_("even if the verification finds faults in its book")
        )

    def handle(self, *args: Any, file: Path, despite_findings: bool, **options: Any) -> None:
        """Restore the file and print the result."""
        try:
            done = self.restore_or_ask(file, despite_findings)
        except Trouble as trouble:
            note_trouble(Kind.RESTORE_FAILED, trouble, AT_THE_COMPUTER)
            self.stderr.write(str(trouble))
            self.stderr.write(_("Nothing was changed."))
            raise SystemExit(1) from trouble
        for line in format_result(done):
            self.stdout.write(line)
        for finding in done.findings:
            self.stderr.write(finding)

    def restore_or_ask(self, file: Path, despite_findings: bool) -> RestoreResult:
        """Restore the file; where it is encrypted with a key that is not known here, ask for that of its sheet."""
        try:
            return restore_backup(file, despite_findings=despite_findings)
        except Trouble as trouble:
            if not trouble.is_sealed:
                raise
            self.stdout.write(str(trouble))
            self.stdout.write(_("Key of the recovery sheet:"))
            try:
                typed = input()
            except EOFError:
                raise trouble from None
        encryption.add_key(typed)
        return restore_backup(file, despite_findings=despite_findings)
