"""The input of a season's standings: published or typed results, and their players.

A fixed number of queries for any number of events and players.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from django.db.models import F

from scoring.engine.points import SIXTHS
from tournaments.core.acts import Kind, parse_content
from tournaments.core.rules.ranking import compute_lot
from tournaments.core.settings import parse_settings
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import MADE_PARTS, Act, Season, SeasonAct, SeasonEvent, SeasonResult, Tournament
from tournaments.results.standings.editions import parse_edition_row
from tournaments.results.standings.round_facts import parse_round_facts
from tournaments.results.team_standings.editions import parse_team_rows
from tournaments.seasons.season.event_rows import (
    build_current_rows,
    build_current_team_rows,
    build_event_rows,
    build_team_rows,
)
from tournaments.seasons.season.names import CurrentPerson, load_names
from tournaments.seasons.season.points.formula.facts import DayFacts
from tournaments.seasons.season.selectors import format_event_name, list_events
from tournaments.seasons.season.settings import LOT, SeasonSettings, parse_season_settings
from tournaments.seasons.season.standing import EventResult, EventRow, SeasonStanding, compute_standing

COUNTS, RUNNING, TO_COME = "counts", "running", "to_come"  # its result exists; it has begun; nothing yet
SCOPE = "season"  # the purpose of lots


class EventStatus(NamedTuple):
    """An event with its known results."""

    event: SeasonEvent
    name: str
    state: str  # one of the above
    rows: tuple[EventRow, ...]
    edition: int  # of its result; 0: none


class SeasonProgress(NamedTuple):
    """The current state of a season."""

    season: Season
    settings: SeasonSettings
    events: tuple[EventStatus, ...]  # in order of time
    standing: SeasonStanding
    people: dict[int, CurrentPerson]
    lots_drawn: bool

    @property
    def values(self) -> tuple[EventResult, ...]:
        """The events in the form that the standings take."""
        return tuple(_build_event(event) for event in self.events)


def load_season_progress(
    season: Season, *, provisional: bool = False, settings: SeasonSettings | None = None
) -> SeasonProgress:
    """Return the state of a season by published and typed results.

    `provisional`: also by tournaments still running. `settings`: others than those of the season.
    """
    events, settings = list_events(season), settings or parse_season_settings(season.settings)
    tournaments = [event.tournament for event in events if event.tournament is not None]
    published = _load_published(tournaments, teams=settings.teams)
    typed = {} if settings.teams else _load_typed(season)
    found = [
        _build_event_at(event, published, typed, teams=settings.teams, provisional=provisional) for event in events
    ]
    ids = [row.who for event in found for row in event.rows]
    people, same = load_names(season, ids, teams=settings.teams)
    merged = tuple(event._replace(rows=tuple(row._replace(who=same[row.who]) for row in event.rows)) for event in found)
    drawn = LOT in settings.criteria and SeasonAct.objects.filter(season=season, kind=Kind.LOT).exists()
    lots = {person: compute_lot(season.seed, SCOPE, person) for person in people} if drawn else {}
    standing = compute_standing(settings, [_build_event(event) for event in merged], lots)
    return SeasonProgress(season, settings, merged, standing, people, drawn)


def compute_standing_with(stand: SeasonProgress, settings: SeasonSettings) -> SeasonStanding:
    """Return the standings for the same results with other settings."""
    return compute_standing(settings, stand.values, _draw_lots(stand, settings))


def compute_standing_of(stand: SeasonProgress, rows: Mapping[int, tuple[EventRow, ...]]) -> SeasonStanding:
    """Return the standings with other results of some events, by their numbers."""
    ids = [row.who for some in rows.values() for row in some]
    _people, same = load_names(stand.season, ids, teams=stand.settings.teams)
    merged = {event: tuple(row._replace(who=same[row.who]) for row in some) for event, some in rows.items()}
    events = [event._replace(rows=merged.get(event.id, event.rows)) for event in stand.values]
    return compute_standing(stand.settings, events, _draw_lots(stand, stand.settings))


def _draw_lots(stand: SeasonProgress, settings: SeasonSettings) -> dict[int, int]:
    drawn = stand.lots_drawn and LOT in settings.criteria
    return {person: compute_lot(stand.season.seed, SCOPE, person) for person in stand.people} if drawn else {}


def _build_event(event: EventStatus) -> EventResult:
    row = event.event
    return EventResult(row.number, row.kind, row.players, event.rows, parse_others(row.others))


def parse_others(text: str) -> tuple[int, ...]:
    """Return the places of players without a row.

    >>> parse_others("2,2,5"), parse_others("")
    ((2, 2, 5), ())
    """
    return tuple(map(int, text.split(","))) if text else ()


def _build_event_at(
    event: SeasonEvent,
    published: Mapping[int, tuple[int, tuple[EventRow, ...]]],
    typed: Mapping[int, tuple[EventRow, ...]],
    *,
    teams: bool,
    provisional: bool,
) -> EventStatus:
    """Return an event with its rows; `published`: edition and rows by tournament, `typed`: rows by event."""
    name, tournament = format_event_name(event), event.tournament
    if tournament is None:
        rows = typed.get(event.pk, ())
        return EventStatus(event, name, COUNTS if rows else TO_COME, rows, event.edition)
    if tournament.pk in published:
        edition, rows = published[tournament.pk]
        return EventStatus(event, name, COUNTS if rows or not teams else TO_COME, rows, edition)
    state = RUNNING if tournament.frozen is not None else TO_COME
    if not provisional or state == TO_COME:
        return EventStatus(event, name, state, (), 0)
    standings = load_standings(load_progress(tournament))
    current = build_current_team_rows(standings) if teams else build_current_rows(standings)
    return EventStatus(event, name, state, current, 0)


def _load_published(tournaments: list[Tournament], *, teams: bool) -> dict[int, tuple[int, tuple[EventRow, ...]]]:
    """Return the newest edition of each tournament's final result, of its players or its teams; one query."""
    acts = Act.objects.filter(tournament__in=tournaments, kind=Kind.RESULT, round=None, undone_by=None).order_by(
        "sequence"
    )
    newest = {act.tournament_id: act for act in acts.only("tournament_id", "sequence", "said")}
    rules = {tournament.pk: parse_settings(tournament.settings) for tournament in tournaments}
    found = {}
    for tournament, act in newest.items():
        said = parse_content(act)
        settings, kept = rules[tournament], parse_team_rows(said.get("teams"))
        if teams:
            rows = build_team_rows(settings, kept or ())
        else:
            rows = build_event_rows(settings, map(parse_edition_row, said["rows"]), parse_round_facts(said), kept)
        found[tournament] = said["edition"], rows
    return found


def _load_typed(season: Season) -> dict[int, tuple[EventRow, ...]]:
    """Return the typed results that count, by event; one query."""
    rows = SeasonResult.objects.filter(event__season=season, event__gone=None, edition=F("event__edition"))
    found: dict[int, list[EventRow]] = {}
    columns = ("event", "person", "rank", "points", "written", "made")
    for event, person, rank, points, written, parts in rows.order_by("pk").values_list(*columns):
        made = None if written is None else Fraction(written, SIXTHS)
        made_there = made if parts is None else Fraction(parts, MADE_PARTS)
        found.setdefault(event, []).append(EventRow(person, rank, points, DayFacts(made_there, made)))
    return {event: tuple(some) for event, some in found.items()}
