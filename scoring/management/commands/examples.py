"""manage.py examples: runs the examples of the sheets, or those of a sheet under other rules (docs/dev/sheets.md)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.book.sheet_library import find_rules
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.house_rules.loader import Rules
from scoring.engine.texts import LANGUAGES
from scoring.management.commands.score import load_own_sheet, print_in_utf8
from scoring.sheets.examples.page import (
    ExampleList,
    Outcome,
    ShownExample,
    list_example_results,
    list_sheet_examples,
    put_beside,
    run_sheet_examples,
)
from tarockclub.kit.amounts import format_signed_points


class Command(BaseCommand):
    """The command that runs examples; exit code 1 if some do not agree, or pay something else."""

    help = (
        "Runs the examples of the sheets and shows those that do not agree. With --against, or --sheet-file: the"
        " examples of another sheet under these rules, and those that pay something else."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 -- Django's own declaration
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        rules = parser.add_mutually_exclusive_group()
        rules.add_argument("--sheet", metavar="ID", help=f"only this sheet: {', '.join(BUILT_IN)}")
        rules.add_argument("--sheet-file", metavar="FILE", help="your own house rules (docs/dev/sheets.md)")
        parser.add_argument(
            "--against", metavar="ID", help="the sheet whose examples to take; of a file: the one it extends"
        )
        parser.add_argument("--language", choices=LANGUAGES, help="of the sentences; default: German")

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"] or translation.get_language() or LANGUAGES[0]
        print_in_utf8()
        with translation.override(language):
            agree = [self._report(listed) for listed in _list_runs(options, language, self.stderr)]
        if not all(agree):
            raise SystemExit(1)

    def _report(self, listed: ExampleList) -> bool:
        """Print how many agree, and those that do not; return True if all do."""
        names = [str(rules.table["id"]) for rules in listed.rules]
        numbers = {"all": len(listed.scored), "number": len(listed.scored) - listed.standing_out}
        if len(names) == 1:
            sentence = _("%(sheet)s: %(number)s of %(all)s agree") % {"sheet": names[0], **numbers}
        else:
            words = {"sheet": names[0], "other": names[1], **numbers}
            sentence = _("%(sheet)s under %(other)s: %(number)s of %(all)s pay the same") % words
        self.stdout.write(sentence)
        for shown in listed.keep_standing_out().describe():
            self.stdout.write("\n".join(_format_example(shown, names)))
        return not listed.standing_out


def _list_runs(options: dict[str, Any], language: str, stderr: OutputWrapper) -> list[ExampleList]:
    file, sheet, against = options["sheet_file"], options["sheet"], options["against"]
    if file:
        rules = load_own_sheet(file, stderr)
        parent = against or rules.table.get("extends")
        if not parent:
            raise CommandError(_("%(file)s extends no sheet: name one with --against.") % {"file": file})
        return [put_beside(_get_rules(parent), rules, list_sheet_examples(parent), language)]
    if against:
        if not sheet:
            raise CommandError(_("--against requires --sheet or --sheet-file."))
        return [put_beside(_get_rules(against), _get_rules(sheet), list_sheet_examples(against), language)]
    sheets = {sheet_id: _get_rules(sheet_id) for sheet_id in ([sheet] if sheet else BUILT_IN)}
    return [
        list_example_results(rules, run_sheet_examples(sheet_id, rules), language) for sheet_id, rules in sheets.items()
    ]


def _get_rules(sheet_id: str) -> Rules:
    rules = find_rules(sheet_id)
    if rules is None:
        raise CommandError(_("There are no house rules “%(sheet)s”.") % {"sheet": sheet_id})
    return rules


def _format_example(shown: ShownExample, names: list[str]) -> list[str]:
    """Return an example as lines of text: what was played, and what it comes to."""
    title = f"{shown.title} ({shown.circumstances})" if shown.circumstances else shown.title
    lines = [f"  {shown.example.name}", f"    {title}"]
    for name, outcome in zip(names, shown.outcomes, strict=True):
        lines += [f"    {name}: {text}" for text in _format_outcome(outcome)]
    if shown.expected:
        lines.append("    " + _("Expected: %(expected)s") % {"expected": shown.expected})
    return lines


def _format_outcome(outcome: Outcome) -> list[str]:
    if outcome.scored is None:
        return [": ".join((_("not accepted"), problem)) for problem in outcome.problems]
    scored = outcome.scored
    amounts = ", ".join(f"{name} {format_signed_points(sixths)}" for name, sixths in scored.amounts)
    written = ", ".join(f"{name} {format_signed_points(sixths)}" for name, sixths in scored.written)
    lines = [f"{amounts}; {scored.formula}" if scored.formula else amounts]
    if written:
        lines.append(": ".join((_("Written score"), written)))
    if scored.starts_radl:
        lines.append(_("A Radl begins with the next deal."))
    return [*lines, *scored.warnings]
