"""Messages about the outcome of a write and the problems of a hand, in the language of the page."""

from django.utils.translation import gettext as _

from scoring.book.ledger.entries import Outcome
from scoring.engine.problems import Problem
from scoring.engine.texts import describe_problem
from tarockclub.kit.words import get_current_language


def format_problems(problems: tuple[Problem, ...]) -> list[str]:
    """Return the problems as sentences in the reader's language, each once."""
    return list(dict.fromkeys(describe_problem(problem, get_current_language()) for problem in problems))


def list_outcome_sentences() -> dict[Outcome, str]:
    """Return the sentences for the outcomes of a write that mean the same on most pages."""
    return {
        Outcome.OTHER_BODY: _(
            "This form has been sent before with different content. Check the score sheet before you continue."
        ),
        Outcome.NO_PREVIOUS: _(
            "Something was lost on the way, and nothing was saved. Please check what is below and try again."
        ),
        Outcome.ENDED: _("This evening has ended; nothing was saved. It can be reopened on the settlement page."),
        Outcome.DECIDED: _("Another phone has already decided about this hand; nothing was saved."),
        Outcome.INVALID: _("This cannot be saved yet:"),
    }
