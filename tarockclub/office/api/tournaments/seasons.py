"""Seasons: their settings, their events, results that were typed in, standings, the end."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from tarockclub.kit.words import get_current_language
from tarockclub.models import normalize_federation_number
from tarockclub.office.api.season_schemas import (
    CheckedOut,
    EventOut,
    EventRef,
    LineOut,
    NewSeason,
    SeasonOut,
    SeasonRef,
    SeasonsOut,
    ToCheck,
    TypedResult,
    TypedResults,
)
from tarockclub.office.api.tournaments.common import Answer, OwnPart, add_operations, perform
from tarockclub.platform.api.authentication import TO_DIRECT, TO_ENTER, TO_FIND_CASH, find_author, require_staff_account
from tarockclub.platform.api.errors import ApiError, Mistake, build_input_error
from tarockclub.platform.api.schemas import Done, Number, get_key
from tarockclub.platform.privacy.namesakes import filter_people
from tournaments.core.actions.base import clean_name
from tournaments.core.selectors import find_season
from tournaments.models import Season
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.carried_points import CarryPoints
from tournaments.seasons.season.data import COUNTS, EventStatus, load_season_progress
from tournaments.seasons.season.events import AddEvent, AddTournament, RemoveEvent, ReturnEvent, find_act_event
from tournaments.seasons.season.forms import SeasonForm
from tournaments.seasons.season.names import CurrentPerson
from tournaments.seasons.season.points.preview import preview_form
from tournaments.seasons.season.publishing import (
    DrawSeasonLots,
    PublishStanding,
    ReopenSeason,
    compute_standing_sign,
)
from tournaments.seasons.season.publishing_page import load_publishing
from tournaments.seasons.season.results.services import PersonResult, WriteResults
from tournaments.seasons.season.selectors import find_event_by_number, find_event_day, search_seasons
from tournaments.seasons.season.services import SeasonDetails, change_season, create_season
from tournaments.seasons.season.standing import SeasonLine

part = OwnPart("seasons", "Several tournaments that count together, and results of earlier years.")
_SEASON = "seasons/{uuid:slug}"


def _parse_season(body: NewSeason) -> SeasonDetails:
    """Parse and check a season as its form does; ApiError where something is wrong."""
    form = SeasonForm(language=get_current_language())
    said = body.settings.model_dump()
    criteria = said.pop("criteria")
    data: dict[str, Any] = {
        name: form.fields[name].prepare_value(tuple(value) if isinstance(value, list) else value)
        for name, value in said.items()
    }
    data |= {f"criteria_{at}": criterion for at, criterion in enumerate(criteria)}
    data |= {"key": "-", "name": clean_name(body.name), "half_up": str(int(body.settings.half_up))}
    filled = SeasonForm(data, language=get_current_language())
    if not filled.is_valid():
        errors = [Mistake(f"settings/{name}", "wrong_form", str(some[0])) for name, some in filled.errors.items()]
        raise ApiError(400, "invalid", errors=errors)
    return filled.build_details()


@part.get("seasons", door=TO_FIND_CASH)
def list_seasons(request: HttpRequest) -> SeasonsOut:
    """List the seasons of the club, the latest first."""
    rows = search_seasons(require_staff_account(request).club_id).order_by("-made", "-pk")
    return SeasonsOut(seasons=[SeasonRef.read(row) for row in rows])


@part.post("seasons", door=TO_DIRECT, fails=(409,))
def make_season(request: HttpRequest, body: NewSeason) -> SeasonRef:
    """Create a season."""
    made = create_season(
        get_key(request, body), require_staff_account(request).club, _parse_season(body), find_author(request)
    )
    return SeasonRef.read(made)


@part.post("seasons/check", door=TO_ENTER)
def check_season_points(request: HttpRequest, body: ToCheck) -> CheckedOut:
    """Check a formula or a table of points, like the settings page does while it is being typed."""
    return CheckedOut.read(preview_form(body.model_dump()))


@part.get(_SEASON)
def read_season(request: HttpRequest, slug: uuid.UUID) -> SeasonOut:
    """Return the current state of a season, from published and entered results."""
    season = find_season(slug)
    stand = load_season_progress(season)
    publishing_now = load_publishing(stand)
    return SeasonOut.read(
        season,
        settings=stand.settings._asdict(),
        events=[_build_event(event) for event in stand.events],
        standing=[build_line(stand.people, line) for line in stand.standing.lines],
        missing=[point.text for point in publishing_now.missing],
        seen=compute_standing_sign(stand.standing),
    )


def _build_event(status: EventStatus) -> EventOut:
    event = status.event
    return EventOut.read(event, name=status.name, day=find_event_day(event), counts=status.state == COUNTS)


def build_line(people: Mapping[int, CurrentPerson], line: SeasonLine) -> LineOut:
    """Build a line of a standing."""
    player = people[line.who]
    return LineOut.read(line, name=player.name, person=player.number)


@part.post("settings", door=TO_DIRECT)
def change_season_settings(request: HttpRequest, season: Season, body: NewSeason) -> Done:
    """Change the settings of a season."""
    change_season(season.pk, get_key(request, body), _parse_season(body), find_author(request))
    return Done()


@part.post("events/{int:number}/results", door=TO_ENTER)
def type_event_results(request: HttpRequest, season: Season, number: Number, body: TypedResults) -> Done:
    """Enter the whole result of an event; a second request creates another edition, with a reason."""
    event = find_event_by_number(season, number)
    numbered = _load_numbered(event.season.club_id, body)
    typed = [
        PersonResult(_find_newcomer(result, at, numbered), result.rank, result.points, result.written)
        for at, result in enumerate(body.results)
    ]
    perform(request, event.season, WriteResults(event=event.number, results=typed), body)
    return Done()


def _load_numbered(club: int, body: TypedResults) -> dict[str, Newcomer]:
    """Return the known players with the cup's numbers in a result; one query."""
    numbers = {normalize_federation_number(result.player_number) for result in body.results} - {""}
    people = filter_people(club).filter(player_number__in=numbers)
    return {number: Newcomer(name, pk) for number, name, pk in people.values_list("player_number", "name", "pk")}


def _find_newcomer(result: TypedResult, at: int, numbered: Mapping[str, Newcomer]) -> Newcomer:
    """Return the player of a result, by number or else by name; ApiError for a number that nobody has."""
    if not result.player_number:
        return Newcomer(clean_name(result.name))
    found = numbered.get(normalize_federation_number(result.player_number))
    if found is None:
        raise build_input_error(f"results/{at}/player_number", "not_offered")
    return found


_EVENT_ANSWER = Answer(EventRef, lambda _season, act: EventRef.read(find_act_event(act)))
add_operations(part, AddTournament, AddEvent, CarryPoints, answer=_EVENT_ANSWER)
add_operations(part, RemoveEvent, ReturnEvent, PublishStanding, DrawSeasonLots, ReopenSeason)
