"""The rows of a season's workbook: everybody's result at every event, with the day's number and whether it counts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tarockclub.kit.xlsx.cells import GAINS, TOTALS
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import EventStatus, SeasonProgress
from tournaments.seasons.season.export.results import SeasonExport, has_worth
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import DAY, HUNDREDTHS, TOGETHER, SeasonSettings, find_rule
from tournaments.seasons.season.standing import EventResult, EventRow, compute_scores, compute_worth, count_players

NOTHING = "nothing"  # in place of the kind of an event: a row that counts for nobody
MOST_HANDS = "most_hands"
SHOWN_FACTS = ("written", "hands")  # beside those that the points ask for, where evenings count


class WorkbookEntry(NamedTuple):
    """A row of the results."""

    tag: int  # the number of its event in order of time: the key of formulas
    event: EventStatus
    result: EventResult
    row: EventRow
    number: int  # the person's key in formulas
    name: str
    points: int | None  # hundredths; None: they cannot be computed
    kind: str = NOTHING
    own: int = 0  # its place among the person's own days, the best one first; 0: no day
    counts: bool = True

    @property
    def has_worth(self) -> bool:
        """True if its points follow from the result."""
        return has_worth(self.event, self.row)

    @property
    def day(self) -> Day:
        """Return all that a formula may ask of it."""
        return Day(self.row.rank, count_players(self.result), self.row.facts)

    @property
    def is_counted(self) -> bool:
        """True if it brings points to somebody."""
        return self.kind != NOTHING

    @property
    def others(self) -> int:
        """Return how many without a row share its place."""
        return Counter(self.result.others)[self.row.rank]

    @property
    def sharing(self) -> int:
        """Return how many share its place."""
        return sum(row.rank == self.row.rank for row in self.result.rows) + self.others


class Ranking(NamedTuple):
    """A ranking of a workbook, the season's own or a sub-ranking, with its results."""

    export: SeasonExport
    number: int  # 0: the season's own
    title: str
    tags: Mapping[int, int]  # the keys of the events, by their number
    keys: Mapping[int, int]  # … and of people
    entries: tuple[WorkbookEntry, ...]
    kinds: Mapping[str, str]  # the words of the kinds, if there are rows that are no days; else nothing
    facts: tuple[str, ...]  # that each result says
    decimals: int
    has_losses: bool

    @property
    def stand(self) -> SeasonProgress:
        """The state of the ranking."""
        return self.export.stand

    @property
    def has_typed_days(self) -> bool:
        """True if points of days were typed that are added up by themselves."""
        typed = (entry.kind == DAY and not entry.has_worth for entry in self.entries)
        return self.stand.settings.per == TOGETHER and any(typed)

    @property
    def points_kind(self) -> str:
        """The kind of cells with points: with a sign where some have losses."""
        return (GAINS if self.has_losses else TOTALS)[self.decimals]

    @property
    def mean_kind(self) -> str:
        """The kind of cells with means of points."""
        return (GAINS if self.has_losses else TOTALS)[2]

    def name_sheet(self, title: str) -> str:
        """Return the title of a sheet: behind the name of a sub-ranking."""
        return f"{self.title} – {title}" if self.number else title

    def build_prefix(self, letter: str) -> str:
        """Return the beginning of the names of a table's columns: S for the season's own standing, S_2 of another."""
        return f"{letter}_{self.number}" if self.number else letter


def build_ranking(export: SeasonExport, number: int, title: str, first: Ranking | None = None) -> Ranking:
    """Return a ranking with its entries; a sub-ranking has the keys of the `first` one."""
    stand = export.stand
    tags = first.tags if first is not None else {event.event.number: tag for tag, event in enumerate(stand.events, 1)}
    keys = first.keys if first is not None else _build_keys(stand)
    entries = _rank_own_days(stand, sorted(_list_entries(export, tags, keys), key=_get_order))
    has_kinds = any(entry.kind != DAY for entry in entries)
    kinds = {kind: str(word) for kind, word in messages.KINDS.items()} | {NOTHING: _("does not count")}
    facts = list_asked_facts(stand.settings)
    if stand.settings.per == TOGETHER and MOST_HANDS in facts:  # the most of all sums, not of a day
        facts = tuple(dict.fromkeys((*(name for name in facts if name != MOST_HANDS), "hands")))
    if stand.settings.evenings is not None:
        facts += tuple(name for name in SHOWN_FACTS if name not in facts and _is_known(name, entries))
    amounts = [entry.points or 0 for entry in entries] + [line.points for line in stand.standing.lines]
    decimals = max((_count_decimals(amount) for amount in amounts), default=0)
    has_losses = any(amount < 0 for amount in amounts)
    return Ranking(
        *(export, number, title, tags, keys, tuple(entries), kinds if has_kinds else {}, facts),
        max(decimals, stand.settings.decimals if has_losses else 0),
        has_losses,
    )


def _get_order(entry: WorkbookEntry) -> tuple[int, int, int]:
    return entry.tag, entry.row.rank or 1 << 30, entry.row.who


def _count_decimals(hundredths: int) -> int:
    return 0 if hundredths % HUNDREDTHS == 0 else 1 if hundredths % 10 == 0 else 2


def _is_known(name: str, entries: Iterable[WorkbookEntry]) -> bool:
    return any(entry.has_worth and getattr(entry.row.facts, name) is not None for entry in entries)


def _build_keys(stand: SeasonProgress) -> dict[int, int]:
    """Return a number for everybody: that of the register, and behind all of them one for who has none any more."""
    of_rows = {row.who for result in stand.values for row in result.rows}
    everybody = dict.fromkeys((*stand.people, *sorted(of_rows), *(line.who for line in stand.standing.lines)))
    numbers = {who: stand.people[who].number for who in everybody}
    last = max(numbers.values(), default=0)
    unknown = {who: last + at for at, who in enumerate((who for who, number in numbers.items() if not number), 1)}
    return numbers | unknown


def _list_entries(export: SeasonExport, tags: Mapping[int, int], keys: Mapping[int, int]) -> Iterator[WorkbookEntry]:
    """Yield the rows of all events that count, and what a final brings to those who were not there."""
    stand = export.stand
    for event, result in zip(stand.events, stand.values, strict=True):
        if result.id in stand.standing.left_out:
            continue
        rule = find_rule(stand.settings, result.kind)
        scores = compute_scores(rule, result, [])
        absent = [
            EventRow(line.who, 0, got.points)
            for line in stand.standing.lines
            for got in line.got
            if got.event == result.id and line.who not in scores
        ]
        for row in (*result.rows, *absent):
            score = scores.get(row.who)
            is_counted = row in absent or (score is not None and score.row is row)
            entry = WorkbookEntry(
                *(tags[result.id], event, result, row, keys[row.who], stand.people[row.who].real, row.points or 0),
                result.kind if is_counted else NOTHING,
            )
            yield entry._replace(points=_compute_points(rule, entry)) if entry.has_worth else entry


def _compute_points(rule: SeasonSettings, entry: WorkbookEntry) -> int | None:
    points = compute_worth(rule, entry.row, entry.sharing, count_players(entry.result))
    return None if isinstance(points, Problem) else points


def _rank_own_days(stand: SeasonProgress, entries: list[WorkbookEntry]) -> list[WorkbookEntry]:
    """Return the entries with the order of everybody's days, the earlier one first of equals."""
    best, seen = stand.standing.best, Counter[int]()
    own: dict[tuple[int, int], int] = {}
    for entry in sorted(entries, key=lambda entry: (-(entry.points or 0), entry.tag)):
        if entry.kind == DAY:
            seen[entry.row.who] += 1
            own[entry.tag, entry.row.who] = seen[entry.row.who]
    ranked = [entry._replace(own=own[entry.tag, entry.row.who] if entry.kind == DAY else 0) for entry in entries]
    return [entry._replace(counts=entry.is_counted and not 0 < best < entry.own) for entry in ranked]


def find_date(event: EventStatus) -> date | None:
    """Return the day of an event without a time; None if it is not known."""
    day = find_event_day(event.event)
    return localtime(day).date() if isinstance(day, datetime) else day


def name_occasion(event: EventStatus) -> str:
    """Return the name of an event beside its date."""
    return _("Evening") if event.event.evenings else event.name


def group_entries(
    entries: Iterable[WorkbookEntry], key: Callable[[WorkbookEntry], int]
) -> dict[int, list[WorkbookEntry]]:
    """Return the entries by their tag or their person."""
    groups: dict[int, list[WorkbookEntry]] = {}
    for entry in entries:
        groups.setdefault(key(entry), []).append(entry)
    return groups
