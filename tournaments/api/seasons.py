"""Seasons: what they are about, what counts in them, results that were typed in, how they stand, the end."""

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils.translation import get_language
from pydantic import Field

from tarockclub.api.authentication import DIRECTOR, SECRETARY, WATCHER, must_be_own, staff_account
from tarockclub.api.errors import Failed, Mistake
from tarockclub.api.operations import Part
from tarockclub.api.schemas import MOST_ITEMS, Day, Done, In, Keyed, KeyOnly, Name, Number, Out, Reason, Whole, key_of
from tournaments.api.common import FAILS, name_in, own, reason_in, refusals, who
from tournaments.models import Season, SeasonEvent
from tournaments.name_lists.candidates import Newcomer
from tournaments.season import events, publishing
from tournaments.season.carried_points import carry
from tournaments.season.data import COUNTS, EventAt, Somebody, season_stand
from tournaments.season.forms import SeasonForm
from tournaments.season.messages import problem
from tournaments.season.points.preview import preview_typed
from tournaments.season.publishing_page import publishing_of
from tournaments.season.results.messages import refused as told_of_results
from tournaments.season.results.parsing import LAST_PLACE, MOST_POINTS, MOST_WRITTEN
from tournaments.season.results.services import Typed, write_results
from tournaments.season.selectors import day_of, event_at, listed, season_at
from tournaments.season.services import Wanted, change_settings, new_season
from tournaments.season.settings import ALL, FORMULA, MEAN
from tournaments.season.standing import Line

part = Part("seasons", "Several tournaments that count together, and results of earlier years.")
_SEASON = "seasons/{uuid:slug}"
_EVENT = f"{_SEASON}/events/{{int:number}}"
_KIND = Literal["day", "final"]
Points = Whole
Address = Annotated[uuid.UUID, Field(strict=False)]  # JSON has texts only


class SeasonSettings(In):
    """All settings that decide the standings of a season; points in hundredths of a cup point."""

    way: Literal["table", "formula"] = FORMULA  # type: ignore[assignment]
    table: list[Number] = Field(default=[], max_length=500, description="Points of the first, the second …")
    rest: Number = Field(default=0, description="Points of everybody beyond the end of the table.")
    formula: str = Field(default="players - place + 1", max_length=300)
    ties: Literal["mean", "better"] = MEAN  # type: ignore[assignment]
    decimals: int = Field(default=0, ge=0, le=2)
    counting: Literal["all", "number", "half"] = ALL  # type: ignore[assignment]
    best: int = Field(default=6, ge=1, le=366, description="If counting is number.")
    half_up: bool = True
    days: int = Field(default=0, ge=0, le=366)
    least_days: int = Field(default=0, ge=0, le=366)
    criteria: list[Literal["places", "best_day", "more_days", "final_place", "lot"]] = Field(
        default=["places", "best_day", "more_days"], max_length=5
    )
    final: Literal["adds", "alone"] = "adds"
    factor: int = Field(default=100, ge=1, le=10_000, description="Factor for the points of a final, in hundredths.")
    taken: int = Field(
        default=100, ge=0, le=100, description="Percentage of the points from the days in a final that decides."
    )


class NewSeason(Keyed):
    """The settings of a new season."""

    name: Name
    settings: SeasonSettings = SeasonSettings()


class SeasonRef(Out):
    """A season in the list."""

    slug: uuid.UUID
    name: str
    ended: datetime | None


class SeasonsOut(Out):
    """The seasons of the club."""

    seasons: list[SeasonRef]


class EventOut(Out):
    """An event that counts in a season."""

    number: Number
    kind: Literal["day", "final", "carried"]
    name: str
    day: date | None
    counts: bool = Field(description="Whether its result exists.")


class GotOut(Out):
    """The points of a player from an event."""

    event: Number
    rank: Number = Field(description="0: unknown.")
    points: Points
    counts: bool


class LineOut(Out):
    """A player in the standings of a season."""

    rank: Number = Field(description="0: too few days played.")
    name: str
    person: Number = Field(description="Number in the club's register.")
    points: Points
    days: Number
    by_event: list[GotOut]


class SeasonOut(Out):
    """The current state of a season; points in hundredths of a cup point."""

    slug: uuid.UUID
    name: str
    ended: datetime | None
    settings: dict[str, Any]
    events: list[EventOut]
    standing: list[LineOut]
    missing: list[str] = Field(description="Sentences: everything to be done before the final standings are published.")
    seen: str = Field(description="Must be sent on publication: the standings that were viewed.")


class ToCheck(In):
    """A formula or a table, as typed."""

    way: Literal["table", "formula"] = FORMULA  # type: ignore[assignment]
    formula: str = Field(default="", max_length=300)
    table: str = Field(default="", max_length=5000)
    rest: str = Field(default="", max_length=20)


class CheckedOut(Out):
    """Errors in it, and the resulting points of places."""

    problems: list[str]
    warnings: list[str]


class TournamentEvent(Keyed):
    """A tournament of the club that counts."""

    tournament: Address
    kind: _KIND = "day"


class TypedEvent(Keyed):
    """An event with a result entered by hand."""

    name: Name
    day: Day | None = None
    kind: Literal["day", "final", "carried"] = "day"
    players: int = Field(
        default=0, ge=0, le=100_000, description="Number of participants, if not all of them are listed."
    )


class CarriedEvent(Keyed):
    """Points of an earlier season that count."""

    season: Address
    percent: int = Field(default=100, ge=1, le=100)


class Removal(Keyed):
    """The reason why an event no longer counts."""

    reason: Reason


class TypedResult(In):
    """The result of one player."""

    name: Name
    rank: int = Field(default=0, ge=0, le=LAST_PLACE, description="0: only the points are known.")
    points: int | None = Field(
        default=None, ge=-MOST_POINTS, le=MOST_POINTS, description="In hundredths; null: they follow from the rank."
    )
    written: int | None = Field(
        default=None, ge=-MOST_WRITTEN, le=MOST_WRITTEN, description="Written score, in sixths of a point."
    )


class TypedResults(Keyed):
    """The whole result of an event."""

    results: list[TypedResult] = Field(min_length=1, max_length=MOST_ITEMS)
    reason: Reason = Field(default="", description="Reason for another edition.")


class EventRef(Out):
    """An event of a season."""

    number: Number


class SeasonPublication(Keyed):
    """The publication of the final standings."""

    seen: str = Field(max_length=64)
    confirmed: bool = False
    reason: Reason = ""


class SeasonReason(Keyed):
    """A reason."""

    reason: Reason


def own_season(request: HttpRequest, slug: uuid.UUID) -> Season:
    """A season of the caller's club, or 404."""
    season = season_at(slug)
    must_be_own(request, season.club_id)
    return season


@contextmanager
def season_refusals() -> Iterator[None]:
    """Answer what is Refused of a season."""
    with refusals(problem):
        yield


def _wanted(body: NewSeason) -> Wanted:
    """What is wanted, looked at as its form does; Failed where something is wrong with it."""
    form = SeasonForm(language=get_language() or "de")
    said = body.settings.model_dump()
    criteria = said.pop("criteria")
    data: dict[str, Any] = {
        name: form.fields[name].prepare_value(tuple(value) if isinstance(value, list) else value)
        for name, value in said.items()
    }
    data |= {f"criteria_{at}": one for at, one in enumerate(criteria)}
    data |= {"key": "-", "name": name_in(body.name), "half_up": str(int(body.settings.half_up))}
    filled = SeasonForm(data, language=get_language() or "de")
    if not filled.is_valid():
        errors = [Mistake(f"settings/{name}", "wrong_form", str(some[0])) for name, some in filled.errors.items()]
        raise Failed(400, "invalid", errors=errors)
    return filled.wanted()


@part.get("seasons", gives=SeasonsOut, door=WATCHER)
def list_seasons(request: HttpRequest) -> SeasonsOut:
    """List the seasons of the club, the latest first."""
    rows = listed(staff_account(request).club_id).order_by("-made", "-pk")
    return SeasonsOut(seasons=[SeasonRef(slug=one.slug, name=one.name, ended=one.ended) for one in rows])


@part.post("seasons", gives=SeasonRef, door=DIRECTOR, fails=(409,))
def make_season(request: HttpRequest, body: NewSeason) -> SeasonRef:
    """Create a season."""
    with season_refusals():
        made = new_season(key_of(request, body), staff_account(request).club, _wanted(body), who(request))
    return SeasonRef(slug=made.slug, name=made.name, ended=made.ended)


@part.post("seasons/check", gives=CheckedOut, door=SECRETARY)
def check_season_points(request: HttpRequest, body: ToCheck) -> CheckedOut:
    """Check a formula or a table of points, like the settings page does while it is being typed."""
    found = preview_typed(body.model_dump())
    return CheckedOut(problems=list(found.problems), warnings=list(found.warnings))


@part.get(_SEASON, gives=SeasonOut, fails=(404,))
def read_season(request: HttpRequest, slug: uuid.UUID) -> SeasonOut:
    """Return the current state of a season, from published and entered results."""
    season = season_at(slug)
    stand = season_stand(season)
    publishing_now = publishing_of(stand)
    return SeasonOut(
        slug=season.slug,
        name=season.name,
        ended=season.ended,
        settings=stand.settings._asdict(),
        events=[_event(one) for one in stand.events],
        standing=[line_out(stand.people, one) for one in stand.standing.lines],
        missing=[one.text for one in publishing_now.missing],
        seen=publishing.sign_of(stand.standing),
    )


def _event(one: EventAt) -> EventOut:
    event = one.event
    said = {
        "number": event.number,
        "kind": event.kind,
        "name": one.name,
        "day": day_of(event),
        "counts": one.state == COUNTS,
    }
    return EventOut.model_validate(said)


def line_out(people: Mapping[int, Somebody], one: Line) -> LineOut:
    """Somebody in a standing."""
    player = people[one.who]
    return LineOut(
        rank=one.rank or 0,
        name=player.name,
        person=player.number,
        points=one.points,
        days=one.days,
        by_event=[GotOut(event=got.event, rank=got.rank, points=got.points, counts=got.counts) for got in one.got],
    )


@part.post(f"{_SEASON}/settings", gives=Done, door=DIRECTOR, fails=FAILS)
def change_season_settings(request: HttpRequest, slug: uuid.UUID, body: NewSeason) -> Done:
    """Change the settings of a season."""
    season = own_season(request, slug)
    with season_refusals():
        change_settings(season.pk, key_of(request, body), _wanted(body), who(request))
    return Done()


@part.post(f"{_SEASON}/events/tournament", gives=EventRef, door=DIRECTOR, fails=FAILS)
def put_tournament_in_season(request: HttpRequest, slug: uuid.UUID, body: TournamentEvent) -> EventRef:
    """Let a tournament of the club count, as soon as its final result is published."""
    season, tournament = own_season(request, slug), own(request, body.tournament)
    with season_refusals():
        made = events.add_tournament(season, key_of(request, body), tournament, body.kind, who(request))
    return EventRef(number=made.number)


@part.post(f"{_SEASON}/events/typed", gives=EventRef, door=DIRECTOR, fails=FAILS)
def put_typed_event_in_season(request: HttpRequest, slug: uuid.UUID, body: TypedEvent) -> EventRef:
    """Add an event with a result entered by hand."""
    season = own_season(request, slug)
    wanted = events.WantedEvent(name_in(body.name), body.day, body.kind, body.players)
    with season_refusals():
        made = events.add_event(season, key_of(request, body), wanted, who(request))
    return EventRef(number=made.number)


@part.post(f"{_SEASON}/events/carried", gives=EventRef, door=DIRECTOR, fails=FAILS)
def carry_points_into_season(request: HttpRequest, slug: uuid.UUID, body: CarriedEvent) -> EventRef:
    """Carry over a share of the points of an earlier season."""
    season, earlier = own_season(request, slug), own_season(request, body.season)
    with season_refusals():
        made = carry(season, key_of(request, body), earlier, body.percent, who(request))
    return EventRef(number=made.number)


@part.post(f"{_EVENT}/remove", gives=Done, door=DIRECTOR, fails=FAILS)
def take_event_out_of_season(request: HttpRequest, slug: uuid.UUID, number: Number, body: Removal) -> Done:
    """Remove an event from the season."""
    event = event_of(own_season(request, slug), number)
    with season_refusals():
        events.remove_event(event, key_of(request, body), reason_in(body.reason), who(request))
    return Done()


@part.post(f"{_EVENT}/return", gives=Done, door=DIRECTOR, fails=FAILS)
def put_event_back_into_season(request: HttpRequest, slug: uuid.UUID, number: Number, body: KeyOnly) -> Done:
    """Let a removed event count again."""
    event = event_of(own_season(request, slug), number)
    with season_refusals():
        events.return_event(event, key_of(request, body), who(request))
    return Done()


@part.post(f"{_EVENT}/results", gives=Done, door=SECRETARY, fails=FAILS)
def type_event_results(request: HttpRequest, slug: uuid.UUID, number: Number, body: TypedResults) -> Done:
    """Enter the whole result of an event; a second request creates another edition, with a reason."""
    event = event_of(own_season(request, slug), number)
    typed = [Typed(Newcomer(name_in(one.name)), one.rank, one.points, one.written) for one in body.results]
    with refusals(told_of_results):
        write_results(event, key_of(request, body), typed, reason_in(body.reason), who(request))
    return Done()


@part.post(f"{_SEASON}/publish", gives=Done, door=DIRECTOR, fails=FAILS)
def publish_season(request: HttpRequest, slug: uuid.UUID, body: SeasonPublication) -> Done:
    """Publish the final standings: exactly what was viewed. This ends the season."""
    season = own_season(request, slug)
    with season_refusals():
        key, reason = key_of(request, body), reason_in(body.reason)
        publishing.publish(season.pk, key, body.seen, who(request), reason=reason, confirmed=body.confirmed)
    return Done()


@part.post(f"{_SEASON}/lots", gives=Done, door=DIRECTOR, fails=FAILS)
def draw_season_lots(request: HttpRequest, slug: uuid.UUID, body: KeyOnly) -> Done:
    """Draw lots between players who are tied in everything else."""
    season = own_season(request, slug)
    with season_refusals():
        publishing.draw_lots(season.pk, key_of(request, body), who(request))
    return Done()


@part.post(f"{_SEASON}/take-up", gives=Done, door=DIRECTOR, fails=FAILS)
def take_season_up(request: HttpRequest, slug: uuid.UUID, body: SeasonReason) -> Done:
    """Reopen a season that has ended."""
    season = own_season(request, slug)
    with season_refusals():
        publishing.take_up(season.pk, key_of(request, body), reason_in(body.reason), who(request))
    return Done()


def event_of(season: Season, number: int) -> SeasonEvent:
    """An event of a season, or 404."""
    return event_at(season, number)
