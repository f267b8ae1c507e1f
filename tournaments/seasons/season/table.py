"""The table of a season's standings, running or published: its days, rows and cells, and the prizes of its ranks."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_hundredths
from tarockclub.platform.privacy.public_names import shorten_first_name
from tournaments.models import Season, SeasonEvent
from tournaments.seasons.season.data import COUNTS, CurrentPerson, SeasonProgress, load_names
from tournaments.seasons.season.editions import SeasonEdition, SubEdition, apply_merges, is_of_teams, mark_typed
from tournaments.seasons.season.line_facts import LineFact, is_sum, list_line_facts
from tournaments.seasons.season.messages import CRITERIA, format_choice
from tournaments.seasons.season.points.place_points import has_sixths
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.results.services import list_uncounted
from tournaments.seasons.season.services import find_event_day, format_event_name
from tournaments.seasons.season.settings import (
    BEST_CARRIED,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ROUNDS,
    SeasonSettings,
    compute_least_days,
    parse_season_settings,
)
from tournaments.seasons.season.standing import GUEST, EventScore, SeasonLine, compute_best_days, format_score
from tournaments.seasons.season.sub_rankings.rules import share_pot

NO_RANK, UNKNOWN = "–", "–"


class SeasonColumn(NamedTuple):
    """An event at the head of the standings."""

    number: int  # the event's number in its address; 0: all cups from which places carry points
    kind: str
    label: str  # short
    name: str
    day: date | None
    state: str


class Cell(NamedTuple):
    """The points of an event in a line; an empty text means that the player was not there."""

    text: str = ""
    counts: bool = True
    is_loss: bool = False
    is_best: bool = False  # of the day
    hundredths: int | None = None  # the points; None: there are none


_NOT_THERE, _NOT_COMPUTED = Cell(), Cell(UNKNOWN)


class SeasonRow(NamedTuple):
    """A player in the standings."""

    rank: str
    move: int  # places gained since the last day; below 0: lost
    name: str
    number: int  # of the person in the club
    points: str
    is_loss: bool
    days: int
    cells: tuple[Cell, ...]
    few: int  # days that are missing for a rank; below 0: a guest
    in_final: bool
    facts: tuple[str, ...]  # beside the points


class PrizeLine(NamedTuple):
    """Prizes of a rank, and who has it; of several with one rank: those of all their places."""

    rank: str
    prizes: str
    names: str


class SeasonTable(NamedTuple):
    """Current or published standings."""

    columns: tuple[SeasonColumn, ...]  # with a result
    lines: tuple[SeasonRow, ...]
    best: int  # so many days count; 0: all
    least: int  # days that a rank takes
    in_final: bool  # the final decides: players who played it are ranked above all others
    is_sum: bool  # False: the points are an average
    events: tuple[SeasonColumn, ...]  # all that counts, also what shares a column
    facts: tuple[LineFact, ...]  # beside the points; none: nothing but a final and what is carried into it
    notes: tuple[str, ...] = ()
    uncounted: tuple[str, ...] = ()  # of days that count nothing, or not for everybody
    prizes: tuple[PrizeLine, ...] = ()

    @property
    def ranked(self) -> list[SeasonRow]:
        """The rows of those who have a rank."""
        return [row for row in self.lines if row.rank != NO_RANK]

    @property
    def unranked(self) -> list[SeasonRow]:
        """The rows of those who have too few days for a rank."""
        return [row for row in self.lines if row.rank == NO_RANK and row.few != GUEST]

    @property
    def guests(self) -> list[SeasonRow]:
        """The rows of those who are never ranked."""
        return [row for row in self.lines if row.few == GUEST]


class _Standing(NamedTuple):
    """The whole of a table: all lines, whoever is on the page."""

    settings: SeasonSettings
    events: tuple[SeasonColumn, ...]
    known: Collection[int]  # the events that have a result
    lines: Sequence[SeasonLine]
    people: Mapping[int, CurrentPerson]
    cups: Collection[int]  # the events from which places carry points
    best: int
    least: int  # days that a rank takes
    moves: Mapping[int, int]
    unknown: Collection[tuple[int, int]] = ()  # events and people of which something cannot be computed


Positions = Iterable[int]  # of the lines that a page shows


def build_current_table(stand: SeasonProgress, positions: Positions | None = None) -> SeasonTable:
    """Return the current standings of a season; `positions`: only these of its lines, counted from 0."""
    lines, left_out = stand.standing.lines, stand.standing.left_out
    known = {event.event.number for event in stand.events if event.rows or event.state == COUNTS} - {*left_out}
    events = tuple(column for column in build_columns(stand) if column.number not in left_out)
    moves = {line.who: count_move(stand, line) for line in lines}
    cups = {event.event.number for event in stand.events if event.event.size}
    best, least = stand.standing.best, find_least_days(stand)
    standing = _Standing(stand.settings, events, known, lines, stand.people, cups, best, least, moves, stand.unknown)
    return _build_table(standing, positions)._replace(uncounted=list_uncounted(stand))


def load_edition_table(
    season: Season, edition: SeasonEdition, events: Sequence[SeasonEvent], positions: Positions | None = None
) -> SeasonTable:
    """Return published standings with the current names; `events`: all of the season, in order.

    `positions`: only these of its lines.
    """
    people, merged = load_names(season, [line.who for line in edition.rows], teams=is_of_teams(edition))
    numbers = {got.event for line in edition.rows for got in line.got}
    counted = [event for event in events if event.number in numbers]
    columns = _label_columns([(event, format_event_name(event), COUNTS) for event in counted])
    settings = parse_season_settings(edition.settings)
    days = sum(event.kind == DAY for event in counted)
    cups = {event.number for event in counted if event.size}
    lines = apply_merges(edition.rows, merged)
    lines = mark_typed(season, lines) if has_sixths(settings) else lines
    best, least = compute_best_days(settings, days), compute_least_days(settings, days)
    return _build_table(_Standing(settings, columns, numbers, lines, people, cups, best, least, {}), positions)


def has_days(stand: SeasonProgress) -> bool:
    """Return whether standings have a column of days: not those of a final that only counts what cups carry over."""
    return _has_days({event.event.number for event in stand.events if event.event.size}, stand.standing.lines)


def _has_days(cups: Collection[int], lines: Sequence[SeasonLine]) -> bool:
    return not cups or any(line.days for line in lines)


Payouts = list[tuple[int, str, int]]  # rank, name, cents


def load_sub_table(
    season: Season, sub: SubEdition, events: Sequence[SeasonEvent], positions: Positions | None = None
) -> dict[str, Any]:
    """Return a sub-ranking that was published with standings, with the current names."""
    names = {ranking.number: ranking.name for ranking in parse_season_settings(season.settings).rankings}
    published, rules = sub.edition, parse_season_settings(sub.edition.settings)
    shown = load_edition_table(season, published, events, positions)
    people, _same = load_names(season, [line.who for line in published.rows], teams=rules.teams)
    payouts, rest = build_payouts(published.rows, sub.pot, sub.shares, people)
    return {
        "number": sub.number,
        "name": names.get(sub.number, ""),
        "shown": shown,
        "rules": rules,
        "pot": sub.pot,  # cents
        "payouts": payouts,
        "rest": rest,
    }


def build_payouts(
    lines: Sequence[SeasonLine], pot: int, shares: Sequence[int], people: Mapping[int, CurrentPerson]
) -> tuple[Payouts, int]:
    """Return the shares of the entry money with names, the best first, and what is left of it."""
    parts, rest = share_pot(pot, shares, lines)
    return [(line.rank, people[line.who].name, parts[line.who]) for line in lines if line.who in parts], rest


def build_columns(stand: SeasonProgress) -> tuple[SeasonColumn, ...]:
    """Return the events of a season, in order."""
    return _label_columns([(event.event, event.name, event.state) for event in stand.events])


def _label_columns(events: Sequence[tuple[SeasonEvent, str, str]]) -> tuple[SeasonColumn, ...]:
    """Number the days as they are played; a final and carried points have a letter or +, the same in all languages."""
    letters = {FINAL: "F", CARRIED_POINTS: "+"}
    columns, days = [], 0
    for event, name, state in events:
        days += event.kind not in letters
        label = letters.get(event.kind) or str(days)
        columns.append(SeasonColumn(event.number, event.kind, label, name, find_event_day(event), state))
    return tuple(columns)


def _build_table(standing: _Standing, positions: Positions | None) -> SeasonTable:
    """Return standings, or some lines of them; the points of several cups stand in one column."""
    settings, lines, cups = standing.settings, standing.lines, standing.cups
    columns = tuple(event for event in standing.events if event.number in standing.known and event.number not in cups)
    if cups:
        carried = SeasonColumn(0, CARRIED_POINTS, _("Carried over"), "", None, "")
        finals = (column._replace(label=_("Final")) if column.kind == FINAL else column for column in columns)
        columns = (carried, *finals)
    facts = tuple(list_line_facts(settings)) if _has_days(cups, lines) else ()
    rows = _RowBuilder(standing, columns, facts)
    chosen = lines if positions is None else [lines[at] for at in positions]
    ranked = ((line.rank, standing.people[line.who].name) for line in lines if line.rank)
    return SeasonTable(
        columns,
        tuple(map(rows.build, chosen)),
        standing.best,
        standing.least,
        any(line.in_final for line in lines),
        is_sum(settings),
        standing.events,
        facts,
        tuple(_list_ties(settings, lines) if facts else _list_notes(settings)),
        prizes=list_prizes(settings.prizes, ranked),
    )


def _list_ties(settings: SeasonSettings, lines: Sequence[SeasonLine]) -> list[str]:
    """Return what decides between equals, where somebody with the same points has another rank."""
    ranked = [line for line in lines if line.rank]
    if not any(before.points == after.points and before.rank < after.rank for before, after in pairwise(ranked)):
        return []
    words = ", ".join(format_choice(CRITERIA, name) for name in settings.criteria)
    return [_("What decides between equals, in this order: %(criteria)s.") % {"criteria": words}]


def _list_notes(settings: SeasonSettings) -> list[str]:
    """Return what a final of cups is decided by, and what of it is not known for sure."""
    rule = find_ready("oesterreich-finale")
    notes = [_("Carried over: the points of the place in the cup, by its size. Final: the points of the place there.")]
    if settings.carried == BEST_CARRIED:
        notes.append(_("Of somebody who has played in two cups, the better one counts."))
    if FINAL_ROUNDS in settings.criteria:
        notes.append(_("Between equals the better round of the final decides, then the second best."))
    if rule is not None and settings.table == rule.settings.table:
        notes.append(_("The points of the final between the places 1 and 101 are an approximation."))
    return notes


def list_prizes(text: str, ranked: Iterable[tuple[int, str]]) -> tuple[PrizeLine, ...]:
    """Return the prizes of the ranks that have some.

    `text`: those of the first, the second …, one a line; `ranked`: the ranks with their names, the best first.
    """
    prizes = text.splitlines()
    prize_lines: list[PrizeLine] = []
    for rank, group in groupby(ranked, key=lambda pair: pair[0]):
        names = [name for _rank, name in group]
        titles, prizes = prizes[: len(names)], prizes[len(names) :]
        if not titles:
            break
        prize_lines.append(PrizeLine(f"{rank}.", ", ".join(filter(None, titles)), ", ".join(names)))
    return tuple(prize_lines)


def has_losses(lines: Sequence[SeasonLine]) -> bool:
    """Return whether some points are below 0: then all have a sign."""
    return any(line.points < 0 for line in lines)


def find_least_days(stand: SeasonProgress) -> int:
    """Return from how many days on somebody is ranked."""
    return compute_least_days(stand.settings, sum(event.event.kind == DAY for event in stand.result_days))


def count_move(stand: SeasonProgress, line: SeasonLine) -> int:
    """Return how many places somebody has gained since the last day; below 0: lost."""
    before = stand.courses.find_before(line.who)
    return before - line.rank if before and line.rank else 0


def shorten_names(lines: Iterable[SeasonLine], people: Mapping[int, CurrentPerson], *, teams: bool) -> dict[int, str]:
    """Return the initial and the surname of everybody; the whole name of a team, and where two would be called so."""
    names = {line.who: people[line.who].name for line in lines}
    if teams:
        return names
    shorts = {who: shorten_first_name(name) for who, name in names.items()}
    many = Counter(shorts.values())
    return {who: short if many[short] == 1 else names[who] for who, short in shorts.items()}


class _RowBuilder:
    """The rows of a table; what depends on all of them is found once."""

    def __init__(self, standing: _Standing, columns: Sequence[SeasonColumn], facts: Sequence[LineFact]) -> None:
        self.standing, self.columns, self.facts, self.settings = standing, columns, facts, standing.settings
        self.is_signed = has_losses(standing.lines)
        self.best: dict[int, int] = {}  # points of each event
        for line in standing.lines:
            for got in line.got:
                self.best[got.event] = max(self.best.get(got.event, got.points), got.points)

    def build(self, line: SeasonLine) -> SeasonRow:
        """Return the row of a line."""
        cells = {score.event: self._build_cell(score) for score in self._join_cups(line)}
        person = self.standing.people[line.who]
        return SeasonRow(
            f"{line.rank}." if line.rank else NO_RANK,
            self.standing.moves.get(line.who, 0),
            person.name,
            person.number,
            format_hundredths(line.points, plus=self.is_signed),
            line.points < 0,
            line.days,
            tuple(cells.get(column.number, self._find_absence(column, line)) for column in self.columns),
            line.few,
            line.in_final,
            tuple(fact.write(self.settings, line, plus=self.is_signed) for fact in self.facts),
        )

    def _join_cups(self, line: SeasonLine) -> Iterable[EventScore]:
        """Return the points of a line; those from cups are those of one event with the number 0."""
        cups = self.standing.cups
        carried = [score for score in line.got if score.event in cups]
        if not carried:
            return line.got
        points = sum(score.points for score in carried if score.counts)
        together = carried[0]._replace(event=0, points=points, counts=True)
        return (together, *(score for score in line.got if score.event not in cups))

    def _build_cell(self, got: EventScore) -> Cell:
        text = format_score(self.settings, got, plus=self.is_signed)
        is_best = got.kind != CARRIED_POINTS and got.points == self.best[got.event]
        return Cell(text, got.counts, got.points < 0, is_best, got.points)

    def _find_absence(self, column: SeasonColumn, line: SeasonLine) -> Cell:
        return _NOT_COMPUTED if (column.number, line.who) in self.standing.unknown else _NOT_THERE
