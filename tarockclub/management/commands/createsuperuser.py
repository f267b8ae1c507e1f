"""manage.py createsuperuser: who knows Django types it; there is no such account, and the command says what to do."""

from typing import Any

from django.contrib.auth.management.commands.createsuperuser import Command as AccountMaker
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tarockclub.platform.server.installation import PROGRAM


class Command(AccountMaker):
    """The way to the first account, whatever options Django's command was given."""

    help = "Says how the first account comes about: there is no superuser."
    requires_migrations_checks = False
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError(
            _(
                "There is no superuser: whoever opens the address of the server first, with the code that "
                "%(command)s setup_code prints, becomes the director, and gives others access under “Club and access”."
            )
            % {"command": PROGRAM}
        )
