"""The columns of standings, each said once, and which of them stand where."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import format_decimal, format_points, format_signed_points
from tarockclub.kit.xlsx.cells import AMOUNT, PLAY, TEXT
from tarockclub.kit.xlsx.cells import POINTS as DECIMAL
from tournaments.core import settings as criteria
from tournaments.core.rules.line_facts import round_cents
from tournaments.core.rules.ranking import PARTS
from tournaments.core.settings import COLUMN_WORDS, Settings
from tournaments.hall.standing.standing import RankedLine
from tournaments.results.standings.column import WHOLE, ApiField, StandingColumn, format_play_money

ROUND_DIGITS, DIGITS = 9, 6  # values from halves and thirds are rounded before comparison, sums of them again


def has_points(settings: Settings) -> bool:
    """Return True if results are in points, and not in play money only."""
    return not settings.start or bool(settings.place_points)


def has_money(settings: Settings) -> bool:
    """Return True if there is play money."""
    return bool(settings.start)


def has_place_points(settings: Settings) -> bool:
    """Return True if places at the tables give points."""
    return bool(settings.place_points)


def _get_gain(line: RankedLine) -> int:
    return line.gain


RANK = StandingColumn("rank", _("Rank"), lambda line: line.rank, api=ApiField("rank"))
SHARED = StandingColumn(
    "shared",
    "",
    lambda line: line.shared,
    api=ApiField("shared", "Tied with others in everything.", "truth"),
)
NUMBER = StandingColumn(
    "number",
    _("Start no."),
    lambda line: line.player.number or None,
    api=ApiField("number", compute=lambda line: line.player.number),
)
NAME = StandingColumn("name", _("Name"), lambda line: line.player.name, kind=TEXT, api=ApiField("name", kind="text"))
REPLACED_PLAYERS = StandingColumn(
    "seat_of",
    "",
    lambda line: ", ".join(line.before),
    api=ApiField("seat_of", "Who held this seat before, in order: the line has their score and capital.", "text"),
)
TABLE = StandingColumn(
    "table",
    _("Table"),
    lambda line: line.table or None,
    is_optional=True,
    api=ApiField("table", "Table in the standings of a round; otherwise 0.", compute=lambda line: line.table),
)
REPLACED = StandingColumn(
    "replaced",
    _("Replacements"),
    lambda line: line.replaced,
    when=has_money,
    name_in_json="replacements",
    api=ApiField("replaced"),
)
CAPITAL = StandingColumn(
    "counted",
    COLUMN_WORDS[criteria.CAPITAL],
    lambda line: line.ranked_amount,
    WHOLE,
    lambda amount, exact: format_play_money(amount, exact=exact),
    _get_gain,
    has_money,
    kind=PLAY,
    name_in_json="capital",
    api=ApiField(
        "capital_cents",
        "Play money without replacements; over all rounds: won and lost.",
        "whole",
        lambda line: round_cents(line.ranked_amount),
        is_zero_elsewhere=True,
    ),
)
GAIN = StandingColumn(
    "gain",
    _("Total"),
    _get_gain,
    WHOLE,
    lambda amount, exact: format_play_money(amount, exact=exact, sign=True),
    _get_gain,
    has_money,
    kind=PLAY,
    name_in_json="won",
)
SCORE = StandingColumn(
    "written",
    COLUMN_WORDS[criteria.WRITTEN_SCORE],
    lambda line: line.written,
    SIXTHS,
    lambda sixths, _exact: format_signed_points(sixths),
    lambda line: line.written,
    has_points,
    kind=AMOUNT,
    api=ApiField("written", "Written score, in sixths of a point.", "whole"),
)
PLACE = StandingColumn(
    "place",
    _("Place at the table"),
    lambda line: line.place or None,
    when=has_points,
    is_optional=True,
    api=ApiField(
        "place",
        "Place at the table by the written score; 0: none yet, or over all rounds.",
        compute=lambda line: line.place,
    ),
)
POINTS = StandingColumn(
    "place_points",
    COLUMN_WORDS[criteria.PLACE_POINTS],
    lambda line: line.points,
    PARTS,
    lambda parts, _exact: format_points(parts, PARTS),
    when=has_place_points,
    kind=DECIMAL,
    digits=ROUND_DIGITS,
    api=ApiField("place_points", "In sixtieths of a point.", "whole"),
)
# HP and SP of Zwanzigerrufen, as their results are written: 4 / +31.
PAIR = replace(
    POINTS,
    id="pair",
    head=COLUMN_WORDS[criteria.PAIR],
    value=lambda line: (line.points, line.written),
    text=lambda pair, _exact: f"{format_points(pair[0], PARTS)} / {format_signed_points(pair[1])}",
    api=None,
)
SUM = StandingColumn(
    "sum",
    COLUMN_WORDS[criteria.SUM],
    lambda line: line.together,
    PARTS,
    lambda parts, _exact: format_points(parts, PARTS),
    lambda line: line.together,
    has_place_points,
    DECIMAL,
    ROUND_DIGITS,
)


def compute_hand_mean(line: RankedLine) -> int | None:
    """Return the written score per hand, in hundredths of a point; None unless all hands are known.

    Half a hundredth is rounded away from 0, as workbooks do.

    >>> from tournaments.core.rules.line_facts import LineFacts
    >>> from tournaments.hall.standing.players import StandingPlayer
    >>> line = RankedLine(rank=1, shared=False, player=StandingPlayer(7, 3, 1, ""), gain=0, replaced=0, written=-3)
    >>> lines = [line._replace(facts=LineFacts(hands=4, has_all_hands=are_all)) for are_all in (True, False)]
    >>> list(map(compute_hand_mean, lines))
    [-13, None]
    """
    if not line.facts.hands or not line.facts.has_all_hands:
        return None
    parts = SIXTHS * line.facts.hands
    rounded = (200 * abs(line.written) + parts) // (2 * parts)
    return -rounded if line.written < 0 else rounded


MEAN = StandingColumn(
    "per_hand",
    COLUMN_WORDS[criteria.PER_HAND],
    compute_hand_mean,
    100,
    lambda mean, _exact: format_decimal(Fraction(mean, 100), plus=True),
    lambda line: line.written,
    has_points,
    DECIMAL,
    is_optional=True,
    api=ApiField(
        "per_hand", "Written score per hand, in hundredths of a point; null: not all hands are known.", "maybe"
    ),
)


def _build_best(column: StandingColumn, name: str, head: str | Promise) -> StandingColumn:
    """Return the column of the best round by another column."""

    def compute(line: RankedLine) -> int | None:
        return max((column.value(played) for played in line.rounds if played is not None), default=None)

    return replace(column, id=name, head=head, value=compute, sign=None, name_in_json="", is_optional=True, api=None)


def _count_rounds_won(line: RankedLine) -> int | None:
    return sum(played is not None and played.rank == 1 for played in line.rounds) if line.rounds else None


HANDS = StandingColumn(
    "hands",
    COLUMN_WORDS[criteria.HANDS],
    lambda line: line.facts.hands if line.facts.has_all_hands else None,
    is_optional=True,
)
HANDS_WON = StandingColumn(
    "won",
    COLUMN_WORDS[criteria.HANDS_WON],
    lambda line: line.facts.won if line.facts.has_all_hands else None,
    name_in_json="hands_won",
    is_optional=True,
)
ROUNDS_WON = StandingColumn("rounds_won", COLUMN_WORDS[criteria.ROUNDS_WON], _count_rounds_won, is_optional=True)
BEST_ROUND = _build_best(GAIN, "best_round", COLUMN_WORDS[criteria.BEST_ROUND])
BEST_SUM = _build_best(SUM, "best_sum", _("Best round by total"))
BEST_SCORE = _build_best(SCORE, "best_written", _("Best round by the written score"))
PRIZE = StandingColumn(
    "prize", COLUMN_WORDS[criteria.PRIZE], lambda line: line.player.find_prize(line.round), kind=TEXT, is_optional=True
)

# What stands where, in its order. `list_shown_columns` puts the column that decides last on pages and papers.
PAGE = (CAPITAL, SCORE, POINTS, SUM)
CSV = (RANK, NUMBER, NAME, TABLE, REPLACED, CAPITAL, PLACE, SCORE, POINTS, SUM, MEAN)
JSON = (RANK, NUMBER, NAME, REPLACED, TABLE, CAPITAL, PLACE, SCORE, POINTS, SUM, MEAN)
JSON_OF_ROUND = (PLACE, SCORE, POINTS, SUM, MEAN)  # in a line over all rounds
API = (RANK, SHARED, NUMBER, NAME, REPLACED_PLAYERS, TABLE, CAPITAL, REPLACED, SCORE, POINTS, PLACE, MEAN)

# What a club may choose for pages, walls and papers; of several the first that the tournament uses.
CHOICE: Mapping[str, tuple[StandingColumn, ...]] = {
    criteria.CAPITAL: (CAPITAL,),
    criteria.WRITTEN_SCORE: (SCORE,),
    criteria.PLACE_POINTS: (POINTS,),
    criteria.SUM: (SUM,),
    criteria.PAIR: (PAIR,),
    criteria.HANDS: (HANDS,),
    criteria.HANDS_WON: (HANDS_WON,),
    criteria.PER_HAND: (MEAN,),
    criteria.BEST_ROUND: (BEST_ROUND, BEST_SUM, BEST_SCORE),
    criteria.ROUNDS_WON: (ROUNDS_WON,),
    criteria.PRIZE: (PRIZE,),
}
_COLUMN_OF_CRITERION = {
    criteria.NO_REPLACEMENTS: CAPITAL,
    criteria.REPLACEMENTS: CAPITAL,
    criteria.CAPITAL: CAPITAL,
    criteria.BEST_ROUND: CAPITAL,
    criteria.WRITTEN_SCORE: SCORE,
    criteria.BEST_WRITTEN: SCORE,
    criteria.WRITTEN_ROUNDS: SCORE,
    criteria.PLACE_POINTS: POINTS,
    criteria.SUM: SUM,
    criteria.BEST_SUM: SUM,
}


def list_criteria(settings: Settings, scope: int) -> tuple[str, ...]:
    """Return the criteria that rank a round (its number), or (0) the whole tournament."""
    return settings.round_criteria if scope else settings.overall_criteria


def is_money(column: StandingColumn) -> bool:
    """Return True if a column shows play money."""
    return column.parts == WHOLE


def find_deciding_column(settings: Settings, scope: int) -> StandingColumn:
    """Return the column that decides, whatever people see of it: an amount to calculate with."""
    return list_shown_columns(settings._replace(columns=()), scope)[-1]


def has_place_points_shown(columns: Iterable[StandingColumn]) -> bool:
    """Return True if place points are among these columns, also as half of a pair."""
    return not {POINTS, PAIR}.isdisjoint(columns)


def list_shown_columns(
    settings: Settings, scope: int, lines: Sequence[RankedLine] = (), *, of_teams: bool = False
) -> tuple[StandingColumn, ...]:
    """Return the columns of the standings of a round, or (0) of all, for people; the one that decides is the last.

    They are those that the club has chosen, or else what the ranking needs. One that no line has a value for is left
    out: published lines have no hands.

    >>> from tournaments.core.settings import CUP, build_default_settings
    >>> [column.id for column in list_shown_columns(build_default_settings(CUP), 1)]
    ['written', 'place_points', 'sum']
    >>> [column.id for scope in (1, 0) for column in list_shown_columns(Settings(), scope)]
    ['counted', 'gain']
    """
    names = list_criteria(settings, scope)
    ranking = [_COLUMN_OF_CRITERION[name] for name in names if name in _COLUMN_OF_CRITERION]
    usual = [column for column in list_used(PAGE, settings) if column is not SUM or column in ranking]
    last = next((column for column in ranking if column in usual), SCORE if SCORE in usual else CAPITAL)
    shown = [column for column in list_chosen(settings) if _has_values(column, lines)] if settings.columns else usual
    last = PAIR if last is POINTS and PAIR in shown else last
    columns = (*(column for column in shown if column is not last), last)
    return columns if scope and not of_teams else show_gain(columns)


def _has_values(column: StandingColumn, lines: Iterable[RankedLine]) -> bool:
    return not column.is_optional or any(column.value(line) is not None for line in lines)


def list_chosen(settings: Settings) -> tuple[StandingColumn, ...]:
    """Return the columns that the club has chosen, as far as the tournament uses them."""
    return tuple(column for name in settings.columns for column in list_used(CHOICE.get(name, ()), settings)[:1])


def list_used(columns: Iterable[StandingColumn], settings: Settings) -> tuple[StandingColumn, ...]:
    """Return those of these columns that a tournament uses."""
    return tuple(column for column in columns if column.when(settings))


def list_file_columns(columns: Iterable[StandingColumn], settings: Settings, scope: int) -> tuple[StandingColumn, ...]:
    """Return those of these columns that a tournament uses for a round, or (0) for all, and more that were chosen."""
    chosen = (column for column in list_chosen(settings) if column.is_optional)
    used = list_used(dict.fromkeys((*columns, *chosen)), settings)
    return used if scope else show_gain(used)


def show_gain(columns: Iterable[StandingColumn]) -> tuple[StandingColumn, ...]:
    """Return the same columns with what was won instead of the capital: over all rounds, and of teams."""
    return tuple(GAIN if column is CAPITAL else column for column in columns)
