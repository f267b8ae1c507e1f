"""What somebody decides about a held hand, and what becomes of that."""

from enum import Enum
from typing import NamedTuple

from scoring.engine.problems import Problem
from scoring.models import Entry, HeldHand

SAME, NEXT, DROP, REOPEN = "same", "next", "drop", "again"


class DecisionOutcome(Enum):
    """What became of a decision."""

    DONE = 200
    INVALID = 400  # nothing that can be decided, or it is no possible hand as the next one
    LATE = 403  # the table's time is up, or it was halted: the director decides
    UNKNOWN = 404  # no such hand is held
    OTHERS = 406  # not all of those who play the next hand have played it
    ENDED = 409
    DECIDED = 410  # another phone has decided otherwise
    STALE = 412  # the sheet is not what the phone showed
    NO_REASON = 422
    NOT_NOW = 425  # the table's clock stands


class Decision(NamedTuple):
    """What somebody taps."""

    what: str
    seen: int  # sequence number of the last entry that his phone showed
    line: int = 0  # of the deal that it is the same as
    note: str = ""  # why it does not count


class DecisionResult(NamedTuple):
    """The answer; with the hand, and what is wrong with it."""

    answer: DecisionOutcome
    hand: HeldHand | None = None
    entry: Entry | None = None  # it is in the book
    problems: tuple[Problem, ...] = ()
