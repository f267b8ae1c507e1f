"""manage.py setup_code: another code for the set-up page."""

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tarockclub.platform.accounts.permissions import is_set_up
from tarockclub.platform.accounts.services import create_setup_code
from tarockclub.platform.server.database_state import DatabaseCommand
from tarockclub.platform.server.installation import PROGRAM


class Command(DatabaseCommand):
    """The output of a new code; earlier ones are no longer valid."""

    help = "Prints a new code for the set-up page; earlier ones are no longer valid."

    def handle(self, *args: Any, **options: Any) -> None:
        if is_set_up():
            raise CommandError(
                _("The program is already set up. Forgotten password: %(command)s set_password NAME")
                % {"command": PROGRAM}
            )
        self.stdout.write(_("Code for the set-up page: %(code)s") % {"code": create_setup_code(only=True)})
