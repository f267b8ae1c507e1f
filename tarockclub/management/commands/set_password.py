"""manage.py set_password: for users who forgot their password, if nobody can set a new one for them."""

import getpass
import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tarockclub.management.account_names import add_account_arguments, find_named_account
from tarockclub.platform.accounts import services
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.accounts.forms import NewPasswordForm
from tarockclub.platform.server.database_state import DatabaseCommand


class Command(DatabaseCommand):
    """The new password of an account, which may then log in again."""

    help = "Gives an account a new password (asked for twice, or read as a line of standard input) and lets it log in."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the log-in name."""
        add_account_arguments(parser)

    def handle(self, *args: Any, login: str, club: str, **options: Any) -> None:
        account = find_named_account(login, club)
        form = NewPasswordForm(_ask_password())
        if not form.is_valid():
            raise CommandError(" ".join(str(error) for errors in form.errors.values() for error in errors))
        services.set_password(account, form.cleaned_data["password"], AT_THE_COMPUTER)
        services.change_rights(account, role=account.role, active=True, who=AT_THE_COMPUTER)
        self.stdout.write(_("The new password is valid from now on."))


def _ask_password() -> dict[str, str]:
    """Return the password, typed twice without being shown, or piped in."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline().rstrip("\r\n")
        return {"password": line, "again": line}
    return {
        "password": getpass.getpass(_("New password: ")),
        "again": getpass.getpass(_("Again: ")),
    }
