"""The settings of a tournament: one frozen value with the sheet's figures as defaults, as JSON text and back.

Money is in cents (play money and euros), time in seconds.

>>> Settings().round_seconds, Settings().start, Settings().stake, Settings().fee
(1800, 5000, 100, 300)
>>> read(to_text(Settings(fee=500))) == Settings(fee=500)
True
"""

import json
from typing import Any, NamedTuple

SPIELGELD = "spielgeld"  # the format of this paper: play money by the clock (§1-4)
ROUND, TABLE = "round", "table"  # scope of a round's ranking
# Criteria of a ranking, as data; each compares two results, the first that tells them apart decides.
UNREPLACED, REPLACEMENTS, CAPITAL = "unreplaced", "replacements", "capital"
PLACES, BEST_ROUND, ROUNDS_WON, WRITTEN, HANDS_WON, LOT = (
    "places",
    "best_round",
    "rounds_won",
    "written",
    "hands_won",
    "lot",
)
CRITERIA = (UNREPLACED, REPLACEMENTS, CAPITAL, PLACES, BEST_ROUND, ROUNDS_WON, WRITTEN, HANDS_WON, LOT)


class Settings(NamedTuple):
    """Everything that decides a result; frozen when the first round starts."""

    format: str = SPIELGELD
    sheet: str = "zwanzigerrufen"
    options: tuple[tuple[str, bool], ...] = ()  # of the sheet, by name
    rounds: int = 3  # how many are planned; 0: as many as one likes (§2)
    round_seconds: int = 30 * 60  # §1
    double_round: bool = True  # §6 "+ eine Runde mit doppeltem Einsatz"
    hand_in_play: bool = True  # may be finished and recorded after the gong
    start: int = 5000  # starting capital, and each replacement (§2, §4)
    stake: int = 100  # play money for a point (§2)
    fee: int = 300  # cents for each player and round (§2)
    scope: str = ROUND
    round_criteria: tuple[str, ...] = (UNREPLACED, REPLACEMENTS, CAPITAL)  # §3, §4
    overall_criteria: tuple[str, ...] = (CAPITAL, UNREPLACED, REPLACEMENTS, BEST_ROUND)
    choosers: int = 2  # how many choose from the prizes (§3)
    count_chips: bool = True  # chips are counted against the computed capital before a table is done
    show_live: bool = True  # standings are public while a round runs


def to_text(settings: Settings) -> str:
    """Settings as JSON text."""
    return json.dumps(settings._asdict(), separators=(",", ":"))


def read(text: str) -> Settings:
    """Settings from JSON text; what an older text does not say is as usual."""
    kept: dict[str, Any] = {name: value for name, value in json.loads(text).items() if name in Settings._fields}
    for name in ("round_criteria", "overall_criteria"):
        if name in kept:
            kept[name] = tuple(kept[name])
    if "options" in kept:
        kept["options"] = tuple((name, bool(on)) for name, on in kept["options"])
    return Settings(**kept)
