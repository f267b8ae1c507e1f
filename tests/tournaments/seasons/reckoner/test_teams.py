"""A random season of teams says what a second reckoning makes of their members' tables."""

from collections import Counter, defaultdict
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tests.soak import IS_SOAK
from tests.tournaments.people.teams.test_services import ids
from tests.tournaments.results.standings.played_tables import over, publish_results
from tests.tournaments.seasons.reckoner.reckoning import TOURNAMENT, Event, Row, rank_all, reckon_season
from tests.tournaments.seasons.reckoner.test_reckoned import QUICK, find_rule
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts, factories
from tournaments.core.settings import Settings
from tournaments.hall.setup.services import create_tournament
from tournaments.models import Tournament
from tournaments.people.teams.services import TeamDetails

pytestmark = pytest.mark.django_db
PEOPLE = ("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz", "Gerda", "Hans")
SEATS = ((0, 1, 2, 3), (4, 5, 6, 7))
NAMES = ("Eiche", "EICHE", "Herz", "Herz", "Laub", "")
RULES = ("oberoesterreich", "tirol", "schrift", "zwanzigerrufen", "dabei", "heine", "streichen", "better", "per cent")


class Day(NamedTuple):
    """A tournament of one round of pairs, each named or not: everybody's points, the first four at table 1."""

    pairs: tuple[tuple[str, tuple[int, int]], ...]  # two seats of it
    made: tuple[int, ...]


@st.composite
def draw_day(draw: st.DrawFn) -> Day:
    """Draw a tournament of pairs."""
    seats = draw(st.permutations(range(len(PEOPLE))))
    pairs = tuple((draw(st.sampled_from(NAMES)), (seats[at], seats[at + 1])) for at in range(0, len(PEOPLE), 2))
    made: list[int] = []
    for _table in SEATS:
        some = [draw(st.integers(-4, 4)) for _seat in range(3)]
        made += [*some, -sum(some)]
    return Day(pairs, tuple(made))


def play_day(number: int, day: Day) -> Tournament:
    """Play a tournament, and publish its results."""
    how: Any = {"round_criteria": ("written",), "overall_criteria": ("written",), "team_size": 2}
    rules = Settings(start=0, count_chips=False, double_round=False, **how)
    of = create_tournament(factories.new_key(), load_first_club(), f"Tag {number}", date(2026, number, 1), rules)
    factories.enter_people(of, *PEOPLE)
    wanted = [TeamDetails(name, ids(of, *(1 + seat for seat in seats))) for name, seats in day.pairs]
    acts.create_teams(of.pk, factories.new_key(), wanted)
    first = factories.round_(of)
    over(first, *zip(factories.draw_tables(first), (day.made[:4], day.made[4:]), strict=True))
    publish_results(of, 1, 0)
    return of


def reckon_days(days: list[Day]) -> list[Event]:
    """Return the days: the points of a team are those of its members, added up.

    A team is the same by its name, however it is spelled; without one, or where a tournament has two of that name, by
    its members, too.
    """
    counts = [Counter(name.casefold() for name, _seats in day.pairs) for day in days]
    doubled = {"", *(name for some in counts for name, many in some.items() if many > 1)}
    events = []
    for number, day in enumerate(days, 1):
        made: dict[Any, Fraction] = defaultdict(Fraction)
        for name, seats in day.pairs:
            who = (name.casefold(), frozenset(seats) if name.casefold() in doubled else None)
            made[who] += sum(day.made[seat] for seat in seats)
        places = rank_all(made)
        rows = [(who, Row(places[who], {"written": points, "points": points})) for who, points in made.items()]
        events.append(Event(number, rows, source=TOURNAMENT))
    return events


def reckon_teams(rule: str, days: list[Day]) -> None:
    """Play a season of teams, reckon it, and forget it."""
    with transaction.atomic():
        change_publication(load_first_club(), {"seasons": True})
        of = seasons.season(**find_rule(rule)[0]._replace(teams=True)._asdict())
        for number, day in enumerate(days, 1):
            acts.add_tournament(of, factories.new_key(), play_day(number, day))
        lines = Client().get(f"/api/v1/seasons/{of.slug}").json()["standing"]
        note(f"{lines}")
        said = [
            (
                *(line["rank"], Fraction(line["points"], 100), line["days"]),
                sorted((got["event"], got["rank"], Fraction(got["points"], 100)) for got in line["by_event"]),
            )
            for line in lines
        ]
        expected = reckon_season(find_rule(rule)[1], reckon_days(days)).lines.values()
        wanted = [
            (*line[:3], sorted((number, got.place, got.points) for number, got in line.got.items()))
            for line in expected
        ]
        assert sorted(said) == sorted(wanted)
        transaction.set_rollback(True)


DAYS = st.lists(draw_day(), min_size=1, max_size=3)


@settings(QUICK, max_examples=4)
@given(rule=st.sampled_from(RULES), days=DAYS)
def test_a_season_of_teams_says_what_its_members_have_made(rule: str, days: list[Day]) -> None:
    reckon_teams(rule, days)


@pytest.mark.heavy
@settings(QUICK, max_examples=600 if IS_SOAK else 50)
@given(rule=st.sampled_from(RULES), days=DAYS)
def test_random_seasons_of_teams_say_what_their_members_have_made(rule: str, days: list[Day]) -> None:
    reckon_teams(rule, days)
