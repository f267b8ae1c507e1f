"""manage.py demo: a made-up evening to look at."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.demo import enter_demo
from scoring.links import new_link


class Command(BaseCommand):
    """Enter the demo evening, once."""

    help = "Enters a made-up evening with hands; entering it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what the server is told afterwards."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="")

    def handle(self, *args: Any, port: int, host: str, **options: Any) -> None:
        table = enter_demo()
        # Who has the link needs no log-in; the demo makes no account, so that none with a known password is left.
        site = f"http://localhost:{port}"
        link, address = reverse("enter", args=[new_link(table).secret]), reverse("table", args=[table.slug])
        self.stdout.write(_("The demo evening, to enter hands: %(link)s") % {"link": site + link})
        self.stdout.write(_("The demo evening, to watch: %(address)s") % {"address": site + address})
