"""manage.py score: one hand record per line in, one answer per line out (docs/dev/hand-records.md)."""

import io
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.db import DatabaseError
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from scoring.book.sheet_library import find_rules
from scoring.engine.evening import state
from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.engine.hand.reader import read_batches
from scoring.engine.hand.scorer import RecordScorer, Result, format_explained_answer
from scoring.engine.house_rules.library import load_file
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet_file import MOST_BYTES
from scoring.engine.problems import Problem, ProblemPlace, SheetError
from scoring.engine.texts import LANGUAGES, describe_placed_problem


class Command(BaseCommand):
    """The command that scores hand records under a house-rule sheet."""

    help = "Reads one hand record (JSON) per line and writes one result per line."
    requires_system_checks: list[str] = []  # noqa: RUF012 -- Django's own declaration
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help="a file of records; - reads standard input"
        )
        parser.add_argument("--sheet", metavar="ID", help="for records without one: built in, or a club's own")
        parser.add_argument(
            "--sheet-file", metavar="FILE", help="your own house rules (docs/dev/sheets.md); then the default"
        )
        parser.add_argument("--session", action="store_true", help="the lines are one table's evening")
        parser.add_argument(
            "--players",
            type=int,
            choices=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
            default=FEWEST_PLAYERS,
            help="players at the table (with --session)",
        )
        parser.add_argument("--explain", action="store_true", help="answer in sentences, for people")
        parser.add_argument("--language", choices=LANGUAGES, help="of the sentences; default: German")

    def handle(self, *args: Any, **options: Any) -> None:
        with override(options["language"] or get_language()):
            self._score(options)

    def _score(self, options: dict[str, Any]) -> None:
        if options["players"] != FEWEST_PLAYERS and not options["session"]:
            raise CommandError(_("--players requires --session."))
        scorer = _build_scorer(options, self.stderr)
        print_in_utf8()
        with ExitStack() as stack:
            source = _open_source(options["file"], stack)
            lines = state.Session(scorer, options["players"]) if options["session"] else scorer
            if not self._write(
                map(lines.answer_lines, read_batches(source)), scorer.language, explain=options["explain"]
            ):
                stack.close()
                sys.exit(1)

    def _write(self, batched: Iterable[Iterable[tuple[str, Result | None]]], language: str, *, explain: bool) -> bool:
        """Write every batch of answers; return whether all records were valid."""
        all_valid = True
        for batch in batched:
            texts = []
            for answer, result in batch:
                all_valid = all_valid and (result is None or result.score is not None)
                texts.append(format_explained_answer(answer, result, language) if explain else answer)
            self.stdout.write("\n".join(texts))
            self.stdout.flush()
        return all_valid


def _build_scorer(options: dict[str, Any], stderr: OutputWrapper) -> RecordScorer:
    own = load_own_sheet(options["sheet_file"], stderr) if options["sheet_file"] else None
    own_id = own.table["id"] if own else None
    default = options["sheet"] or own_id

    def find(sheet_id: str) -> Rules | None:
        try:
            return own if sheet_id == own_id else find_rules(sheet_id)
        except DatabaseError:  # the built-in ones need no database
            return None

    if default is not None and find(default) is None:
        raise CommandError(_("There are no house rules “%(sheet)s”.") % {"sheet": default})
    return RecordScorer(cache(find), default, get_language() or LANGUAGES[0])


def load_own_sheet(name: str, stderr: OutputWrapper) -> Rules:
    """Return the house rules in a file, with warnings on `stderr`; CommandError with all that is wrong with it."""
    try:
        with Path(name).open("rb") as file:
            rules, warnings = load_file(file.read(MOST_BYTES + 1))
    except OSError as error:
        raise CommandError(_("%(file)s cannot be read: %(reason)s") % {"file": name, "reason": error}) from None
    except SheetError as error:
        lines = _describe(zip(error.problems, error.places, strict=True))
        raise CommandError(
            "\n".join([_("The house rules in %(file)s are not accepted:") % {"file": name}, *lines])
        ) from None
    if warnings:
        title = _("Please look at these house rules in %(file)s again:") % {"file": name}
        stderr.write("\n".join([title, *_describe(warnings)]))
    return rules


def _describe(placed: Iterable[tuple[Problem, ProblemPlace]]) -> list[str]:
    return [describe_placed_problem(problem, place, get_language() or LANGUAGES[0]) for problem, place in placed]


def _open_source(name: str, stack: ExitStack) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    try:
        return stack.enter_context(Path(name).open("rb"))
    except OSError as error:
        raise CommandError(_("%(file)s cannot be read: %(reason)s") % {"file": name, "reason": error}) from None


def print_in_utf8() -> None:
    """Let the output be UTF-8 on every computer; lone surrogates become JSON escapes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
