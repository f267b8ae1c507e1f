"""A season's standings for its pages: columns, lines, and which events count for a player and why."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.words import get_current_language
from tournaments.models import Season, SeasonEvent, SeasonOffer
from tournaments.seasons.season.data import CurrentPerson, EventStatus, SeasonProgress, load_names
from tournaments.seasons.season.editions import SeasonEdition, SubEdition, apply_merges, is_of_teams, mark_typed
from tournaments.seasons.season.line_facts import LineFact, list_line_facts
from tournaments.seasons.season.points.formula import problems
from tournaments.seasons.season.points.place_points import find_size, has_sixths
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.results.services import explain_uncounted, list_uncounted
from tournaments.seasons.season.services import find_event_day, format_event_name
from tournaments.seasons.season.settings import (
    BEST_CARRIED,
    CARRIED_POINTS,
    FINAL,
    FINAL_ROUNDS,
    HUNDREDTHS,
    SeasonSettings,
    parse_season_settings,
)
from tournaments.seasons.season.standing import (
    EventScore,
    SeasonLine,
    compute_attendance,
    compute_best_days,
    count_players,
    format_score,
)
from tournaments.seasons.season.sub_rankings.rules import share_pot

_FINAL_LABEL, NO_RANK, UNKNOWN = "F", "–", "–"


class SeasonColumn(NamedTuple):
    """An event at the head of the standings."""

    number: int  # the event's number in its address; 0: all cups from which places carry points
    label: str  # short
    name: str
    day: date | None
    state: str


class Cell(NamedTuple):
    """The points of an event in a line; an empty text means that the player was not there."""

    text: str = ""
    counts: bool = True


_NOT_THERE, _NOT_COMPUTED = Cell(), Cell(UNKNOWN)


class SeasonRow(NamedTuple):
    """A player in the standings."""

    rank: str
    name: str
    number: int  # of the person in the club
    points: str
    days: int
    cells: tuple[Cell, ...]
    few: int  # days that are missing for a rank; below 0: a guest
    in_final: bool
    facts: tuple[str, ...]  # beside the points


class SeasonPage(NamedTuple):
    """Current or published standings."""

    columns: tuple[SeasonColumn, ...]
    lines: tuple[SeasonRow, ...]
    best: int
    in_final: bool  # the final decides: players who played it are ranked above all others
    events: tuple[SeasonColumn, ...]  # all that counts, also what shares a column
    facts: tuple[LineFact, ...]  # beside the points; none: nothing but a final and what is carried into it
    notes: tuple[str, ...] = ()
    prizes: tuple["PrizeLine", ...] = ()


class PrizeLine(NamedTuple):
    """Prizes of a rank, and who has it; of several with one rank: those of all their places."""

    rank: str
    prizes: str
    names: str


Positions = Iterable[int]  # of the lines that a page shows


def build_current_page(stand: SeasonProgress, positions: Positions | None = None) -> SeasonPage:
    """Return the current standings of a season; `positions`: only these of its lines, counted from 0."""
    cups = {event.event.number for event in stand.events if event.event.size}
    standing, lines, settings = stand.standing, stand.standing.lines, stand.settings
    columns = tuple(column for column in build_columns(stand) if column.number not in standing.left_out)
    shown = _build_page(columns, lines, stand.people, settings, standing.best, cups, positions, stand.unknown)
    shown = _add_notes(shown, settings, lines, stand.people)
    return shown._replace(notes=(*shown.notes, *list_uncounted(stand)))


def has_days(stand: SeasonProgress) -> bool:
    """Return whether standings have a column of days: not those of a final that only counts what cups carry over."""
    return _has_days({event.event.number for event in stand.events if event.event.size}, stand.standing.lines)


def _has_days(cups: Collection[int], lines: Sequence[SeasonLine]) -> bool:
    return not cups or any(line.days for line in lines)


def load_season_edition(
    season: Season, edition: SeasonEdition, events: Sequence[SeasonEvent], positions: Positions | None = None
) -> SeasonPage:
    """Return published standings with the current names; `events`: all of the season, in order.

    `positions`: only these of its lines.
    """
    people, merged = load_names(season, [line.who for line in edition.rows], teams=is_of_teams(edition))
    numbers = {got.event for line in edition.rows for got in line.got}
    counted = [event for event in events if event.number in numbers]
    columns = _label_columns([(event, format_event_name(event), "counts") for event in counted])
    settings = parse_season_settings(edition.settings)
    best = compute_best_days(settings, sum(event.kind == "day" for event in counted))
    cups = {event.number for event in counted if event.size}
    lines = apply_merges(edition.rows, merged)
    lines = mark_typed(season, lines) if has_sixths(settings) else lines
    shown = _build_page(columns, lines, people, settings, best, cups, positions)
    return _add_notes(shown, settings, lines, people)


Payouts = list[tuple[int, str, int]]  # rank, name, cents


def load_sub_page(
    season: Season, sub: SubEdition, events: Sequence[SeasonEvent], positions: Positions | None = None
) -> dict[str, Any]:
    """Return a sub-ranking that was published with standings, with the current names."""
    names = {ranking.number: ranking.name for ranking in parse_season_settings(season.settings).rankings}
    published, rules = sub.edition, parse_season_settings(sub.edition.settings)
    shown = load_season_edition(season, published, events, positions)
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


def format_attendance(stand: SeasonProgress) -> str:
    """Return how many took part in the days so far, as a sentence; "" before the first result."""
    attendance = compute_attendance(stand.values)
    if not attendance.days:
        return ""
    sentence = (
        _("Days: %(days)s · different teams: %(players)s · on average on a day: %(average)s")
        if stand.settings.teams
        else _("Days: %(days)s · different players: %(players)s · on average on a day: %(average)s")
    )
    average = format_hundredths(round(attendance.average * HUNDREDTHS))
    return sentence % {"days": attendance.days, "players": attendance.players, "average": average}


def _label_columns(events: Sequence[tuple[SeasonEvent, str, str]]) -> tuple[SeasonColumn, ...]:
    """Number the days as they are played; a final and carried points have a letter or +, the same in all languages."""
    letters = {FINAL: _FINAL_LABEL, CARRIED_POINTS: "+"}
    columns, days = [], 0
    for event, name, state in events:
        days += event.kind not in letters
        label = letters.get(event.kind) or str(days)
        columns.append(SeasonColumn(event.number, label, name, find_event_day(event), state))
    return tuple(columns)


def _build_page(
    events: tuple[SeasonColumn, ...],
    lines: Sequence[SeasonLine],
    people: Mapping[int, CurrentPerson],
    settings: SeasonSettings,
    best: int,
    cups: Collection[int] = (),
    positions: Positions | None = None,
    unknown: Collection[tuple[int, int]] = (),
) -> SeasonPage:
    """Return standings, or some lines of them; the points of several cups stand in one column."""
    rest = tuple(event for event in events if event.number not in cups)
    columns = (SeasonColumn(0, _("Carried over"), "", None, ""), *rest) if cups else events
    if cups:
        columns = tuple(
            column._replace(label=_("Final")) if column.label == _FINAL_LABEL else column for column in columns
        )
    chosen = lines if positions is None else [lines[at] for at in positions]
    shown = tuple(_build_line(columns, _sum_cups(line, cups), people[line.who], settings, unknown) for line in chosen)
    is_final = any(line.in_final for line in lines)
    facts = tuple(list_line_facts(settings)) if _has_days(cups, lines) else ()
    return SeasonPage(columns, shown, best, is_final, events, facts)


def _add_notes(
    shown: SeasonPage, settings: SeasonSettings, lines: Sequence[SeasonLine], people: Mapping[int, CurrentPerson]
) -> SeasonPage:
    """Return a page with the notes and the prizes of its whole standings."""
    notes = [] if shown.facts else _list_notes(settings)
    rows = (_build_line((), line, people[line.who], settings) for line in lines) if settings.prizes else ()
    return shown._replace(notes=tuple(notes), prizes=list_prizes(settings.prizes, rows))


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


def list_prizes(text: str, lines: Iterable[SeasonRow]) -> tuple[PrizeLine, ...]:
    """Return the prizes of the ranks that have some; `text`: those of the first, the second …, one a line."""
    prizes = text.splitlines()
    prize_lines: list[PrizeLine] = []
    for rank, group in groupby((line for line in lines if line.rank != NO_RANK), key=lambda line: line.rank):
        names = [line.name for line in group]
        titles, prizes = prizes[: len(names)], prizes[len(names) :]
        if not titles:
            break
        prize_lines.append(PrizeLine(rank, ", ".join(filter(None, titles)), ", ".join(names)))
    return tuple(prize_lines)


def _sum_cups(line: SeasonLine, cups: Collection[int]) -> SeasonLine:
    """Return a line whose points from cups are those of one event with the number 0."""
    carried = [score for score in line.got if score.event in cups]
    if not carried:
        return line
    points = sum(score.points for score in carried if score.counts)
    together = carried[0]._replace(event=0, points=points, counts=True)
    return line._replace(got=(together, *(score for score in line.got if score.event not in cups)))


def _build_line(
    columns: tuple[SeasonColumn, ...],
    line: SeasonLine,
    who: CurrentPerson,
    settings: SeasonSettings,
    unknown: Collection[tuple[int, int]] = (),
) -> SeasonRow:
    got = {score.event: _build_cell(score, settings) for score in line.got} if columns else {}
    numbers = (column.number for column in columns)
    absent = (_NOT_COMPUTED if (at, line.who) in unknown else _NOT_THERE for at in numbers)
    cells = tuple(got.get(column.number, other) for column, other in zip(columns, absent, strict=True))
    rank = f"{line.rank}." if line.rank else NO_RANK
    points, facts = (
        format_hundredths(line.points),
        tuple(fact.write(settings, line) for fact in list_line_facts(settings)),
    )
    return SeasonRow(rank, who.name, who.number, points, line.days, cells, line.few, line.in_final, facts)


def _build_cell(got: EventScore, settings: SeasonSettings) -> Cell:
    return Cell(format_score(settings, got), got.counts)


def build_event_page(stand: SeasonProgress, event: SeasonEvent) -> dict[str, Any] | None:
    """Return an event without its lines, and the problem if it counts nothing; None if it does not count any more."""
    status = _find_status(stand, event)
    if status is None:
        return None
    sentence = explain_uncounted(stand, status)
    if (problem := dict(reversed(stand.standing.problems)).get(event.number)) is not None:
        sentence = problems.format_formula_problem(problem, get_current_language())
    cup = format_cup(event, stand.settings)
    return {"state": status.state, "has_lines": bool(status.rows), "problem": sentence, "cup": cup}


def list_event_lines(stand: SeasonProgress, event: SeasonEvent) -> list[tuple[str, CurrentPerson, str]]:
    """Return everybody's place and points at an event, the best first; none if it does not count any more."""
    at = _find_status(stand, event)
    scores = {line.who: got for line in stand.standing.lines for got in line.got if got.event == event.number}
    # The better row of two; others have points for a final without them.
    people, last = stand.people, 10**9
    rows = sorted(() if at is None else at.rows, key=lambda row: -(row.rank or last))
    ranks = {row.who: row.rank for row in rows}
    points = {who: got.points for who, got in scores.items()}
    order = sorted(ranks.items(), key=lambda pair: (pair[1] or last, -points.get(pair[0], 0), people[pair[0]].name))
    texts = {who: format_score(stand.settings, got) for who, got in scores.items()}
    return [(f"{rank}." if rank else "–", people[who], texts.get(who, UNKNOWN)) for who, rank in order]


def _find_status(stand: SeasonProgress, event: SeasonEvent) -> EventStatus | None:
    return next((status for status in stand.events if status.event.pk == event.pk), None)


def build_person_page(stand: SeasonProgress, person: CurrentPerson) -> dict[str, Any] | None:
    """Return a player's points in a season and which of them count; None if they are not in it."""
    line = next((line for line in stand.standing.lines if line.who == person.person), None)
    if line is None:
        return None
    columns = {column.number: column for column in build_columns(stand)}
    events_by_id = {event.id: event for event in stand.values}
    cups = {event.event.number: format_cup(event.event, stand.settings) for event in stand.events}
    events = [
        {
            "column": columns[got.event],
            "place": _format_place(got, count_players(events_by_id[got.event])),
            "points": _build_cell(got, stand.settings).text,
            "counts": got.counts,
            "why": cups[got.event]
            or (
                _format_reason(got, stand.settings, stand.standing.best, line)
                if got.kind != FINAL or any(row.who == line.who for row in events_by_id[got.event].rows)
                else _("was not in the final")
            ),
            "is_passed": got.kind == CARRIED_POINTS and not got.counts,
        }
        for got in line.got
    ]
    unknown = {number for number, who in stand.unknown if who == line.who} - {got.event for got in line.got}
    empty = {"place": NO_RANK, "points": UNKNOWN, "counts": True, "is_passed": False}
    events += [
        empty | {"column": columns[event.event.number], "why": explain_uncounted(stand, event)}
        for event in stand.events
        if event.event.number in unknown
    ]
    shown = _build_line(tuple(columns.values()), line, person, stand.settings)
    return {"line": shown, "events": events, "days_points": format_hundredths(line.days_points)}


def format_cup(event: SeasonEvent, settings: SeasonSettings) -> str:
    """Return the edition and the size of a cup whose places carry points; "" for another event."""
    size = find_size(settings.sizes, event.size)
    if size is None:
        return ""
    offers = event.offers.filter(state=SeasonOffer.State.ACCEPTED).order_by("-pk")
    edition = offers.values_list("edition", flat=True).first()
    parts = [_("edition %(edition)s") % {"edition": edition}] if edition else []
    if event.average:
        parts.append(_("%(average)s players a day") % {"average": format_hundredths(event.average)})
    return " · ".join([*parts, _("size: %(size)s") % {"size": size.name}])


def _format_place(got: EventScore, players: int) -> str:
    """Return the place of a player and the number of players."""
    if not got.rank:
        return "–"
    return _("%(place)s. of %(players)s") % {"place": got.rank, "players": players}


def _format_reason(got: EventScore, settings: SeasonSettings, best: int, line: SeasonLine) -> str:
    """Return the reason why an event counts, or does not."""
    if got.kind == FINAL:
        return (
            _("the final, times %(factor)s") % {"factor": format_hundredths(settings.factor)}
            if settings.factor != HUNDREDTHS
            else ""
        )
    if got.kind == CARRIED_POINTS:
        return _("carried over, counts in addition")
    if not best or line.days <= best:
        return ""
    return (
        _("among the best %(best)s") % {"best": best}
        if got.counts
        else _("not among the best %(best)s") % {"best": best}
    )
