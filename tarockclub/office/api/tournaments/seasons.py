"""Seasons: their settings, their events, results that were typed in, standings, the end."""

import uuid
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query
from pydantic import Field

from tarockclub.kit.amounts import MOST_HUNDREDTHS
from tarockclub.kit.words import get_current_language
from tarockclub.models import normalize_federation_number
from tarockclub.office.api.tournaments.common import OwnSeason, add_operations, perform
from tarockclub.platform.api.authentication import TO_DIRECT, TO_ENTER, TO_FIND_CASH, find_author
from tarockclub.platform.api.errors import ApiError, Mistake, build_input_error
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import MOST_ITEMS, Done, In, Keyed, Name, Number, Out, Reason, Whole, get_key
from tarockclub.platform.privacy.namesakes import filter_people
from tarockclub.platform.server.page_cache import PageCache, build_json_etag_response
from tournaments.core.actions.base import require_name
from tournaments.core.selectors import find_season
from tournaments.core.view_helpers import is_staff
from tournaments.models import Season, SeasonAct
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.cache.outlook import load_kept_outlook
from tournaments.seasons.season.cache.progress import KeptSeason, load_kept_season
from tournaments.seasons.season.carried_points import CarryPoints
from tournaments.seasons.season.data import COUNTS, EventStatus, SeasonProgress
from tournaments.seasons.season.events import AddEvent, AddTournament, RemoveEvent, ReturnEvent, find_act_event
from tournaments.seasons.season.forms import SeasonForm
from tournaments.seasons.season.names import CurrentPerson
from tournaments.seasons.season.outlook.page import MOST_PLACES, MOST_PLAYERS
from tournaments.seasons.season.points.cup_sizes import LONGEST_TEXT
from tournaments.seasons.season.points.preview import preview_form
from tournaments.seasons.season.publishing import (
    DrawSeasonLots,
    PublishStanding,
    ReopenSeason,
)
from tournaments.seasons.season.publishing_page import load_publishing
from tournaments.seasons.season.results.parsing import LAST_PLACE, MOST_WRITTEN
from tournaments.seasons.season.results.services import PersonResult, WriteResults
from tournaments.seasons.season.selectors import find_event_by_number, find_event_day, search_seasons
from tournaments.seasons.season.services import SeasonDetails, change_season, create_season
from tournaments.seasons.season.settings import ALL, DAY, FORMULA, MEAN, build_setting_values
from tournaments.seasons.season.standing import SeasonLine
from tournaments.seasons.season.sub_rankings.actions import RemoveRanking, SetRanking, TakeEntryMoney

part = Part("seasons", "Several tournaments that count together, and results of earlier years.")
Points = Whole
_BODY_CACHE = PageCache(32)


class SeasonSettings(In):
    """All settings that decide the standings of a season; points in hundredths of a cup point."""

    way: Literal["table", "formula"] = FORMULA  # type: ignore[assignment]
    table: list[Number] = Field(default=[], max_length=500, description="Points of the first, the second …")
    rest: Number = Field(default=0, description="Points of everybody beyond the end of the table.")
    formula: str = Field(default="players - place + 1", max_length=300)
    ties: Literal["mean", "better"] = MEAN  # type: ignore[assignment]
    decimals: int = Field(default=0, ge=0, le=2)
    per: Literal["day", "round", "season"] = DAY  # type: ignore[assignment]
    bonus: Number = Field(default=0, description="Points of everybody for each day played.")
    counting: Literal["all", "number", "half", "vienna", "worst"] = ALL  # type: ignore[assignment]
    best: int = Field(default=6, ge=1, le=366, description="If counting is number.")
    worst: int = Field(default=1, ge=1, le=366, description="Days that do not count, if counting is worst.")
    half_up: bool = True
    days: int = Field(default=0, ge=0, le=366)
    least_days: int = Field(default=0, ge=0, le=366)
    criteria: list[
        Literal[
            "places",
            "best_day",
            "best_days",
            "more_days",
            "final_place",
            "final_points",
            "final_rounds",
            "carried_place",
            "lot",
        ]
    ] = Field(default=["places", "best_day", "more_days"], max_length=5)
    final: Literal["adds", "alone"] = "adds"
    factor: int = Field(default=100, ge=1, le=10_000, description="Factor for the points of a final, in hundredths.")
    final_table: list[Number] = Field(
        default=[], max_length=300, description="A final's own points of the first, the second …"
    )
    final_formula: str = Field(default="", max_length=300, description="A final's own points behind its table.")
    absent: str = Field(
        default="", max_length=300, description="Points of those who were not in the final, by its number of players."
    )
    taken: int = Field(
        default=100, ge=0, le=100, description="Percentage of the points from the days in a final that decides."
    )
    teams: bool = Field(default=False, description="Teams are ranked, by the teams' published results of tournaments.")
    sizes: str = Field(default="", max_length=LONGEST_TEXT, description="One a line: Small, from 30: 120; 109; 100")
    prizes: str = Field(default="", max_length=LONGEST_TEXT, description="Of the first, the second …, one a line.")
    carried: Literal["all", "best"] = Field(default="all", description="Of somebody's carried points.")


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
    person: Number = Field(description="Number in the club's register; of a team in the season.")
    points: Points
    days: Number
    by_event: list[GotOut] = Field(validation_alias="got")


class SubRankingOut(Out):
    """The standings of a sub-ranking of a season."""

    number: Number
    name: str
    standing: list[LineOut]
    pot: Whole = Field(default=0, description="Entry money of a published marathon, in cents.")
    shares: list[Number] = Field(description="Of the first, the second …, in hundredths of a percent.")


class SeasonOut(Out):
    """The current state of a season; points in hundredths of a cup point."""

    slug: uuid.UUID
    name: str
    ended: datetime | None
    settings: dict[str, Any]
    events: list[EventOut]
    standing: list[LineOut]
    rankings: list[SubRankingOut]
    missing: list[str] = Field(description="Sentences: everything to be done before the final standings are published.")
    seen: str = Field(description="Must be sent on publication: the standings that were viewed.")


class ChanceOut(Out):
    """A player who can still reach a place."""

    name: str
    person: Number = Field(validation_alias="number", description="As in the standings.")
    sentence: str = Field(description="Follows the name.")
    certain: bool = Field(description="Whatever comes.")
    sure: int | None = Field(description="The worst place, or the fewest points (hundredths), that is surely enough.")
    possible: int | None = Field(description="The worst one that can be enough; null: not computed, or not even one.")


class OutlookOut(Out):
    """The chances of all players of a season before its last days."""

    title: str
    days: int = Field(description="That are still to come.")
    players: int = Field(description="On a day to come.")
    asks: str = Field(description="What the values are: place, points with a limit, or open: points without one.")
    chances: list[ChanceOut]
    notes: list[str]


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


class TypedResult(In):
    """The result of one player."""

    name: str = Field(default="", max_length=80, description="Empty only with the number of a known player.")
    player_number: str = Field(default="", max_length=20, description="The cup's number, in place of the name.")
    rank: int = Field(default=0, ge=0, le=LAST_PLACE, description="0: only the points are known.")
    points: int | None = Field(
        default=None,
        ge=-MOST_HUNDREDTHS,
        le=MOST_HUNDREDTHS,
        description="In hundredths; null: they follow from the rank.",
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


def parse_season(body: NewSeason) -> SeasonDetails:
    """Parse and check a season as its form does; ApiError where something is wrong."""
    form = SeasonForm(language=get_current_language())
    said = body.settings.model_dump()
    criteria = said.pop("criteria")
    data: dict[str, Any] = {
        name: form.fields[name].prepare_value(tuple(value) if isinstance(value, list) else value)
        for name, value in said.items()
    }
    data |= {f"criteria_{at}": criterion for at, criterion in enumerate(criteria)}
    data |= {"key": "-", "name": require_name(body.name), "half_up": str(int(body.settings.half_up))}
    filled = SeasonForm(data, language=get_current_language())
    if not filled.is_valid():
        errors = [Mistake(f"settings/{name}", "wrong_form", str(some[0])) for name, some in filled.errors.items()]
        raise ApiError(400, "invalid", errors=errors)
    return filled.build_details()


@part.get("seasons", door=TO_FIND_CASH)
def list_seasons(request: HttpRequest, club: OwnClub) -> SeasonsOut:
    """List the seasons of the club, the latest first."""
    rows = search_seasons(club.pk).order_by("-made", "-pk")
    return SeasonsOut(seasons=[SeasonRef.read(row) for row in rows])


@part.post("seasons", door=TO_DIRECT, fails=(409,))
def make_season(request: HttpRequest, club: OwnClub, body: NewSeason) -> SeasonRef:
    """Create a season."""
    made = create_season(get_key(request, body), club, parse_season(body), find_author(request))
    return SeasonRef.read(made)


@part.post("seasons/check", door=TO_ENTER)
def check_season_points(request: HttpRequest, body: ToCheck) -> CheckedOut:
    """Check a formula or a table of points, like the settings page does while it is being typed."""
    return CheckedOut.read(preview_form(body.model_dump()))


@part.get("seasons/{uuid:slug}", gives=SeasonOut, tagged=True)
def read_season(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Return the current state of a season, from published and entered results."""
    season = find_season(slug)
    kept = load_kept_season(season, at_once=is_staff(request, season))
    return build_kept_response(request, kept, "season", lambda: _build_season(kept.stand))


def build_kept_response(request: HttpRequest, kept: KeptSeason, name: str, build: Callable[[], Out]) -> HttpResponse:
    """Return what a program gets about the state of a season: made once for each version and language."""
    language = get_current_language()
    tag = f'"{kept.version}.{name}.{language}"'
    body = _BODY_CACHE.load_body((kept.stand.season.slug, name, language), tag, lambda: build().model_dump_json())
    return build_json_etag_response(request, tag, lambda: body)


def _build_season(stand: SeasonProgress) -> SeasonOut:
    publishing_now = load_publishing(stand)
    return SeasonOut.read(
        stand.season,
        settings=build_setting_values(stand.settings._replace(rankings=())),
        events=[_build_event(event) for event in stand.events],
        standing=[build_line(stand.people, line) for line in stand.standing.lines],
        rankings=[
            SubRankingOut.read(
                sub.ranking, standing=[build_line(stand.people, line) for line in sub.stand.standing.lines]
            )
            for sub in stand.rankings
        ],
        missing=[point.text for point in publishing_now.missing],
        seen=publishing_now.sign,
    )


@part.get("seasons/{uuid:slug}/outlook")
def read_season_outlook(
    request: HttpRequest,
    slug: uuid.UUID,
    places: Annotated[int, Query(ge=1, le=MOST_PLACES)] = 1,
    players: Annotated[
        int, Query(ge=0, le=MOST_PLAYERS, description="On the days to come; 0: as on the last one.")
    ] = 0,
) -> OutlookOut:
    """Return who can still be among the first places of a season, and what that takes; 404 if nothing is open."""
    season = find_season(slug)
    page = load_kept_outlook(season, places=places, players=players, at_once=is_staff(request, season))
    if page is None:
        raise Http404
    find = page.outlook.find_result
    chances = [
        ChanceOut.read(line, sure=find(line.chance.sure), possible=find(line.chance.possible)) for line in page.lines
    ]
    outlook = page.outlook
    return OutlookOut.read(outlook, title=page.title, asks=outlook.scale.by, chances=chances, notes=list(page.notes))


def _build_event(status: EventStatus) -> EventOut:
    event = status.event
    return EventOut.read(event, name=status.name, day=find_event_day(event), counts=status.state == COUNTS)


def build_line(people: Mapping[int, CurrentPerson], line: SeasonLine) -> LineOut:
    """Build a line of a standing."""
    player = people[line.who]
    return LineOut.read(line, name=player.name, person=player.number)


@part.post("settings", door=TO_DIRECT)
def change_season_settings(request: HttpRequest, season: OwnSeason, body: NewSeason) -> Done:
    """Change the settings of a season."""
    change_season(season.pk, get_key(request, body), parse_season(body), find_author(request))
    return Done()


@part.post("events/{int:number}/results", door=TO_ENTER)
def type_event_results(request: HttpRequest, season: OwnSeason, number: Number, body: TypedResults) -> Done:
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
        return Newcomer(require_name(result.name))
    found = numbered.get(normalize_federation_number(result.player_number))
    if found is None:
        raise build_input_error(f"results/{at}/player_number", "not_offered")
    return found


def _build_event_ref(_season: Season, act: SeasonAct) -> EventRef:
    return EventRef.read(find_act_event(act))


add_operations(part, AddTournament, AddEvent, CarryPoints, answer=_build_event_ref)
add_operations(part, RemoveEvent, ReturnEvent, PublishStanding, DrawSeasonLots, ReopenSeason)
add_operations(part, SetRanking, RemoveRanking, TakeEntryMoney)
