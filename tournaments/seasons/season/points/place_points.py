r"""The points of a place: by a table or by a formula, shared places by their mean or like the best of them; pure.

Points are integers in hundredths of a cup point, rounded once: half of the last decimal away from 0.

The sizes of cups, each with its list of points that a place carries into a final; text and values, pure.

A line of the text is a size: its name, the average number of players from which it applies, the points of the places.
A line without a colon goes on with those of the line above, so that a column of numbers can be pasted.

>>> sizes = parse_cup_sizes("Groß, ab 60,5: 120; 112; 106\nKlein: 120; 109\n100")
>>> [(size.name, size.least, size.table) for size in sizes]
[('Groß', 6050, (12000, 11200, 10600)), ('Klein', None, (12000, 10900, 10000))]
>>> choose_size(sizes, 6100), choose_size(sizes, 6000)
(1, 0)
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import explain_readings, format_hundredths, format_points, parse_hundredths
from tarockclub.kit.numbers import list_readings
from tournaments.seasons.season.points.formula.evaluate import Day, compile_formula, round_half_away
from tournaments.seasons.season.points.formula.nodes import UNKNOWN, Amount, DayFacts, list_formula_facts
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.settings import (
    CONTINUED,
    FORMULA,
    HUNDREDTHS,
    MEAN,
    TABLE,
    TOGETHER,
    SeasonSettings,
)

Worth = Callable[[Day], Amount | Problem]
MOST_PLACES = 300  # of a table
LONGEST_TABLE = 40 * MOST_PLACES  # characters: more are not even looked at
_SEPARATOR = re.compile(r"[;\n]")


def compute_points(
    settings: SeasonSettings, place: int, sharing: int, players: int, facts: DayFacts = UNKNOWN
) -> int | Problem:
    """Compute the points (hundredths) on a place shared by `sharing` players, among `players` players.

    `facts`: all else that is known of the player's day, for formulas that ask for it.

    >>> by_table = SeasonSettings(way=TABLE, table=(22300, 19800, 18000), rest=100)
    >>> [compute_points(by_table, place, 1, 30) for place in (1, 3, 4)], compute_points(by_table, 1, 2, 30)
    ([22300, 18000, 100], 21100)
    >>> compute_points(by_table._replace(ties="better"), 1, 2, 30)
    22300
    >>> compute_points(SeasonSettings(formula="min(points, 50 + points / 2)"), 3, 1, 20, DayFacts(160))
    13000
    """
    value = compute_exact(settings, CountedRound(Day(place, players, facts), sharing))
    return value if isinstance(value, Problem) else round_place_points(value, settings.decimals)


class CountedRound(NamedTuple):
    """A player's result in a round, or on a whole day: the place, and how many share it."""

    day: Day
    sharing: int = 1
    table_sharing: int = 1  # players who share the place at the table
    round: int = 0  # number; 0: the whole day


def compute_exact(settings: SeasonSettings, played: CountedRound) -> Amount | Problem:
    """Compute the unrounded points: of shared places the mean, or those of the better one."""
    worth = build_worth(settings)
    if settings.ties != MEAN:
        return worth(played.day)
    values = list(map(worth, list_shared_days(settings, played)))
    problem = next((value for value in values if isinstance(value, Problem)), None)
    amounts = [value for value in values if not isinstance(value, Problem)]
    return problem or (amounts[0] if len(amounts) == 1 else Fraction(sum(amounts)) / len(amounts))


def list_shared_days(settings: SeasonSettings, played: CountedRound) -> Iterator[Day]:
    """Yield a day for each place that is shared, also at the table if the formula asks for the place there."""
    day, at_table = played.day, played.day.facts.table_place
    asks = at_table is not None and "table_place" in list_asked_facts(settings)
    for more in range(played.sharing):
        for behind in range(played.table_sharing if asks else 1):
            facts = day.facts._replace(table_place=(at_table or 0) + behind) if asks else day.facts
            yield Day(day.place + more, day.players, facts)


def sum_rounds(settings: SeasonSettings, rounds: Iterable[CountedRound]) -> int | Problem:
    """Compute the points (hundredths) of a day whose rounds count one by one: rounded once, at the end.

    >>> rule = SeasonSettings(formula="if table_place = 1 then 4 else if table_place = 2 then 2 else 0")
    >>> facts = DayFacts(table_place=1)
    >>> sum_rounds(rule, [CountedRound(Day(1, 8, facts)), CountedRound(Day(5, 8, facts), 1, 2)])
    700
    """
    total = Fraction(0)
    for played in rounds:
        value = compute_exact(settings, played)
        if isinstance(value, Problem):
            return value
        total += value
    return round_place_points(total, settings.decimals)


def build_worth(settings: SeasonSettings) -> Worth:
    """Return the function for the points of each unshared place."""
    if settings.way == FORMULA:
        return _build_formula_worth(settings.formula)
    places = [Fraction(points, HUNDREDTHS) for points in settings.table]
    rest = Fraction(settings.rest, HUNDREDTHS)
    behind: Worth = _build_formula_worth(settings.formula) if settings.way == CONTINUED else lambda _day: rest
    return lambda day: places[day.place - 1] if day.place <= len(places) else behind(day)


def list_asked_facts(settings: SeasonSettings) -> tuple[str, ...]:
    """Return the facts of a day, beside the place, on which its points depend, or those of the final."""
    return _list_facts_of_all(list_formulas(settings))


@lru_cache(maxsize=64)
def _list_facts_of_all(formulas: tuple[str, ...]) -> tuple[str, ...]:
    asked = {name for text in formulas for name in _list_facts(text)}
    return tuple(name for name in DayFacts._fields if name in asked)


def list_formulas(settings: SeasonSettings) -> tuple[str, ...]:
    """Return the formulas for the points of a day and of a final; none where both have tables."""
    own = settings.final_formula or ("0" if settings.final_table else "")
    return tuple(text for text in ("" if settings.way == TABLE else settings.formula, own) if text)


@lru_cache(maxsize=64)
def _list_facts(text: str) -> tuple[str, ...]:
    node = parse_formula(text)
    return () if isinstance(node, Problem) else list_formula_facts(node)


@lru_cache(maxsize=64)
def _build_formula_worth(text: str) -> Worth:
    node = parse_formula(text)
    if isinstance(node, Problem):
        problem = node
        return lambda _day: problem
    return compile_formula(node)


def round_place_points(value: Amount, decimals: int) -> int:
    """Round points to this number of decimals, in hundredths.

    >>> [round_place_points(Fraction(421, 2), decimals) for decimals in (0, 1)], round_place_points(Fraction(100, 3), 2)
    ([21100, 21050], 3333)
    """
    steps = (1, 10, 100)[decimals]
    return round_half_away(value * steps) * (HUNDREDTHS // steps)


def format_day_points(settings: SeasonSettings, points: int, *, plus: bool = False) -> str:
    """Format points that follow from a day: in sixths, as they were written, where only the sum of all is rounded.

    >>> rule = SeasonSettings(per="season", formula="written", decimals=1)
    >>> [format_day_points(settings, -470) for settings in (rule, rule._replace(per="day"))]
    ['−4⅔', '−4,7']
    """
    sixths = round(Fraction(points * SIXTHS, HUNDREDTHS))
    if has_sixths(settings) and round_place_points(Fraction(sixths, SIXTHS), settings.decimals) == points:
        return format_points(sixths, plus=plus)
    return format_hundredths(points, plus=plus)


@lru_cache(maxsize=64)
def has_sixths(settings: SeasonSettings) -> bool:
    """Return whether the points of a day alone are its written score, which the sum of all days takes unrounded."""
    written = Fraction(-14, 3)
    day = CountedRound(Day(1, 1, DayFacts(written=written)))
    return bool(settings.per == TOGETHER and settings.decimals) and compute_exact(settings, day) == written


def parse_places(text: str) -> tuple[int, ...] | None:
    """Parse the points of the first, the second … into hundredths; None for an invalid amount or too many of them.

    With semicolons or one line each, a comma is a decimal one; otherwise it separates places.

    >>> parse_places("223, 198, 180"), parse_places("22,5; 19")
    ((22300, 19800, 18000), (2250, 1900))
    """
    if len(text) > LONGEST_TABLE:
        return None
    amounts = list(map(parse_hundredths, _split_places(text)))
    known = tuple(amount for amount in amounts if amount is not None)
    return known if len(known) == len(amounts) <= MOST_PLACES else None


def explain_places(text: str) -> str:
    """Return the sentence for the first of the points that allow two readings; empty if there are none."""
    return next(filter(None, map(explain_readings, _split_places(text[:LONGEST_TABLE]))), "")


def _split_places(text: str) -> list[str]:
    """Split points at semicolons and lines, and at spaces between numbers, which none of them has within."""
    one_each = text if ";" in text or "\n" in text.strip() else text.replace(",", " ")
    parts = [part.strip().removesuffix(",") for part in _SEPARATOR.split(one_each)]
    words = [[word.removesuffix(",") for word in part.split()] for part in parts]
    split = [each if all(map(list_readings, each)) else [part] for part, each in zip(parts, words, strict=True)]
    return [points for each in split for points in each if points]


def format_places(places: tuple[int, ...]) -> str:
    """Format the points of all places as typed text.

    >>> format_places((22300, 19850))
    '223; 198,5'
    """
    return "; ".join(format_hundredths(place, "de") for place in places)


MOST_SIZES = 6
LONGEST_TEXT, LONGEST_NAME = 5000, 40
# Each part by itself: an expression for the whole head would try all ways to share spaces out between them.
_LEAST = re.compile(r"(?:ab|from)\s+(.{1,12})")


class CupSize(NamedTuple):
    """A size of cups, with what the places of such a cup carry."""

    name: str
    least: int | None  # the average number of players from which it applies, in hundredths; None: chosen by hand
    table: tuple[int, ...]  # hundredths of a point; places behind its end carry nothing

    def get_points(self, place: int) -> int:
        """Return the points of a place, which is 1 or more, in hundredths."""
        return self.table[place - 1] if place <= len(self.table) else 0


@lru_cache(maxsize=64)
def parse_cup_sizes(text: str) -> tuple[CupSize, ...] | None:
    """Parse all sizes; None for text that is none, or for too many sizes or places."""
    blocks: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if ":" in line:
            blocks.append(line)
        elif blocks:
            blocks[-1] += f"\n{line}"
        else:
            return None
    sizes_parsed = [_parse_size(block) for block in blocks]
    sizes = tuple(size for size in sizes_parsed if size is not None)
    return sizes if len(sizes) == len(sizes_parsed) <= MOST_SIZES else None


def explain_cup_sizes(text: str) -> str:
    """Return the sentence for the first number of all sizes that allows two readings; empty if none does."""
    for line in text.splitlines():
        head, _colon, places = line.rpartition(":")
        least = _LEAST.search(head)
        sentence = (explain_readings(least[1].strip()) if least else "") or explain_places(places)
        if sentence:
            return sentence
    return ""


def _parse_size(block: str) -> CupSize | None:
    head, _colon, places = block.partition(":")
    name, comma, points_text = (part.strip() for part in head.partition(","))
    least = _LEAST.fullmatch(points_text) if comma else None
    if not 0 < len(name) <= LONGEST_NAME or (comma and least is None):
        return None
    average, table = parse_hundredths(least[1] if least else "0"), parse_places(places)
    if average is None or not table:
        return None
    return CupSize(name, average if least else None, table)


def choose_size(sizes: Sequence[CupSize], average: int) -> int:
    """Return the number of the size (from 1) of a cup with an average of hundredths of a player; 0: none is known."""
    known = [(size.least, at) for at, size in enumerate(sizes, 1) if size.least is not None and size.least <= average]
    return max(known, default=(0, 0))[1]


def find_size(text: str, number: int) -> CupSize | None:
    """Return a size by its number, from 1; None if there is none (any more)."""
    sizes = parse_cup_sizes(text) or ()
    return sizes[number - 1] if 0 < number <= len(sizes) else None
