"""manage.py demo: a simulated evening and simulated tournaments to look at."""

from typing import Any

from django.core.management.base import CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.access.links import create_link
from scoring.evenings.demo import create_demo_evening
from scoring.models import GameTable
from tarockclub.accounts.permissions import is_set_up
from tarockclub.accounts.services import create_setup_code
from tarockclub.server.database_state import DatabaseCommand
from tournaments.demo.services import enter_tournaments


class Command(DatabaseCommand):
    """The command that enters the demo, once."""

    help = "Enters a made-up evening, three tournaments, two seasons; repeating it changes nothing, or renews them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the command's arguments."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="")

    def handle(self, *args: Any, port: int, host: str, **options: Any) -> None:
        self.site = f"http://localhost:{port}"
        demo, table = enter_tournaments(), create_demo_evening()
        running, over = demo.running.slug, demo.over.slug
        # Who has the link needs no log-in; the demo makes no account, so that none with a known password is left.
        self._say(
            _("The running demo tournament, for entering hands at table 1: %s"),
            *_create_write_link(demo.table.game_table),
        )
        self._say(_("standings: %s"), "standings", running)
        self._say(_("projector: %s"), "projector", running)
        self._say(_("The finished demo tournament, result: %s"), "standings", over)
        self._say(_("The demo cup, standings: %s"), "standings", demo.cup.slug)
        self._say(_("The demo season, standings: %s"), "season_standing", demo.season.slug)
        if is_set_up():
            self._say(_("For the director, who is logged in: %s"), "tournament", running)
        else:
            self._say(_("To see the pages of the director, set up the program first: %s"), "setup")
            self.stdout.write(_("Code for the set-up page: %(code)s") % {"code": create_setup_code()})
            self._say(_("and then: %s"), "tournament", running)
        self._say(_("The demo evening, for entering hands: %s"), *_create_write_link(table))
        self._say(_("The demo evening, for watching: %s"), "table", table.slug)

    def _say(self, sentence: str, name: str, *args: object) -> None:
        """Print the address of a part of the demo."""
        self.stdout.write(sentence % (self.site + reverse(name, args=args)))


def _create_write_link(table: GameTable) -> tuple[str, str]:
    """Create the address at which a phone gets the right to write."""
    return "enter", create_link(table).secret
