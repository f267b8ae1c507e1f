"""Parsing a German or English text as a formula, with the usual order of operators; the first error is the result."""

import re
from difflib import get_close_matches
from fractions import Fraction
from typing import NamedTuple

from tarockclub.kit.numbers import list_readings
from tournaments.seasons.season.points.formula.nodes import (
    AND,
    COMPARISON,
    FUNCTIONS,
    LEVEL,
    OR,
    POWER,
    PRODUCT,
    VARIABLES,
    Branch,
    Call,
    Negative,
    Node,
    Number,
    Operation,
    Variable,
    is_truth,
)
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
    tokens: list[FormulaToken] = []
    calls: list[bool] = []  # the parentheses that are open: of a function or not
    for match in _PARTS.finditer(text):
        token = _parse_token(match, within_call=any(calls))
        if isinstance(token, Problem):
            return token
        if token is not None:
            _track_parentheses(token, tokens, calls)
            tokens.append(token)
    if len(tokens) > MOST_PARTS:
        return build_problem("too_many", most=MOST_PARTS)
    return (*tokens, FormulaToken(END, "", len(text) + 1))


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


DEEPEST = 20


def parse_formula(text: str) -> Node | Problem:
    """Parse a text as a formula, or return the first problem with it.

    >>> parse_formula("10 - platz") == parse_formula(" 10-place ")
    True
    >>> parse_formula("10 - plase")
    Problem(code='did_you_mean', at=6, facts=(('near', 'place'), ('word', 'plase')))
    """
    tokens = parse_tokens(text)
    if isinstance(tokens, Problem):
        return tokens
    if len(tokens) == 1:
        return build_problem("empty")
    try:
        return _Reader(tokens).read_everything()
    except _WrongError as wrong:
        return wrong.found


class _WrongError(Exception):
    """The end of parsing; never leaves this file."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.found = problem


class _Reader:
    """A reader of the parts of a text, in order."""

    def __init__(self, tokens: tuple[FormulaToken, ...]) -> None:
        self._tokens, self._next, self._depth = tokens, 0, 0

    @property
    def _position(self) -> FormulaToken:
        return self._tokens[self._next]

    def _take(self) -> FormulaToken:
        token = self._position
        self._next += 1
        return token

    def _must(self, means: str, what: str) -> None:
        """Skip a required part; raise _WrongError if it is not there."""
        if self._position.means != means:
            raise _WrongError(self._report_expected(what))
        self._take()

    def _report_expected(self, what: str) -> Problem:
        position = self._position
        if position.kind == END:
            return build_problem("ends_early", position.at, what=what)
        return build_problem("expected", position.at, what=what, found=position.text)

    def read_everything(self) -> Node:
        """Return the whole text as one number."""
        node = self._read_number(OR)
        if self._position.kind != END:
            raise _WrongError(build_problem("goes_on", self._position.at, found=self._position.text))
        return node

    def _read_number(self, level: int) -> Node:
        return self._require_kind(self._read_pairs(level), wants="wants_number", truth=False)

    def _read_truth(self, level: int) -> Node:
        return self._require_kind(self._read_pairs(level), wants="wants_truth", truth=True)

    def _require_kind(self, node: Node, *, wants: str, truth: bool) -> Node:
        if is_truth(node) != truth:
            raise _WrongError(build_problem(wants, _find_start(node)))
        return node

    def _read_pairs(self, level: int) -> Node:
        """Parse parts of this level and tighter ones, from left to right."""
        if level > PRODUCT:
            return self._read_signed()
        node = self._read_pairs(level + 1)
        while LEVEL.get(self._position.means) == level:
            sign = self._take()
            wants, truth = ("wants_truth", True) if level in (OR, AND) else ("wants_number", False)
            if level == COMPARISON and is_truth(node):
                raise _WrongError(build_problem("chain", sign.at))
            self._require_kind(node, wants=wants, truth=truth)
            right = self._require_kind(self._read_pairs(level + 1), wants=wants, truth=truth)
            node = Operation(sign.means, node, right, sign.at)
        return node

    def _read_signed(self) -> Node:
        """Parse a part with any number of minus signs before it; a plus changes nothing."""
        if self._position.means not in ("+", "-"):
            return self._read_power()
        sign = self._take()
        self._go_deeper()
        node = self._require_kind(self._read_signed(), wants="wants_number", truth=False)
        self._depth -= 1
        return Negative(node, sign.at) if sign.means == "-" else node

    def _read_power(self) -> Node:
        """Parse a part with its exponent; of several exponents the last one counts first, as is usual."""
        base = self._read_whole()
        if LEVEL.get(self._position.means) != POWER:
            return base
        sign = self._take()
        self._go_deeper()
        self._require_kind(base, wants="wants_number", truth=False)
        exponent = self._require_kind(self._read_signed(), wants="wants_number", truth=False)
        self._depth -= 1
        return Operation(sign.means, base, exponent, sign.at)

    def _go_deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _WrongError(build_problem("too_deep", self._position.at))

    def _read_whole(self) -> Node:
        position = self._position
        if position.kind == NUMBER:
            return Number(self._take().value, position.at)
        if position.kind == NAME:
            return Variable(self._take().means, position.at)
        if position.kind == FUNCTION:
            return self._call(self._take())
        if position.kind == KEYWORD and position.means == "if":
            return self._read_choice(self._take())
        if position.means == "(":
            self._take()
            self._go_deeper()
            node = self._read_pairs(OR)
            self._depth -= 1
            self._must(")", "close")
            return node
        raise _WrongError(self._report_expected("value"))

    def _call(self, name: FormulaToken) -> Node:
        """Parse a function, with its numbers in parentheses."""
        self._must("(", "open")
        self._go_deeper()
        arguments = [self._read_number(OR)]
        while self._position.means == ",":
            self._take()
            arguments.append(self._read_number(OR))
        self._depth -= 1
        self._must(")", "close")
        least, most = FUNCTIONS[name.means]
        if not least <= len(arguments) <= most:
            code = "how_many_exactly" if least == most else "how_many"
            raise _WrongError(
                build_problem(code, name.at, name=name.text, least=least, most=most, given=len(arguments))
            )
        return Call(name.means, tuple(arguments), name.at)

    def _read_choice(self, if_: FormulaToken) -> Node:
        """Parse either form of a choice: if … then … else …, or if(…, …, …)."""
        self._go_deeper()
        listed = self._is_listed()
        if listed:
            self._take()
        condition = self._read_truth(OR)
        self._must(*((",", "separator") if listed else ("then", "then")))
        then = self._read_number(OR)
        self._must(*((",", "separator") if listed else ("else", "otherwise")))
        otherwise = self._read_number(OR)
        if listed:
            self._must(")", "close")
        self._depth -= 1
        return Branch(condition, then, otherwise, if_.at)

    def _is_listed(self) -> bool:
        """Return True if the parenthesis that begins here has a comma of its own."""
        if self._position.means != "(":
            return False
        depth = 0
        for token in self._tokens[self._next :]:
            depth += (token.means == "(") - (token.means == ")")
            if depth == 0:
                return False
            if depth == 1 and token.means == ",":
                return True
        return False


def _find_start(node: Node) -> int:
    """Return the position where a part begins: its left end."""
    return _find_start(node.left) if isinstance(node, Operation) else node.at
