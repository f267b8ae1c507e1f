"""The input of a season's standings: published or typed results, and their players or teams.

A fixed number of queries for any number of events and players.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.db.models import F, Q

from scoring.engine.points import SIXTHS
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.words import fold
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import parse_categories
from tarockclub.platform.privacy import readers
from tournaments.core.acts import Kind, parse_content
from tournaments.core.rules.ranking import compute_lot
from tournaments.core.selectors import Lookup, format_unknown_person
from tournaments.core.settings import parse_settings
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import (
    MADE_PARTS,
    Act,
    Season,
    SeasonAct,
    SeasonEvent,
    SeasonResult,
    Team,
    TeamMember,
    Tournament,
)
from tournaments.results.standings.editions import parse_edition_row, parse_round_facts
from tournaments.results.team_standings.standing import parse_team_rows
from tournaments.seasons.season.course.tally import SeasonCourses, compute_course, compute_standing
from tournaments.seasons.season.evenings.days import load_evening_days
from tournaments.seasons.season.event_rows import (
    build_current_rows,
    build_current_team_rows,
    build_event_rows,
    build_team_rows,
)
from tournaments.seasons.season.points.formula.nodes import DayFacts
from tournaments.seasons.season.points.place_points import find_size
from tournaments.seasons.season.services import format_event_name, list_events
from tournaments.seasons.season.settings import (
    CARRIED_POINTS,
    CATEGORY,
    EVERYBODY,
    LIST,
    LOT,
    SeasonSettings,
    SubRanking,
    parse_season_settings,
)
from tournaments.seasons.season.standing import EventResult, EventRow, SeasonStanding
from tournaments.seasons.season.sub_rankings.rules import build_rules, has_lots, is_chosen, must_know_facts, split_rows

# Teams of a season's tournaments are the same if they have the same name; without a name, or where a tournament has two
# of that name, if they have the same members too.


class CurrentPerson(NamedTuple):
    """A person with their current name and number, merged or not; or a team of a season of teams."""

    person: int
    number: int  # in the club; of a team in the season, in the order of its first tournaments
    name: str  # as public pages show it
    real: str = ""  # as in the register, for exports of the staff


SeasonNames = tuple[Lookup[CurrentPerson], Lookup[int]]  # by id, and for each id the one that counts now


class _Member(NamedTuple):
    person: int  # the current one
    name: str
    real: str


_NAMES = (readers.EVERYBODY.build_name(), readers.INSIDE.build_name())
_PERSON = ("pk", "number", *_NAMES, "merged_into", "merged_into__number")
_MEMBER = (
    "team",
    "entrant__person",
    "entrant__person__merged_into",
    readers.EVERYBODY.build_name("entrant__person__"),
    readers.INSIDE.build_name("entrant__person__"),
)


def load_names(season: Season, who: Iterable[int], *, teams: bool) -> SeasonNames:
    """Return the names of a season; the same few queries for any number of them."""
    return load_season_teams(season) if teams else load_season_people(who)


def load_season_people(persons: Iterable[int]) -> SeasonNames:
    """Return persons by id, and for each id the id of its current person: merged ones are one; one query."""
    people, same = _begin_names()
    for pk, number, name, real, into, into_number in Person.objects.filter(pk__in=set(persons)).values_list(*_PERSON):
        same[pk] = into or pk
        people[same[pk]] = CurrentPerson(same[pk], into_number or number, name, real)
    return people, same


def _begin_names() -> SeasonNames:
    people = Lookup[CurrentPerson]({}, lambda person: CurrentPerson(person, 0, *2 * [format_unknown_person()]))
    return people, Lookup[int]({}, lambda person: person)


def load_season_teams(season: Season) -> SeasonNames:
    """Return the teams of all tournaments of a season, also of those removed from it; two queries."""
    teams = list(Team.objects.filter(tournament__season_events__season=season).distinct().order_by("pk"))
    members: dict[int, list[_Member]] = {}
    rows = TeamMember.objects.filter(team__in=[team.pk for team in teams]).order_by("entrant__number")
    for team_id, person, into, name, real in rows.values_list(*_MEMBER):
        members.setdefault(team_id, []).append(_Member(into or person, name, real))
    double = Counter((team.tournament_id, _fold(team)) for team in teams if team.gone is None)
    ambiguous = {name for (_tournament, name), times in double.items() if times > 1}
    people, same = _begin_names()
    first: dict[tuple[str, frozenset[int]], int] = {}
    for team in teams:
        theirs, name = members.get(team.pk, []), _fold(team)
        needs_members = not name or name in ambiguous
        sign = name, frozenset(member.person for member in theirs) if needs_members else frozenset[int]()
        same[team.pk] = team.pk if needs_members and not theirs else first.setdefault(sign, team.pk)
        if same[team.pk] == team.pk:
            people[team.pk] = _build_team(team, theirs, len(people) + 1)
    return people, same


def _fold(team: Team) -> str:
    return fold_name(team.name).text or team.name.casefold()


def _build_team(team: Team, members: list[_Member], number: int) -> CurrentPerson:
    """Return a team by its name, or else by those of its members."""
    named = team.name or ", ".join(member.name for member in members) or format_unknown_person()
    real = team.name or ", ".join(member.real for member in members) or named
    return CurrentPerson(team.pk, number, named, real)


COUNTS, RUNNING, TO_COME = "counts", "running", "to_come"  # its result exists; it has begun; nothing yet
SCOPE = "season"  # the purpose of lots


class EventStatus(NamedTuple):
    """An event with its known results."""

    event: SeasonEvent
    name: str
    state: str  # one of the above
    rows: Sequence[EventRow]
    edition: int  # of its result; 0: none
    left_out: Sequence[int] = ()  # places of those whom a sub-ranking does not rank


class SubStanding(NamedTuple):
    """The current state of a sub-ranking: that of its season, with its rules, its events and its people alone."""

    ranking: SubRanking
    members: frozenset[int] | None  # None: everybody
    stand: "SeasonProgress"


class SeasonProgress(NamedTuple):
    """The current state of a season."""

    season: Season
    settings: SeasonSettings
    events: tuple[EventStatus, ...]  # in order of time
    standing: SeasonStanding
    people: dict[int, CurrentPerson]
    lots_drawn: bool
    rankings: tuple[SubStanding, ...] = ()
    courses: SeasonCourses = SeasonCourses()  # where everybody stood after each day

    @property
    def values(self) -> tuple[EventResult, ...]:
        """The events in the form that the standings take."""
        return tuple(_build_event(event) for event in self.events)

    @property
    def unknown(self) -> set[tuple[int, int]]:
        """The people of days of which something cannot be computed, each with the number of the event."""
        named = {number for number, _problem in self.standing.problems}
        named_events = [event for event in self.events if event.event.number in named]
        return {(event.event.number, row.who) for event in named_events for row in event.rows}

    @property
    def result_days(self) -> list[EventStatus]:
        """The days that have a result and count by the rule, a final among them; in order of time."""
        held = [event for event in self.events if event.rows and event.event.kind != CARRIED_POINTS]
        return [event for event in held if event.event.number not in self.standing.left_out]

    @property
    def drawn_days(self) -> list[EventStatus]:
        """The days after which it is known where everybody stood: of huge seasons only the last ones."""
        drawn = set(self.courses.days)
        return [event for event in self.events if event.event.number in drawn]


def load_season_progress(
    season: Season, *, provisional: bool = False, settings: SeasonSettings | None = None, whole: bool = True
) -> SeasonProgress:
    """Return the state of a season by published and typed results.

    `provisional`: also by tournaments still running. `settings`: others than those of the season. `whole`: with all
    that is known of everybody's days, as other rules or a file may ask for it; else only with what these rules ask for.
    """
    events = [event for event in list_events(season) if event.tournament is None or event.tournament.cancelled is None]
    settings = settings or parse_season_settings(season.settings)
    evenings = load_evening_days(season, settings, events, whole=whole)
    events = [event for event in events if not event.evenings or event.day in evenings]
    tournaments = [event.tournament for event in events if event.tournament is not None]
    published = _load_published(tournaments, teams=settings.teams, whole=whole or must_know_facts(settings))
    typed: dict[int, tuple[EventRow, ...]] = {} if settings.teams else _load_typed(season)
    typed |= {event.pk: evenings[event.day] for event in events if event.evenings and event.day is not None}
    typed |= {event.pk: _carry_places(event, settings, typed[event.pk]) for event in events if event.pk in typed}
    statuses = [
        _build_event_at(event, published, typed, teams=settings.teams, provisional=provisional) for event in events
    ]
    ids = [row.who for event in statuses for row in event.rows]
    people, same = load_names(season, ids, teams=settings.teams)
    merged = tuple(
        event._replace(rows=tuple(row._replace(who=same[row.who]) for row in event.rows)) for event in statuses
    )
    drawn = has_lots(settings) and SeasonAct.objects.filter(season=season, kind=Kind.LOT).exists()
    lots = {person: compute_lot(season.seed, SCOPE, person) for person in people} if drawn else {}
    values = [_build_event(event) for event in merged]
    standing, courses = compute_course(settings, values, lots)
    return _add_rankings(SeasonProgress(season, settings, merged, standing, people, drawn, courses=courses))


def _add_rankings(stand: SeasonProgress) -> SeasonProgress:
    """Return the state of a season with that of its sub-rankings; one query if there are any."""
    rankings = [ranking for ranking in stand.settings.rankings if not ranking.gone]
    if not rankings:
        return stand
    listed = {person for ranking in rankings for person in ranking.people}
    rows = Person.objects.filter(Q(pk__in=stand.people) | Q(pk__in=listed))
    people = list(rows.values_list("pk", "merged_into", "town", "categories"))
    subs = []
    for ranking in rankings:
        everybody = ranking.group == EVERYBODY or stand.settings.teams
        members = (
            None if everybody else frozenset(into or pk for pk, into, *said in people if _is_in(ranking, pk, *said))
        )
        subs.append(SubStanding(ranking, members, _filter_progress(stand, ranking, members)))
    return stand._replace(rankings=tuple(subs))


def _is_in(ranking: SubRanking, person: int, town: str, categories: str) -> bool:
    if ranking.group == LIST:
        return person in ranking.people
    words = parse_categories(categories) if ranking.group == CATEGORY else [town]
    return fold(ranking.group_name) in map(fold, words)


def _filter_progress(stand: SeasonProgress, ranking: SubRanking, members: Collection[int] | None) -> SeasonProgress:
    events = [event for event in stand.events if is_chosen(ranking, event.event.number, event.name)]
    if members is not None:
        split = [(event, *split_rows(event.rows, members)) for event in events]
        events = [event._replace(rows=rows, left_out=others) for event, rows, others in split]
    narrow = stand._replace(settings=build_rules(stand.settings, ranking), events=tuple(events))
    standing, courses = compute_course(narrow.settings, narrow.values, draw_lots(narrow, narrow.settings))
    return narrow._replace(standing=standing, courses=courses)


def find_sub_standing(stand: SeasonProgress, number: int) -> SubStanding | None:
    """Return the current state of a sub-ranking; None if there is none of this number."""
    return next((sub for sub in stand.rankings if sub.ranking.number == number), None)


def compute_standing_with(stand: SeasonProgress, settings: SeasonSettings) -> SeasonStanding:
    """Return the standings for the same results with other settings."""
    return compute_standing(settings, stand.values, draw_lots(stand, settings))


def draw_lots(stand: SeasonProgress, settings: SeasonSettings) -> dict[int, int]:
    """Return everybody's lot, if these settings want lots and they are drawn."""
    drawn = stand.lots_drawn and LOT in settings.criteria
    return {person: compute_lot(stand.season.seed, SCOPE, person) for person in stand.people} if drawn else {}


def _build_event(event: EventStatus) -> EventResult:
    row = event.event
    others = (*parse_others(row.others), *event.left_out)
    return EventResult(row.number, row.kind, row.players, event.rows, others, row.evenings)


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
    standings = load_standings(load_progress(tournament), readers.EVERYBODY)
    current = build_current_team_rows(standings) if teams else build_current_rows(standings)
    return EventStatus(event, name, state, current, 0)


def load_newest_results(tournaments: Collection[int]) -> dict[int, Act]:
    """Return the act that published the newest final result of each tournament (id) that has one; one query."""
    acts = Act.objects.filter(tournament__in=tournaments, kind=Kind.RESULT, round=None, undone_by=None)
    return {act.tournament_id: act for act in acts.order_by("sequence").only("tournament_id", "sequence", "said")}


def _load_published(
    tournaments: list[Tournament], *, teams: bool, whole: bool
) -> dict[int, tuple[int, tuple[EventRow, ...]]]:
    """Return the newest edition of each tournament's final result, of its players or its teams; one query.

    `whole`: with more than the places of its players.
    """
    rules = {tournament.pk: parse_settings(tournament.settings) for tournament in tournaments}
    editions = {}
    for tournament, act in load_newest_results(rules).items():
        content = parse_content(act)
        settings, kept = rules[tournament], parse_team_rows(content.get("teams"))
        if teams:
            rows = build_team_rows(settings, kept or ())
        elif not whole:
            rows = tuple(EventRow(person, rank) for rank, person, *_more in content["rows"])
        else:
            rows = build_event_rows(settings, map(parse_edition_row, content["rows"]), parse_round_facts(content), kept)
        editions[tournament] = content["edition"], rows
    return editions


def _carry_places(event: SeasonEvent, settings: SeasonSettings, rows: tuple[EventRow, ...]) -> tuple[EventRow, ...]:
    """Return the rows of an event; of a cup with the points that its places carry, by its size."""
    size = find_size(settings.sizes, event.size)
    if size is None:
        return rows
    return tuple(row._replace(points=size.get_points(row.rank)) if row.rank else row for row in rows)


def _load_typed(season: Season) -> dict[int, tuple[EventRow, ...]]:
    """Return the typed results that count, by event; one query."""
    rows = SeasonResult.objects.filter(event__season=season, event__gone=None, edition=F("event__edition"))
    results: dict[int, list[EventRow]] = {}
    columns = ("event", "person", "rank", "points", "written", "made")
    for event, person, rank, points, written, parts in rows.order_by("pk").values_list(*columns):
        made = None if written is None else Fraction(written, SIXTHS)
        made_there = made if parts is None else Fraction(parts, MADE_PARTS)
        results.setdefault(event, []).append(EventRow(person, rank, points, DayFacts(made_there, made)))
    return {event: tuple(some) for event, some in results.items()}
