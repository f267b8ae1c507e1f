"""The rows of a season's files: everybody's result at every event, and everybody's line in a ranking."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.xlsx.cells import COUNT, GAINS, PLAY, TOTALS
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import CurrentPerson, EventStatus, SeasonProgress, draw_lots
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.nodes import DayFacts, sum_facts
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import CountedRound, list_asked_facts
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, HUNDREDTHS, TOGETHER, SeasonSettings, find_rule
from tournaments.seasons.season.standing import (
    EventResult,
    EventRow,
    SeasonLine,
    build_criterion_keys,
    compute_scores,
    compute_worth,
    count_players,
)

BookColumn, PlainColumn = partial(Column, in_plain=False), partial(Column, in_book=False)
NOTHING = "nothing"  # in place of the kind of an event: a row that counts for nobody
HANDS, MOST_HANDS = "hands", "most_hands"
SHOWN_FACTS = ("written", HANDS)  # beside those that the points ask for, where evenings count
FINE = "fine"  # the order by all criteria together


class RankingEvent(NamedTuple):
    """An event that counts in a ranking."""

    status: EventStatus
    result: EventResult
    tag: int  # its number in order of time: the key of formulas

    @property
    def date(self) -> date | None:
        """The day; None if it is not known."""
        return find_event_day(self.status.event)

    @property
    def occasion(self) -> str:
        """The name of the event beside its date."""
        return _("Evening") if self.result.evenings else self.status.name


class RankingEntry(NamedTuple):
    """A row of the results."""

    event: RankingEvent
    row: EventRow
    person: CurrentPerson
    number: int  # the person's key in formulas
    played: CountedRound  # all that a formula may ask of it
    points: int | None  # hundredths; None: they cannot be computed
    written: int | None  # sixths, if a typed list has them
    kind: str  # of the event, or NOTHING
    own: int | None = None  # its place among the person's own days, the best one first; None: it is no day
    counts: int | None = None  # 1: that day is one of those that count

    @property
    def has_worth(self) -> bool:
        """True if its points follow from the result."""
        return self.row.has_worth and self.event.result.kind != CARRIED_POINTS

    @property
    def amount(self) -> int | float | None:
        """Its points as a number for files."""
        return convert_points(self.points)


class Ranking(NamedTuple):
    """A ranking to export, the season's own or a sub-ranking, with its results."""

    stand: SeasonProgress
    is_plain: bool  # for CSV and JSON
    keys: Mapping[int, int]  # of people
    plain_kind: str  # of points in CSV and JSON, and of those of places everywhere
    number: int = 0  # 0: the season's own
    title: str = ""
    events: tuple[RankingEvent, ...] = ()
    entries: tuple[RankingEntry, ...] = ()
    kinds: Mapping[str, str] = {}  # the words of the kinds, if there are rows that are no days; else nothing
    held_kinds: frozenset[str] = frozenset()  # the kinds that there are
    facts: tuple[str, ...] = ()  # that each result says
    points_kind: str = ""  # of cells with points: in a workbook with a sign where some have losses
    mean_kind: str = ""  # … with two decimals
    has_losses: bool = False
    has_typed_days: bool = False  # points of days were typed that are added up by themselves

    @property
    def settings(self) -> SeasonSettings:
        """The rules of the ranking."""
        return self.stand.settings

    @property
    def number_head(self) -> str:
        """The heading of the numbers of players, or of teams."""
        return _("Team no.") if self.settings.teams else _("No. in the register")

    def name_sheet(self, title: str) -> str:
        """Return the title of a sheet: behind the name of a sub-ranking."""
        return f"{self.title} – {title}" if self.number else title

    def build_prefix(self, letter: str) -> str:
        """Return the beginning of the names of a table's columns: S for the season's own standing, S_2 of another."""
        return f"{letter}_{self.number}" if self.number else letter


WrittenScores = Mapping[tuple[int, int], int]  # sixths, by event and person


def build_ranking(stand: SeasonProgress, written: WrittenScores, *, is_plain: bool) -> Ranking:
    """Return the ranking of a season with its entries; `written`: scores that a typed list has."""
    amounts = [amount for line in stand.standing.lines for amount in (line.points, *(got.points for got in line.got))]
    has_parts = stand.settings.decimals or any(amount % HUNDREDTHS for amount in amounts)
    tags = {event.event.number: tag for tag, event in enumerate(stand.events, 1)}
    empty = Ranking(stand, is_plain, _build_keys(stand, is_plain=is_plain), PLAY if has_parts else COUNT)
    return _add_entries(empty, tags, written)


def list_sub_rankings(first: Ranking) -> Iterator[Ranking]:
    """Yield the sub-rankings of a season, which have the keys of the `first` one."""
    tags = {event.result.id: event.tag for event in first.events}
    for sub in first.stand.rankings:
        empty = first._replace(stand=sub.stand, number=sub.ranking.number, title=sub.ranking.name)
        yield _add_entries(empty, tags, {})


def _add_entries(empty: Ranking, tags: Mapping[int, int], written: WrittenScores) -> Ranking:
    stand, settings, is_plain = empty.stand, empty.settings, empty.is_plain
    events = zip(stand.events, stand.values, strict=True)
    ranking = empty._replace(events=tuple(RankingEvent(*event, tags[event[1].id]) for event in events))
    entries = sorted(
        _list_entries(ranking, written), key=lambda entry: (entry.event.tag, entry.row.rank or 1 << 30, entry.row.who)
    )
    entries = entries if is_plain else _rank_own_days(stand, entries)
    held = frozenset(entry.kind for entry in entries)
    kinds = {kind: str(word) for kind, word in messages.KINDS.items()} | {NOTHING: _("does not count")}
    facts = list_asked_facts(settings)
    if settings.per == TOGETHER and MOST_HANDS in facts and not is_plain:  # the most of all sums, not of a day
        facts = tuple(dict.fromkeys((*(name for name in facts if name != MOST_HANDS), HANDS)))
    if settings.evenings is not None and not is_plain:
        known = [entry.row.facts for entry in entries if entry.has_worth]
        shown = (name for name in SHOWN_FACTS if any(getattr(each, name) is not None for each in known))
        facts = tuple(dict.fromkeys((*facts, *shown)))
    amounts = [entry.points or 0 for entry in entries] + [line.points for line in stand.standing.lines]
    decimals = max((0 if amount % HUNDREDTHS == 0 else 1 if amount % 10 == 0 else 2 for amount in amounts), default=0)
    has_losses = any(amount < 0 for amount in amounts)
    decimals = max(decimals, settings.decimals if has_losses else 0)
    point_kinds = [empty.plain_kind] * 3 if is_plain else GAINS if has_losses else TOTALS
    return ranking._replace(
        entries=tuple(entries),
        kinds=kinds if held - {DAY} else {},
        held_kinds=held,
        facts=facts,
        points_kind=point_kinds[decimals],
        mean_kind=point_kinds[2],
        has_losses=has_losses,
        has_typed_days=settings.per == TOGETHER and any(not entry.has_worth for entry in entries if entry.kind == DAY),
    )


def _build_keys(stand: SeasonProgress, *, is_plain: bool) -> dict[int, int]:
    """Return a number for everybody: that of the register; in a workbook one behind all of them for who has none."""
    numbers = {row.who: stand.people[row.who].number for result in stand.values for row in result.rows}
    unknown, last = sorted(who for who, number in numbers.items() if not number), max(numbers.values(), default=0)
    return numbers if is_plain else numbers | {who: last + at for at, who in enumerate(unknown, 1)}


def _list_entries(ranking: Ranking, written: WrittenScores) -> Iterator[RankingEntry]:
    """Yield the rows of events: for a workbook of those that count, with what a final brings to who was not there."""
    stand = ranking.stand
    for event in ranking.events:
        result, rule = event.result, find_rule(stand.settings, event.result.kind)
        if result.id in stand.standing.left_out and not ranking.is_plain:
            continue
        scores, sharing = (
            compute_scores(rule, result, []),
            Counter((*(row.rank for row in result.rows), *result.others)),
        )
        absent = [
            EventRow(line.who, 0, got.points)
            for line in stand.standing.lines
            for got in line.got
            if got.event == result.id and line.who not in scores and not ranking.is_plain
        ]
        for row in (*result.rows, *absent):
            score, day = scores.get(row.who), Day(row.rank, count_players(result), row.facts)
            is_counted = row in absent or (score is not None and score.row is row)
            entry = RankingEntry(
                *(event, row, stand.people[row.who], ranking.keys[row.who], CountedRound(day, sharing[row.rank])),
                *(row.points or 0, written.get((result.id, row.who)), result.kind if is_counted else NOTHING),
            )
            points = compute_worth(rule, row, sharing[row.rank], day.players) if entry.has_worth else entry.points
            yield entry._replace(points=None if isinstance(points, Problem) else points)


def _rank_own_days(stand: SeasonProgress, entries: list[RankingEntry]) -> list[RankingEntry]:
    """Return the entries with the order of everybody's days, the earlier one first of equals."""
    best, seen, ranked = stand.standing.best, Counter[int](), dict[int, RankingEntry]()
    days = ((at, entry) for at, entry in enumerate(entries) if entry.kind == DAY)
    for at, entry in sorted(days, key=lambda day: (-(day[1].points or 0), day[0])):
        seen[entry.row.who] += 1
        own = seen[entry.row.who]
        ranked[at] = entry._replace(own=own, counts=int(not 0 < best < own))
    return [ranked.get(at, entry) for at, entry in enumerate(entries)]


class RankingLine(NamedTuple):
    """A line of a ranking, with what its cells need beside it."""

    line: SeasonLine
    person: CurrentPerson
    number: int
    entries: Sequence[RankingEntry]
    order: int  # in the workbook: the ranked ones, then the others by their points
    orders: Mapping[str, int]  # by a criterion, and by all of them (FINE): the larger one is ranked first
    sums: DayFacts | None  # of the days whose points follow from all of them together

    @property
    def days(self) -> list[RankingEntry]:
        """The days that bring points, also those that do not count."""
        return [entry for entry in self.entries if entry.kind == DAY]

    @property
    def days_points(self) -> int | float | None:
        """The points of the days that count."""
        return convert_points(self.line.days_points)

    @property
    def worst(self) -> int | float | None:
        """Those of the worst day; None for who has none."""
        return min((entry.amount or 0 for entry in self.days), default=None)

    @property
    def hands(self) -> int:
        """The number of hands they played, as far as they are known."""
        return int(sum(entry.row.facts.hands or 0 for entry in self.days if entry.has_worth))

    def find_points(self, event: RankingEvent) -> int | float | None:
        """Return the points of an event; None for who was not there."""
        return next((convert_points(got.points) for got in self.line.got if got.event == event.result.id), None)


def list_lines(ranking: Ranking) -> list[RankingLine]:
    """Return the lines of a ranking in the order of its standing."""
    stand, of_person = ranking.stand, defaultdict[int, list[RankingEntry]](list)
    for entry in ranking.entries:
        of_person[entry.row.who].append(entry)
    lines, sums, keys = stand.standing.lines, _sum_days(ranking, of_person), ranking.keys

    def get_order(line: SeasonLine) -> tuple[bool, int, int]:
        return not line.rank, line.rank or -line.points, keys[line.who]

    position = {line.who: at for at, line in enumerate(sorted(lines, key=get_order), 1)}
    criteria = build_criterion_keys(stand.values, draw_lots(stand, stand.settings))
    orders = {name: _number_order(lines, criteria[name]) for name in stand.settings.criteria}
    orders[FINE] = _number_order(lines, lambda line: tuple(criteria[name](line) for name in stand.settings.criteria))
    return [
        RankingLine(
            *(line, stand.people[line.who], keys[line.who], of_person[line.who], position[line.who]),
            {name: order[line.who] for name, order in orders.items()},
            sums.get(line.who),
        )
        for line in lines
    ]


def _number_order(lines: Sequence[SeasonLine], read: Callable[[SeasonLine], Any]) -> dict[int, int]:
    """Return what a criterion compares as integers, by person."""
    order = {key: at for at, key in enumerate(sorted({read(line) for line in lines}), 1)}
    return {line.who: order[read(line)] for line in lines}


def _sum_days(ranking: Ranking, of_person: Mapping[int, Sequence[RankingEntry]]) -> dict[int, DayFacts]:
    """Return everybody's sums over all days; nothing where each day has its own points."""
    if ranking.settings.per != TOGETHER:
        return {}
    sums = dict[int, DayFacts]()
    for line in ranking.stand.standing.lines:
        days = (entry for entry in of_person.get(line.who, ()) if entry.kind == DAY and entry.has_worth)
        if facts := [entry.row.facts for entry in days]:
            sums[line.who] = sum_facts(facts)
    most = max((facts.hands for facts in sums.values() if facts.hands is not None), default=None)
    return {who: facts._replace(most_hands=most) for who, facts in sums.items()}


def convert_points(hundredths: int | None) -> int | float | None:
    """Return points as a number for files; None where there are none."""
    return None if hundredths is None else convert_to_number(hundredths, HUNDREDTHS)
