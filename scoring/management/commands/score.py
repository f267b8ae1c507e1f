"""manage.py score: one hand record per line in, one answer per line out (docs/hand-records.md)."""

import io
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.engine.evening import session
from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.engine.hand.explain_text import format_answer
from scoring.engine.hand.json_lines import read_batches
from scoring.engine.hand.scorer import RecordScorer, Result
from scoring.engine.house_rules.library import BUILT_IN, load, load_built_in
from scoring.engine.house_rules.loader import Rules
from scoring.engine.problems import SheetError
from scoring.engine.texts import LANGUAGES, describe_problem


class Command(BaseCommand):
    """The command that scores hand records under a house-rule sheet."""

    help = "Reads one hand record (JSON) per line and writes one result per line."
    requires_system_checks: list[str] = []  # noqa: RUF012 -- Django's own declaration
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help="a file of records; - reads standard input"
        )
        parser.add_argument("--sheet", metavar="ID", help=f"for records without one: {', '.join(BUILT_IN)}")
        parser.add_argument(
            "--sheet-file", metavar="FILE", help="your own house rules (docs/sheets.md); then the default"
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
        if options["players"] != FEWEST_PLAYERS and not options["session"]:
            raise CommandError(_("--players requires --session."))
        scorer = _build_scorer(options)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # lone surrogates become JSON escapes
        with ExitStack() as stack:
            source = _open_source(options["file"], stack)
            lines = session.Session(scorer, options["players"]) if options["session"] else scorer
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
                texts.append(format_answer(answer, result, language) if explain else answer)
            self.stdout.write("\n".join(texts))
            self.stdout.flush()
        return all_valid


def _build_scorer(options: dict[str, Any]) -> RecordScorer:
    own = load_own_sheet(options["sheet_file"]) if options["sheet_file"] else None
    own_id = own.table["id"] if own else None
    default = options["sheet"] or own_id

    def find_rules(sheet_id: str) -> Rules | None:
        return own if sheet_id == own_id else load_built_in(sheet_id)

    if default is not None and find_rules(default) is None:
        raise CommandError(_("There are no house rules “%(sheet)s”.") % {"sheet": default})
    return RecordScorer(find_rules, default, options["language"] or get_language() or LANGUAGES[0])


def load_own_sheet(name: str) -> Rules:
    """Return the house rules in a file; CommandError with all that is wrong with it."""
    try:
        return load(Path(name).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(_("%(file)s cannot be read: %(reason)s") % {"file": name, "reason": error}) from None
    except SheetError as error:
        language = get_language() or LANGUAGES[0]
        lines = [f"{problem.path}: {describe_problem(problem, language)}" for problem in error.problems]
        raise CommandError(
            "\n".join([_("The house rules in %(file)s are not accepted:") % {"file": name}, *lines])
        ) from None


def _open_source(name: str, stack: ExitStack) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    try:
        return stack.enter_context(Path(name).open("rb"))
    except OSError as error:
        raise CommandError(_("%(file)s cannot be read: %(reason)s") % {"file": name, "reason": error}) from None
