"""An event of a season, and a player's season, for their pages: which events count for them, and why."""

from typing import Any

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.words import get_current_language
from tournaments.models import SeasonEvent, SeasonOffer
from tournaments.seasons.season.data import CurrentPerson, EventStatus, SeasonProgress
from tournaments.seasons.season.points.formula import problems
from tournaments.seasons.season.points.place_points import find_size
from tournaments.seasons.season.results.services import explain_uncounted
from tournaments.seasons.season.settings import CARRIED_POINTS, FINAL, HUNDREDTHS, SeasonSettings
from tournaments.seasons.season.standing import (
    EventScore,
    SeasonLine,
    count_players,
    format_score,
)
from tournaments.seasons.season.table import NO_RANK, UNKNOWN, build_columns, build_current_table, has_losses


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
    is_signed = has_losses(stand.standing.lines)
    texts = {who: format_score(stand.settings, got, plus=is_signed) for who, got in scores.items()}
    return [(f"{rank}." if rank else "–", people[who], texts.get(who, UNKNOWN)) for who, rank in order]


def _find_status(stand: SeasonProgress, event: SeasonEvent) -> EventStatus | None:
    return next((status for status in stand.events if status.event.pk == event.pk), None)


def build_person_page(stand: SeasonProgress, person: CurrentPerson) -> dict[str, Any] | None:
    """Return a player's points in a season and which of them count; None if they are not in it."""
    lines = stand.standing.lines
    position = next((at for at, line in enumerate(lines) if line.who == person.person), None)
    if position is None:
        return None
    line, is_signed = lines[position], has_losses(lines)
    columns = {column.number: column for column in build_columns(stand)}
    events_by_id = {event.id: event for event in stand.values}
    cups = {event.event.number: format_cup(event.event, stand.settings) for event in stand.events}
    events = [
        {
            "column": columns[got.event],
            "place": _format_place(got, count_players(events_by_id[got.event])),
            "points": format_score(stand.settings, got, plus=is_signed),
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
    [shown] = build_current_table(stand, [position]).lines
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
        return _("carried over, added to the days")
    if not best or line.days <= best:
        return ""
    return (
        _("among the best %(best)s") % {"best": best}
        if got.counts
        else _("not among the best %(best)s") % {"best": best}
    )
