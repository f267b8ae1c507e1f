"""manage.py demo: a made-up installation to look at, with clubs, evenings, tournaments and seasons."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.office.demo.installation import DIRECTOR, OtherInstallation, make_installation
from tarockclub.platform.clubs.current_club import build_club_address
from tarockclub.platform.server.database_state import DatabaseCommand


class Command(DatabaseCommand):
    """The command that enters the demo, once."""

    help = "Makes up clubs with evenings, tournaments and seasons; repeating it renews what takes place today."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the command's arguments."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="")

    def handle(self, *args: Any, port: int, host: str, **options: Any) -> None:
        self.site = f"http://localhost:{port}"
        self.stdout.write(_("Making up clubs and a federation …"))
        self.stdout.flush()
        try:
            installation = make_installation(self._show_step)
        except OtherInstallation as other:
            raise CommandError(
                _("Here is the installation of a club: the demo needs a data folder of its own (TAROCKCLUB_DATA).")
            ) from other
        demo, running, over = installation.demo, installation.demo.running.slug, installation.demo.over.slug
        self.prefix = build_club_address(demo.running.club)
        self._say(_("The demo, with a tour of six steps: %s"), "home")
        account = {"login": DIRECTOR[0], "password": installation.password}
        self.stdout.write(_("Log in as %(login)s, password %(password)s; the first page names the others.") % account)
        # Who has the link needs no log-in.
        self._say(
            _("The running demo tournament, for entering hands at table 1: %s"), "enter", installation.table_secret
        )
        self._say(_("standings: %s"), "standings", running)
        self._say(_("projector: %s"), "projector", running)
        self._say(_("For the director, who is logged in: %s"), "desk", running, 1)
        self._say(_("The finished demo tournament, result: %s"), "edition", over, 0, 1)
        self._say(_("The demo cup, standings: %s"), "standings", demo.cup.slug)
        self._say(_("The demo season, standings: %s"), "season_standing", demo.season.slug)
        self._say(_("The next demo tournament, invitation: %s"), "invitation", installation.coming.slug)
        self._say(_("The demo evening, for entering hands: %s"), "enter", installation.evening_secret)
        self._say(_("The demo evening, for watching: %s"), "table", installation.evening.slug)

    @contextmanager
    def _show_step(self, name: str) -> Iterator[None]:
        """Print what is being made, and how long it took."""
        self.stdout.write(f"  {name} … ", ending="")
        self.stdout.flush()
        begun = monotonic()
        yield
        self.stdout.write(f"{monotonic() - begun:.1f} s")
        self.stdout.flush()

    def _say(self, sentence: str, name: str, *args: object) -> None:
        """Print the address of a part of the demo."""
        self.stdout.write(sentence % (self.site + self.prefix.rstrip("/") + reverse(name, args=args)))
