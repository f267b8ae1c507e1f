"""The outlook of a season is what the enumeration of all last days says."""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import permutations, product, takewhile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.seasons.season.test_standing import events, numbered
from tests.tournaments.seasons.season.test_standing import settings as any_settings
from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.outlook.search import (
    BY_POINTS,
    MOST_LOOKED_AT,
    OPEN,
    Outlook,
    build_scale,
    compute_outlook,
)
from tournaments.seasons.season.points.formula.nodes import DayFacts
from tournaments.seasons.season.settings import DAY, FINAL, FINAL_ROUNDS, LOT, SeasonSettings
from tournaments.seasons.season.standing import EventResult, EventRow

LAST = 90  # the number of the last day
NOWHERE = 99  # as a place: without a rank
Rows = dict[int, tuple[EventRow, ...]]  # by event

rules_by_place = st.builds(
    lambda rules, formula: rules._replace(per=DAY, formula=formula, days=0),
    any_settings,
    st.sampled_from(["players - place + 1", "100 / place", "if place < 3 then 7.25 else 1 / 3", "2 - place", "5"]),
)
# Nobody has fewer points than a newcomer, and staying away is never better than to play.
rules_without_losses = rules_by_place.filter(lambda rules: "2 - place" not in (rules.formula, rules.final_formula)).map(
    lambda rules: rules._replace(absent=rules.absent and "-players")
)
seasons = st.lists(events(), min_size=1, max_size=4).map(lambda some: numbered([event for event in some if event.rows]))


def look_ahead(rules: SeasonSettings, events: Sequence[EventResult], **known: Any) -> Outlook | None:
    """Return what is still possible after these events."""
    return compute_outlook(rules, events, compute_standing(rules, events), **known)


class Answers:
    """For everybody the results with which a place is possible, possible but for equals, and certain."""

    def __init__(self, rules: SeasonSettings, season: Sequence[EventResult], places: int) -> None:
        if FINAL_ROUNDS in rules.criteria and any(event.kind == FINAL and not event.rows for event in season):
            # Nobody knows the rounds of a final to come: from there on equals share their place.
            rules = rules._replace(criteria=rules.criteria[: rules.criteria.index(FINAL_ROUNDS)])
        self.rules, self.season, self.places = rules, season, places
        self.possible: dict[int, set[int]] = {}
        self.clear: dict[int, set[int]] = {}
        self.unsure: dict[int, set[int]] = {}
        self.ranks: dict[int, list[tuple[int, int]]] = {}  # the place, and the last one of those equal

    def add(self, rows: Rows, at: dict[int, int], absent: int) -> None:
        """Add a way in which the days to come can go; `at`: everybody's result on the last one."""
        to_come = [event._replace(rows=rows.get(event.id, event.rows)) for event in self.season]
        lines = {line.who: line for line in compute_standing(self.rules, to_come).lines}
        for who in lines:
            line, result = lines[who], at.get(who, absent)
            equal = sum(other.rank == line.rank for other in lines.values())
            ranks = (line.rank, line.rank + equal - 1) if line.rank else (NOWHERE, NOWHERE)
            self.ranks.setdefault(who, []).append(ranks)
            if line.rank and line.rank <= self.places:
                self.possible.setdefault(who, set()).add(result)
            if line.rank and line.rank + equal - 1 <= self.places:
                self.clear.setdefault(who, set()).add(result)
            else:
                self.unsure.setdefault(who, set()).add(result)


def find_prefix(results: Sequence[int], good: Container[int]) -> int:
    """Return the last of the first results that are all good; 0 if there is none."""
    return max(takewhile(good.__contains__, results), default=0)


def check(answers: Answers, outlook: Outlook, people: Sequence[int], results: Mapping[int, Sequence[int]]) -> None:
    """Compare what is said of people with the answers; `results`: of the last day, from the best one."""
    said = {chance.who: chance for chance in outlook.chances}
    assert said.keys() == answers.possible.keys() & set(people)
    for who, chance in said.items():
        possible, unsure = answers.possible[who], answers.unsure.get(who, set())
        assert chance.possible == find_prefix(results[who], possible) == max(possible)
        assert chance.sure == find_prefix(results[who], {*results[who]} - unsure)
        assert chance.tied == (chance.possible not in answers.clear.get(who, set()))


def check_reaches(answers: Answers, outlook: Outlook, people: Sequence[int], *, exactly: bool = True) -> None:
    """Compare the best and the worst places of people with the answers; not `exactly`: no place is left out."""
    reaches = {reach.who: reach for reach in outlook.reaches}
    for who in people:
        best = min((best for best, _last in answers.ranks.get(who, ())), default=NOWHERE)
        worst = max((last for _best, last in answers.ranks.get(who, ())), default=NOWHERE)
        assert (who in reaches) == (best <= MOST_LOOKED_AT)
        if who in reaches:
            assert reaches[who].best == best
            assert reaches[who].worst == (worst if worst <= MOST_LOOKED_AT else 0) or not exactly
            assert (reaches[who].worst or NOWHERE) >= worst


def list_open_days(people: Sequence[int], places: int) -> Iterator[dict[int, int]]:
    """Yield who is on which place of a day on which anybody can take part; places of others are strangers'."""
    for chosen in product((*people, 0), repeat=places):
        there = [who for who in chosen if who]
        if len(there) == len(set(there)):
            yield {who or -place: place for place, who in enumerate(chosen, 1)}


def build_rows(day: dict[int, int]) -> tuple[EventRow, ...]:
    return tuple(EventRow(who, place) for who, place in day.items())


@given(
    rules=rules_by_place,
    season=seasons,
    field=st.sets(st.integers(1, 7), min_size=2, max_size=5),
    places=st.integers(1, 3),
    final=st.booleans(),
)
def test_a_last_day_whose_players_are_known_is_as_all_its_orders_say(rules, season, field, places, final):
    season = [*season, EventResult(LAST, FINAL if final and all(event.kind == DAY for event in season) else DAY)]
    outlook = look_ahead(rules, season, players=0, field=field, places=places)
    if outlook is None:
        return
    answers, size = Answers(rules, season, places), len(field)
    for order in permutations(sorted(field)):
        at = {who: place for place, who in enumerate(order, 1)}
        answers.add({LAST: build_rows(at)}, at, size + 1)
    people = {row.who for event in season for row in event.rows} | field
    check(answers, outlook, sorted(people), {who: range(1, size + 1) if who in field else [size + 1] for who in people})
    check_reaches(answers, outlook, sorted(people))


@given(
    rules=rules_without_losses,
    season=seasons,
    size=st.integers(1, 3),
    places=st.integers(1, 2),
    final=st.booleans(),
)
def test_a_last_day_for_everybody_is_as_all_its_orders_say(rules, season, size, places, final):
    season = [*season, EventResult(LAST, FINAL if final and all(event.kind == DAY for event in season) else DAY)]
    outlook = look_ahead(rules, season, players=size, places=places)
    if outlook is None:
        return
    people = sorted({row.who for event in season for row in event.rows})
    answers = Answers(rules, season, places)
    for day in list_open_days(people, size):
        answers.add({LAST: build_rows(day)}, day, size + 1)
    check(answers, outlook, people, dict.fromkeys(people, range(1, size + 2)))
    check_reaches(answers, outlook, people)
    assert outlook.newcomers == any(who < 0 for who in answers.possible)


@pytest.mark.heavy
@given(rules=rules_without_losses, season=seasons, places=st.integers(1, 2))
def test_who_can_still_reach_a_place_in_two_days_is_as_all_their_orders_say(rules, season, places):
    people = sorted({row.who for event in season for row in event.rows})[:3]
    kept = [event._replace(rows=tuple(row for row in event.rows if row.who in people)) for event in season]
    season = [*(event for event in kept if event.rows), EventResult(LAST), EventResult(LAST + 1)]
    outlook = look_ahead(rules, season, players=2, places=places)
    if outlook is None:
        return
    answers = Answers(rules, season, places)
    for first, second in product(list_open_days(people, 2), repeat=2):
        answers.add({LAST: build_rows(first), LAST + 1: build_rows(second)}, second, 3)
    assert {chance.who for chance in outlook.chances} == answers.possible.keys() & set(people)
    check_reaches(answers, outlook, people, exactly=False)
    assert outlook.days == 2


HEINE = SeasonSettings(formula="floor(max(0, min(points, 50 + points / 2, 200)))")


@given(
    season=st.lists(st.dictionaries(st.integers(1, 3), st.integers(-5, 300), min_size=1), min_size=1, max_size=3),
    decides=st.booleans(),
)
def test_points_that_have_a_limit_are_as_all_days_say(season, decides):
    rules = HEINE._replace(formula="max(0; min(punkte; 4))", criteria=(LOT,))
    days = [
        EventResult(
            at, DAY, 0, tuple(EventRow(who, at, None, DayFacts(made)) for at, (who, made) in enumerate(day.items(), 1))
        )
        for at, day in enumerate(season, 1)
    ]
    outlook = look_ahead(rules, [*days, EventResult(LAST)], players=3)
    assert outlook is not None
    assert outlook.scale[:2] == (BY_POINTS, 5)
    people = sorted({row.who for event in days for row in event.rows})
    answers = Answers(rules, [*days, EventResult(LAST)], 1)
    for made in product(range(-1, 5), repeat=3):
        day = {who: points for who, points in enumerate(made, 1) if points >= 0}
        rows = tuple(EventRow(who, 1, None, DayFacts(points)) for who, points in day.items())
        answers.add({LAST: rows}, {who: 5 - points for who, points in day.items()}, 6)
    check(answers, outlook, people, dict.fromkeys(people, range(1, 7)))


def test_what_a_day_can_bring_is_known_or_said_to_be_open():
    day = EventResult(LAST)
    assert build_scale(SeasonSettings(), day, 24).places[0] == 2400
    assert build_scale(HEINE, day, 24)[::3] == (BY_POINTS, 20000)
    assert build_scale(HEINE, day, 24).size == 201
    for formula in (
        "points",
        "written",
        "firsts",
        "points - written",
        "min(hands, 5)",
        "max(0, points) + players - place",
    ):
        assert build_scale(SeasonSettings(formula=formula), day, 24).by == OPEN
    assert build_scale(SeasonSettings(formula="place"), day, 4)[:2] == (BY_POINTS, 4)  # the last one gets most
    assert build_scale(SeasonSettings(per="round"), day, 24).by == OPEN
