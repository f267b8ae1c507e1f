"""`manage.py accept_secret_key`: continue with another secret key than that of the database."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils.translation import gettext as _

from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import load_hosting_club
from tarockclub.platform.server import key_fingerprint
from tarockclub.platform.server.database_state import find_other_version_reason


class Command(BaseCommand):
    """The permanent acceptance of the present key, after an explanation of its consequences."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option to consent in advance."""
        parser.description = _(
            "Continues with the current secret key when the one the database was written with is lost."
        )
        parser.add_argument("--yes", action="store_true", help=_("without asking"))

    def handle(self, *args: Any, yes: bool, **options: Any) -> None:
        """Explain the consequences, and accept the key after consent."""
        reason = find_other_version_reason()
        if reason:
            raise CommandError(reason)
        if not key_fingerprint.is_other(connection):
            self.stdout.write(_("The database was written with this very key; there is nothing to accept."))
            return
        self.stdout.write(
            _(
                "With a different key, a hand that a phone sends again is not recognised but refused; printed cards "
                "with which players say at the door that they are there, and recovery codes, are no longer valid, "
                "and IBANs have to be typed again. Books, totals and links of tables stay as they are. It is better "
                "to restore the right key: it is in every backup."
            )
        )
        if not (yes or _is_wanted()):
            raise CommandError(_("Nothing was changed."))
        key_fingerprint.replace_fingerprint(settings.BOOK_KEY)
        record_event(load_hosting_club().pk, Kind.SECRET_KEY, AT_THE_COMPUTER)
        self.stdout.write(_("The current key is valid from now on."))


def _is_wanted() -> bool:
    """Ask at the terminal; without a terminal, there is no consent."""
    if not sys.stdin.isatty():
        return False
    return input(_("Continue with the new key? Type yes:") + " ").strip().casefold() in ("yes", _("yes").casefold())
