"""manage.py runserver: Django's server for development, which here says first what the database lacks."""

from typing import Any

from django.contrib.staticfiles.management.commands.runserver import Command as DevelopmentServer

from tarockclub.platform.server.database_state import refuse_unfit


class Command(DevelopmentServer):
    """The development server on a database that fits: on an empty one each page would only be an error."""

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unfit(self)
        super().handle(*args, **options)
