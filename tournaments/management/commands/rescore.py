"""manage.py rescore: what hands would have paid under other house rules; writes nothing."""

import argparse
import sys
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.core.management.base import CommandError, CommandParser, OutputWrapper
from django.db.models import QuerySet, Sum
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.audit.records import split_tables
from scoring.book.hooks import get_statistics_hooks
from scoring.book.ledger.selectors import find_table_id
from scoring.book.sheet_library import list_sheets
from scoring.engine.texts import LANGUAGES
from scoring.management.commands.score import load_own_sheet, print_in_utf8
from scoring.models import GameTable
from scoring.reports.rescoring.comparison import Comparison, build_reason
from scoring.reports.rescoring.evening import rescore_evening
from scoring.reports.rescoring.lists import PEOPLE, choose_columns
from scoring.reports.rescoring.page import describe_rescoring, list_missing_reasons
from scoring.reports.rescoring.sheets import OtherRules, build_other_rules, find_other_rules, find_pinned_rules
from scoring.reports.rescoring.tables import list_person_rows, rescore_tables
from scoring.reports.rescoring.workers import compare_batches, count_processors
from tarockclub.kit.amounts import WORD_JOINER
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import NOTHING
from tarockclub.kit.text import parse_whole
from tarockclub.models import Club
from tarockclub.platform.server.database_state import DatabaseCommand
from tournaments.around.rescoring.scope import RescoringScope, build_season_scope, build_tournament_scope
from tournaments.models import Season, Tournament

FEW_ENTRIES = 5000  # for which no other process is begun
MOST_PEOPLE = 20  # people
BAR = 30  # characters


class RescoreResult(NamedTuple):
    """The result for some tables: the sums, and the list of everybody as its page shows it."""

    sums: Comparison
    columns: Sequence[Column]
    rows: Sequence[Any]


class Command(DatabaseCommand):
    """Scores hands under other house rules and compares the totals; read only."""

    help = "Scores hands under other house rules and prints the totals beside the stored ones. Writes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument(
            "--sheet",
            metavar="ID",
            help="a sheet of this installation (an older version: ID@2), or digits of a pinned one",
        )
        which.add_argument("--sheet-file", metavar="FILE", help="your own house rules (docs/dev/sheets.md)")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--evening", metavar="SLUG", help="one table: its address, or the first 8 digits of it")
        what.add_argument("--tournament", metavar="SLUG", help="only this tournament: its address")
        what.add_argument("--season", metavar="SLUG", help="only the tournaments of this season: its address")
        parser.add_argument(
            "--processes", type=_parse_processes, metavar="N", help="at once; default: one for each processor"
        )
        parser.add_argument("--all", action="store_true", help=f"print everybody, not only the first {MOST_PEOPLE}")
        parser.add_argument("--language", choices=LANGUAGES, help="of the sentences; default: German")

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"] or translation.get_language() or LANGUAGES[0]
        print_in_utf8()
        with translation.override(language):
            rules = _find_rules(options, self.stderr)
            results = _compute_results(rules, options, language)
            self.stdout.write(_("Under %(name)s:") % {"name": rules.format_name(language)})
            for result in results:
                self._print(result, language, everybody=options["all"])

    def _print(self, result: RescoreResult, language: str, *, everybody: bool) -> None:
        sums = result.sums
        for sentence in describe_rescoring(sums.hands, sums.differing, sums.missing.total(), sums.radl):
            self.stdout.write(sentence)
        for reason, hands in list_missing_reasons(sums, language):
            self.stdout.write(f"  {hands} × {reason}")
        shown = result.rows if everybody else result.rows[:MOST_PEOPLE]
        for line in _format_table(result.columns, shown) if shown else ():
            self.stdout.write(line)
        more = len(result.rows) - len(shown)
        if more:
            self.stdout.write(ngettext("… and %(more)s more", "… and %(more)s more", more) % {"more": more})


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


class _ProgressBar:
    """A bar on the error output, if that is a terminal."""

    def __init__(self, tables: int) -> None:
        self._tables, self._on = tables, sys.stderr.isatty()

    def show(self, sums: Comparison) -> None:
        if self._on:
            done = sums.tables / max(self._tables, 1)
            bar = "█" * int(done * BAR)
            sys.stderr.write(f"\r{bar:·<{BAR}} {done:4.0%} {sums.hands:,}".replace(",", "\u202f"))
            sys.stderr.flush()

    def end(self) -> None:
        if self._on:
            sys.stderr.write("\r\033[K")


def _parse_processes(text: str) -> int:
    processes = parse_whole(text)
    if processes is None or not 1 <= processes <= 64:
        raise argparse.ArgumentTypeError("1 … 64")
    return processes


def _find_rules(options: dict[str, Any], stderr: OutputWrapper) -> OtherRules:
    if options["sheet_file"]:
        return build_other_rules(load_own_sheet(options["sheet_file"], stderr), {})
    found = find_other_rules(options["sheet"]) or find_pinned_rules(options["sheet"])
    if found is None:
        known = ", ".join(sheet.id for sheet in list_sheets())
        told = _("There are no house rules “%(sheet)s”. There are: %(known)s.")
        raise CommandError(told % {"sheet": options["sheet"], "known": known})
    return found


def _compute_results(rules: OtherRules, options: dict[str, Any], language: str) -> Iterator[RescoreResult]:
    """Return the result for what was asked for; for the whole database, one after the other, that of each club."""
    if options["evening"]:
        return iter([_rescore_evening(_find_table(options["evening"]), rules, language)])
    if options["tournament"]:
        return iter([_rescore_scope(build_tournament_scope(_find_owner(Tournament, options["tournament"])), rules)])
    if options["season"]:
        return iter([_rescore_scope(build_season_scope(_find_owner(Season, options["season"])), rules)])
    return (_rescore_club(club, rules, options["processes"]) for club in Club.objects.order_by("pk"))


def _find_table(address: str) -> GameTable:
    found = find_table_id(address)
    if found is None:
        raise CommandError(_("There is no table %(table)s.") % {"table": address})
    return GameTable.objects.select_related("sheet_version", "club").get(pk=found)


def _find_owner(model: Any, address: str) -> Any:
    """Return the tournament or season at an address."""
    try:
        return model.objects.select_related("club").get(slug=uuid.UUID(address))
    except (ValueError, model.DoesNotExist):
        said = _("There is nothing at the address %(address)s.")
        raise CommandError(said % {"address": address}) from None


def _rescore_club(club: Club, rules: OtherRules, processes: int | None) -> RescoreResult:
    """Score the tables of a club that count in its statistics; however many they are, few are in memory at a time."""
    tables: QuerySet[GameTable] = GameTable.objects.filter(get_statistics_hooks().counting(), club=club)
    entries = tables.aggregate(entries=Sum("last_sequence"))["entries"] or 0
    processes = processes or (count_processors() if entries > FEW_ENTRIES else 1)
    sums, bar = Comparison(), _ProgressBar(tables.count())
    for part in compare_batches(split_tables(tables), rules.text, processes):
        sums.add(part)
        bar.show(sums)
    bar.end()
    return RescoreResult(sums, PEOPLE.columns, list_person_rows(sums, club.pk))


def _rescore_evening(table: GameTable, rules: OtherRules, language: str) -> RescoreResult:
    """Score one table with its money, as the page does."""
    found = rescore_evening(table, rules, language)
    missing = [hand.problems for hand in found.rescored.changed if hand.problems]
    reasons = Counter(build_reason(table.sheet_version_id, problems) for problems in missing)
    sums = Comparison(1, found.hands, found.differing, found.radl, missing=reasons)
    return RescoreResult(sums, choose_columns(found), found.accounts)


def _rescore_scope(scope: RescoringScope, rules: OtherRules) -> RescoreResult:
    """Score a tournament or season, ranked in its own way."""
    found = rescore_tables(scope.tables, rules)
    people, rows = scope.list_people(found.changed)
    return RescoreResult(found.sums, people.columns, rows)
