"""manage.py club_file: a whole club into one file, and out of it."""

import getpass
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import make_password
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tarockclub.management.account_names import find_named_club
from tarockclub.models import Club
from tarockclub.office.club_file.contents import FileRefused
from tarockclub.office.club_file.services import Director, read_club
from tarockclub.office.club_file.writer import write_club
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.server.database_state import DatabaseCommand


class Command(DatabaseCommand):
    """The command for club files."""

    help = "Writes a whole club into one file (write FILE), or takes one over from a file as a new club (read FILE)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the command's arguments."""
        parser.add_argument("what", choices=["write", "read"])
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", default="", help="the word in its addresses, or its name (write)")
        parser.add_argument("--director", default="", help="log-in name that gets a new password (read)")

    def handle(self, *args: Any, what: str, file: Path, club: str, director: str, **options: Any) -> None:
        try:
            self._write(file, club) if what == "write" else self._read(file, director)
        except (FileRefused, OSError) as error:
            raise CommandError(str(error)) from error

    def _write(self, file: Path, name: str) -> None:
        clubs = list(Club.objects.order_by("pk")[:2])
        club = clubs[0] if not name and len(clubs) == 1 else find_named_club(name)
        part = file.with_name(f"{file.name}.part")
        try:
            part.touch(mode=0o600)
            write_club(club, part, self._tell)
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
        record_event(club.pk, Kind.CLUB_WRITTEN, AT_THE_COMPUTER)
        self.stdout.write(_("Written: %(file)s") % {"file": file})

    def _read(self, file: Path, director: str) -> None:
        password = make_password(getpass.getpass(_("New password: "))) if director else ""
        club = read_club(file, self._tell, AT_THE_COMPUTER, Director(director, password))
        self.stdout.write(_("Taken over: %(club)s") % {"club": club.name})

    def _tell(self, more: int) -> None:
        """Show nothing: at the computer it is soon over."""
