"""The settings of a season: one frozen value, as JSON text and back; pure.

Points are integers in hundredths of a cup point.

>>> parse_season_settings(encode_season_settings(SeasonSettings(best=6, table=(22300, 19800)))) == SeasonSettings(
...     best=6, table=(22300, 19800)
... )
True
"""

import json
from typing import Any, NamedTuple

from tarockclub.kit.hash_chain import encode_ascii

HUNDREDTHS = 100  # of a cup point
TABLE, FORMULA = "table", "formula"  # the two rules for points
WAYS = (TABLE, FORMULA)
CONTINUED = "continued"  # only of a final's own points: a table, behind its end a formula
MEAN, BETTER = "mean", "better"  # players sharing a place get the mean of its points, or those of the first
TIES = (MEAN, BETTER)
ALL, NUMBER, HALF = "all", "number", "half"  # the days that count: all, the best NUMBER, the best half
WORST = "worst"  # … all but the worst ones
VIENNA = "vienna"  # … the best half, up to VIENNA_UP days rounded up, of more days rounded down
VIENNA_UP = 10
COUNTING = (ALL, NUMBER, HALF, VIENNA, WORST)
FINAL_ADDS, FINAL_ALONE = (
    "adds",
    "alone",
)  # a final counts besides the days, or decides alone, with points that are taken there
FINALS = (FINAL_ADDS, FINAL_ALONE)
# Criteria between players with the same points; the first one with a difference decides.
PLACES, BEST_DAY, BEST_DAYS, MORE_DAYS = "places", "best_day", "best_days", "more_days"
FINAL_PLACE, FINAL_POINTS, LOT = "final_place", "final_points", "lot"
CARRIED_PLACE, FINAL_ROUNDS = "carried_place", "final_rounds"  # the best round of the final, then the second best …
CRITERIA = (PLACES, BEST_DAY, BEST_DAYS, MORE_DAYS, FINAL_PLACE, FINAL_POINTS, FINAL_ROUNDS, CARRIED_PLACE, LOT)
BEST_CARRIED = "best"  # of points carried over more than once the best ones count; else ALL of them
CARRIED_WAYS = (ALL, BEST_CARRIED)
DAY, FINAL, CARRIED_POINTS = "day", "final", "carried"  # kinds of events (models.SeasonEvent.Kind)
ROUND, TOGETHER = "round", "season"
PER = (DAY, ROUND, TOGETHER)  # the points are those of a day, of each round of it, or of all days by their sums
# Whom a sub-ranking ranks: everybody, those of a category or a town of the register, or a list.
EVERYBODY, CATEGORY, TOWN, LIST = "everybody", "category", "town", "listed"
GROUPS = (EVERYBODY, CATEGORY, TOWN, LIST)
WHOLE = 10_000  # a share of all the entry money, in hundredths of a percent


class SubRanking(NamedTuple):
    """A ranking of some events or people of a season beside the whole one, with its entry money if it is a marathon."""

    number: int = 0  # from 1
    name: str = ""
    gone: bool = False  # taken off; published editions still name it
    word: str = ""  # events whose names contain it count …
    events: tuple[int, ...] = ()  # … and these; neither: all of them
    group: str = EVERYBODY
    group_name: str = ""  # the category or the town
    people: tuple[int, ...] = ()  # ids of those listed
    rules: "SeasonSettings | None" = None  # in place of the season's
    best: int = 0  # days that count; 0: as the rules say
    prizes: str = ""  # one a line
    fee: int = 0  # entry money, in cents
    shares: tuple[int, ...] = ()  # of the first, the second …, in hundredths of a percent of the entry money


class EveningRule(NamedTuple):
    """The evenings that count as days of a season."""

    since: str = ""  # ISO days; "": no limit
    until: str = ""
    weekdays: tuple[int, ...] = ()  # 0: Monday; none: all
    sheets: tuple[str, ...] = ()  # house rules; none: all
    chosen: bool = False  # only the dates that the director adds
    guests: tuple[int, ...] = ()  # people (ids) who play without being ranked
    in_year: bool = False  # euros are settled in the year, through the purse; else each evening at its table
    paid_until: str = ""  # with in_year: the ISO day until which evenings were paid at their tables; "": none was
    starts: str = ""  # the hour, as "19:00"; "": not said
    place: str = ""  # the inn


_SAID_IF_ANY = ("in_year", "paid_until", "starts", "place")  # what older settings do not have


class SeasonSettings(NamedTuple):
    """Everything that decides the season's standings."""

    way: str = FORMULA
    table: tuple[int, ...] = ()  # points of the first, the second …
    rest: int = 0  # points of everybody behind the end of the table
    formula: str = "players - place + 1"  # (formula/)
    ties: str = MEAN
    decimals: int = 0  # of points: 0, 1, 2
    per: str = DAY  # a place and its points are those of the day, of each of its rounds, or of all days
    bonus: int = 0  # for each day played, also for one that does not count
    counting: str = ALL
    best: int = 6  # with NUMBER
    worst: int = 1  # with WORST: how many of the days in the list, or planned, do not count
    half_up: bool = True  # with HALF: of five days three count, else two
    days: int = 0  # number of planned days; 0: as many as there are
    least_days: int = 0  # with fewer nobody is ranked
    least_third: bool = False  # … nor with less than a third of the days that have a result so far
    criteria: tuple[str, ...] = (PLACES, BEST_DAY, MORE_DAYS)
    final: str = FINAL_ADDS
    factor: int = 100  # of a final's points, in hundredths
    # A final's own points: of its first places, then by a formula; without both, they are those of a day.
    final_table: tuple[int, ...] = ()
    final_formula: str = ""
    absent: str = ""  # with ADDS: a formula of the number of finalists, the points of everybody else; "": none
    taken: int = 100  # with ALONE: the percentage of the days' points that counts in the final
    teams: bool = False  # teams are ranked, by the teams' published results of its tournaments
    sizes: str = ""  # of cups, with what their places carry (points/place_points.py)
    carried: str = ALL  # with BEST_CARRIED: of a person's carried points the best ones alone
    prizes: str = ""  # of the first, the second …, one a line
    rankings: tuple[SubRanking, ...] = ()
    evenings: EveningRule | None = None  # None: evenings do not count

    @property
    def has_evenings(self) -> bool:
        """True if evenings count as days."""
        return self.evenings is not None

    @property
    def guests(self) -> tuple[int, ...]:
        """The people (ids) who play at evenings without being ranked."""
        return self.evenings.guests if self.evenings is not None else ()


def find_rule(settings: SeasonSettings, kind: str) -> SeasonSettings:
    """Return the settings with the rule for the points of an event of a kind: a final may have its own, for the day."""
    if kind != FINAL or not (settings.final_table or settings.final_formula):
        return settings
    way = CONTINUED if settings.final_table else FORMULA
    return settings._replace(way=way, table=settings.final_table, formula=settings.final_formula or "0", per=DAY)


def compute_least_days(settings: SeasonSettings, days: int) -> int:
    """Return how many days somebody must have played to be ranked; `days`: those with a result so far.

    >>> [compute_least_days(SeasonSettings(least_third=True), days) for days in (0, 1, 3, 4, 52)]
    [0, 1, 1, 2, 18]
    """
    return max(settings.least_days, -(-days // 3) if settings.least_third else 0)


def encode_season_settings(settings: SeasonSettings) -> str:
    """Encode settings as JSON text."""
    return encode_ascii(build_setting_values(settings))


def build_setting_values(settings: SeasonSettings) -> dict[str, Any]:
    """Return settings as JSON values; sub-rankings only where there are any, evenings only where they count."""
    values = settings._asdict()
    evenings = values.pop("evenings")
    values |= {"evenings": build_evening_values(evenings)} if evenings is not None else {}
    rankings = [ranking._asdict() for ranking in values.pop("rankings")]
    for ranking in rankings:
        ranking["rules"] = ranking["rules"] and build_setting_values(ranking["rules"])
    return values | ({"rankings": rankings} if rankings else {})


def build_evening_values(rule: EveningRule) -> dict[str, Any]:
    """Return the rule of evenings as JSON values; where euros are settled, the hour and the place only where said."""
    values = rule._asdict()
    return {name: value for name, value in values.items() if value or name not in _SAID_IF_ANY}


def parse_season_settings(text: str) -> SeasonSettings:
    """Parse settings from JSON text; settings missing in an older text get their defaults."""
    return _build_settings(json.loads(text))


def _build_settings(values: dict[str, Any]) -> SeasonSettings:
    fields = {name: value for name, value in values.items() if name in SeasonSettings._fields}
    for name in ("table", "final_table", "criteria"):
        if name in fields:
            fields[name] = tuple(fields[name])
    fields["rankings"] = tuple(map(_build_ranking, fields.get("rankings", ())))
    if fields.get("evenings") is not None:
        fields["evenings"] = _build_evening_rule(fields["evenings"])
    return SeasonSettings(**fields)


def _build_evening_rule(values: dict[str, Any]) -> EveningRule:
    fields = {name: value for name, value in values.items() if name in EveningRule._fields}
    return EveningRule(**fields | {name: tuple(fields.get(name, ())) for name in ("weekdays", "sheets", "guests")})


def _build_ranking(values: dict[str, Any]) -> SubRanking:
    fields = {name: value for name, value in values.items() if name in SubRanking._fields}
    fields |= {name: tuple(fields.get(name, ())) for name in ("events", "people", "shares")}
    return SubRanking(**fields | {"rules": fields.get("rules") and _build_settings(fields["rules"])})
