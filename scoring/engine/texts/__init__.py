"""Every sentence of the engine, in German and English."""

from scoring.engine.problems import Params, Problem
from scoring.engine.texts.agreement import AGREED_TEXTS
from scoring.engine.texts.book import BOOK_TEXTS
from scoring.engine.texts.kinds import FIELDS, KINDS
from scoring.engine.texts.records import FORM_TEXTS, RECORD_TEXTS
from scoring.engine.texts.sheets import SHEET_TEXTS

LANGUAGES = ("de", "en")
TEXTS = {**RECORD_TEXTS, **FORM_TEXTS, **SHEET_TEXTS, **BOOK_TEXTS, **AGREED_TEXTS}


def pick_language(texts: tuple[str, str], language: str) -> str:
    """The text in a language: English for "en", else German.

    >>> pick_language(("ja", "yes"), "en-gb"), pick_language(("ja", "yes"), "de")
    ('yes', 'ja')
    """
    return texts[1] if language.startswith("en") else texts[0]


def format_sentence(code: str, params: Params, language: str) -> str:
    """The sentence for a code, with its parameters filled in."""
    values = {name: pick_language(value, language) if isinstance(value, tuple) else value for name, value in params}
    if "expects" in values:
        values["expects"] = pick_language(KINDS[str(values["expects"])], language)
    if values.get("field") in FIELDS:
        values["field"] = pick_language(FIELDS[str(values["field"])], language)
    return pick_language(TEXTS[code], language).format(**values)


def describe_problem(problem: Problem, language: str) -> str:
    """The sentence of a problem."""
    return format_sentence(problem.text or problem.code, problem.params, language)
