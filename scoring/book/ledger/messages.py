"""Messages about the problems of a hand, in the language of the page."""

from scoring.engine.problems import Problem
from scoring.engine.texts import describe_problem
from tarockclub.kit.words.language import get_current_language


def format_problems(problems: tuple[Problem, ...]) -> list[str]:
    """Return the problems as sentences in the reader's language, each once."""
    return list(dict.fromkeys(describe_problem(problem, get_current_language()) for problem in problems))
