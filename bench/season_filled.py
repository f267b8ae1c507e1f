"""A season of very many people and events, half of them tournaments of the program, half typed in."""

import json
import random
import uuid
from datetime import date, timedelta
from itertools import islice
from typing import Any

PEOPLE, EVENTS, PLAYERS = 2_000, 300, 200  # players at each event
ROUNDS = 3  # of a tournament, in its published result
SAME_TIME = 500  # rows written at once


def fill_season(people: int = PEOPLE, events: int = EVENTS, players: int = PLAYERS, club: Any = None) -> Any:
    """Make a season in which people were drawn by lot for each event, and return it; the database is migrated."""
    from django.db import transaction

    from tarockclub.models import Person
    from tarockclub.platform.accounts.persons import load_first_club
    from tournaments.seasons.season.services import SeasonDetails, create_season
    from tournaments.seasons.season.settings import SeasonSettings

    club, chance = club or load_first_club(), random.Random(people)
    with transaction.atomic():
        rules = SeasonSettings(counting="half", bonus=100)
        season = create_season(str(uuid.uuid4()), club, SeasonDetails(f"Cup {people}", rules))
        first = Person.objects.filter(club=club).count() + 1
        rows = [Person(club=club, number=first + at, name=f"Spieler {chr(65 + at % 26)} {at}") for at in range(people)]
        Person.objects.bulk_create(rows, batch_size=SAME_TIME)
        everybody = list(Person.objects.filter(club=club, number__gte=first).values_list("pk", flat=True))
        day = date(2020, 1, 1)
        for number in range(1, events + 1):
            there = chance.sample(everybody, players)
            add_event = _add_tournament if number % 2 else _add_typed
            add_event(season, number, day + timedelta(days=number), there)
    return season


def _add_typed(season: Any, number: int, day: date, there: list[int]) -> None:
    from tournaments.models import SeasonEvent, SeasonResult

    event = SeasonEvent.objects.create(season=season, number=number, name=f"Abend {number}", day=day, edition=1)
    rows = (SeasonResult(event=event, edition=1, person_id=who, rank=rank) for rank, who in enumerate(there, 1))
    while some := list(islice(rows, SAME_TIME)):
        SeasonResult.objects.bulk_create(some)


def _add_tournament(season: Any, number: int, day: date, there: list[int]) -> None:
    """Add a tournament that is over: all that a season reads of it is its published result."""
    from tarockclub.kit.time_source import now
    from tournaments.core.acts import Kind
    from tournaments.core.settings import Settings
    from tournaments.hall.setup.services import create_tournament
    from tournaments.models import Act, SeasonEvent, Tournament

    made = create_tournament(str(uuid.uuid4()), season.club, f"Turnier {number}", day, Settings(rounds=ROUNDS))
    rows = [[rank, who, 0, 0, 6 * (len(there) - rank), 0, 0] for rank, who in enumerate(there, 1)]
    facts = [
        [who, of, rank, 1 + rank // 4, 4, 0, len(there) - rank, 0, 0, 1 + rank % 4, 16, 5]
        for of in range(1, ROUNDS + 1)
        for rank, who in enumerate(there, 1)
    ]
    said = json.dumps({"edition": 1, "of": 0, "rows": rows, "facts": facts})
    sequence = made.version + 1
    Act.objects.create(tournament=made, sequence=sequence, key=str(uuid.uuid4()), kind=Kind.RESULT, said=said, at=now())
    Tournament.objects.filter(pk=made.pk).update(version=sequence, frozen=now(), ended=now())
    SeasonEvent.objects.create(season=season, number=number, name=made.name, tournament=made)
