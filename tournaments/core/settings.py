"""The settings of a tournament: one frozen value with the sheet's figures as defaults; encoded as JSON text.

Money is in cents (play money and euros), time in seconds. What people and programs see of a setting is declared in
hall/setup.

>>> Settings().round_seconds, Settings().start, Settings().stake, Settings().fee
(1800, 5000, 100, 300)
>>> parse_settings(encode_settings(Settings(fee=500))) == Settings(fee=500)
True
"""

import json
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.hash_chain import encode_ascii

# The starting point of a form; the other settings alone decide what is played. The formats are in core/formats.
SPIELGELD = "spielgeld"  # the format of this paper: play money by the clock (§1-4)
CUP = "cup"  # a fixed number of hands per round, the written score counts; only the API still begins with it
# How seats are drawn: by lot; the first four of the standing at table 1, from the second round on or in the last one
# alone; the same by the standing of the season, from the first round on.
LOTS, STANDING, LAST_STANDING, SEASON_STANDING = SEATINGS = ("lots", "standing", "last", "season")
ROUND, TABLE = "round", "table"  # scope of a round's ranking
TOURNAMENT = "tournament"
FEE_PER = (ROUND, TOURNAMENT)  # what the fee is for
# Criteria of a ranking, as data; each compares two results, the first one that distinguishes them decides.
NO_REPLACEMENTS, REPLACEMENTS, CAPITAL = "unreplaced", "replacements", "capital"
PLACES, BEST_ROUND, ROUNDS_WON, WRITTEN_SCORE, HANDS_WON, LOT = (
    "places",
    "best_round",
    "rounds_won",
    "written",
    "hands_won",
    "lot",
)
# Of cups: place points, written score and place points together, more first places at tables, the best round by each.
PLACE_POINTS, SUM, TABLE_PLACES, BEST_WRITTEN, WRITTEN_ROUNDS, BEST_SUM = (
    "place_points",
    "sum",
    "table_places",
    "best_written",
    "written_rounds",
    "best_sum",
)
CRITERIA_WORDS: dict[str, Promise] = {
    NO_REPLACEMENTS: _("never lost all the capital"),
    REPLACEMENTS: _("fewer replacements"),
    CAPITAL: _("more capital without replacements"),
    PLACES: _("better places in the rounds"),
    BEST_ROUND: _("better best round"),
    ROUNDS_WON: _("more rounds won"),
    WRITTEN_SCORE: _("higher written score"),
    HANDS_WON: _("more hands won"),
    PLACE_POINTS: _("more place points"),
    SUM: _("higher written score and place points together"),
    TABLE_PLACES: _("better places at the tables"),
    BEST_WRITTEN: _("better best round by written score"),
    WRITTEN_ROUNDS: _("better rounds by written score: the best, then the second best …"),
    BEST_SUM: _("better best round by both combined"),
    LOT: _("lot drawn by the program"),
}
CRITERIA = tuple(CRITERIA_WORDS)
# The columns of standings that a club may choose; what each has is said in results/standings/columns.py.
HANDS, PER_HAND, PAIR, PRIZE = "hands", "per_hand", "pair", "prize"
COLUMN_WORDS: dict[str, Promise] = {
    CAPITAL: _("Capital"),
    WRITTEN_SCORE: _("Written score"),
    PLACE_POINTS: _("Place points"),
    SUM: _("Sum"),
    PAIR: _("Points / score"),
    HANDS: _("Hands"),
    HANDS_WON: _("Hands won"),
    PER_HAND: _("Ø per hand"),
    BEST_ROUND: _("Best round"),
    ROUNDS_WON: _("Rounds won"),
    PRIZE: _("Prize"),
}
COLUMNS = tuple(COLUMN_WORDS)


class Settings(NamedTuple):
    """Everything that decides a result; frozen when the first round starts."""

    format: str = SPIELGELD
    sheet: str = "zwanzigerrufen"
    options: tuple[tuple[str, bool], ...] = ()  # of the sheet, by name
    rounds: int = 0  # how many are planned; 0: as many as one likes (§2)
    round_seconds: int = 30 * 60  # §1; 0: no limit of time
    larger_seconds: tuple[int, ...] = ()  # of a table of five and of six, 0: as one of four; (): all tables the same
    hands: tuple[int, ...] = ()  # of a table of four, five, six in a round; (): as many as the time allows
    double_round: bool = True  # §6 "+ eine Runde mit doppeltem Einsatz"
    hand_in_play: bool = True  # may be finished and recorded after the gong
    start: int = 5000  # starting capital, and each replacement (§2, §4); 0: no play money
    stake: int = 100  # play money for a point (§2)
    rate: int = 0  # cents of real money for a point, settled at each table; 0: none
    kontra: int | None = None  # at most so much of it on the written score; 0: all of it; none: as the sheet says
    donation: bool = False  # the cost of kontra beyond the written score goes to the donation box
    place_points: tuple[tuple[int, ...], ...] = ()  # of a table of four, five, six by place; (): none
    seating: str = LOTS
    team_size: int = 0  # two, three, four; 0: no teams
    mates_apart: bool = True  # members of a team do not sit at the same table
    fee: int = 300  # cents for each player (§2)
    fee_per: str = ROUND  # … and round, or once for the whole tournament
    scope: str = ROUND
    round_criteria: tuple[str, ...] = (NO_REPLACEMENTS, REPLACEMENTS, CAPITAL)  # §3, §4
    overall_criteria: tuple[str, ...] = (CAPITAL, NO_REPLACEMENTS, REPLACEMENTS, BEST_ROUND)
    # Readings of the sheet that it leaves open; the defaults are those of all tournaments before they could be chosen.
    replacement: int = 0  # cents; 0: as much as the starting capital (§4)
    forgives_debt: bool = False  # what a player has lost beyond the capital is not taken from the replacement (§4)
    replaced_last: bool = False  # whoever needed a replacement shares the last rank, and chooses no prize (§4)
    double_only_last: bool = False  # the double round is played in the last planned round alone (§6)
    choosers: int = 2  # how many choose from the prizes (§3)
    count_chips: bool = True  # chips are counted against the computed capital before a table is done
    show_live: bool = True  # standings are public while a round runs
    show_replacements: bool = False  # walls say behind a name that it plays on with replacement capital
    silent_seconds: int = 10 * 60  # the desk names a table that has entered nothing for so long; 0: none
    overtime_seconds: int = 15 * 60  # … and one that plays on so long after the gong; 0: none
    on_paper: bool = False  # each round begins with all its tables on paper
    columns: tuple[str, ...] = ()  # of the standings, beside the one that decides; (): what the ranking needs
    reduced: tuple[tuple[str, int], ...] = ()  # cents in place of the fee, by category of persons; the lowest counts


def has_double_round(settings: Settings, number: int) -> bool:
    """Return True if a double round is played after this round (§6).

    >>> only = Settings(rounds=3, double_only_last=True)
    >>> [has_double_round(only, number) for number in (1, 2, 3)], has_double_round(Settings(), 1)
    ([False, False, True], True)
    """
    return settings.double_round and (not settings.double_only_last or number == settings.rounds)


_POINTS = ((60, 40, 20, 0), (60, 45, 30, 15, 0), (60, 48, 36, 24, 12, 0))
_CUP = Settings(
    format=CUP,
    rounds=3,
    round_seconds=0,
    hands=(16, 20, 24),
    double_round=False,
    start=0,
    rate=10,
    place_points=_POINTS,
    round_criteria=(SUM, WRITTEN_SCORE),
    overall_criteria=(SUM, TABLE_PLACES, BEST_SUM),
    count_chips=False,
)


def build_default_settings(format_: str) -> Settings:
    """Build the settings that a form begins with.

    >>> build_default_settings(CUP).hands, build_default_settings(SPIELGELD) == Settings()
    ((16, 20, 24), True)
    """
    return _CUP if format_ == CUP else Settings()


def encode_settings(settings: Settings) -> str:
    """Encode settings as JSON text."""
    return encode_ascii(settings._asdict())


def parse_settings(text: str) -> Settings:
    """Parse settings from JSON text; a setting that is missing in an older text has its default."""
    stored = json.loads(text)
    return Settings(**{name: freeze_lists(value) for name, value in stored.items() if name in Settings._fields})


def freeze_lists(value: Any) -> Any:
    """Return a value with tuples in the place of its lists, as settings have them."""
    return tuple(map(freeze_lists, value)) if isinstance(value, list) else value
