"""manage.py rescore: what the hands of an evening would have paid under other house rules; writes nothing."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.book.ledger.seats import find_table_id
from scoring.book.sheet_library import list_sheets
from scoring.engine.texts import LANGUAGES
from scoring.management.commands.score import load_own_sheet, print_in_utf8
from scoring.models import GameTable
from scoring.reports.rescoring.evening import OtherRules, build_other_rules, find_other_rules, rescore_evening
from scoring.reports.rescoring.views import choose_columns, describe_rescoring
from tarockclub.kit.amounts import WORD_JOINER
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import NOTHING
from tarockclub.platform.server.database_state import DatabaseCommand


class Command(DatabaseCommand):
    """Scores an evening under other house rules, as its page does; read only."""

    help = "Scores an evening under other house rules and prints the totals beside the stored ones. Writes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("evening", metavar="SLUG", help="one table: its address, or the first 8 digits of it")
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument(
            "--sheet", metavar="ID", help="a sheet of this installation (an older version of an own one: ID@2)"
        )
        which.add_argument("--sheet-file", metavar="FILE", help="your own house rules (docs/dev/sheets.md)")
        parser.add_argument("--language", choices=LANGUAGES, help="of the sentences; default: German")

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"] or translation.get_language() or LANGUAGES[0]
        print_in_utf8()
        with translation.override(language):
            rules = _find_rules(options, self.stderr)
            result = rescore_evening(_find_table(options["evening"]), rules, language)
            self.stdout.write(_("Under %(name)s:") % {"name": rules.format_name(language)})
            for sentence in describe_rescoring(result):
                self.stdout.write(sentence)
            for row in result.rows:
                if sentences := (*row.problems, *row.remarks):
                    self.stdout.write(f"  {row.number}: {row.story}: {' '.join(sentences)}")
            for line in _format_table(choose_columns(result), result.accounts):
                self.stdout.write(line)


def _format_table(columns: Sequence[Column], rows: Sequence[Any]) -> Iterator[str]:
    """Yield a list as lines of text, its titles first."""
    cells = [[str(column.title) for column in columns]]
    for row in rows:
        values = [column.get_value(row) for column in columns]
        shown = zip(columns, values, strict=True)
        written = (NOTHING if value is None else str(column.show(value)) for column, value in shown)
        cells.append([text.replace(WORD_JOINER, "") for text in written])
    widths = [max(map(len, texts)) for texts in zip(*cells, strict=True)]
    for texts in cells:
        aligned = [
            text.rjust(width) if column.number else text.ljust(width)
            for column, text, width in zip(columns, texts, widths, strict=True)
        ]
        yield "  ".join(aligned).rstrip()


def _find_rules(options: dict[str, Any], stderr: OutputWrapper) -> OtherRules:
    if options["sheet_file"]:
        return build_other_rules(load_own_sheet(options["sheet_file"], stderr), {})
    rules = find_other_rules(options["sheet"])
    if rules is None:
        ids = ", ".join(sheet.id for sheet in list_sheets())
        sentence = _("There are no house rules “%(sheet)s”. There are: %(known)s.")
        raise CommandError(sentence % {"sheet": options["sheet"], "known": ids})
    return rules


def _find_table(address: str) -> GameTable:
    table_id = find_table_id(address)
    if table_id is None:
        raise CommandError(_("There is no table %(table)s.") % {"table": address})
    return GameTable.objects.select_related("sheet_version", "club").get(pk=table_id)
