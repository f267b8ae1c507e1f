"""A problem is a value: where, which code, and what goes into its sentence (texts.py has the sentences)."""

from collections.abc import Iterable
from typing import NamedTuple

Names = tuple[str, str]  # what players call something, in German and in English
Params = tuple[tuple[str, str | int | Names], ...]


MOST_PROBLEMS = 50  # that are told of one sheet file


class Problem(NamedTuple):
    """One thing that is wrong with a record or a sheet; `path` as in "plays/0/contract"."""

    path: str
    code: str
    params: Params = ()
    text: str = ""  # the code of the sentence, where it differs from `code`
    others: tuple[str, ...] = ()  # paths of what else it is about


class ProblemPlace(NamedTuple):
    """A place in a file, counted from 1."""

    line: int
    column: int


def join_names(names: Iterable[Names]) -> Names:
    """Several names as one, separated by commas.

    >>> join_names([("Könige", "Four kings"), ("Trull", "Trull")])
    ('Könige, Trull', 'Four kings, Trull')
    """
    german, english = zip(*names, strict=True)
    return ", ".join(german), ", ".join(english)


class Warned(NamedTuple):
    """Something legal but worth a second look."""

    code: str
    params: Params = ()


class SheetError(Exception):
    """A sheet file that is refused; `problems` says all that is wrong with it, `places` where in the file each is."""

    def __init__(self, problems: tuple[Problem, ...], places: tuple[ProblemPlace, ...] = ()) -> None:
        super().__init__(problems, places)
        self.problems = problems
        self.places = places

    def __str__(self) -> str:
        return "; ".join(f"{problem.path}: {problem.code} {dict(problem.params)}" for problem in self.problems)
