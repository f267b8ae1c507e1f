"""Lines of a book on the sheet "treffpunkt", for the tests of an evening."""

from functools import cache

from scoring.engine.evening.course import CourseLine, Hand, Places
from scoring.engine.hand.record import HandRecord, Play
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.sheet import Sheet
from tests.scoring.engine.support.built_in import sheet_of

FOUR: Places = (0, 1, 2, 3)


@cache
def treffpunkt() -> Sheet:
    """The sheet as it is without options."""
    return sheet_of("treffpunkt")


def dreier(declarer: int, forehand: int, active: Places = FOUR, radl_set: int | None = None) -> Hand:
    """A Dreier won by this seat: 5 points from each of three."""
    record = HandRecord((Play("dreier", declarer, result="won"),), forehand=active.index(forehand))
    return Hand(record, forehand, active, radl_set)


def trischaken(forehand: int, active: Places = FOUR) -> Hand:
    """A Trischaken in which seats 0 and 1 pay 2 points each to seats 2 and 3; it starts a Radl of one round."""
    seat = active.index(forehand)
    points = (20 * 3, 20 * 3, 15 * 3, 15 * 3)  # thirds
    return Hand(HandRecord((Play("trischaken", seat, points=points),), forehand=seat), forehand, active)


def score_line(number: int, hand: Hand, radl: int = 1) -> CourseLine:
    """The line of a hand with its score, at this factor."""
    result = score_record(hand.record._replace(radl=radl), [], treffpunkt())
    assert result.score is not None, result.problems
    return CourseLine(number, hand, result.score, radl)


def points(*amounts: int) -> tuple[int, ...]:
    """Points as sixths."""
    return tuple(amount * 6 for amount in amounts)
