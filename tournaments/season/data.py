"""What a season's standing is reckoned from: results that are published or were typed in, and who they are.

A fixed number of queries, however many events and players there are.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import F

from tarockclub.models import Person
from tournaments.acts import Kind, SeasonKind, said_by
from tournaments.lookup import Lookup, unknown_person
from tournaments.models import Act, Season, SeasonAct, SeasonEvent, SeasonResult
from tournaments.rules.ranking import lot_of
from tournaments.season.selectors import events_of, name_of
from tournaments.season.settings import LOT, Settings, read
from tournaments.season.standing import Event, Row, Standing, standing_of
from tournaments.standings.editions import FINAL, rows_now
from tournaments.standings.progress import stand_of
from tournaments.standings.standing import standings_of

COUNTS, RUNNING, TO_COME = "counts", "running", "to_come"  # its result is there; it has begun; nothing yet
SCOPE = "season"  # what lots are drawn for


class Somebody(NamedTuple):
    """A person as he is called today, merged or not."""

    person: int
    number: int  # in the club
    name: str


class EventAt(NamedTuple):
    """An event with what is known of it."""

    event: SeasonEvent
    name: str
    state: str  # one of the above
    rows: tuple[Row, ...]
    edition: int  # of its result; 0: none
    provisional: bool = False  # its rows are not published


class SeasonStand(NamedTuple):
    """A season as it stands."""

    season: Season
    settings: Settings
    events: tuple[EventAt, ...]  # in order of time
    standing: Standing
    people: dict[int, Somebody]
    lots_drawn: bool

    @property
    def values(self) -> tuple[Event, ...]:
        """The events as the standing takes them."""
        return tuple(_value(one) for one in self.events)


def season_stand(season: Season, *, provisional: bool = False) -> SeasonStand:
    """How a season stands by published and typed results; `provisional`: also by tournaments that still run."""
    events, settings = events_of(season), read(season.settings)
    published = _published([one.tournament_id for one in events if one.tournament_id is not None])
    typed = _typed(season)
    found = [_event_at(one, published, typed, provisional=provisional) for one in events]
    people, same = people_of(row.who for one in found for row in one.rows)
    merged = tuple(one._replace(rows=tuple(row._replace(who=same[row.who]) for row in one.rows)) for one in found)
    drawn = LOT in settings.criteria and SeasonAct.objects.filter(season=season, kind=SeasonKind.LOT).exists()
    lots = {person: lot_of(season.seed, SCOPE, person) for person in people} if drawn else {}
    standing = standing_of(settings, [_value(one) for one in merged], lots)
    return SeasonStand(season, settings, merged, standing, people, drawn)


def with_settings(stand: SeasonStand, settings: Settings) -> Standing:
    """How the same results would stand by other settings."""
    drawn = stand.lots_drawn and LOT in settings.criteria
    lots = {person: lot_of(stand.season.seed, SCOPE, person) for person in stand.people} if drawn else {}
    return standing_of(settings, stand.values, lots)


def _value(one: EventAt) -> Event:
    return Event(one.event.number, one.event.kind, one.event.players, one.rows)


def _event_at(
    event: SeasonEvent,
    published: dict[int, tuple[int, tuple[Row, ...]]],
    typed: dict[int, tuple[Row, ...]],
    *,
    provisional: bool,
) -> EventAt:
    """An event with its rows."""
    name, tournament = name_of(event), event.tournament
    if tournament is None:
        rows = typed.get(event.pk, ())
        return EventAt(event, name, COUNTS if rows else TO_COME, rows, event.edition)
    if tournament.pk in published:
        edition, rows = published[tournament.pk]
        return EventAt(event, name, COUNTS, rows, edition)
    state = RUNNING if tournament.frozen is not None else TO_COME
    if not provisional or state == TO_COME:
        return EventAt(event, name, state, (), 0)
    now = rows_now(standings_of(stand_of(tournament)), FINAL)
    return EventAt(event, name, state, tuple(Row(one.person, one.rank) for one in now), 0, provisional=True)


def _published(tournaments: list[int]) -> dict[int, tuple[int, tuple[Row, ...]]]:
    """The newest edition of each tournament's final result; one query."""
    acts = Act.objects.filter(tournament__in=tournaments, kind=Kind.RESULT, round=None, undone_by=None).order_by(
        "sequence"
    )
    newest = {act.tournament_id: act for act in acts.only("tournament_id", "sequence", "said")}
    found = {}
    for tournament, act in newest.items():
        said = said_by(act)
        found[tournament] = said["edition"], tuple(Row(person, rank) for rank, person, *_rest in said["rows"])
    return found


def _typed(season: Season) -> dict[int, tuple[Row, ...]]:
    """The typed results that count, by event; one query."""
    rows = SeasonResult.objects.filter(event__season=season, event__gone=None, edition=F("event__edition"))
    found: dict[int, list[Row]] = {}
    for event, person, rank, points in rows.order_by("pk").values_list("event", "person", "rank", "points"):
        found.setdefault(event, []).append(Row(person, rank, points))
    return {event: tuple(some) for event, some in found.items()}


_PERSON = ("pk", "number", "name", "merged_into", "merged_into__number")


def people_of(persons: Iterable[int]) -> tuple[Lookup[Somebody], Lookup[int]]:
    """Who persons are, and for each of them who he is today: merged ones are one; one query."""
    people = Lookup[Somebody]({}, lambda person: Somebody(person, 0, unknown_person()))
    same = Lookup[int]({}, lambda person: person)
    for pk, number, name, into, into_number in Person.objects.filter(pk__in=set(persons)).values_list(*_PERSON):
        same[pk] = into or pk
        people[same[pk]] = Somebody(same[pk], into_number or number, name)
    return people, same
