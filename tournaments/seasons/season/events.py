"""The events that count in a season: added, changed, removed, returned; each once for each key, nothing is lost."""

from datetime import date
from typing import NamedTuple

from django.db.models import Max

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import SEASONS, ActionRefused, Command, Kind, parse_content
from tournaments.models import Season, SeasonAct, SeasonEvent, Tournament
from tournaments.seasons.season.services import must_season_go_on
from tournaments.seasons.season.settings import parse_season_settings

FINAL = SeasonEvent.Kind.FINAL


class EventDetails(NamedTuple):
    """The details of an event with typed results; the name is cleaned."""

    name: str
    day: date | None = None
    kind: str = SeasonEvent.Kind.DAY
    players: int = 0  # the number of players, if not all of them are typed

    def list_values(self) -> list[str | int]:
        """Return the details as JSON values."""
        return [self.name, self.day.isoformat() if self.day else "", self.kind, self.players]


def add_tournament(
    season: Season, key: str, tournament: Tournament, kind: str = SeasonEvent.Kind.DAY, who: Actor = ANONYMOUS
) -> SeasonEvent:
    """Add a tournament of the club; raise ActionRefused("season_ended", "other_club", "event_there", "final_there")."""

    def do(row: Season) -> dict[str, object]:
        must_season_go_on(row)
        if tournament.club_id != row.club_id:
            raise ActionRefused("other_club")
        if SeasonEvent.objects.filter(season=row, tournament=tournament, gone=None).exists():
            raise ActionRefused("event_there")
        return insert_event(
            row, SeasonEvent(kind=kind, tournament=tournament, name=tournament.name, day=tournament.day)
        )

    asked = Command(key, Kind.EVENT, ["add", tournament.pk, kind], who)
    return find_act_event(SEASONS.act(season.pk, asked, do))


def add_event(season: Season, key: str, details: EventDetails, who: Actor = ANONYMOUS) -> SeasonEvent:
    """Add an event whose result is typed in later; raise ActionRefused("season_ended", "final_there")."""

    def do(row: Season) -> dict[str, object]:
        must_season_go_on(row)
        return insert_event(row, SeasonEvent(**details._asdict()))

    return find_act_event(SEASONS.act(season.pk, Command(key, Kind.EVENT, ["type", *details.list_values()], who), do))


def change_event(event: SeasonEvent, key: str, details: EventDetails, who: Actor = ANONYMOUS) -> SeasonAct:
    """Change an event; for a tournament only its kind.

    Raise ActionRefused("season_ended", "event_gone", "final_there", "tournament_carries_nothing").
    """

    def do(row: Season) -> dict[str, object]:
        here = _must_be_in(row, event)
        if here.tournament_id is not None and details.kind == SeasonEvent.Kind.CARRIED:
            raise ActionRefused("tournament_carries_nothing")
        if details.kind != here.kind:
            _must_be_only_final(row, details.kind)
        here.kind = details.kind
        if here.tournament_id is None:
            here.name, here.day, here.players = details.name, details.day, details.players
        here.save(update_fields=["kind", "name", "day", "players"])
        return _build_act_data(here)

    asked = Command(key, Kind.EVENT, ["change", event.number, *details.list_values()], who)
    return SEASONS.act(event.season_id, asked, do)


def remove_event(event: SeasonEvent, key: str, reason: str, who: Actor = ANONYMOUS) -> SeasonAct:
    """Remove an event: it no longer counts; raise ActionRefused("season_ended", "event_gone", "no_reason")."""

    def do(row: Season) -> dict[str, object]:
        here = _must_be_in(row, event)
        if not reason:
            raise ActionRefused("no_reason")
        here.gone = now()
        here.save(update_fields=["gone"])
        return _build_act_data(here) | {"gone": True}

    asked = Command(key, Kind.EVENT, ["remove", event.number], who, reason)
    return SEASONS.act(event.season_id, asked, do)


def return_event(event: SeasonEvent, key: str, who: Actor = ANONYMOUS) -> SeasonAct:
    """Return a removed event to the season; raise ActionRefused("season_ended", "event_there", "final_there")."""

    def do(row: Season) -> dict[str, object]:
        must_season_go_on(row)
        here = SeasonEvent.objects.get(pk=event.pk)
        same = SeasonEvent.objects.filter(season=row, tournament=here.tournament_id, gone=None)
        if here.gone is None or (here.tournament_id is not None and same.exists()):
            raise ActionRefused("event_there")
        _must_be_only_final(row, here.kind)
        _must_fit(row, here)
        here.gone = None
        here.save(update_fields=["gone"])
        return _build_act_data(here) | {"gone": False}

    return SEASONS.act(event.season_id, Command(key, Kind.EVENT, ["return", event.number], who), do)


def insert_event(season: Season, event: SeasonEvent) -> dict[str, object]:
    """Save an event with the next number; raise ActionRefused("final_there", "teams_only")."""
    _must_be_only_final(season, event.kind)
    _must_fit(season, event)
    last = SeasonEvent.objects.filter(season=season).aggregate(last=Max("number"))["last"]
    event.season, event.number = season, (last or 0) + 1
    event.save()
    return _build_act_data(event) | {"added": True}


def _must_be_only_final(season: Season, kind: str) -> None:
    if kind == FINAL and SeasonEvent.objects.filter(season=season, kind=FINAL, gone=None).exists():
        raise ActionRefused("final_there")


def _must_fit(season: Season, event: SeasonEvent) -> None:
    """Refuse what has no teams in a season of teams: everything but tournaments."""
    if event.tournament_id is None and parse_season_settings(season.settings).teams:
        raise ActionRefused("teams_only")


def _must_be_in(season: Season, event: SeasonEvent) -> SeasonEvent:
    must_season_go_on(season)
    here = SeasonEvent.objects.get(pk=event.pk)
    if here.gone is not None:
        raise ActionRefused("event_gone")
    return here


def _build_act_data(event: SeasonEvent) -> dict[str, object]:
    day = event.day.isoformat() if event.day else ""
    said = {"event": event.number, "kind": event.kind, "day": day, "players": event.players}
    return said | {"tournament": event.tournament_id}


def find_act_event(act: SeasonAct) -> SeasonEvent:
    """Return the event that an act has added."""
    events = SeasonEvent.objects.select_related("tournament", "season")
    return events.get(season=act.season_id, number=parse_content(act)["event"])
