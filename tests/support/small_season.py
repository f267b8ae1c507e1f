"""A season with all that an address may name: event 1 is a small tournament, event 2 was typed in; with a marathon."""

from tarockclub.platform.accounts.persons import find_or_create_people, load_first_club
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.models import Season, SeasonEvent, SeasonResult, Tournament
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings
from tournaments.seasons.season.sub_rankings.actions import SetRanking


def create_small_season(tournament: Tournament) -> Season:
    """A season of the own club with this tournament, and with a day whose three results are typed in."""
    made = create_season(new_key(), load_first_club(), SeasonDetails("Jahrescup", SeasonSettings()))
    acts.add_tournament(made, new_key(), tournament)
    typed = acts.add_event(made, new_key(), "Herbstturnier", players=8)
    persons = find_or_create_people(load_first_club(), [f"Spieler {number}" for number in (1, 2, 3)])
    results = [SeasonResult(event=typed, edition=1, person=person, rank=at) for at, person in enumerate(persons, 1)]
    SeasonResult.objects.bulk_create(results)
    SeasonEvent.objects.filter(pk=typed.pk).update(edition=1)
    entered = [person.pk for person in persons]
    marathon = SetRanking(name="Marathon", group="listed", people=entered, fee=1000, shares=[6000])
    marathon.perform(made, new_key())
    return Season.objects.get(pk=made.pk)
