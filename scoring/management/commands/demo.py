"""manage.py demo: a made-up evening to look at."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.demo import enter_demo


class Command(BaseCommand):
    """Enter the demo evening, once."""

    help = "Enters a made-up evening with hands; entering it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what the server is told afterwards."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="")

    def handle(self, *args: Any, port: int, host: str, **options: Any) -> None:
        table = enter_demo()
        # Who has this link needs no log-in; the demo makes no account, so that none with a known password is left.
        address = f"http://localhost:{port}{reverse('table', args=[table.slug])}"
        self.stdout.write(_("The demo evening is at %(address)s") % {"address": address})
