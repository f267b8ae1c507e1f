"""A tournament as small as can be: four players, one table, its round not started."""

import json
from datetime import date

from scoring.book.ledger.sheet_versions import pin_sheet
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.persons import find_or_create_people, load_first_club, lock_club
from tournaments.core.settings import Settings, encode_settings
from tournaments.hall.rounds.game_tables import open_tables
from tournaments.models import Draw, Entrant, Presence, Round, Tournament

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
