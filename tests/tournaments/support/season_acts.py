"""The actions on a season as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.models import SeasonEvent
from tournaments.seasons.season.events import AddEvent, AddTournament, find_act_event
from tournaments.seasons.season.results.services import WriteResults


def add_tournament(season, key, tournament, kind="day", who=ANONYMOUS):
    added = AddTournament.build(tournament=tournament.pk, kind=kind).perform(season, key, who)
    return find_act_event(added)


def add_event(season, key, name, day=None, **details) -> SeasonEvent:
    return find_act_event(AddEvent.build(name=name, day=day, **details).perform(season, key))


def write_results(event, key, results, reason=""):
    return WriteResults(event=event.number, results=results).perform(event.season, key, reason=reason)
