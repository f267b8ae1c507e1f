"""Actions in the database at the start of the server, and their messages."""

import contextlib

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tarockclub.platform.accounts.permissions import is_set_up
from tarockclub.platform.accounts.services import create_setup_code
from tarockclub.platform.accounts.sessions import delete_ended
from tarockclub.platform.jobs.services import delete_old_jobs
from tarockclub.platform.server import key_fingerprint
from tarockclub.platform.server.installation import PROGRAM


def prepare_start() -> list[str]:
    """Delete ended sessions and old jobs, and return messages, such as a set-up code while nobody can log in."""
    try:
        with contextlib.suppress(OperationalError):  # on a full disk they stay
            delete_ended()
            delete_old_jobs()
        key_fingerprint.save_first(connection)
        messages = [line for part in settings.START_PARTS for line in import_string(part)()]
        code = None if is_set_up() else create_setup_code()
    except DatabaseError as error:
        return [
            _("The database is not ready (%(reason)s): run %(command)s migrate.")
            % {"reason": error, "command": PROGRAM}
        ]
    if code is None:
        return messages
    return [
        *messages,
        "",
        _("Not set up yet: open the address in a browser and enter this code:"),
        f"  {code}",
        "",
    ]
