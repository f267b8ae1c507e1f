"""Every sentence of the engine, in German and English."""

from collections.abc import Mapping

from scoring.engine.problems import Names, Params, Problem, ProblemPlace
from scoring.engine.texts.records import BOOK_TEXTS, FORM_TEXTS, RECORD_TEXTS
from scoring.engine.texts.sheets import PLACE, SHEET_TEXTS, SHEET_WARNINGS
from scoring.engine.texts.words import FIELDS, KINDS

LANGUAGES = ("de", "en")
LONGEST_PATH = 100
CODES = ("expects", "field")  # parameters that stand for words of these texts, whatever else is called so
TEXTS = {**RECORD_TEXTS, **FORM_TEXTS, **SHEET_TEXTS, **SHEET_WARNINGS, **BOOK_TEXTS}


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


def describe_problem(problem: Problem, language: str, names: Mapping[str, Names] | None = None) -> str:
    """The sentence of a problem; `names`: what the things are called that it has only ids or keys for.

    >>> unknown = Problem("", "unknown_contract", (("sheet", ("Adler", "Adler")), ("contract", "pagatrufer")))
    >>> describe_problem(unknown, "de", {"pagatrufer": ("Pagatrufer", "Pagat call")})
    'Adler kennt kein Spiel „Pagatrufer“.'
    """
    named = [(name, value if name in CODES else (names or {}).get(str(value), value)) for name, value in problem.params]
    return format_sentence(problem.text or problem.code, tuple(named), language)


def describe_placed_problem(problem: Problem, place: ProblemPlace, language: str) -> str:
    """A problem of a file as a line for people: the place, the key, the sentence.

    >>> describe_placed_problem(Problem("kontra/gme", "not_a_table"), ProblemPlace(3, 5), "en")
    'line 3, column 5, kontra/gme: A section with entries is expected here.'
    """
    where = pick_language(PLACE, language).format(line=place.line, column=place.column)
    path = problem.path if len(problem.path) <= LONGEST_PATH else f"{problem.path[:LONGEST_PATH]}…"
    return f"{', '.join(filter(None, (where, path)))}: {describe_problem(problem, language)}"
