"""Premiums that cannot stand beside each other, for a form that offers only what the checks of a record take."""

from functools import lru_cache

from scoring.engine.hand.check.premiums import find_conflicts
from scoring.engine.hand.record import SIDES, HandRecord, Play, RecordedPremium
from scoring.engine.house_rules.selector import Key
from scoring.engine.house_rules.sheet import Sheet

Obstacles = dict[Key, dict[Key, str]]


@lru_cache(maxsize=64)
def list_obstacles(sheet: Sheet) -> Obstacles:
    """Return for a premium in each form the other side's in whose way it is, with the code of the problem.

    `premium_once` and `premium_excluded` hold however the two end (the latter of one side as well), all others only
    where both are won; `premium_left` is a `premium_denied` that falls away with the king left in the talon.
    """
    keys = sorted({key for contract in sheet.contracts.values() for key in contract.forms})
    obstacles = {key: {other: _find_obstacle(key, other, sheet) for other in keys} for key in keys}
    return {key: {other: code for other, code in codes.items() if code} for key, codes in obstacles.items()}


def _find_obstacle(key: Key, other: Key, sheet: Sheet) -> str:
    both = tuple(
        RecordedPremium(name, side, announced) for (name, announced), side in zip((other, key), SIDES, strict=True)
    )

    def find_code(play: Play) -> str:
        record = HandRecord((play,), both)
        return next((problem.code for problem in find_conflicts(record, both[1], sheet.premiums[key[0]], sheet, 1)), "")

    code = find_code(Play("", 0))
    games = sheet.premiums[key[0]].left_in | sheet.premiums[other[0]].left_in
    is_left = code and games and not find_code(Play(min(games), 0, king_in_talon=True))
    return "premium_left" if is_left else code
