"""A tolerant look at the text of a sheet file: its keys, where each stands, and all that keeps it from being TOML.

`tomllib` says what a sound file contains; it stops at the first mistake and forgets where a key stood. This reader goes
on behind a mistake, so that a club member gets all of them at once, each with its line and column.
"""

import re
import tomllib
from itertools import islice
from typing import Any, NamedTuple

from scoring.engine.house_rules.schema import Table
from scoring.engine.problems import MOST_PROBLEMS, Problem, ProblemPlace

MOST_PARTS = 8_000  # words and signs of a file; the longest sheet of the program has 3,000
MOST_LEVELS = 50
LONGEST_KEY, LONGEST_NUMBER, LONGEST_SHOWN = 300, 1000, 30
Path = tuple[str, ...]

_TOKEN = re.compile(
    r"""
      (?P<blank>[ \t]+|\#[^\n]*)
    | (?P<newline>\r?\n)
    | (?P<text>\"{3}[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"{3,5}|'{3}[^']*(?:'(?!'')[^']*)*'{3,5}
               |"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"|'[^'\n]*')
    | (?P<curly>[„“”‚‘’«»][^„“”‚‘’«»"\n]*[„“”‚‘’«»"]|"[^"\n]*?[“”»«])
    | (?P<bare>[A-Za-z0-9_+:-]+)
    | (?P<sign>[][{}=,.])
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_KEY = re.compile(r"[A-Za-z0-9_-]+\Z", re.ASCII)
_WHOLE = re.compile(r"[+-]?(?:0|[1-9](?:_?[0-9])*)\Z|0(?:x[0-9A-Fa-f]+|o[0-7]+|b[01]+)\Z", re.ASCII)
_NUMBER = re.compile(
    r"[+-]?(?:[0-9][0-9_]*(?=[.eE])(?:\.[0-9_]+)?(?:[eE][+-]?[0-9_]+)?|inf|nan)\Z|[0-9]{2,4}[:-][0-9]{2}[-:][0-9].*",
    re.ASCII,
)
_STATEMENT = re.compile(r"""[ \t]*(?:\[[^]\n,]+\][ \t]*(?:\#|\r?$)|[A-Za-z0-9_."'-]+[ \t]*=)""", re.MULTILINE)
_END = "end"


class NoValue(str):
    """A value that is none of a sheet: a decimal number, `nan`, a date. It keeps the text that stands for it."""

    def describe(self, path: str) -> Problem:
        """Say that it is no amount."""
        code = "no_number" if self.strip("+-") in ("nan", "inf") else "decimal_number"
        return Problem(path, code, (("number", str(self)[:LONGEST_SHOWN]),))

    def is_date(self) -> bool:
        """Tell if it is a date or a time."""
        return ":" in self or ("-" in self[1:] and not {*"eE."}.intersection(self))


class Outline(NamedTuple):
    """The file as far as it can be read; `places` are those of keys, and of what stands in lists (counted from 1)."""

    table: Table
    places: dict[Path, int]  # offsets in the text
    faults: list[tuple[int, Problem]]  # each with its offset


class Token(NamedTuple):
    """A word, a sign or a line's end."""

    kind: str
    text: str
    start: int


class _StatementError(Exception):
    """The statement cannot be read on."""

    def __init__(self, at: int, problem: Problem) -> None:
        super().__init__()
        self.at = at
        self.problem = problem


def find_line(text: str, offset: int) -> ProblemPlace:
    """The line and column of an offset, both counted from 1.

    >>> find_line("a = 1\\nb = 2", 10)
    ProblemPlace(line=2, column=5)
    """
    return ProblemPlace(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def read_outline(text: str) -> Outline:
    """Read the text of a sheet file, however broken it is."""
    matches = _TOKEN.finditer(text)
    parts = [
        Token(match.lastgroup or "", match[0], match.start())
        for match in islice(matches, MOST_PARTS)
        if match.lastgroup != "blank"
    ]
    next_match = next(matches, None)
    if next_match is not None:
        return Outline({}, {}, [(next_match.start(), Problem("", "file_too_long", (("most", MOST_PARTS),)))])
    return _Reader(text, parts).read()


def _refuse(token: Token, code: str = "invalid_toml", path: Path = (), **params: str | int) -> _StatementError:
    return _StatementError(token.start, Problem("/".join(path), code, tuple(params.items())))


class _Reader:
    """Goes through the parts of a file once."""

    def __init__(self, text: str, parts: list[Token]) -> None:
        self.text = text
        self.parts = [*parts, Token(_END, "", len(text.rstrip()) if text.strip() else 0)]
        self.at = 0
        self.outline = Outline({}, {}, [])
        self.made: dict[Path, str] = {}  # how a table came to be: "header", "above" a header, "dotted", "value"
        self.inside: Path = ()  # the table that the last header names

    @property
    def token(self) -> Token:
        """The part that comes next."""
        return self.parts[self.at]

    def take(self) -> Token:
        """Go on by a part."""
        token = self.parts[self.at]
        self.at += token.kind != _END
        return token

    def is_sign(self, sign: str) -> bool:
        """Tell if the next part is this sign."""
        return self.token.kind == "sign" and self.token.text == sign

    def expect(self, sign: str) -> None:
        """Take a sign that has to stand here."""
        if not self.is_sign(sign):
            raise _refuse(self.token)
        self.take()

    def report(self, at: int, problem: Problem) -> None:
        self.outline.faults.append((at, problem))

    def read(self) -> Outline:
        """Read all statements; behind one that cannot be read, go on with the next."""
        while self.token.kind != _END and len(self.outline.faults) <= MOST_PROBLEMS:
            if self.token.kind == "newline":
                self.take()
                continue
            begin = self.at
            try:
                self.read_header() if self.is_sign("[") else self.read_pair(self.inside, self.outline.table)
                if self.token.kind not in ("newline", _END):
                    raise _refuse(self.token)
            except _StatementError as stop:
                self.report(stop.at, stop.problem)
                self.leave_statement(begin if stop.problem.code != "too_deep" else len(self.parts) - 1)
        return self.outline

    def leave_statement(self, begin: int) -> None:
        """Go back to where a statement began, and on to the next line that looks like one."""
        self.at = begin
        while self.token.kind != _END:
            token = self.take()
            if token.kind == "newline" and _STATEMENT.match(self.text, token.start + len(token.text)):
                return

    def read_header(self) -> None:
        first = self.take()
        if self.is_sign("["):
            self.read_list_header(first)
            return
        path = self.enter_lists(self.read_key())
        self.expect("]")
        self.inside = path
        for end in range(1, len(path)):
            if self.made.setdefault(path[:end], "above") == "value":
                raise self.refuse_twice(path[:end], first)
        if self.made.get(path, "above") != "above":
            raise self.refuse_twice(path, first)
        self.made[path] = "header"
        self.outline.places.setdefault(path, first.start)
        self.find_table(path)

    def read_list_header(self, first: Token) -> None:
        """`[[…]]` begins another table of a list, such as a row of Trischaken."""
        self.take()
        key = self.read_key()
        path = (*self.enter_lists(key[:-1]), key[-1])
        self.expect("]")
        self.expect("]")
        if self.made.setdefault(path, "list") != "list":
            raise self.refuse_twice(path, first)
        rows = self.find_table(path[:-1]).setdefault(path[-1], [])
        rows.append({})
        self.inside = (*path, str(len(rows)))
        self.made[self.inside] = "header"
        self.outline.places.setdefault(path, first.start)
        self.outline.places[self.inside] = first.start

    def enter_lists(self, key: Path) -> Path:
        """The path of a key whose parts may be lists of tables; the last of their tables is meant."""
        path: Path = ()
        for part in key:
            path = (*path, part)
            if self.made.get(path) == "list":
                path = (*path, str(len(self.find_table(path[:-1])[part])))
        return path

    def refuse_twice(self, path: Path, token: Token) -> _StatementError:
        before = find_line(self.text, self.outline.places.get(path, 0)).line
        return _refuse(token, "duplicate_key", path, key=path[-1][:60], before=before)

    def find_table(self, path: Path) -> Table:
        """The table at a path; what is no table makes way for one."""
        table: Any = self.outline.table
        way: Path = ()
        for key in path:
            way = (*way, key)
            below = table[int(key) - 1] if isinstance(table, list) else table.get(key)
            if not isinstance(below, dict) and self.made.get(way) != "list":
                below = table[key] = {}
            table = below
        result: Table = table
        return result

    def read_key(self) -> Path:
        """A key, with or without dots."""
        path: Path = ()
        while True:
            token = self.take()
            if token.kind == "bare" and _KEY.match(token.text):
                path = (*path, token.text)
            elif token.kind == "text" and not token.text.startswith(('"""', "'''")):
                path = (*path, self.convert_text(token))
            elif token.kind == "curly":
                path = (*path, self.convert_curly(token, path))
            else:
                raise _refuse(token)
            if len(path) > MOST_LEVELS:
                raise _refuse(token, "too_deep", most=MOST_LEVELS)
            if len(path[-1]) > LONGEST_KEY:
                raise _refuse(token)
            if not self.is_sign("."):
                return path
            self.take()

    def read_pair(self, inside: Path, table: Table) -> None:
        """`key = value`, which may be written twice nowhere."""
        first = self.token
        key = self.read_key()
        self.expect("=")
        path = (*inside, *key)
        twice = None
        for end in range(len(inside) + 1, len(path)):
            kind = self.made.setdefault(path[:end], "dotted")
            self.outline.places.setdefault(path[:end], first.start)
            twice = path[:end] if kind == "value" and twice is None else twice
        if twice is None and path in self.made:
            twice = path
        if twice is not None:
            self.report(first.start, self.refuse_twice(twice, first).problem)
        else:
            self.made[path] = "value"
            self.outline.places[path] = first.start
        value = self.read_value(path)
        if twice is None:
            holder = self.find_table(inside) if table is self.outline.table else table
            for part in key[:-1]:
                holder = holder.setdefault(part, {})
            holder[key[-1]] = value

    def read_value(self, path: Path) -> Any:
        token = self.token
        if len(path) > MOST_LEVELS:
            raise _refuse(token, "too_deep", most=MOST_LEVELS)
        match token.kind:
            case "text":
                return self.convert_text(self.take())
            case "curly":
                return self.convert_curly(self.take(), path)
            case "bare":
                return self.read_scalar(path)
        if self.is_sign("["):
            return self.read_list(path)
        if self.is_sign("{"):
            return self.read_inline_table(path)
        raise _refuse(token)

    def read_list(self, path: Path) -> list[Any]:
        self.take()
        values: list[Any] = []
        while True:
            self.pass_newlines()
            if self.is_sign("]"):
                break
            place = (*path, str(len(values) + 1))
            self.outline.places[place] = self.token.start
            values.append(self.read_value(place))
            self.pass_newlines()
            if not self.is_sign(","):
                break
            self.take()
        self.expect("]")
        return values

    def pass_newlines(self) -> None:
        while self.token.kind == "newline":
            self.take()

    def read_inline_table(self, path: Path) -> Table:
        self.take()
        table: Table = {}
        while not self.is_sign("}"):
            self.read_pair(path, table)
            if self.is_sign("}"):
                break
            self.expect(",")
            if self.is_sign("}"):
                raise _refuse(self.token)
        self.take()
        return table

    def read_scalar(self, path: Path) -> Any:
        """A number, `true` or `false`; of a decimal number, with a point or a comma, the text."""
        first = self.take()
        text = first.text
        while self.is_sign(".") and self.parts[self.at + 1].kind == "bare":
            text += self.take().text + self.take().text
        if text in ("true", "false"):
            return text == "true"
        if _WHOLE.match(text) and len(text) < LONGEST_NUMBER:
            return self.read_comma(first, path) if self.is_comma(path) else int(text, 0)
        if _NUMBER.match(text):
            return NoValue(text)
        raise _refuse(first)

    def is_comma(self, path: Path) -> bool:
        """Tell if a decimal number goes on here as it is written in German, `2,5`; in a list a comma says nothing."""
        after = self.parts[min(self.at + 1, len(self.parts) - 1)]
        near = self.is_sign(",") and after.kind == "bare" and after.start == self.token.start + 1
        return near and after.text.isdecimal() and not path[-1].isdecimal()

    def read_comma(self, first: Token, path: Path) -> NoValue:
        """A decimal number as it is written in German: told, because tomllib sees something else in it."""
        self.take()
        value = NoValue(f"{first.text},{self.take().text}")
        self.report(first.start, value.describe("/".join(path)))
        return value

    def convert_text(self, token: Token) -> str:
        """The text between quotation marks."""
        raw = token.text
        if "\\" not in raw and not raw.startswith(('"""', "'''")) and raw.isprintable():
            return raw[1:-1]
        try:
            return str(tomllib.loads(f"text = {raw}")["text"])
        except ValueError:
            raise _refuse(token) from None

    def convert_curly(self, token: Token, path: Path) -> str:
        """Text between typographic quotation marks: told, and read as if they were straight."""
        marks = token.text[0] if token.text[0] != '"' else token.text[-1]
        self.report(token.start, Problem("/".join(path), "curly_quotes", (("mark", marks),)))
        return token.text[1:-1]
