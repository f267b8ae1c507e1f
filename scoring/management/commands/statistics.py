"""manage.py statistics: updates the stored counts of all tables for the statistics, or checks them."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.sums.counts import delete_counts, list_outdated_tables, list_wrong_tables, update_counts
from scoring.engine.texts import LANGUAGES
from scoring.models import GameTable
from tarockclub.models import Club
from tarockclub.platform.server.database_state import DatabaseCommand


class Command(DatabaseCommand):
    """The update of the stored counts; with --check, exit code 1 if some are wrong."""

    help = (
        "Adds up the hands of all tables whose books have changed since, for the statistics pages."
        " The pages do this themselves, one second at a time: use the command after a restore or an import."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="discard the totals and compute them again")
        parser.add_argument("--check", action="store_true", help="only compare the totals with the books")
        parser.add_argument("--language", choices=LANGUAGES, help="of the sentences; default: German")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["language"] or translation.get_language() or LANGUAGES[0]):
            for club in Club.objects.order_by("pk"):
                if options["check"]:
                    self._tell(list_wrong_tables(club))
                else:
                    self._add_up(club, rebuild=options["rebuild"])

    def _add_up(self, club: Club, *, rebuild: bool) -> None:
        if rebuild:
            delete_counts(club.pk)
        late = list_outdated_tables(club.pk).count()
        update_counts(club, patience=None)
        sentence = ngettext("%(number)s table was counted.", "%(number)s tables were counted.", late)
        self.stdout.write(sentence % {"number": late})

    def _tell(self, differ: list[GameTable]) -> None:
        for table in differ:
            self.stdout.write(_("Table %(table)s: the statistics do not match the book.") % {"table": table})
        if differ:
            raise SystemExit(1)
