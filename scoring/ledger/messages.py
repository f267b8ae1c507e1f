"""Sentences about what is wrong with a hand, in the language of the page."""

from scoring.engine.problems import Problem
from scoring.engine.texts import error_message
from tarockclub.language import language


def sentences(problems: tuple[Problem, ...]) -> list[str]:
    """Problems in the reader's language, each once."""
    return list(dict.fromkeys(error_message(problem, language()) for problem in problems))
