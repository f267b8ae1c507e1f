"""manage.py rescore: what all hands would have paid under other house rules; writes nothing."""

import argparse
import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper
from django.db.models import Q, QuerySet, Sum
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.audit.records import split_tables
from scoring.engine.texts import LANGUAGES
from scoring.hooks import get_statistics_hooks
from scoring.ledger.selectors import find_table_id
from scoring.management.commands.score import load_own_sheet
from scoring.models import GameTable
from scoring.rescoring.comparison import Comparison
from scoring.rescoring.page import describe_result, list_missing_reasons
from scoring.rescoring.sheets import OtherRules, build_other_rules, find_other_rules, find_pinned_rules
from scoring.rescoring.tables import PersonRow, list_person_rows
from scoring.rescoring.workers import compare_batches, count_processors
from scoring.sheet_library import list_sheets
from tarockclub.amounts import format_points, format_signed_points
from tarockclub.models import Club
from tarockclub.server.database_state import DatabaseCommand

FEW_ENTRIES = 5000  # for which no other process is begun
MOST_PEOPLE = 20  # people
BAR = 30  # characters


class Command(DatabaseCommand):
    """Scores hands under other house rules and compares the totals; read only."""

    help = "Scores all hands under other house rules and prints the totals beside the stored ones. Writes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument(
            "--sheet",
            metavar="ID",
            help="a sheet of this installation (an older version: ID@2), or digits of a pinned one",
        )
        which.add_argument("--sheet-file", metavar="FILE", help="your own house rules (docs/sheets.md)")
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
        with translation.override(language):
            rules = _find_other_rules(options, self.stderr)
            self.stdout.write(_("Under %(name)s:") % {"name": rules.format_name(language)})
            for club in Club.objects.order_by("pk"):
                tables = _select_tables(club, options)
                if tables is not None:
                    self._rescore(club, tables, rules, options, language)

    def _rescore(
        self, club: Club, tables: QuerySet[GameTable], rules: OtherRules, options: dict[str, Any], language: str
    ) -> None:
        entries = tables.aggregate(entries=Sum("last_sequence"))["entries"] or 0
        processes = options["processes"] or (count_processors() if entries > FEW_ENTRIES else 1)
        sums, bar = Comparison(), _ProgressBar(tables.count())
        for part in compare_batches(split_tables(tables), rules.text, processes):
            sums.add(part)
            bar.show(sums)
        bar.end()
        for sentence in describe_result(sums.hands, sums.differing, sums.missing.total(), sums.radl):
            self.stdout.write(sentence)
        for reason, hands in list_missing_reasons(sums, language):
            self.stdout.write(f"  {hands} × {reason}")
        self._list_people(list_person_rows(sums, club.pk), everybody=options["all"])

    def _list_people(self, rows: list[PersonRow], *, everybody: bool) -> None:
        shown = rows if everybody else rows[:MOST_PEOPLE]
        width = max((len(row.name) for row in shown), default=0)
        for row in shown:
            points = f"{format_points(row.written_there):>9} ({format_points(row.written)})"
            ranks = f"{row.ranks.there:>4}. ({row.ranks.here}.)"
            self.stdout.write(f"{ranks} {row.name:<{width}} {points} {format_signed_points(row.difference)}")
        if len(shown) < len(rows):
            more = len(rows) - len(shown)
            self.stdout.write(ngettext("… and %(more)s more", "… and %(more)s more", more) % {"more": more})


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
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError("1 … 64")
    return int(text)


def _select_tables(club: Club, options: dict[str, Any]) -> QuerySet[GameTable] | None:
    """Return the tables of a club to be scored; None if what is asked for is not of this club."""
    known = get_statistics_hooks()
    tables = GameTable.objects.filter(club=club)
    if options["evening"]:
        table = find_table_id(options["evening"])
        if table is None:
            raise CommandError(_("There is no table %(table)s.") % {"table": options["evening"]})
        return tables.filter(pk=table) if tables.filter(pk=table).exists() else None
    named: Q | None = known.counting()
    for letter, name in (("t", "tournament"), ("s", "season")):
        if options[name]:
            named = known.tables(club.pk, f"{letter}-{options[name]}")
            if named is None and not _is_of_another_club(club, f"{letter}-{options[name]}"):
                raise CommandError(_("There is nothing at the address %(address)s.") % {"address": options[name]})
    return None if named is None else tables.filter(named)


def _is_of_another_club(club: Club, word: str) -> bool:
    others = Club.objects.exclude(pk=club.pk).values_list("pk", flat=True)
    return any(get_statistics_hooks().tables(other, word) is not None for other in others)


def _find_other_rules(options: dict[str, Any], stderr: OutputWrapper) -> OtherRules:
    if options["sheet_file"]:
        return build_other_rules(load_own_sheet(options["sheet_file"], stderr), {})
    found = find_other_rules(options["sheet"]) or find_pinned_rules(options["sheet"])
    if found is None:
        known = ", ".join(sheet.id for sheet in list_sheets())
        told = _("There are no house rules “%(sheet)s”. There are: %(known)s.")
        raise CommandError(told % {"sheet": options["sheet"], "known": known})
    return found
