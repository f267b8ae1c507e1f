"""A paper sheet while it is typed: each line with its payments and the totals after it."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.book.ledger.entries import is_double_round_begun
from scoring.book.ledger.services import score_table_hand
from scoring.engine.evening.state import Evening, apply_hand, apply_void, begin_last_round_dealt_by
from scoring.engine.hand.record import print_record
from scoring.engine.hand.score_lines import Score
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from tournaments.hall.paper_sheets.shorthand import parse_shorthand
from tournaments.hall.paper_sheets.typed_line import HAND, REDEAL, DealPlaces, Fault, TypedLine

MOST_LINES = 60


class ComputedLine(NamedTuple):
    """A typed line, with the evening before and after it."""

    text: str
    line: TypedLine | None
    before: Evening
    after: Evening
    score: Score | None = None  # of a hand that can be paid
    faults: tuple[Fault, ...] = ()  # parts that could not be read
    problems: tuple[Problem, ...] = ()  # objections of the house rules

    @property
    def is_right(self) -> bool:
        """True if the line can be entered."""
        return self.line is not None and not self.faults and not self.problems


def split_lines(text: str) -> list[str]:
    """Return the lines of a text, without empty ones."""
    return [line.strip() for line in text.splitlines() if line.strip()][: MOST_LINES + 1]


def compute_lines(texts: Iterable[str], evening: Evening, sheet: Sheet) -> list[ComputedLine]:
    """Compute all lines in order; after a wrong line the forehand still moves on."""
    lines = []
    for text in texts:
        line = _compute_line(text, evening, sheet)
        lines.append(line)
        evening = line.after
    return lines


def _compute_line(text: str, evening: Evening, sheet: Sheet) -> ComputedLine:
    line, faults = parse_shorthand(text, sheet, compute_next_deal(evening))
    if line is None:
        return ComputedLine(text, None, evening, apply_void(evening), faults=faults)
    if is_double_round_begun(line.phase, evening):
        evening = begin_last_round_dealt_by(evening, evening.dealer)
    if line.kind != HAND or line.record is None:
        return ComputedLine(text, line, evening, evening if line.kind == REDEAL else apply_void(evening))
    result = score_table_hand(evening, sheet, print_record(line.record))
    if result.score is None:
        return ComputedLine(text, line, evening, apply_void(evening), problems=tuple(result.problems))
    return ComputedLine(text, line, evening, apply_hand(evening, result.score), result.score)


def compute_next_deal(evening: Evening) -> DealPlaces:
    """Return the seats of the next deal."""
    return DealPlaces(evening.active, evening.seat_of_forehand)
