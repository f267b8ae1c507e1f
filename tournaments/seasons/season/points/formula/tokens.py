"""A formula's text split into words, numbers and operators with their positions; both languages mean the same."""

import re
from difflib import get_close_matches
from fractions import Fraction
from typing import NamedTuple

from tarockclub.kit.numbers import list_readings
from tournaments.seasons.season.points.formula.nodes import FUNCTIONS, VARIABLES
from tournaments.seasons.season.points.formula.problems import Problem, build_problem

LONGEST, MOST_PARTS = 300, 150
DIGITS, DECIMALS = 6, 4
NUMBER, NAME, FUNCTION, KEYWORD, SIGN, END = "number", "name", "function", "keyword", "sign", "end"
KEYWORDS = ("if", "then", "else", "and", "or")
# The facts of a day, by their English words.
GERMAN_FACTS = {
    "points": "punkte",
    "written": "schrift",
    "money": "geld",
    "capital": "kapital",
    "place_points": "platzpunkte",
    "hands": "spiele",
    "won": "gewonnen",
    "rounds": "spielrunden",
    "firsts": "erste",
    "seconds": "zweite",
    "thirds": "dritte",
    "euros": "euro",
    "days": "tage",
    "table_place": "tischplatz",
    "table_size": "tischgröße",
    "teams": "mannschaften",
    "team_place": "mannschaftsplatz",
    "most_hands": "meiste_spiele",
}
GERMAN = {german: english for english, german in GERMAN_FACTS.items()} | {
    "platz": "place",
    "rang": "place",
    "spielgeld": "money",
    "n": "players",
    "tischgroesse": "table_size",
    "spieler": "players",
    "teilnehmer": "players",
    "wenn": "if",
    "dann": "then",
    "sonst": "else",
    "und": "and",
    "oder": "or",
    "runden": "round",
    "abrunden": "floor",
    "aufrunden": "ceil",
}
# Other characters that phones and people use for the operators.
SIGNS = {"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", ":": "/", "≤": "<=", "≥": ">=", "≠": "!=", "<>": "!="}
SIGNS |= {"==": "=", ";": ",", "[": "(", "]": ")", "**": "^"}
WORDS = {**{word: word for word in (*VARIABLES, *FUNCTIONS, *KEYWORDS)}, **GERMAN, "rank": "place", "hands_won": "won"}
_PARTS = re.compile(
    r"""\s+
    | (?P<number>[0-9]+(?:['’][0-9]{3})*(?:\.[0-9]+)*) (?P<comma>,[0-9]+)?
    | (?P<word>[^\W\d]\w*)
    | (?P<sign>\*\*|<>|<=|>=|!=|==|.)
    """,
    re.VERBOSE | re.DOTALL,
)


class FormulaToken(NamedTuple):
    """A part of a text."""

    kind: str
    text: str  # as it was typed
    at: int  # position, from 1
    means: str = ""  # a word in its English form, an operator in its usual one
    value: Fraction = Fraction(0)


def parse_tokens(text: str) -> tuple[FormulaToken, ...] | Problem:
    """Split a text into parts, with an end after them; or return the problem with it."""
    if len(text) > LONGEST:
        return build_problem("too_long", most=LONGEST)
    found: list[FormulaToken] = []
    calls: list[bool] = []  # the parentheses that are open: of a function or not
    for match in _PARTS.finditer(text):
        token = _parse_token(match, within_call=any(calls))
        if isinstance(token, Problem):
            return token
        if token is not None:
            _track_parentheses(token, found, calls)
            found.append(token)
    if len(found) > MOST_PARTS:
        return build_problem("too_many", most=MOST_PARTS)
    return (*found, FormulaToken(END, "", len(text) + 1))


def _track_parentheses(token: FormulaToken, before: list[FormulaToken], calls: list[bool]) -> None:
    """Keep track of the open parentheses."""
    if token.means == "(":
        takes_several = before and (before[-1].kind == FUNCTION or before[-1].means == "if")
        calls.append(bool(takes_several))
    elif token.means == ")" and calls:
        calls.pop()


def _parse_token(match: re.Match[str], *, within_call: bool) -> FormulaToken | Problem | None:
    at = match.start() + 1
    if match["number"]:
        return _parse_number(match, at, within_call=within_call)
    if match["word"]:
        return _parse_word(match["word"], at)
    if not match["sign"]:
        return None  # white space
    sign = SIGNS.get(match["sign"], match["sign"])
    if sign not in {"+", "-", "*", "/", "^", "(", ")", ",", "<", "<=", ">", ">=", "=", "!="}:
        return build_problem("unknown_sign", at, sign=_shorten(sign))
    return FormulaToken(SIGN, match["sign"], at, sign)


def _parse_number(match: re.Match[str], at: int, *, within_call: bool) -> FormulaToken | Problem:
    """Parse a number; a comma between digits is a decimal one, but in a list of numbers that is ambiguous.

    Of two readings a stored formula has the decimal one; none is saved any more (check.find_unclear_number).
    """
    if match["comma"] and within_call:
        return build_problem("comma_unclear", at)
    readings = list_readings(match[0])
    if not readings:
        return build_problem("unknown_sign", at, sign=_shorten(match[0]))
    value = readings[-1]
    if value >= 10**DIGITS or 10**DECIMALS % value.denominator:
        return build_problem("number_long", at)
    return FormulaToken(NUMBER, match[0], at, value=value)


def _parse_word(word: str, at: int) -> FormulaToken | Problem:
    means = WORDS.get(word.lower())
    if means is None:
        near = get_close_matches(word.lower(), sorted(WORDS), n=1, cutoff=0.6)
        if near:
            return build_problem("did_you_mean", at, word=_shorten(word), near=near[0])
        return build_problem("unknown_word", at, word=_shorten(word))
    kind = NAME if means in VARIABLES else FUNCTION if means in FUNCTIONS else KEYWORD
    return FormulaToken(kind, word, at, means)


def _shorten(text: str) -> str:
    """Return typed text, short enough for a sentence, without characters that cannot be printed."""
    return "".join(char if char.isprintable() else "�" for char in text[:20])
