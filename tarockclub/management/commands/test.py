"""manage.py test, as in other projects of Django: the tests are pytest's, and Django would find none."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.test import Command as TestRunner
from django.utils.translation import gettext as _


class Command(TestRunner):
    """The way to the tests, whatever options Django's command was given."""

    help = "Says how the tests are run."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError(_("The tests are run by pytest: make test, or python -m pytest FILE -n 0."))
