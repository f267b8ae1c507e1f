"""What counts in a season: put in, changed, taken out, put back; each once for its key, nothing is lost."""

from datetime import date
from typing import NamedTuple

from django.db.models import Max

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.time_source import now
from tournaments.acts import Asked, Refused, SeasonKind, act_in_season, said_by
from tournaments.models import Season, SeasonAct, SeasonEvent, Tournament
from tournaments.season.services import must_go_on

FINAL = SeasonEvent.Kind.FINAL


class WantedEvent(NamedTuple):
    """What is decided about an event whose result is typed in; the name is cleaned."""

    name: str
    day: date | None = None
    kind: str = SeasonEvent.Kind.DAY
    players: int = 0  # who took part, where not all of them are typed in

    def said(self) -> list[str | int]:
        """As JSON values."""
        return [self.name, self.day.isoformat() if self.day else "", self.kind, self.players]


def add_tournament(
    season: Season, key: str, tournament: Tournament, kind: str = SeasonEvent.Kind.DAY, who: Who = NOBODY_KNOWN
) -> SeasonEvent:
    """Let a tournament of the club count; Refused("season_ended", "other_club", "event_there", "final_there")."""

    def do(row: Season) -> dict[str, object]:
        must_go_on(row)
        if tournament.club_id != row.club_id:
            raise Refused("other_club")
        if SeasonEvent.objects.filter(season=row, tournament=tournament, gone=None).exists():
            raise Refused("event_there")
        return put_in(row, SeasonEvent(kind=kind, tournament=tournament, name=tournament.name, day=tournament.day))

    asked = Asked(key, SeasonKind.EVENT, ["add", tournament.pk, kind], who)
    return event_of(act_in_season(season.pk, asked, do))


def add_event(season: Season, key: str, wanted: WantedEvent, who: Who = NOBODY_KNOWN) -> SeasonEvent:
    """Let something count whose result is typed in, as soon as it is; Refused("season_ended", "final_there")."""

    def do(row: Season) -> dict[str, object]:
        must_go_on(row)
        return put_in(row, SeasonEvent(**wanted._asdict()))

    return event_of(act_in_season(season.pk, Asked(key, SeasonKind.EVENT, ["type", *wanted.said()], who), do))


def change_event(event: SeasonEvent, key: str, wanted: WantedEvent, who: Who = NOBODY_KNOWN) -> SeasonAct:
    """Decide anew what an event is; of a tournament only whether it is the final.

    Refused("season_ended", "event_gone", "final_there", "tournament_carries_nothing").
    """

    def do(row: Season) -> dict[str, object]:
        here = _still_in(row, event)
        if here.tournament_id is not None and wanted.kind == SeasonEvent.Kind.CARRIED:
            raise Refused("tournament_carries_nothing")
        if wanted.kind != here.kind:
            _only_one_final(row, wanted.kind)
        here.kind = wanted.kind
        if here.tournament_id is None:
            here.name, here.day, here.players = wanted.name, wanted.day, wanted.players
        here.save(update_fields=["kind", "name", "day", "players"])
        return _said(here)

    asked = Asked(key, SeasonKind.EVENT, ["change", event.number, *wanted.said()], who)
    return act_in_season(event.season_id, asked, do)


def remove_event(event: SeasonEvent, key: str, reason: str, who: Who = NOBODY_KNOWN) -> SeasonAct:
    """Let an event not count any more; Refused("season_ended", "event_gone", "no_reason")."""

    def do(row: Season) -> dict[str, object]:
        here = _still_in(row, event)
        if not reason:
            raise Refused("no_reason")
        here.gone = now()
        here.save(update_fields=["gone"])
        return _said(here) | {"gone": True}

    asked = Asked(key, SeasonKind.EVENT, ["remove", event.number], who, reason)
    return act_in_season(event.season_id, asked, do)


def return_event(event: SeasonEvent, key: str, who: Who = NOBODY_KNOWN) -> SeasonAct:
    """Let an event that was taken out count again; Refused("season_ended", "event_there", "final_there")."""

    def do(row: Season) -> dict[str, object]:
        must_go_on(row)
        here = SeasonEvent.objects.get(pk=event.pk)
        same = SeasonEvent.objects.filter(season=row, tournament=here.tournament_id, gone=None)
        if here.gone is None or (here.tournament_id is not None and same.exists()):
            raise Refused("event_there")
        _only_one_final(row, here.kind)
        here.gone = None
        here.save(update_fields=["gone"])
        return _said(here) | {"gone": False}

    return act_in_season(event.season_id, Asked(key, SeasonKind.EVENT, ["return", event.number], who), do)


def put_in(season: Season, event: SeasonEvent) -> dict[str, object]:
    """Give an event the next number, and keep it."""
    _only_one_final(season, event.kind)
    last = SeasonEvent.objects.filter(season=season).aggregate(last=Max("number"))["last"]
    event.season, event.number = season, (last or 0) + 1
    event.save()
    return _said(event) | {"added": True}


def _only_one_final(season: Season, kind: str) -> None:
    if kind == FINAL and SeasonEvent.objects.filter(season=season, kind=FINAL, gone=None).exists():
        raise Refused("final_there")


def _still_in(season: Season, event: SeasonEvent) -> SeasonEvent:
    must_go_on(season)
    here = SeasonEvent.objects.get(pk=event.pk)
    if here.gone is not None:
        raise Refused("event_gone")
    return here


def _said(event: SeasonEvent) -> dict[str, object]:
    day = event.day.isoformat() if event.day else ""
    said = {"event": event.number, "kind": event.kind, "day": day, "players": event.players}
    return said | {"tournament": event.tournament_id}


def event_of(act: SeasonAct) -> SeasonEvent:
    """The event that an act has put in."""
    events = SeasonEvent.objects.select_related("tournament", "season")
    return events.get(season=act.season_id, number=said_by(act)["event"])
