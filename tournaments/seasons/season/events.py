"""The actions on events of a season: added, changed, removed, returned, points carried; each once for each key."""

import uuid
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

from django.db.models import Max
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.api.schemas import Address, Day
from tournaments.core.actions.base import ID_RANGE, Action, Input, Name, Operation, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.messages import SEASON as SEASON_AREA
from tournaments.core.selectors import find_season, find_tournament
from tournaments.models import Season, SeasonAct, SeasonEvent, SeasonResult, Tournament
from tournaments.seasons.season.data import load_season_people
from tournaments.seasons.season.editions import apply_merges, is_of_teams, load_season_editions
from tournaments.seasons.season.points.place_points import MOST_SIZES, find_size, round_place_points
from tournaments.seasons.season.services import find_event_by_number, must_season_go_on
from tournaments.seasons.season.settings import CARRIED_POINTS, HUNDREDTHS, parse_season_settings

FINAL = SeasonEvent.Kind.FINAL
MOST_AVERAGE = 1_000_000
_NUMBER = {"number": "event"}  # of an event, in addresses of the API
_DETAILS = ("kind", "name", "day", "players", "size", "average")
build_event_spec = partial(Spec, kind=Kind.EVENT, right=Right.DIRECT, area=SEASON_AREA)


def _find_tournament_id(season: Season, slug: uuid.UUID) -> int:
    """Return the id of a tournament of the club; raise Http404 for another one."""
    tournament = find_tournament(slug)
    if tournament.club_id != season.club_id:
        raise Http404
    return tournament.pk


def _find_event_number(season: Season, number: int) -> int:
    return find_event_by_number(season, number).number


EventNumber = Annotated[int, ID_RANGE, Input(resolve=_find_event_number)]


class EventAction(Action):
    """An action on what counts in a season, which goes on."""

    refusals: ClassVar = {
        "event_there": _("This already counts in the season."),
        "event_gone": _("This has been removed from the season in the meantime."),
        "final_there": _("The season already has a final: there can be only one."),
    }


@action(
    build_event_spec(
        operations=(Operation(SEASON, "events/tournament", "put_tournament_in_season"),),
        sent_word="add",
        schema=("TournamentEvent", "A tournament of the club that counts."),
    )
)
class AddTournament(EventAction):
    """Let a tournament of the club count, as soon as its final result is published."""

    tournament: Annotated[int, Input(resolve=_find_tournament_id, body=Address)]
    kind: Literal["day", "final"] = "day"
    refusals: ClassVar = {"other_club": _("This tournament belongs to another club.")}

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Add it; "season_ended", "other_club", "event_there", "final_there"."""
        season = here.season
        must_season_go_on(season)
        tournament = Tournament.everything.filter(pk=self.tournament, club=season.club_id).first()
        if tournament is None:
            raise ActionRefused("other_club")
        if SeasonEvent.objects.filter(season=season, tournament=tournament, gone=None).exists():
            raise ActionRefused("event_there")
        event = SeasonEvent(kind=self.kind, tournament=tournament, name=tournament.name, day=tournament.day)
        return insert_event(season, event)


class DetailsAction(EventAction):
    """The details of an event with typed results; the name is cleaned."""

    name: Name
    day: Annotated[date | None, Input(body=Day | None)] = None
    kind: Literal["day", "final", "carried"] = "day"
    players: int = Field(
        default=0, ge=0, le=100_000, description="Number of participants, if not all of them are listed."
    )

    size: int = Field(
        default=0,
        ge=0,
        le=MOST_SIZES,
        description="Number of the size of a cup whose places carry points, among those of the settings; 0: none.",
    )
    average: int = Field(
        default=0, ge=0, le=MOST_AVERAGE, description="Players of such a cup on a day, in hundredths; 0: unknown."
    )
    refusals: ClassVar = {
        "no_size": _("The season has no list of points for a cup of this size: enter it in the settings first.")
    }

    def list_details(self) -> list[str | int]:
        """Return the details as JSON values."""
        cup = [self.size, self.average] if self.size or self.average else []
        return [self.name, self.day.isoformat() if self.day else "", self.kind, self.players, *cup]


@action(
    build_event_spec(
        operations=(Operation(SEASON, "events/typed", "put_typed_event_in_season"),),
        schema=("TypedEvent", "An event with a result entered by hand."),
    )
)
class AddEvent(DetailsAction):
    """Add an event with a result entered by hand."""

    def list_sent(self) -> object:
        """Return the details."""
        return ["type", *self.list_details()]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Add it, its result is typed in later; "season_ended", "final_there", "teams_only", "no_size"."""
        must_season_go_on(here.season)
        _must_have_size(here.season, self.size)
        details = {name: getattr(self, name) for name in _DETAILS}
        return insert_event(here.season, SeasonEvent(**details))


@action(
    build_event_spec(
        operations=(Operation(SEASON, "events/{int:number}/change", "change_season_event", path_values=_NUMBER),),
        schema=("EventChange", "New properties of an event; for a tournament only its kind."),
    )
)
class ChangeEvent(DetailsAction):
    """Change an event; for a tournament or evenings only whether it is the final."""

    event: EventNumber
    refusals: ClassVar = {
        "tournament_carries_nothing": _("A tournament is a day or the final; points carried over come from a season."),
        "evenings_carry_nothing": _("Evenings are a day or the final; points carried over come from a season."),
    }

    def list_sent(self) -> object:
        """Return the event and its details."""
        return ["change", self.event, *self.list_details()]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Change it; "season_ended", "event_gone", "final_there", "…_carries_nothing", "…_carry_nothing", "no_size"."""
        event = _find_counting_event(here.season, self.event)
        is_typed = event.tournament_id is None and not event.evenings
        if not is_typed and self.kind == CARRIED_POINTS:
            raise ActionRefused("evenings_carry_nothing" if event.evenings else "tournament_carries_nothing")
        if self.kind != event.kind:
            _must_be_only_final(here.season, self.kind)
        _must_have_size(here.season, self.size)
        for name in _DETAILS if is_typed else ("kind",):
            setattr(event, name, getattr(self, name))
        event.save(update_fields=_DETAILS)
        return _build_content(event)


@action(
    build_event_spec(
        operations=(Operation(SEASON, "events/{int:number}/remove", "take_event_out_of_season", path_values=_NUMBER),),
        needs_reason=True,
        sent_word="remove",
        schema=("Removal", "The reason why an event no longer counts."),
    )
)
class RemoveEvent(EventAction):
    """Remove an event from the season."""

    event: EventNumber

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Let it no longer count; "season_ended", "event_gone"."""
        event = _find_counting_event(here.season, self.event)
        event.gone = now()
        event.save(update_fields=["gone"])
        return _build_content(event) | {"gone": True}


@action(
    build_event_spec(
        operations=(
            Operation(SEASON, "events/{int:number}/return", "put_event_back_into_season", path_values=_NUMBER),
        ),
        sent_word="return",
    )
)
class ReturnEvent(EventAction):
    """Let a removed event count again."""

    event: EventNumber

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Let it count again; "season_ended", "event_there", "final_there", "teams_only"."""
        season = here.season
        must_season_go_on(season)
        event = SeasonEvent.objects.get(season=season, number=self.event)
        again = SeasonEvent.objects.filter(season=season, tournament=event.tournament_id, gone=None)
        if event.gone is None or (event.tournament_id is not None and again.exists()):
            raise ActionRefused("event_there")
        _must_be_only_final(season, event.kind)
        _must_fit(season, event)
        event.gone = None
        event.save(update_fields=["gone"])
        return _build_content(event) | {"gone": False}


def insert_event(season: Season, event: SeasonEvent) -> dict[str, Any]:
    """Save an event with the next number; raise ActionRefused("final_there", "teams_only")."""
    _must_be_only_final(season, event.kind)
    _must_fit(season, event)
    last = SeasonEvent.objects.filter(season=season).aggregate(last=Max("number"))["last"]
    event.season, event.number = season, (last or 0) + 1
    event.save()
    return _build_content(event) | {"added": True}


def _must_be_only_final(season: Season, kind: str) -> None:
    if kind == FINAL and SeasonEvent.objects.filter(season=season, kind=FINAL, gone=None).exists():
        raise ActionRefused("final_there")


def _must_have_size(season: Season, size: int) -> None:
    if size and find_size(parse_season_settings(season.settings).sizes, size) is None:
        raise ActionRefused("no_size")


def _must_fit(season: Season, event: SeasonEvent) -> None:
    """Refuse what has no teams in a season of teams: everything but tournaments."""
    if event.tournament_id is None and parse_season_settings(season.settings).teams:
        raise ActionRefused("teams_only")


def _find_counting_event(season: Season, number: int) -> SeasonEvent:
    must_season_go_on(season)
    event = SeasonEvent.objects.get(season=season, number=number)
    if event.gone is not None:
        raise ActionRefused("event_gone")
    return event


def _build_content(event: SeasonEvent) -> dict[str, Any]:
    day = event.day.isoformat() if event.day else ""
    content = {"event": event.number, "kind": event.kind, "day": day, "players": event.players}
    cup = {"size": event.size, "average": event.average} if event.size or event.average else {}
    return content | {"tournament": event.tournament_id} | cup


def find_act_event(act: SeasonAct) -> SeasonEvent:
    """Return the event that an act has added."""
    events = SeasonEvent.objects.select_related("tournament", "season")
    return events.get(season=act.season_id, number=parse_content(act)["event"])


def _find_season_id(season: Season, slug: uuid.UUID) -> int:
    """Return the id of another season of the club; raise Http404 for one of another club."""
    earlier = find_season(slug)
    if earlier.club_id != season.club_id:
        raise Http404
    return earlier.pk


@action(
    build_event_spec(
        operations=(Operation(SEASON, "events/carried", "carry_points_into_season"),),
        sent_word="carry",
        schema=("CarriedEvent", "Points of an earlier season that count."),
    )
)
class CarryPoints(Action):
    """Carry over a share of the points of an earlier season.

    Everybody gets a percentage of their points; later changes there do not change them.
    """

    season: Annotated[int, Input(resolve=_find_season_id, body=Address)]
    percent: int = Field(default=100, ge=1, le=100)
    refusals: ClassVar = {
        "same_season": _("Points are carried over from another season."),
        "nobody_carries": _("Nobody has points there that could be carried over."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Add them as an event.

        Refusals: "season_ended", "same_season", "other_club", "not_published", "teams_only", "nobody_carries".
        """
        must_season_go_on(here.season)
        if self.season == here.season.pk:
            raise ActionRefused("same_season")
        earlier = Season.objects.filter(pk=self.season, club=here.season.club_id).first()
        if earlier is None:
            raise ActionRefused("other_club")
        points = _compute_points(earlier, self.percent, parse_season_settings(here.season.settings).decimals)
        event = SeasonEvent(kind=SeasonEvent.Kind.CARRIED, name=earlier.name, edition=1)
        content = insert_event(here.season, event)
        rows = [SeasonResult(event=event, edition=1, person_id=person, points=some) for person, some in points.items()]
        SeasonResult.objects.bulk_create(rows)
        return content | {"carried_from": earlier.pk, "percent": self.percent}


def _compute_points(earlier: Season, percent: int, decimals: int) -> dict[int, int]:
    """Return hundredths of points by person."""
    editions = load_season_editions(earlier)
    if not editions or earlier.ended is None:
        raise ActionRefused("not_published")
    if is_of_teams(editions[-1]):
        raise ActionRefused("teams_only")
    _people, same = load_season_people(line.who for line in editions[-1].rows)
    points_of: dict[int, int] = {}
    for line in apply_merges(editions[-1].rows, same):
        points = round_place_points(Fraction(line.points * percent, 100 * HUNDREDTHS), decimals)
        if points:
            points_of[line.who] = max(points, points_of.get(line.who, points))
    if not points_of:
        raise ActionRefused("nobody_carries")
    return points_of
