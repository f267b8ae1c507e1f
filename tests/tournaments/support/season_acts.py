"""The actions on a season as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.seasons.season.carried_points import CarryPoints
from tournaments.seasons.season.events import (
    AddEvent,
    AddTournament,
    ChangeEvent,
    RemoveEvent,
    ReturnEvent,
    find_act_event,
)
from tournaments.seasons.season.publishing import DrawSeasonLots, PublishStanding, ReopenSeason
from tournaments.seasons.season.results.services import WriteResults


def add_tournament(season, key, tournament, kind="day", who=ANONYMOUS):
    added = AddTournament.build(tournament=tournament.pk, kind=kind).perform(season, key, who)
    return find_act_event(added)


def add_event(season, key, name, day=None, who=ANONYMOUS, **details):
    return find_act_event(AddEvent.build(name=name, day=day, **details).perform(season, key, who))


def change_event(event, key, name, **details):
    return ChangeEvent.build(event=event.number, name=name, **details).perform(event.season, key)


def remove_event(event, key, reason):
    return RemoveEvent(event=event.number).perform(event.season, key, reason=reason)


def return_event(event, key):
    return ReturnEvent(event=event.number).perform(event.season, key)


def carry_points(season, key, earlier, percent):
    return CarryPoints(season=earlier.pk, percent=percent).perform(season, key)


def write_results(event, key, results, reason=""):
    return WriteResults(event=event.number, results=results).perform(event.season, key, reason=reason)


def publish_standing(season, key, seen, who=ANONYMOUS, *, reason="", confirmed=False):
    return PublishStanding(seen=seen, confirmed=confirmed).perform(season, key, who, reason)


def reopen_season(season, key, reason, who=ANONYMOUS):
    return ReopenSeason().perform(season, key, who, reason)


def draw_season_lots(season, key):
    return DrawSeasonLots().perform(season, key)
