"""The replay of an imported evening, line by line: the same calculation as `manage.py score --session`."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.engine.evening.session import MARKS, Session
from scoring.engine.evening.state import Evening
from scoring.engine.hand.record import HandRecord
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.problems import Problem
from scoring.reports.imports.chosen_rules import House, Sheets, check_rules
from scoring.reports.imports.record_lines import TextLine
from tarockclub.kit.idempotency import is_key

HAND, REDEAL, VOID, BAD = "hand", "redeal", "void", "bad"


class ReplayedLine(NamedTuple):
    """A line of the text, and its effect at the table."""

    line: int
    what: str  # HAND, REDEAL, VOID, BAD
    before: Evening  # before its deal
    after: Evening
    key: str = ""  # its own id, if it can be the key of an entry
    record: HandRecord | None = None  # of a hand, with its forehand's seat and its factor
    score: Score | None = None
    radl_set: int | None = None  # the hand's factor, if its record differs from the deals before it
    forehand_set: bool = False  # the record names another forehand than the player whose turn it was
    problems: tuple[Problem, ...] = ()


class ReplayedEvening(NamedTuple):
    """A whole evening as it would be in the book."""

    house: House
    players: int
    lines: tuple[ReplayedLine, ...]

    @property
    def good(self) -> tuple[ReplayedLine, ...]:
        """The lines that can be imported."""
        return tuple(line for line in self.lines if line.what != BAD)

    @property
    def bad(self) -> tuple[ReplayedLine, ...]:
        """The lines that cannot be imported."""
        return tuple(line for line in self.lines if line.what == BAD)

    @property
    def hands(self) -> int:
        """The number of played hands."""
        return sum(line.what == HAND for line in self.lines)

    @property
    def first_forehand(self) -> int:
        """The place of the first deal's forehand."""
        return self.good[0].before.forehand if self.good else 0

    @property
    def totals(self) -> tuple[int, ...]:
        """The final totals: sixths, by place."""
        return self.lines[-1].after.totals if self.lines else (0,) * self.players


def replay_lines(
    lines: Sequence[TextLine], house: House, players: int, language: str, sheets: Sheets
) -> ReplayedEvening:
    """Return every line as it counts in an evening of this many players; `sheets`: those that its records may name."""
    session = Session(RecordScorer(sheets.get, house.sheet, language), players)
    keys = dict[str, int]()
    results: list[ReplayedLine] = []
    for line in lines:
        one = _replay_line(line, session, house, keys, sheets)
        results.append(one._replace(forehand_set=one.forehand_set and any(other.what != BAD for other in results)))
    return ReplayedEvening(house, players, tuple(results))


def _replay_line(line: TextLine, session: Session, house: House, keys: dict[str, int], sheets: Sheets) -> ReplayedLine:
    before, value = session.evening, line.value
    problem = line.problem or check_rules(line, house, sheets)
    key = _get_id(value)
    if problem is None and key in keys:
        problem = Problem("id", "id_twice", (("line", keys[key]),))
    if problem is not None:
        return ReplayedLine(line.number, BAD, before, before, problems=(problem,))
    answer, result = session.answer_line(_complete_record(value, house))
    if result is not None and result.score is None:
        return ReplayedLine(line.number, BAD, before, before, problems=tuple(result.problems))
    if key:
        keys[key] = line.number
    forehand = int(json.loads(answer)["forehand"])
    outcome = ReplayedLine(
        line.number,
        next((mark for mark in MARKS if mark in value), HAND),
        before._replace(forehand=forehand),
        session.evening,
        key,
        forehand_set=forehand != before.forehand,
    )
    if result is None or result.record is None:
        return outcome
    own = before.radl if result.score is None or result.score.sheet.radl_stacks else min(before.radl, 2)
    by_hand = result.record.radl if value.get("radl") is not None and result.record.radl != own else None
    return outcome._replace(record=result.record, score=result.score, radl_set=by_hand)


def _complete_record(value: Any, house: House) -> bytes:
    """Complete a record with the evening's house rules."""
    if isinstance(value, dict) and not any(mark in value for mark in MARKS):
        left_out = {"sheet": house.sheet, "options": dict(house.options)}
        value = {**value, **{name: own for name, own in left_out.items() if value.get(name) in (None, {})}}
    return json.dumps(value).encode()


def _get_id(value: Any) -> str:
    key = value.get("id") if isinstance(value, dict) else None
    return key if isinstance(key, str) and is_key(key) else ""
