"""The decisions about a held hand, and their outcomes."""

from enum import Enum
from typing import NamedTuple

from scoring.engine.problems import Problem
from scoring.models import Entry, HeldHand

SAME, NEXT, DROP, REOPEN = "same", "next", "drop", "again"


class DecisionOutcome(Enum):
    """The outcome of a decision."""

    DONE = 200
    INVALID = 400  # not a possible decision, or the hand is not possible as the next one
    LATE = 403  # the table's time is up, or it was stopped: the director decides
    UNKNOWN = 404  # no such hand is held
    OTHERS = 406  # the players of the next hand are not those who played it
    ENDED = 409
    DECIDED = 410  # another phone has decided otherwise
    STALE = 412  # the sheet has changed since the phone displayed it
    NO_REASON = 422
    NOT_NOW = 425  # the table's clock is stopped


class Decision(NamedTuple):
    """A decision as it was tapped."""

    what: str
    seen: int  # sequence number of the last entry that the phone displayed
    line: int = 0  # the line of the same deal
    note: str = ""  # the reason why it does not count


class DecisionResult(NamedTuple):
    """The outcome of a decision, with the hand and its problems."""

    answer: DecisionOutcome
    hand: HeldHand | None = None
    entry: Entry | None = None  # the hand's entry in the book
    problems: tuple[Problem, ...] = ()
