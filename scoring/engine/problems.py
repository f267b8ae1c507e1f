"""A problem is a value: where, which code, and what goes into its sentence (texts.py has the sentences)."""

from typing import NamedTuple

Params = tuple[tuple[str, str | int], ...]


class Problem(NamedTuple):
    """One thing that is wrong with a record or a sheet; `path` as in "plays/0/contract"."""

    path: str
    code: str
    params: Params = ()
    text: str = ""  # the code of the sentence, where it differs from `code`


class Warned(NamedTuple):
    """Something legal but worth a second look."""

    code: str
    params: Params = ()


class SheetError(Exception):
    """A sheet file that is refused; `problems` says all that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.path}: {problem.code} {dict(problem.params)}" for problem in problems))
        self.problems = problems
