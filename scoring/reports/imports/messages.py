"""The messages about a text with hand records, and about each of its lines."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.hand.explain import format_score_formula
from scoring.engine.hand.story import tell_hand
from scoring.engine.problems import Problem
from scoring.engine.texts import describe_problem
from scoring.reports.imports.record_lines import MOST_BYTES, MOST_LINES, UnreadableLine
from scoring.reports.imports.replay import REDEAL, VOID, ReplayedLine
from scoring.reports.imports.services import NotWritten

MOST_PROBLEMS = 5  # that a line tells
TEXTS: dict[str, Promise] = {
    "too_large": gettext_lazy("This is too large: at most %(megabytes)s MB."),
    "not_utf8": gettext_lazy("This is not UTF-8 text (line %(line)s). Save the file as UTF-8."),
    "nothing": gettext_lazy("There is no record here."),
    "too_many_lines": gettext_lazy("These are too many lines: at most %(lines)s."),
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


def format_unreadable_line(problem: UnreadableLine) -> str:
    """Return the reason why a text was not read."""
    values = {"megabytes": MOST_BYTES >> 20, "lines": MOST_LINES, "line": problem.line}
    return str(TEXTS[problem.code]) % values


def format_line(line: ReplayedLine, names: tuple[str, ...], language: str) -> str:
    """Return a line in words: players, game, payout and what is set by hand, or why it cannot be imported."""
    if line.problems:
        reasons = (format_import_problem(problem, language) for problem in line.problems[:MOST_PROBLEMS])
        return _("Cannot be imported: %(problems)s") % {"problems": "; ".join(reasons)}
    if line.score is None or line.record is None:
        return {VOID: _("Void: everybody gets 0"), REDEAL: _("Redeal: the same dealer again")}[line.what]
    at_table = tuple(names[place] for place in line.before.active)
    parts = [tell_hand(line.record, line.score.sheet, at_table, language, line.score), format_score_formula(line.score)]
    if line.forehand_set:
        parts.append(_("forehand set by hand: %(name)s") % {"name": names[line.before.forehand]})
    if line.radl_set is not None:
        parts.append(_("counts ×%(times)s, set by hand") % {"times": line.radl_set})
    return "; ".join(parts)


def format_import_problem(problem: Problem, language: str) -> str:
    """Return a problem of a line in words that can be printed, whatever the line contains."""
    text = LINES.get(problem.code)
    if text is None:
        return escape_unprintable(describe_problem(problem, language))
    return escape_unprintable(str(text) % {"path": problem.path, **dict(problem.params)})


def escape_unprintable(text: str) -> str:
    """Return a text without characters that nothing can print.

    >>> escape_unprintable("a\\ud800\\x00b")
    'a\\\\ud800\\\\x00b'
    """
    shown = (char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return "".join(shown).encode("utf-8", "backslashreplace").decode()


def format_not_written(refused: NotWritten) -> str:
    """Return the reason why an evening was not written."""
    return _("Line %(line)s could not be saved, so nothing was.") % {"line": refused.line}
