"""manage.py demo: a made-up evening to look at."""

from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.demo import enter_demo


class Command(BaseCommand):
    """Enter the demo evening, once."""

    help = "Enters a made-up evening with hands; entering it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        table = enter_demo()
        self.stdout.write(_("The demo evening is at %(address)s") % {"address": reverse("table", args=[table.slug])})
