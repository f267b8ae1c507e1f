"""A season over tournaments of several clubs comes to the same as in one big club with the same tournaments."""

from datetime import date, timedelta
from functools import wraps

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Person
from tests.tournaments.seasons.federation.federations import add_person, found_federation, give, open_season
from tests.tournaments.seasons.season.seasons import new_key, season
from tests.tournaments.support import acts, factories
from tournaments.core.acts import TOURNAMENTS, Command, Kind
from tournaments.models import Season, Tournament
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.settings import NUMBER, TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]
PLAYERS = 6
SETTINGS = (
    {"formula": "max(0, 20 - 3 * place)"},
    {"way": TABLE, "table": (900, 500, 400, 200), "rest": 100, "counting": NUMBER, "best": 2},
    {"formula": "players - place + points / 7", "decimals": 2},
)


@st.composite
def results(draw):
    """A final result: places with ties, of some of the players, and the play money of each, in sixths of a cent."""
    came = draw(st.lists(st.integers(0, PLAYERS - 1), min_size=2, max_size=PLAYERS, unique=True))
    tied = draw(st.lists(st.booleans(), min_size=len(came), max_size=len(came)))
    ranks = [1]
    for at in range(1, len(came)):
        ranks.append(ranks[-1] if tied[at] else at + 1)
    gains = draw(st.lists(st.integers(-9999, 9999), min_size=len(came), max_size=len(came)))
    return list(zip(came, ranks, gains, strict=True))


def register_players(club: Club) -> list[Person]:
    """The players in the register of a club, by their numbers of the federation."""
    return [add_person(club, f"Spieler {letter}", f"N{letter}") for letter in "ABCDEF"]


def publish(club: Club, people: list[Person], rows: list[tuple[int, int, int]], day: date) -> Tournament:
    """A tournament of a club with this final result."""
    tournament = factories.tournament(club, name=f"Turnier {day}")
    Tournament.objects.filter(pk=tournament.pk).update(day=day, ended=now(), frozen=now())
    kept = [[rank, people[who].pk, 0, 0, gain, 0, 0] for who, rank, gain in rows]

    def do(_row: Tournament) -> dict[str, object]:
        return {"of": 0, "edition": 1, "rows": kept, "criteria": []}

    TOURNAMENTS.act(tournament.pk, Command(new_key(), Kind.RESULT, day.isoformat()), do)
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def list_lines(of: Season) -> list[tuple[object, ...]]:
    """Everybody's line by their number of the federation: rank, points, days, and the points of each day."""
    stand = load_season_progress(Season.objects.get(pk=of.pk))
    numbers = dict(Person.objects.filter(club=of.club_id).values_list("pk", "federation_number"))
    lines = (
        (line.rank, line.shared, line.points, line.days, numbers[line.who], [got[1:] for got in line.got])
        for line in stand.standing.lines
        if numbers[line.who]
    )
    return sorted(lines, key=str)


def undo_afterwards(test):
    """Let each example of a random test leave nothing behind."""

    @wraps(test)
    def run(**values):
        with transaction.atomic():
            test(**values)
            transaction.set_rollback(True)

    return run


@pytest.mark.heavy
@given(st.sampled_from(SETTINGS), st.lists(st.tuples(st.integers(0, 2), results()), min_size=1, max_size=5))
@undo_afterwards
def test_sums_and_ranks_are_those_of_one_club(rules, tournaments):
    federation, *clubs = found_federation("Adler", "Post", "Krone")
    big = Club.objects.create(name="Alle zusammen", slug="alle")
    registers, everybody = [register_players(club) for club in clubs], register_players(big)
    together, alone = open_season(federation, **rules), season(big, "Cup", **rules)
    for at, (club, rows) in enumerate(tournaments):
        day = factories.DAY + timedelta(days=at)
        give(publish(clubs[club], registers[club], rows, day), together)
        acts.add_tournament(alone, new_key(), publish(big, everybody, rows, day))
    assert list_lines(together) == list_lines(alone)


@given(results(), st.integers(0, PLAYERS - 1))
@undo_afterwards
def test_somebody_without_a_number_takes_nobody_a_point(rows, without):
    federation, adler = found_federation("Adler")
    people = register_players(adler)
    at_home = season(adler, "Cup", **SETTINGS[1])
    acts.add_tournament(at_home, new_key(), publish(adler, people, rows, factories.DAY))
    before = [line for line in list_lines(at_home) if line[4] != people[without].federation_number]
    Person.objects.filter(pk=people[without].pk).update(federation_number="")
    cup = open_season(federation, **SETTINGS[1])
    give(Tournament.objects.select_related("club").get(club=adler), cup)
    assert [(line[2], line[3:]) for line in list_lines(cup)] == [(line[2], line[3:]) for line in before]
