"""`manage.py backup`: save the whole installation as one file, even during play."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.office.backups.audit import check_all, check_file
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.services import BackupResult, make_at, make_backup, note_backup, note_trouble
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.server.database_state import DatabaseCommand

NOT_MADE, NOT_EVERYWHERE = 1, 2


class Command(DatabaseCommand):
    """The command for backups; exit code 1 without a backup, 2 if a copy is missing elsewhere."""

    requires_system_checks = ()
    any_age = True  # what an update may spoil

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for another place and for checking files."""
        parser.description = _("Makes a backup, even while the club is playing.")
        parser.add_argument("--to", metavar="FILE|FOLDER", type=Path, help=_("a place other than the usual folders"))

        parser.add_argument(
            "--check",
            metavar="FILE",
            type=Path,
            nargs="*",
            help=_("create none, but read these again, or all in both folders, and compare their checksums"),
        )

    def handle(self, *args: Any, to: Path | None, check: list[Path] | None = None, **options: Any) -> None:
        """Make a backup and print its place, or check existing ones."""
        if check is not None:
            self.check_again(check)
            return
        try:
            result = make_at(to) if to else make_backup()
        except Trouble as trouble:
            note_trouble(Kind.BACKUP_FAILED, trouble, AT_THE_COMPUTER)
            self.stderr.write(str(trouble))
            raise SystemExit(NOT_MADE) from trouble
        note_backup(Kind.BACKUP_MADE, result.file.name, AT_THE_COMPUTER, result.troubles)
        self.stdout.write(self.report(result))
        for finding in result.about.proof or ():
            self.stderr.write(finding)
        for warning in result.troubles:
            self.stderr.write(str(warning))
        if result.troubles:
            raise SystemExit(NOT_EVERYWHERE)

    def check_again(self, files: list[Path]) -> None:
        """Print of each file whether its content is unchanged; exit with 1 if one has changed."""
        damaged = 0
        for file, trouble in ((file, check_file(file)) for file in files) if files else check_all():
            if trouble is None:
                self.stdout.write(_("%(file)s: exactly as it was written.") % {"file": file})
            else:
                damaged += 1
                self.stderr.write(f"{file}: {trouble}")
        if damaged:
            raise SystemExit(NOT_MADE)

    def report(self, made: BackupResult) -> str:
        """Return the sentence about a new backup."""
        size = filesizeformat(made.file.stat().st_size)
        hands = ngettext("%(hands)s hand", "%(hands)s hands", made.about.hands) % {"hands": made.about.hands}
        return _("Backed up and verified: %(file)s (%(hands)s, %(size)s)") % {
            "file": made.file,
            "hands": hands,
            "size": size,
        }
