"""One record after the other: from JSON values, or a line of text, to the answer, also in words for people."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from scoring.engine.hand.check import check, merge_problems
from scoring.engine.hand.explain import (
    format_invalid_answer,
    format_note,
    format_score_formula,
    format_signed,
    format_valid_answer,
)
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import NOBODY, SIDES, HandRecord, RecordedPremium
from scoring.engine.hand.score import score
from scoring.engine.hand.score_lines import Amounts, Score
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem, Warned
from scoring.engine.texts import describe_problem, pick_language

Lookup = Callable[[str], Rules | None]
Options = tuple[tuple[str, bool], ...]
ReadRecord = tuple[HandRecord | None, list[Problem], Sheet | None]  # a record as far as it could be read, and its sheet
BATCH = 16  # lines that take each step of scoring together
MOST_KEPT = 1000  # sheets with their options, in the order that a record names them


class Result(NamedTuple):
    """The result for a record: a score, or problems."""

    record: HandRecord | None
    problems: list[Problem]
    score: Score | None

    @property
    def warnings(self) -> tuple[Warned, ...]:
        """Everything legal but worth a second look: of the score, and premiums that only the card points show.

        The latter are told to whoever sends a record, and never kept with the hand.
        """
        if self.score is None or self.record is None:
            return ()
        return (*self.score.warnings, *find_unrecorded(self.record, self.score.sheet, self.score.payouts))


class RecordScorer:
    """Scores records under any sheet that its lookup knows; the default is for records that name none."""

    def __init__(self, lookup: Lookup, default: str | None = None, language: str = "de") -> None:
        self.lookup = lookup
        self.default = default
        self.language = language
        self._sheets: dict[tuple[str | None, Options], Sheet] = {}

    def read_record(self, raw: object) -> ReadRecord:
        """Read a record and find its sheet, with the options it decides."""
        record, problems = parse(raw)
        if record is None:
            return None, problems, None
        key = self.default if record.sheet is None else record.sheet, record.options
        result = self._sheets.get(key) or self._find(*key)
        if isinstance(result, Problem):
            return (
                record,
                [*problems, *(() if any(problem.path == "sheet" for problem in problems) else (result,))],
                None,
            )
        if any(problem.path.startswith("options") for problem in problems):
            return record, _find_problems_under_any_options(record, problems, self.lookup(str(key[0]))), None
        return record, problems, result

    def _find(self, sheet_id: str | None, options: Options) -> Sheet | Problem:
        if sheet_id is None:
            return Problem("sheet", "missing_sheet")
        rules = self.lookup(sheet_id)
        if rules is None:
            return Problem("sheet", "unknown_sheet", (("sheet", sheet_id[:60]),))
        choices = {name: on for name, on in options if name in rules.defaults}
        sheet = rules.build_sheet(choices)
        if len(choices) == len(options) and len(self._sheets) < MOST_KEPT:  # what nobody knows may be named without end
            self._sheets[sheet_id, options] = sheet
        return sheet

    def score_raw(self, raw: object) -> Result:
        """Check and score one record."""
        return score_record(*self.read_record(raw))

    def answer_line(self, line: bytes) -> tuple[str, Result]:
        """Return the answer to one line of text, with its result."""
        return next(self.answer_lines([line]))

    def answer_lines(self, lines: list[bytes]) -> Iterator[tuple[str, Result]]:
        """Answer several lines of text, each with its result.

        A few lines take each step together: its code then stays in the processor's cache. They are so few that Python's
        garbage collector, which looks at all that is alive after 700 new values, has no reason to begin.
        """
        for start in range(0, len(lines), BATCH):
            records = [self._read_line(line) for line in lines[start : start + BATCH]]
            results = [score_record(*read) for read in records]
            yield from [(self.answer(result), result) for result in results]

    def _read_line(self, line: bytes) -> ReadRecord:
        value, problem = parse_line(line)
        return self.read_record(value) if problem is None else (None, [problem], None)

    def answer(self, result: Result) -> str:
        """Return the answer that goes with a result."""
        record_id = result.record.id if result.record is not None else None
        if result.score is None:
            return format_invalid_answer(record_id, result.problems, self.language)
        return format_valid_answer(record_id, result.score, result.warnings, self.language)


def score_record(record: HandRecord | None, problems: list[Problem], sheet: Sheet | None) -> Result:
    """Check a record that was read, and score it where nothing is wrong."""
    if record is None or sheet is None:
        return Result(record, problems, None)
    all_problems = merge_problems(problems, check(record, sheet))
    return Result(record, all_problems, None if all_problems else score(record, sheet))


def _find_problems_under_any_options(record: HandRecord, problems: list[Problem], rules: Rules | None) -> list[Problem]:
    """All problems of a record whose options cannot be read: what is wrong however they are set."""
    sheets = [rules.build_sheet(chosen) for chosen in rules.list_choices()] if rules is not None else []
    unsure = record._replace(forehand=NOBODY) if record.forehand is None else record  # an evening may know it
    first, *rest = [check(unsure, sheet) for sheet in sheets] or [[]]
    return merge_problems(problems, [problem for problem in first if all(problem in other for other in rest)])


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refuse_constant)


def parse_line(line: bytes) -> tuple[Any, Problem | None]:
    """Return the JSON value of a line, or what is wrong with it."""
    try:
        text = line.decode("utf-8")
        if text[:1] == "{":
            value, end = _decoder.raw_decode(text)
            if end == len(text):
                return value, None
        return _decoder.decode(text), None  # there are blanks around it, or more than a value
    except json.JSONDecodeError as error:
        return None, Problem("", "invalid_json", (("at", error.pos + 1),))
    except (ValueError, RecursionError):  # not UTF-8, a number without end, nested without end
        return None, Problem("", "invalid_json", (("at", 1),))


def find_unrecorded(record: HandRecord, sheet: Sheet, paid: Amounts) -> Iterator[Warned]:
    """Warn of each silent premium that the points reach, and that would change what the hand pays.

    >>> from scoring.engine.house_rules.library import load_built_in
    >>> from scoring.engine.hand.record import Play
    >>> record, sheet = HandRecord((Play("dreier", 0, points=150),)), load_built_in("treffpunkt").build_sheet()
    >>> [dict(warned.params)["premium"] for warned in find_unrecorded(record, sheet, (90, -30, -30, -30))]
    ['sack_1']
    """
    points = record.plays[0].points
    if record.renonce is not None or not isinstance(points, int):
        return
    forms = sheet.contracts[record.plays[0].contract].forms
    for premium in sheet.premiums.values():
        for side in SIDES if premium.points is not None and (premium.id, False) in forms else ():
            own = points if side == "declarer" else sheet.total - points
            if own < (premium.points or 0) or any(_is_same(recorded, premium.id, side) for recorded in record.premiums):
                continue
            whole = record._replace(premiums=(*record.premiums, RecordedPremium(premium.id, side)))
            if not check(whole, sheet) and score(whole, sheet).payouts != paid:
                yield Warned("premium_unrecorded", (("premium", premium.id),))


def _is_same(recorded: RecordedPremium, premium: str, side: str) -> bool:
    return (recorded.premium, recorded.side) == (premium, side)


_SEAT = ("Platz", "seat")
_RADL = ("Jetzt ein Radl: {deals}.", "A Radl starts: {deals}.")
_ROUND = ("eine Runde", "one round of deals")
_WRITTEN_SCORE = ("Schrift", "written score")
_TOTALS = ("Stand", "totals")
_MARKS = {
    "redeal": ("Neu gegeben: derselbe Geber.", "Redeal: the same dealer."),
    "void": ("Ungültig: alle bekommen 0.", "Void: everybody gets 0."),
}


def format_explained_answer(text: str, result: Result | None, language: str) -> str:
    """An answer as a few lines of text."""
    answer: dict[str, Any] = json.loads(text)
    lines = [str(answer.get("id") or "")]
    if result is None:
        lines += [pick_language(_MARKS[mark], language) for mark in _MARKS if mark in answer]
    elif result.score is None:
        lines += [f"  {problem.path or '-'}: {describe_problem(problem, language)}" for problem in result.problems]
    else:
        lines += _format_score(result.score, language)
        lines += [f"  ! {warning['message']}" for warning in answer["warnings"]]
    if "totals" in answer:
        totals = "  ".join(total.replace("-", "−") for total in answer["totals"])
        lines.append(f"  {pick_language(_TOTALS, language)}: {totals}")
    return "\n".join(line for line in lines if line)


def _format_score(score: Score, language: str) -> list[str]:
    text = [f"  {format_note(line.cause, score.sheet, language)}" for line in score.lines]
    on_paper = format_score_formula(score)
    if on_paper:
        text.insert(0, f"  {on_paper}")
    text.append(f"  {_format_amounts(score.payouts, language)}")
    if score.written != score.payouts:
        text.append(f"  {pick_language(_WRITTEN_SCORE, language)}: {_format_amounts(score.written, language)}")
    if score.radl_deals is not None:
        deals = score.radl_deals if isinstance(score.radl_deals, int) else pick_language(_ROUND, language)
        text.append(f"  {pick_language(_RADL, language).format(deals=deals)}")
    return text


def _format_amounts(amounts: tuple[int, ...], language: str) -> str:
    seat = pick_language(_SEAT, language)
    return ", ".join(
        f"{seat} {number}: {'+' if amount > 0 else ''}{format_signed(amount)}" for number, amount in enumerate(amounts)
    )
