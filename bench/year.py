"""The page of a club's year of 40 people and 52 evenings of ten tables, in milliseconds of the processor."""

import random
import time
from datetime import date, timedelta
from functools import cache

from bench.ratio import Measurement, build_stopwatch
from bench.season import _forget as forget
from bench.season import _look as look

MOST_FIRST, MOST_AGAIN = 150.0, 40.0
EVENINGS, TABLES = 52, 10
QUICK = (8, 3)  # evenings, tables of each


def measure_first_look(*, quick: bool) -> Measurement:
    """Measure the first look at the page of a new state: everything is read and rendered."""
    address = _fill(quick=quick)

    def look_first() -> None:
        forget()
        look(address)

    times = tuple(1000 * build_stopwatch(look_first, time.process_time)() for _again in range(9))
    return Measurement("first look at a club's year, in milliseconds", times, MOST_FIRST)


def measure_second_look(*, quick: bool) -> Measurement:
    """Measure another look at the same state."""
    address = _fill(quick=quick)
    look(address)
    times = tuple(1000 * build_stopwatch(lambda: look(address), time.process_time)() for _again in range(19))
    return Measurement("second look at a club's year, in milliseconds", times, MOST_AGAIN)


@cache
def _fill(*, quick: bool) -> str:
    """Play the year in the database of this run; return the address of its page."""
    from django.core.management import call_command
    from django.urls import reverse

    call_command("migrate", verbosity=0)

    from tarockclub.platform.accounts.persons import load_first_club
    from tarockclub.platform.publication import change_publication
    from tests.scoring.support.tables import dreier
    from tests.tournaments.seasons.season.evenings.year import evening, year

    chance, (evenings, tables) = random.Random(1), QUICK if quick else (EVENINGS, TABLES)
    people = [f"Vorname{number:02} Nachname{number:02}" for number in range(4 * tables)]
    season = year(least_third=True)
    for week in range(evenings):
        day = date(2026, 1, 1) + timedelta(weeks=week)
        chance.shuffle(people)
        for table in range(tables):
            hands = [dreier(chance.randrange(4)) for _hand in range(chance.randint(1, 3))]
            names = tuple(people[4 * table : 4 * table + 4])
            evening(*hands, names=names, when=(day.year, day.month, day.day, 19))
    change_publication(load_first_club(), {"seasons": True})
    return reverse("season_standing", args=[season.slug])
