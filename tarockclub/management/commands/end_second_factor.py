"""manage.py end_second_factor: for users who have lost the phone and the recovery codes."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from tarockclub.management.account_names import add_account_arguments, find_named_account
from tarockclub.platform.accounts import services
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.server.database_state import DatabaseCommand


class Command(DatabaseCommand):
    """The end of an account's second factor: its password alone is enough."""

    help = "Turns the second factor of an account off: it logs in with its password alone."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the log-in name."""
        add_account_arguments(parser)

    def handle(self, *args: Any, login: str, club: str, **options: Any) -> None:
        was_on = services.end_factor(find_named_account(login, club), AT_THE_COMPUTER)
        self.stdout.write(_("The second factor is off.") if was_on else _("There was no second factor."))
