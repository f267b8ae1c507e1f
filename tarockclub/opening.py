"""What happens in the database when the server starts, and what it has to say about that."""

from importlib import import_module

from django.conf import settings
from django.db import DatabaseError
from django.utils.translation import gettext as _

from tarockclub.access import is_set_up
from tarockclub.first_start import new_code


def prepared() -> list[str]:
    """Clear away sessions that have ended, and tell a code where nobody can log in yet."""
    try:
        import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
        code = None if is_set_up() else new_code()
    except DatabaseError as error:
        return [_("The database is not ready (%(reason)s): run manage.py migrate.") % {"reason": error}]
    if code is None:
        return []
    return [
        "",
        _("Not set up yet: open the address in a browser and type in this code:"),
        f"  {code}",
        "",
    ]
