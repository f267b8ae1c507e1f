"""The club's hall of fame: the winners, and everybody's achievements in all years; pure values.

>>> cup = FameEvent(TOURNAMENT, "Kirtag", date(2019, 5, 1), (RecordPlace(7, 1), RecordPlace(8, 2), RecordPlace(9, 2)))
>>> [(one.who, one.wins, one.podiums, one.played) for one in compute_careers([cup])]
[(7, 1, 1, 1), (8, 0, 1, 1), (9, 0, 1, 1)]
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

TOURNAMENT, SEASON = "tournament", "season"
PODIUM = 3  # places on the podium
METALS = ("gold", "silver", "bronze")


class RecordPlace(NamedTuple):
    """A person in a result."""

    who: int
    rank: int  # 0: unknown, or not ranked
    points: int | None = None  # of a season: hundredths
    round: int | None = None  # of a tournament: the best round, sixths of the written score
    amount: int | None = None  # of a tournament: what has ranked it, in parts


class FameEvent(NamedTuple):
    """A tournament or a season with its result."""

    what: str  # TOURNAMENT, SEASON
    name: str
    day: date | None  # of a season: its last one
    places: Sequence[RecordPlace]
    slug: str = ""  # of the tournament or season; "": typed in
    sheet: str = ""  # the house rules of a tournament
    is_final: bool = False  # a tournament that is the final of a season

    @property
    def winners(self) -> tuple[int, ...]:
        """The persons on the first place."""
        return tuple(place.who for place in self.places if place.rank == 1)


class Career(NamedTuple):
    """The achievements of a person in all years."""

    who: int
    titles: int = 0  # seasons
    wins: int = 0  # tournaments
    podiums: int = 0  # of tournaments
    played: int = 0  # tournaments
    series: int = 0  # the longest series of tournaments on the podium, among those played


def compute_careers(results: Iterable[FameEvent]) -> list[Career]:
    """Compute everybody's achievements: most titles first, then most wins, most podiums, fewest tournaments."""
    careers: dict[int, Career] = {}
    running: dict[int, int] = {}
    for won in sort_by_day(results):
        for who, rank in _compute_best_ranks(won.places).items():
            career = careers.get(who, Career(who))
            careers[who] = _add_result(career, won, rank, running)
    return sorted(
        careers.values(), key=lambda career: (-career.titles, -career.wins, -career.podiums, career.played, career.who)
    )


def sort_by_day(results: Iterable[FameEvent]) -> list[FameEvent]:
    """Return the results by day, the earliest first; those without a day come before all others."""
    return sorted(results, key=lambda won: (won.day or date.min, won.name))


def _compute_best_ranks(places: Sequence[RecordPlace]) -> dict[int, int]:
    """Return the rank of everybody; a person who is in it twice (merged) gets the better one."""
    best_ranks: dict[int, int] = {}
    for place in places:
        ranks = [rank for rank in (place.rank, best_ranks.get(place.who, 0)) if rank]
        best_ranks[place.who] = min(ranks, default=0)
    return best_ranks


def _add_result(career: Career, won: FameEvent, rank: int, running: dict[int, int]) -> Career:
    """Return a person's career with one more result."""
    if won.what == SEASON:
        return career._replace(titles=career.titles + (rank == 1))
    on_podium = 0 < rank <= PODIUM
    running[career.who] = running.get(career.who, 0) + 1 if on_podium else 0
    return career._replace(
        wins=career.wins + (rank == 1),
        podiums=career.podiums + on_podium,
        played=career.played + 1,
        series=max(career.series, running[career.who]),
    )


class Medals(NamedTuple):
    """The medals of a person: of seasons, and of the days of their finals; the points of all seasons, in hundredths."""

    who: int
    gold: int = 0
    silver: int = 0
    bronze: int = 0
    day_gold: int = 0
    day_silver: int = 0
    day_bronze: int = 0
    finals: int = 0  # played
    points: int = 0


def compute_medals(results: Iterable[FameEvent]) -> list[Medals]:
    """Compute everybody's medals, most gold first, then silver, bronze, and the same of the days; then by points.

    >>> places = (RecordPlace(7, 1, 15400), RecordPlace(8, 2, 15000), RecordPlace(9, 4, 9000))
    >>> played = FameEvent(TOURNAMENT, "Finale", None, (RecordPlace(8, 1), RecordPlace(7, 2)), is_final=True)
    >>> medals = compute_medals([FameEvent(SEASON, "2019", None, places), played])
    >>> [(row.who, row.gold, row.silver, row.day_gold, row.finals, row.points) for row in medals]
    [(7, 1, 0, 0, 1, 15400), (8, 0, 1, 1, 1, 15000), (9, 0, 0, 0, 0, 9000)]
    """
    medals_of: dict[int, Medals] = {}
    for won in results:
        if won.what != SEASON and not won.is_final:
            continue
        prefix = "" if won.what == SEASON else "day_"
        ranks = _compute_best_ranks(won.places)
        points = {place.who: place.points or 0 for place in won.places}
        for who, rank in ranks.items():
            medals = medals_of.get(who, Medals(who))
            if 0 < rank <= PODIUM:
                name = f"{prefix}{METALS[rank - 1]}"
                medals = medals._replace(**{name: getattr(medals, name) + 1})
            finals, total = medals.finals + won.is_final, medals.points + points[who]
            medals_of[who] = medals._replace(finals=finals, points=total)
    return sorted(
        medals_of.values(), key=lambda medals: (*(-count for count in medals[1:7]), -medals.points, medals.who)
    )


class Record(NamedTuple):
    """A best achievement; several persons may share it."""

    what: str
    amount: int
    holders: tuple[tuple[int, FameEvent | None], ...]  # person (NOBODY: the result itself), and the result


MOST_TITLES, MOST_WINS, MOST_PODIUMS, LONGEST_SERIES, MOST_PLAYED = (
    "most_titles",
    "most_wins",
    "most_podiums",
    "longest_series",
    "most_played",
)
SEASON_POINTS, BEST_ROUND, LARGEST_FIELD = "season_points", "best_round", "largest_field"
MOST_HOLDERS, NOBODY = 5, 0
_OF_CAREERS = (
    (MOST_TITLES, "titles"),
    (MOST_WINS, "wins"),
    (MOST_PODIUMS, "podiums"),
    (LONGEST_SERIES, "series"),
    (MOST_PLAYED, "played"),
)


def compute_records(results: Sequence[FameEvent], all_careers: Sequence[Career]) -> list[Record]:
    """Compute the club's records, as far as known; of points, rounds and fields the best of all years."""
    records = [_compute_career_record(what, field, all_careers) for what, field in _OF_CAREERS]
    points = [(place.points, place.who, won) for won in results if won.what == SEASON for place in won.places]
    rounds = [(place.round, place.who, won) for won in results if won.what == TOURNAMENT for place in won.places]
    fields = [(len(won.places), NOBODY, won) for won in results if won.what == TOURNAMENT]
    bests = ((SEASON_POINTS, points), (BEST_ROUND, rounds), (LARGEST_FIELD, fields))
    records += [_compute_best_record(what, amounts) for what, amounts in bests]
    return [record for record in records if record.amount > 0]


def _compute_career_record(what: str, field: str, all_careers: Sequence[Career]) -> Record:
    most = max((getattr(career, field) for career in all_careers), default=0)
    holders = [(career.who, None) for career in all_careers if getattr(career, field) == most]
    return Record(what, most if len(holders) <= MOST_HOLDERS else 0, tuple(holders))


def _compute_best_record(what: str, amounts: Sequence[tuple[int | None, int, FameEvent]]) -> Record:
    most = max((amount for amount, _who, _won in amounts if amount is not None), default=0)
    return Record(what, most, tuple((who, won) for amount, who, won in amounts if amount == most)[:MOST_HOLDERS])


MOST_COMPETITIONS, MOST_ON_BOARD = 5, 60
_YEARLY = re.compile(r"\([^()]*\)$|,? ?\b(?:19|20)\d\d(?: ?[/–-] ?\d\d(?:\d\d)?)?\b|^\d+\. ")
Cell = tuple[FameEvent, ...]


class BoardYear(NamedTuple):
    """A year on the board of winners: what was won in each competition, and after these in all others."""

    year: int  # 0: nobody knows it
    cells: tuple[Cell, ...]


class Board(NamedTuple):
    """The winners by year and competition."""

    competitions: tuple[tuple[str, str], ...]  # what it is (SEASON, TOURNAMENT), and its name
    years: tuple[BoardYear, ...]
    later: int = 0  # the year before those that are shown; 0: none


def find_competition(won: FameEvent) -> tuple[str, str]:
    """Return the competition of a result: its name without what differs from year to year.

    >>> for name in ("Advent 2025", "Tarockcup 2024/25", "12. Kirtag (Cup 2019)", "2020"):
    ...     find_competition(FameEvent(TOURNAMENT, name, None, ()))[1]
    'Advent'
    'Tarockcup'
    'Kirtag'
    '2020'
    """
    return won.what, " ".join(_YEARLY.sub("", " ".join(won.name.split())).split()) or won.name


def build_board(results: Iterable[FameEvent], until: int = 0) -> Board:
    """Return the winners of some years, the newest first (`until`: of this year and before it).

    What was won in two years or more has a column: seasons first, then what was won in most of them.
    """
    won_ones = [won for won in results if won.winners]
    held = {(find_competition(won), won.day.year) for won in won_ones if won.day is not None}
    years_of = Counter(competition for competition, _year in held)
    often = [competition for competition, years in years_of.items() if years > 1]
    chosen = sorted(often, key=lambda each: (-years_of[each], each))[:MOST_COMPETITIONS]
    columns = tuple(sorted(chosen, key=lambda each: (each[0] != SEASON, -years_of[each], each[1])))
    years, shown = list[BoardYear](), 0
    newest_first = sorted(won_ones, key=_get_year, reverse=True)
    for year, of_year in groupby((won for won in newest_first if not until or _get_year(won) <= until), key=_get_year):
        every = tuple(of_year)
        if shown and shown + len(every) > MOST_ON_BOARD:
            return Board(columns, tuple(years), year)
        shown += len(every)
        cells = [tuple(won for won in every if find_competition(won) == column) for column in columns]
        rest = tuple(won for won in every if find_competition(won) not in columns)
        years.append(BoardYear(year, (*cells, rest)))
    return Board(columns, tuple(years))


def _get_year(won: FameEvent) -> int:
    return won.day.year if won.day is not None else 0
