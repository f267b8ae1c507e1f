"""Limits for lines of the book that are not hands."""

from scoring.engine.evening.course import (
    DEALER,
    Cash,
    Content,
    EndTotals,
    ForehandSet,
    LastRoundSaid,
    RadlSet,
    Seating,
    Transfer,
    get_written_amounts,
    list_paid_places,
)
from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS, RUNNING, Evening
from scoring.engine.problems import Problem
from scoring.models import PLACES

MOST_DEALS = 24  # of a Radl set manually
MOST_CASH = 1_000_000  # cents
MOST_MOVED = 6_000_000  # sixths of a point
MOST_REPLACEMENTS = 99
MOST_HANDS = 99  # on a paper sheet


def check_content(content: Content, now: Evening) -> Problem | None:
    """Return the problem of a line that is not a hand; None: it is possible."""
    match content:
        case ForehandSet(place):
            return None if place in now.order else Problem("place", "place_unknown")
        case Cash(place, cents):
            if place not in now.order:
                return Problem("place", "place_unknown")
            return None if 0 < abs(cents) <= MOST_CASH else Problem("cents", "cash_out_of_range")
        case RadlSet(deals):
            params = (("most", MOST_DEALS),)
            return None if 0 <= deals <= MOST_DEALS else Problem("deals", "radl_out_of_range", params)
        case LastRoundSaid():
            return _check_last_round(content, now)
        case Transfer() | EndTotals():
            return _check_amounts(content, now)
        case Seating():
            return _check_seating(content, now)
    return None


def _check_last_round(last_round: LastRoundSaid, now: Evening) -> Problem | None:
    if now.last_round.phase == RUNNING:
        return Problem("form", "last_round_running")
    if last_round.form == DEALER and last_round.dealer not in now.order:
        return Problem("dealer", "place_unknown")
    return None


def _check_seating(seating: Seating, now: Evening) -> Problem | None:
    order, came = seating.order, {place for place, _ in seating.came}
    if not FEWEST_PLAYERS <= len(order) <= MOST_PLAYERS:
        return Problem("order", "players_out_of_range")
    stay = set(order) - came
    is_valid = len(set(order)) == len(order) and set(order) <= set(range(PLACES)) and came <= set(order)
    if not is_valid or not stay <= set(now.order) or not {place for place, _ in seating.substitutes} <= stay:
        return Problem("order", "place_unknown")
    return Problem("order", "no_change") if seating == Seating(now.order) else None


def _check_amounts(content: Transfer | EndTotals, now: Evening) -> Problem | None:
    """Check that amounts add up to 0 and belong to people at the table; a ruling that moves nothing is refused."""
    amounts, written = content.amounts, get_written_amounts(content)
    replaced, hands = (content.replacements, content.hands) if isinstance(content, EndTotals) else ((), None)
    for sums in (amounts, written):
        if len(sums) != PLACES or any(abs(sixths) > MOST_MOVED for sixths in sums):
            return Problem("amounts", "amount_out_of_range", (("most", MOST_MOVED // 6),))
    if len(replaced) not in (0, PLACES) or not all(0 <= count <= MOST_REPLACEMENTS for count in replaced):
        return Problem("replacements", "replacements_out_of_range", (("most", MOST_REPLACEMENTS),))
    if hands is not None and not 0 <= hands <= MOST_HANDS:
        return Problem("hands", "hands_out_of_range", (("most", MOST_HANDS),))
    if sum(amounts) or sum(written):
        return Problem("amounts", "amounts_not_zero")
    if any(place not in now.order for place in list_paid_places(content)):
        return Problem("amounts", "place_unknown")
    return Problem("amounts", "no_change") if isinstance(content, Transfer) and not any(amounts) else None
