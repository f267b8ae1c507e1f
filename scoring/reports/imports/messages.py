"""The messages about a text with hand records, and about each of its lines."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.problems import Problem
from scoring.engine.texts import describe_problem
from scoring.reports.imports.record_lines import MOST_BYTES, MOST_LINES, UnreadableLine
from scoring.reports.imports.services import ALREADY_THERE, BAD_LINES, NOTHING, OTHER, NotWritten

TEXTS: dict[str, Promise] = {
    "too_large": gettext_lazy("This is too large: at most %(megabytes)s MB."),
    "not_utf8": gettext_lazy("This is not UTF-8 text (line %(line)s). Save the file as UTF-8, or paste its content."),
    "nothing": gettext_lazy("There is no record here. Paste the records, or choose a file."),
    "too_many_lines": gettext_lazy("These are too many lines: at most %(lines)s."),
    "too_slow": gettext_lazy("Checking this takes too long (line %(line)s). Import it in parts."),
}
LINES: dict[str, Promise] = {
    "line_too_long": gettext_lazy("This line is far too long for a hand."),
    "nested_too_deep": gettext_lazy("This line has far more brackets than a hand."),
    "said_twice": gettext_lazy("“%(path)s” appears twice in this record: which one counts?"),
    "other_sheet": gettext_lazy(
        "This hand was recorded under other house rules (%(sheet)s) than those of this evening."
    ),
    "other_options": gettext_lazy(
        "This hand was recorded with other options of the house rules than those of this evening."
    ),
    "id_twice": gettext_lazy("Line %(line)s has the same id: is it the same hand?"),
}
HINDRANCES: dict[str, Promise] = {
    OTHER: gettext_lazy("This is what you would import now: look at it again."),
    NOTHING: gettext_lazy("There is nothing to import."),
    BAD_LINES: gettext_lazy("Some lines cannot be read. Correct them below, or tick the box to leave them out."),
    ALREADY_THERE: gettext_lazy("This evening is already in the book: see below."),
}


class LineProblem(NamedTuple):
    """A problem as a page shows it."""

    path: str
    code: str
    sentence: str


def format_unreadable_line(problem: UnreadableLine) -> str:
    """Return the reason why a text was not read."""
    said = {"megabytes": MOST_BYTES >> 20, "lines": MOST_LINES, "line": problem.line}
    return str(TEXTS[problem.code]) % said


def format_import_problem(problem: Problem, language: str) -> LineProblem:
    """Return a problem of a line in words that can be printed, whatever the line contains."""
    text = LINES.get(problem.code)
    sentence = (
        describe_problem(problem, language)
        if text is None
        else str(text) % {"path": problem.path, **dict(problem.params)}
    )
    return LineProblem(escape_unprintable(problem.path), problem.code, escape_unprintable(sentence))


def escape_unprintable(text: str) -> str:
    """Return a text without characters that no page can carry.

    >>> escape_unprintable("a\\ud800\\x00b")
    'a\\\\ud800\\\\x00b'
    """
    shown = (char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return "".join(shown).encode("utf-8", "backslashreplace").decode()


def format_not_written(refused: NotWritten) -> str:
    """Return the reason why an evening was not written."""
    return _("Line %(line)s could not be saved, so nothing was.") % {"line": refused.line}


def format_other_evening() -> str:
    """Return the message for a form that has already imported something else."""
    return _("This form has already imported another evening. Look at it, and start again if this is a different one.")
