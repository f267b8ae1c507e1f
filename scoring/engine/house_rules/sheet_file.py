"""A sheet file as it was written: its text, what it says, where its keys stand, and what keeps it from being TOML."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from scoring.engine.house_rules.schema import OVERLAYS, Table
from scoring.engine.house_rules.toml_outline import NoValue, Path, find_line, read_outline
from scoring.engine.house_rules.validate import strip_not
from scoring.engine.problems import MOST_PROBLEMS, Problem, ProblemPlace, SheetError

MOST_BYTES = 256 * 1024
_PLACE = re.compile(r"at line (\d+), column (\d+)")
_START = ProblemPlace(1, 1)


class PlacedProblem(NamedTuple):
    """A problem with its place in the file."""

    problem: Problem
    place: ProblemPlace


class SheetFile(NamedTuple):
    """A sheet file that was read as far as it can be read."""

    text: str
    table: Table
    places: Mapping[Path, int]
    faults: tuple[PlacedProblem, ...]


def decode_sheet(data: bytes) -> str:
    """The text of a sheet file; SheetError where it is too large or not written in UTF-8."""
    if len(data) > MOST_BYTES:
        raise _refuse_file("file_too_large", _START, most=MOST_BYTES // 1024)
    zero = data.find(b"\0")  # so a file in UTF-16 looks
    try:
        text = data.decode("utf-8-sig")
        wrong = zero
    except UnicodeDecodeError as error:
        wrong = min(error.start, zero) if zero >= 0 else error.start
    if wrong < 0:
        return text
    before = data[:wrong].decode("utf-8-sig")
    raise _refuse_file("not_utf8", find_line(before, len(before)))


def _refuse_file(code: str, place: ProblemPlace, **params: int) -> SheetError:
    return SheetError((Problem("", code, tuple(params.items())),), (place,))


def read_sheet_file(text: str) -> SheetFile:
    """Read the text of a sheet file; nothing is refused here but a text that is too large."""
    if len(text) > MOST_BYTES:
        raise _refuse_file("file_too_large", _START, most=MOST_BYTES // 1024)
    outline = read_outline(text)
    table = outline.table
    faults = tuple(PlacedProblem(problem, find_line(text, position)) for position, problem in outline.faults)
    if not faults:
        try:
            table = tomllib.loads(text, parse_float=NoValue)
        except ValueError as error:
            match = _PLACE.search(str(error))
            place = ProblemPlace(int(match[1]), int(match[2])) if match else find_line(text, len(text))
            faults = (PlacedProblem(Problem("", "invalid_toml"), place),)
    return SheetFile(text, table, outline.places, faults)


def place_problems(file: SheetFile, problems: Iterable[Problem]) -> list[PlacedProblem]:
    """The problems with their places."""
    overlays: list[Path] = [
        path for path in file.places if len(path) == 3 and path[0] == "options" and path[2] in OVERLAYS
    ]
    return [PlacedProblem(problem, _find_place(file, problem, overlays)) for problem in problems]


def _find_place(file: SheetFile, problem: Problem, overlays: list[Path]) -> ProblemPlace:
    """The place of a key: that of the path, of what else the problem is about, or of what they stand in."""
    named: list[Path] = [tuple(path.split("/")) for path in (problem.path, *problem.others)]
    word = next((str(value) for name, value in problem.params if name == "word"), "")
    for path in (over + path for path in named for over in ((), *overlays)):
        if path in file.places:
            return find_line(file.text, file.places[_find_word(file, path, word)])
    nearest = max((near for path in named for near in _list_ancestors(file, path, overlays)), key=len, default=None)
    if nearest is None:
        nearest = ("extends",) if ("extends",) in file.places else None
    return find_line(file.text, file.places[nearest]) if nearest else _START


def _list_ancestors(file: SheetFile, path: Path, overlays: list[Path]) -> Iterator[Path]:
    for end in range(len(path) - 1, 0, -1):
        yield from (over + path[:end] for over in ((), *overlays) if over + path[:end] in file.places)


def _find_word(file: SheetFile, path: Path, word: str) -> Path:
    """The place of a word in a list or a table, if it stands there."""
    value: Any = file.table
    for key in path:
        value = value[int(key) - 1] if isinstance(value, list) else dict(value).get(key, {})
    words = [strip_not(str(listed)) for listed in value] if isinstance(value, list) else []
    inner = (*path, str(words.index(word) + 1) if word in words else word)
    return inner if inner in file.places else path


def limit_problems(placed: Iterable[PlacedProblem]) -> list[PlacedProblem]:
    """The problems in the order of the file; of very many the first ones, and that there are more."""
    ordered = sorted(placed, key=lambda entry: entry.place)
    if len(ordered) <= MOST_PROBLEMS:
        return ordered
    last = PlacedProblem(Problem("", "more_problems"), ordered[MOST_PROBLEMS - 1].place)
    return [*ordered[: MOST_PROBLEMS - 1], last]
