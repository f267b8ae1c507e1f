"""Forty people, fifty-two evenings of four tables and three tournaments: reckoned once more without the program.

The reckoning knows only who sat where and what was typed: a Dreier is 15 for its declarer and -5 for each of the three
others, end totals are sixths. It adds, divides, ranks and rounds with fractions of its own.
"""

import random
from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

import pytest

from scoring.engine.agreement import Stakes
from scoring.table.corrections import changes
from scoring.table.settlement.services import request_reopening
from tarockclub.office.privacy.erasing import erase
from tests.scoring.support.evenings import change_book, end_evening
from tests.scoring.support.tables import dreier, line_of
from tests.tournaments.seasons.season.evenings.year import evening, points, progress, year
from tests.tournaments.seasons.season.seasons import person, play_tournament
from tournaments.people.register.services import merge

# What is reckoned here is Python's; in one transaction of 20,000 statements PostgreSQL, which cannot vacuum meanwhile,
# reads all that was ever written for each of them.
pytestmark = [pytest.mark.django_db, pytest.mark.heavy, pytest.mark.sqlite]
BEGINNINGS, ENDS = ("An", "Be", "Ca", "Do", "Em", "Fri", "Ge", "Her"), ("na", "ta", "lia", "ra", "mo")
PEOPLE = tuple(f"{beginning}{end}" for beginning in BEGINNINGS for end in ENDS)
TWIN, ERASED = PEOPLE[-1], PEOPLE[-2]  # the same person as the first one; somebody who is erased in the end
RATE = 7  # cents a point
TABLES, BEST = 4, 15
RULES: dict[str, dict[str, Any]] = {
    "sum": {"per": "season", "formula": "written", "decimals": 2},
    "average": {"per": "season", "formula": "written / days", "decimals": 2, "least_days": 18},
    "best": {
        "per": "day",
        "formula": "players - place + 1",
        "decimals": 2,
        "counting": "number",
        "best": BEST,
        "least_third": True,
    },
    "euros": {"per": "season", "formula": "euros", "decimals": 2},
    "hands": {"per": "season", "formula": "written / hands", "decimals": 2},
}


class Table(NamedTuple):
    """A table as it was typed: four people, the sixths of each, and the hands."""

    day: date
    names: tuple[str, ...]
    sixths: tuple[int, ...]
    hands: int


def pay(declarer: int) -> tuple[int, ...]:
    """A Dreier in sixths."""
    return tuple(90 if at == declarer else -30 for at in range(4))


def play_year(chance: random.Random) -> list[Table]:
    """Play all evenings: some tables get a second hand, some are put right afterwards, some begin after midnight."""
    tables = []
    for week in range(52):
        day, names = date(2026, 1, 1) + timedelta(weeks=week), list(PEOPLE)
        chance.shuffle(names)
        for at in range(TABLES):
            is_late = at == TABLES - 1 and week % 8 == 0
            clock = (day + timedelta(days=is_late), 3 if is_late else 19)
            tables.append(play_table(chance, day, clock, tuple(names[4 * at : 4 * at + 4])))
    return tables


def play_table(chance: random.Random, day: date, clock: tuple[date, int], names: tuple[str, ...]) -> Table:
    """Play one or two hands at a table; one in twenty is corrected after its end."""
    declarers = [chance.randrange(4) for _hand in range(1 + (chance.random() < 0.4))]
    begins = clock[0]
    when = (begins.year, begins.month, begins.day, clock[1])
    table = evening(*map(dreier, declarers), names=names, when=when, stakes=Stakes(RATE))
    if chance.random() < 0.05:
        change_book(table, request_reopening(), "verzählt")
        declarers[-1] = (declarers[-1] + 1) % 4
        change_book(table, changes.correct_hand(line_of(table, len(declarers) - 1), dreier(declarers[-1])))
        end_evening(table)
    sums = (sum(amounts) for amounts in zip(*map(pay, declarers), strict=True))
    return Table(day, names, tuple(sums), len(declarers))


def call(name: str) -> str:
    """Return the name of somebody in the end."""
    return PEOPLE[0] if name == TWIN else name


def round_up(value: Fraction) -> Fraction:
    """To hundredths, a half away from 0."""
    half = Fraction(1, 2)
    return Fraction(floor(value * 100 + half) if value >= 0 else ceil(value * 100 - half), 100)


def reckon_days(tables: list[Table]) -> dict[date, dict[str, Fraction]]:
    """Everybody's written score on each day."""
    days: dict[date, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for table in tables:
        for name, sixths in zip(table.names, table.sixths, strict=True):
            days[table.day][call(name)] += Fraction(sixths, 6)
    return days


def reckon_places(day: dict[str, Fraction]) -> dict[str, Fraction]:
    """As many points as there are people from the place on; who shares places gets the mean of them."""
    order, found = sorted(day.values(), reverse=True), {}
    for name, made in day.items():
        first = order.index(made)
        shared = [len(order) - place for place in range(first, first + order.count(made))]
        found[name] = round_up(Fraction(sum(shared), len(shared)))
    return found


class Year(NamedTuple):
    """All that the reckoning knows of a year, by name."""

    days: dict[date, dict[str, Fraction]]
    sums: dict[str, Fraction]
    hands: dict[str, int]
    evenings: dict[str, int]
    worth: dict[str, list[Fraction]]


def reckon_year(tables: list[Table], tournaments: list[tuple[str, ...]]) -> Year:
    """Add up tables and tournaments, of which the places alone are known."""
    days = reckon_days(tables)
    reckoned = Year(days, defaultdict(Fraction), defaultdict(int), defaultdict(int), defaultdict(list))
    for table in tables:
        for name, sixths in zip(table.names, table.sixths, strict=True):
            reckoned.sums[call(name)] += Fraction(sixths, 6)
            reckoned.hands[call(name)] += table.hands
    for name in (name for day in days.values() for name in day):
        reckoned.evenings[name] += 1
    places = [reckon_places(dict(day)) for day in days.values()]
    places += [{name: Fraction(len(names) - at) for at, name in enumerate(names)} for names in tournaments]
    for day in places:
        for name, made in day.items():
            reckoned.worth[name].append(made)
    return reckoned


def expect(reckoned: Year) -> dict[str, dict[str, Fraction]]:
    """Everybody's points by each rule."""
    sums = reckoned.sums
    return {
        "sum": {name: round_up(made) for name, made in sums.items()},
        "average": {name: round_up(made / reckoned.evenings[name]) for name, made in sums.items()},
        "hands": {name: round_up(made / reckoned.hands[name]) for name, made in sums.items()},
        "euros": {name: Fraction(made * RATE, 100) for name, made in sums.items()},
        "best": {name: Fraction(sum(sorted(some, reverse=True)[:BEST])) for name, some in reckoned.worth.items()},
    }


def test_a_year_is_what_an_independent_reckoning_makes_of_it():
    cups = {name: year(**rules) for name, rules in RULES.items()}
    tables, tournaments = play_year(random.Random(63)), [PEOPLE[at : at + 10] for at in range(3)]
    for names in tournaments:
        play_tournament(cups["best"], *names)  # its places alone are known
    merge(person(PEOPLE[0]), person(TWIN))
    erase(person(ERASED))
    [nobody] = set(points(cups["sum"])) - set(PEOPLE)  # what is shown for who was erased
    reckoned = reckon_year(tables, tournaments)
    for rule, everybody in expect(reckoned).items():
        expected = {nobody if name == ERASED else name: made for name, made in everybody.items()}
        assert points(cups[rule]) == expected, rule
    least = ceil(Fraction(len(reckoned.days) + len(tournaments), 3))
    enough = {
        "best": {name for name, worth in reckoned.worth.items() if len(worth) >= least},
        "average": {name for name, many in reckoned.evenings.items() if many >= 18},
    }
    for rule, people in enough.items():
        stand = progress(cups[rule])
        ranked = {stand.people[line.who].name for line in stand.standing.lines if line.rank}
        assert ranked == {nobody if name == ERASED else name for name in people}
    assert len(progress(cups["best"]).events) == 52 + 3
