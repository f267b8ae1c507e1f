"""`manage.py rotate_keys`: end all sessions and draw another key for the next ones."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import load_hosting_club
from tarockclub.platform.accounts.sessions import end_everything
from tarockclub.platform.server import key_fingerprint
from tarockclub.platform.server.database_state import DatabaseCommand
from tarockclub.platform.server.secret_key import SESSION_VARIABLE


class Command(DatabaseCommand):
    """A new key of Django's: nobody stays logged in. The key of the book stays, and so do all links and tokens."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what it does."""
        parser.description = _("Draws a new key for sessions: everybody has to log in again. Links stay valid.")

    def handle(self, *args: Any, **options: Any) -> None:
        """End all sessions, and draw the key."""
        if not key_fingerprint.renew_session_key():
            raise CommandError(
                _("The key could not be written: it is set by %(variable)s, or the disk is full.")
                % {"variable": SESSION_VARIABLE}
            )
        end_everything()
        record_event(load_hosting_club().pk, Kind.SECRET_KEY, AT_THE_COMPUTER)
        self.stdout.write(_("Everybody has been logged out. Start the server anew: the new key is valid from then on."))
