"""Examples of a sheet: hands with what they pay, worked out by people; run under the sheet or compared under two."""

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from scoring.engine.hand.score_lines import Amounts
from scoring.engine.hand.scorer import RecordScorer, Result, score_record
from scoring.engine.hand.trischaken import carry_record
from scoring.engine.house_rules.library import BUILT_IN, FOLDER
from scoring.engine.house_rules.loader import Rules
from scoring.engine.points import print_amount

_EXPECTATIONS = frozenset(("name", "why", "payouts", "schrift", "starts_radl", "warnings", "errors"))


class Example(NamedTuple):
    """A hand record and what must come of it; an expectation that is None is not compared."""

    name: str
    why: str  # the paragraphs that the payouts follow from
    record: dict[str, Any]
    payouts: tuple[str, ...] | None  # None: the record is refused
    written: tuple[str, ...] | None = None  # payouts in the written score
    starts_radl: bool | None = None
    warnings: tuple[str, ...] | None = None  # codes
    errors: tuple[tuple[str, str], ...] = ()  # path and code of each problem


class ExampleResult(NamedTuple):
    """The outcome of an example under some rules, and the expectations that it does not meet."""

    example: Example
    result: Result
    differences: tuple[str, ...]  # "errors", "payouts", "written", "starts_radl", "warnings"

    @property
    def agrees(self) -> bool:
        """Return True if all is as expected."""
        return not self.differences


class ExampleComparison(NamedTuple):
    """The outcomes of an example under two rules."""

    example: Example
    before: Result
    after: Result

    @property
    def differs(self) -> bool:
        """Return True if it pays or starts something else, or exists under one of them only."""
        return _get_outcome(self.before) != _get_outcome(self.after)


def parse_examples(text: str) -> tuple[Example, ...]:
    """Read the TOML of an examples file: `sheet`, and a `[[hand]]` for each example.

    What is no expectation of a hand is a field of its record (docs/dev/hand-records.md). Without `schrift` the written
    score is that of the payouts, without `starts_radl` no Radl starts, without `warnings` there is none.

    >>> parse_examples('sheet = "skoty"\\n[[hand]]\\nname = "a"\\nwhy = "§1"\\nradl = true')[0].record
    {'sheet': 'skoty', 'radl': True}
    """
    table = tomllib.loads(text)
    return tuple(_read_example(entry, table["sheet"]) for entry in table["hand"])


def _read_example(entry: dict[str, Any], sheet_id: str) -> Example:
    payouts = _read_amounts(entry.get("payouts"))
    return Example(
        name=entry.get("name", ""),
        why=entry.get("why", ""),
        record={"sheet": sheet_id} | {key: value for key, value in entry.items() if key not in _EXPECTATIONS},
        payouts=payouts,
        written=_read_amounts(entry.get("schrift")) or payouts,
        starts_radl=entry.get("starts_radl", False),
        warnings=tuple(entry.get("warnings", ())),
        errors=tuple((path, code) for path, code in entry.get("errors", ())),
    )


def _read_amounts(amounts: list[str | int] | None) -> tuple[str, ...] | None:
    return None if amounts is None else tuple(map(str, amounts))


def list_written_examples(rules: Rules) -> tuple[Example, ...]:
    """Return the examples in the sheet's own file; only their payouts are compared."""
    read = (_read_example(entry, rules.table["id"]) for entry in rules.table.get("examples", ()))
    return tuple(example._replace(written=None, starts_radl=None, warnings=None) for example in read)


@cache
def load_examples(sheet_id: str) -> tuple[Example, ...]:
    """Return the examples that come with a built-in sheet; none for other ids."""
    if sheet_id not in BUILT_IN:
        return ()
    return parse_examples(FOLDER.joinpath("examples", f"{sheet_id}.toml").read_text(encoding="utf-8"))


def run_examples(rules: Rules, examples: Iterable[Example]) -> list[ExampleResult]:
    """Score examples under rules, whatever sheet their records name, and compare what comes of them."""
    score = _build_scorer(rules).score_raw
    results = ((example, score(example.record)) for example in examples)
    return [ExampleResult(example, result, tuple(_find_differences(example, result))) for example, result in results]


def compare_examples(before: Rules, after: Rules, examples: Iterable[Example]) -> list[ExampleComparison]:
    """Score examples under two rules, whatever sheet their records name."""
    own, other = _build_scorer(before), _build_scorer(after)
    results = ((example, own.score_raw(example.record)) for example in examples)
    return [ExampleComparison(example, result, _score_there(example, result, other)) for example, result in results]


def _score_there(example: Example, own: Result, other: RecordScorer) -> Result:
    """Score an example under other rules than those that it is understood by."""
    record, problems, sheet = other.read_record(example.record)
    if own.score is not None and record is not None and sheet is not None:
        carried, new_problems = carry_record(record, own.score.sheet, sheet)
        return score_record(carried, [*problems, *new_problems], sheet)
    return score_record(record, problems, sheet)


def _build_scorer(rules: Rules) -> RecordScorer:
    return RecordScorer(lambda _sheet_id: rules, rules.table["id"])


def _find_differences(example: Example, result: Result) -> Iterator[str]:
    score = result.score
    if score is None or example.payouts is None:
        if sorted(example.errors) != sorted((problem.path, problem.code) for problem in result.problems):
            yield "errors"
        return
    pairs = {
        "payouts": (_print_amounts(score.payouts), example.payouts),
        "written": (_print_amounts(score.written), example.written),
        "starts_radl": (score.radl_deals is not None, example.starts_radl),
        "warnings": (tuple(warned.code for warned in result.warnings), example.warnings),
    }
    yield from (name for name, (value, expected) in pairs.items() if expected is not None and value != expected)


def _print_amounts(amounts: Amounts) -> tuple[str, ...]:
    return tuple(map(print_amount, amounts))


def _get_outcome(result: Result) -> tuple[Amounts, Amounts, int | str | None] | None:
    """Return what people see of a hand's score; None where it is refused."""
    score = result.score
    return None if score is None else (score.payouts, score.written, score.radl_deals)
