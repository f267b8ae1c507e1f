"""The lines of one table's evening: forehand and Radl are filled in, totals kept (hand-record.md, --session)."""

from collections.abc import Iterable
from typing import Any

from scoring.engine.evening.state import FEWEST_PLAYERS, Evening, apply_hand, apply_void, begin
from scoring.engine.hand.answer import add_fields, encode_json
from scoring.engine.hand.record import NOBODY, SEATS, HandRecord
from scoring.engine.hand.scorer import RecordScorer, Result, parse_line, score_record
from scoring.engine.points import print_amount
from scoring.engine.problems import Problem

MARKS = ("redeal", "void")


class Session:
    """One table's evening; its state moves on with every line."""

    def __init__(self, scorer: RecordScorer, players: int = FEWEST_PLAYERS) -> None:
        self.scorer = scorer
        self.evening = begin(players)

    def answer_lines(self, lines: Iterable[bytes]) -> list[tuple[str, Result | None]]:
        """Return the answer to each of several lines of text, with its result (None for what is no hand)."""
        return [self.answer_line(line) for line in lines]

    def answer_line(self, line: bytes) -> tuple[str, Result | None]:
        """Return the answer to one line of text, with its result."""
        evening = self.evening
        value, problem = parse_line(line)
        if problem is not None:
            result = Result(None, [problem], None)
            return add_fields(self.scorer.answer(result), _build_state(evening, evening.radl)), result
        if isinstance(value, dict) and any(mark in value for mark in MARKS):
            answer, result_of_mark, self.evening = _apply_mark(value, self.scorer, evening)
            return answer, result_of_mark
        answer, result, self.evening = _score_hand(value, self.scorer, evening)
        return answer, result


def _build_state(evening: Evening, radl: int, totals: Evening | None = None) -> dict[str, object]:
    state: dict[str, object] = {
        "forehand": evening.forehand,
        "radl": radl if radl > 2 else radl == 2,
        "totals": [print_amount(total) for total in (totals or evening).totals],
    }
    return state if evening.players == FEWEST_PLAYERS else state | {"active": list(evening.active)}


def _apply_mark(value: dict[str, Any], scorer: RecordScorer, evening: Evening) -> tuple[str, Result | None, Evening]:
    """A redeal moves nothing on; a void deal moves the forehand on and uses up a deal of a Radl."""
    mark = next(mark for mark in MARKS if mark in value)
    record_id = value.get("id")
    forehand = value.get("forehand")
    fits = value.keys() <= {mark, "id", "forehand"} and value[mark] is True
    fits = fits and (record_id is None or isinstance(record_id, str))
    fits = fits and (forehand is None or (type(forehand) is int and forehand in _list_forehands(evening)))
    if not fits:
        named = HandRecord((), id=record_id if isinstance(record_id, str) else None)
        refused = Result(named, [Problem(mark, "invalid_mark", (("mark", mark),))], None)
        return add_fields(scorer.answer(refused), _build_state(evening, evening.radl)), refused, evening
    if forehand is not None and evening.players == FEWEST_PLAYERS:
        evening = evening._replace(forehand=forehand)
    named_mark = {mark: True} if record_id is None else {"id": record_id, mark: True}
    answer = encode_json(named_mark | _build_state(evening, evening.radl))
    return answer, None, apply_void(evening) if mark == "void" else evening


def _list_forehands(evening: Evening) -> tuple[int, ...]:
    return SEATS if evening.players == FEWEST_PLAYERS else (0,)


def _score_hand(value: object, scorer: RecordScorer, before: Evening) -> tuple[str, Result, Evening]:
    record, problems, sheet = scorer.read_record(value)
    evening = before
    if record is None or sheet is None:
        result = Result(record, problems, None)
        return add_fields(scorer.answer(result), _build_state(before, before.radl)), result, before
    if record.forehand is not None and record.forehand not in (*_list_forehands(before), NOBODY):
        problems = [*problems, Problem("forehand", "forehand_not_zero", (("players", before.players),))]
    elif record.forehand is not None and record.forehand >= 0 and before.players == FEWEST_PLAYERS:
        evening = before._replace(forehand=record.forehand)
    own = evening.radl if sheet.radl_stacks else min(evening.radl, 2)
    radl = own if record.radl is None else record.radl
    forehand = NOBODY if record.forehand == NOBODY else evening.seat_of_forehand
    result = score_record(record._replace(forehand=forehand, radl=radl), problems, sheet)
    if result.score is None:
        return add_fields(scorer.answer(result), _build_state(before, before.radl)), result, before
    after = apply_hand(evening, result.score)
    return add_fields(scorer.answer(result), _build_state(evening, radl, after)), result, after
