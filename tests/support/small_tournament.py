"""A tournament as small as can be, and a season that has it as event 1, with all that an address may name."""

import json
from datetime import date

from scoring.book.ledger.sheet_versions import pin_sheet
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.persons import find_or_create_people, load_first_club, lock_club
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.core.settings import Settings, encode_settings
from tournaments.hall.rounds.game_tables import open_tables
from tournaments.models import Draw, Entrant, Presence, Round, Season, SeasonEvent, SeasonResult, Tournament
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings
from tournaments.seasons.season.sub_rankings.actions import SetRanking

NAMES = ("Anton", "Bruno", "Clara", "Doris")


def create_small_tournament() -> Tournament:
    """Make it within a transaction; without the pages, which are what is tested with it."""
    club, settings = lock_club(load_first_club()), Settings()
    tournament = Tournament.objects.create(
        club=club,
        name="Kleines Turnier",
        day=date(2026, 1, 6),
        settings=encode_settings(settings),
        sheet_version=pin_sheet(settings.sheet, dict(settings.options), settings.kontra),
        seed="0" * 32,
        made=now(),
        start_key="small",
        start_digest="",
    )
    round_ = Round.objects.create(tournament=tournament, number=1)
    made = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, person=person, number=number, entered=now())
        for number, person in enumerate(find_or_create_people(club, NAMES), 1)
    )
    Presence.objects.bulk_create(Presence(round=round_, entrant=entrant) for entrant in made)
    entrants = [entrant.pk for entrant in made]
    drawn = {
        "way": Draw.Way.TYPED,
        "made_from": json.dumps({"players": entrants}),
        "seating": json.dumps([entrants]),
        "dealers": "[0]",
    }
    round_.draw = Draw.objects.create(round=round_, number=1, at=now(), **drawn)
    round_.save()
    open_tables(tournament, round_, round_.draw)
    return tournament


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
