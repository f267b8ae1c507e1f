"""A season's standing as pages show it: columns, lines, what counts of whom and why."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import SeasonEvent
from tournaments.season.data import SeasonStand, Somebody, people_of
from tournaments.season.editions import Change, Edition, changes, today
from tournaments.season.points.formula import problems
from tournaments.season.points.preview import points_shown
from tournaments.season.selectors import day_of, name_of
from tournaments.season.settings import CARRIED, FINAL, HUNDREDTHS, Settings
from tournaments.season.standing import Got, Line, best_of


class Column(NamedTuple):
    """An event at the head of the standing."""

    number: int  # of the event, as its address says
    label: str  # short
    name: str
    day: date | None
    state: str
    provisional: bool


class Cell(NamedTuple):
    """What an event brought somebody; without a text he was not there."""

    text: str = ""
    counts: bool = True
    kind: str = ""


class ShownLine(NamedTuple):
    """Somebody in the standing."""

    rank: str
    name: str
    number: int  # of the person in the club
    points: str
    days: int
    cells: tuple[Cell, ...]
    few: int  # days that are missing before he is ranked
    in_final: bool


class Shown(NamedTuple):
    """A standing, as it is or as it was published."""

    columns: tuple[Column, ...]
    lines: tuple[ShownLine, ...]
    best: int
    in_final: bool  # the final decides: who played it stands above all others


def shown_now(stand: SeasonStand) -> Shown:
    """How a season stands."""
    columns = columns_of(stand)
    return _shown(columns, stand.standing.lines, stand.people, stand.standing.best)


def shown_edition(edition: Edition, events: Sequence[SeasonEvent]) -> Shown:
    """A standing as it was published, with the names of today; `events`: all of the season, in order."""
    people, same = people_of(one.who for one in edition.lines)
    there = {got.event for line in edition.lines for got in line.got}
    counted = [one for one in events if one.number in there]
    columns = _labelled([(one, name_of(one), "counts", False) for one in counted])
    best = best_of(edition.settings, sum(one.kind == "day" for one in counted))
    return _shown(columns, today(edition.lines, same), people, best)


def columns_of(stand: SeasonStand) -> tuple[Column, ...]:
    """The events of a season, in order."""
    return _labelled([(one.event, one.name, one.state, one.provisional) for one in stand.events])


def _labelled(events: Sequence[tuple[SeasonEvent, str, str, bool]]) -> tuple[Column, ...]:
    """Days are numbered as they are played; a final and carried points have a sign, the same in all languages."""
    letters = {FINAL: "F", CARRIED: "+"}
    found, days = [], 0
    for event, name, state, provisional in events:
        days += event.kind not in letters
        label = letters.get(event.kind) or str(days)
        found.append(Column(event.number, label, name, day_of(event), state, provisional))
    return tuple(found)


def _shown(columns: tuple[Column, ...], lines: Sequence[Line], people: Mapping[int, Somebody], best: int) -> Shown:
    shown = tuple(_line(columns, line, people[line.who]) for line in lines)
    return Shown(columns, shown, best, any(one.in_final for one in lines))


def _line(columns: tuple[Column, ...], line: Line, who: Somebody) -> ShownLine:
    got = {one.event: one for one in line.got}
    cells = tuple(_cell(got.get(column.number)) for column in columns)
    rank = f"{line.rank}." if line.rank else "–"
    return ShownLine(rank, who.name, who.number, points_shown(line.points), line.days, cells, line.few, line.in_final)


def _cell(got: Got | None) -> Cell:
    return Cell() if got is None else Cell(points_shown(got.points), got.counts, got.kind)


class Differing(NamedTuple):
    """What one standing says of somebody otherwise than another one."""

    name: str
    before: str
    after: str


def differing(before: Sequence[Line], after: Sequence[Line], people: Mapping[int, Somebody]) -> tuple[Differing, ...]:
    """Whose rank or points are others, by name."""
    return told_changes(changes(before, after), people)


def told_changes(some: Sequence[Change], people: Mapping[int, Somebody]) -> tuple[Differing, ...]:
    """Changes by name."""
    return tuple(Differing(people[one.who].name, _said(one.before), _said(one.after)) for one in some)


def _said(line: Line | None) -> str:
    if line is None:
        return "–"
    rank = f"{line.rank}." if line.rank else "–"
    return f"{rank} ({points_shown(line.points)})"


class EventLine(NamedTuple):
    """Somebody in the result of an event."""

    place: str
    name: str
    number: int
    points: str


class EventShown(NamedTuple):
    """An event with what it brought everybody, the best first."""

    state: str
    players: int
    lines: tuple[EventLine, ...]
    problem: str = ""  # its points cannot be reckoned


def event_shown(stand: SeasonStand, event: SeasonEvent) -> EventShown | None:
    """What an event brought everybody; None where it does not count any more."""
    at = next((one for one in stand.events if one.event.pk == event.pk), None)
    if at is None:
        return None
    found = [(got, line.who) for line in stand.standing.lines for got in line.got if got.event == event.number]
    found.sort(key=lambda one: (one[0].rank or 10**9, -one[0].points, stand.people[one[1]].name))
    lines = tuple(_event_line(got, stand.people[who]) for got, who in found)
    told = next((one for number, one in stand.standing.problems if number == event.number), None)
    language = get_language() or "de"
    sentence = problems.told(told, language) if told is not None else ""
    return EventShown(at.state, max(event.players, len(at.rows)), lines, sentence)


def _event_line(got: Got, who: Somebody) -> EventLine:
    place = f"{got.rank}." if got.rank else "–"
    return EventLine(place, who.name, who.number, points_shown(got.points))


class OfEvent(NamedTuple):
    """An event of somebody: what it brought him and why it counts or does not."""

    column: Column
    place: str
    points: str
    counts: bool
    why: str


class OfPerson(NamedTuple):
    """Somebody's season."""

    line: ShownLine
    events: tuple[OfEvent, ...]
    days_points: str


def of_person(stand: SeasonStand, person: Somebody) -> OfPerson | None:
    """What somebody has got in a season and what of it counts; None where he is not in it."""
    line = next((one for one in stand.standing.lines if one.who == person.person), None)
    if line is None:
        return None
    columns = {one.number: one for one in columns_of(stand)}
    players = {one.event.number: max(one.event.players, len(one.rows)) for one in stand.events}
    events = tuple(
        OfEvent(columns[got.event], place(got, players[got.event]), points_shown(got.points), got.counts, why)
        for got, why in zip(line.got, _whys(stand, line), strict=True)
    )
    return OfPerson(_line(tuple(columns.values()), line, person), events, points_shown(line.days_points))


def place(got: Got, players: int) -> str:
    """The place that somebody has reached, of how many."""
    if not got.rank:
        return "–"
    return _("%(place)s. of %(players)s") % {"place": got.rank, "players": players}


def _whys(stand: SeasonStand, line: Line) -> list[str]:
    return [_why(got, stand.settings, stand.standing.best, line) for got in line.got]


def _why(got: Got, settings: Settings, best: int, line: Line) -> str:
    """Why an event counts, or does not."""
    if got.kind == FINAL:
        return _("the final, times %(factor)s") % {"factor": points_shown(settings.factor)} if _times(settings) else ""
    if got.kind == CARRIED:
        return _("carried over, counts in addition")
    if not best or line.days <= best:
        return ""
    return (
        _("among the best %(best)s") % {"best": best}
        if got.counts
        else _("not among the best %(best)s") % {"best": best}
    )


def _times(settings: Settings) -> bool:
    return settings.factor != HUNDREDTHS


def rows_html(lines: Iterable[ShownLine], slug: uuid.UUID) -> SafeString:
    """The rows of a standing; names lead to the pages of the players."""
    players = f"/tournaments/seasons/{slug}/players/"
    return mark_safe("\n".join(_row(one, players) for one in lines))  # noqa: S308 -- names are escaped below


def _row(line: ShownLine, players: str) -> str:
    name = f'<th scope="row"><a href="{players}{line.number}/">{escape(line.name)}</a></th>'
    cells = "".join(map(_cell_html, line.cells))
    sums = f'<td>{line.points}</td><td class="season-count">{line.days}</td>'
    return f"<tr><td>{line.rank}</td>{name}{sums}{cells}</tr>"


def _cell_html(cell: Cell) -> str:
    if cell.counts:
        return f'<td class="of-round">{cell.text}</td>'
    return f'<td class="of-round season-struck"><s>{cell.text}</s></td>'
