"""`manage.py restore FILE`: put the book of a backup in the place of the present one."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.backups.restoring import Restored, restore
from tarockclub.backups.troubles import Trouble


class Command(BaseCommand):
    """Restores a backup; what is there is kept first, and stands when anything goes wrong."""

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.description = _("Goes back to a backup; what is there now is backed up first.")
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--despite-findings", action="store_true", help=_("also when the verification finds faults in its book")
        )

    def handle(self, *args: Any, file: Path, despite_findings: bool, **options: Any) -> None:
        """Restore it and say what was done."""
        try:
            done = restore(file, despite_findings=despite_findings)
        except Trouble as trouble:
            self.stderr.write(str(trouble))
            self.stderr.write(_("Nothing was changed."))
            raise SystemExit(1) from trouble
        for line in told(done):
            self.stdout.write(line)
        for finding in done.findings:
            self.stderr.write(finding)


def told(done: Restored) -> list[str]:
    """What a restore did, in sentences."""
    hands = ngettext("%(hands)s hand", "%(hands)s hands", done.about.hands) % {"hands": done.about.hands}
    lines = [_("Restored: %(hands)s. Everybody logs in again.") % {"hands": hands}]
    if done.safety:
        lines.append(_("What was there before is kept: %(file)s") % {"file": done.safety})
    if done.set_aside:
        lines.append(_("The old database was damaged and is kept as it was: %(file)s") % {"file": done.set_aside})
    if done.other_key == "restart":
        lines.append(_("If the server is running, stop it now and start it again: it needs the backup's secret key."))
    elif done.other_key == "variable":
        lines.append(
            _("The backup was made with another secret key than TAROCKCLUB_SECRET_KEY: repeated sends are refused.")
        )
    return lines
