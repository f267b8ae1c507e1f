"""Everybody's figures in random years of a club, by every ready rule, are what a second reckoning makes of them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tests.soak import IS_SOAK
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.reckoner import answers, worlds
from tests.tournaments.seasons.reckoner.reckoning import (
    DAY,
    Got,
    Rule,
    Standing,
    reckon_race,
    reckon_season,
    round_half,
)
from tests.tournaments.seasons.reckoner.rules import FORMULAS, READY
from tournaments.models import Season
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
RULES = (*READY, *FORMULAS)
EXACT = {"jahr", "jahr_schnitt"}  # whose pages show each day as it was written


def find_rule(name: str) -> tuple[SeasonSettings, Rule]:
    """Return a rule as the program has it, and as it is reckoned."""
    if name in FORMULAS:
        some, rule = FORMULAS[name]
        return SeasonSettings(**some), rule
    ready = find_ready(name)
    assert ready is not None
    return ready.settings, READY[name]


def compare_answers(season: Season, expected: Standing, box: Fraction, *, whole: bool) -> None:
    """Compare what the API and the files say of a season, and of its cash box, with what was reckoned."""
    wanted = {
        who: answers.Figures(line.rank, line.points, line.days, {number: got[:3] for number, got in line.got.items()})
        for who, line in expected.lines.items()
    }
    assert answers.read_api(season) == (wanted, set(expected.left_out | expected.problems))
    for who, average in answers.read_averages(season).items():
        assert average == pytest.approx(expected.lines[who].average), who
    in_files = {
        who: figures._replace(by_event={number: got[1] for number, got in figures.by_event.items()})
        for who, figures in wanted.items()
    }
    assert answers.read_json(season) == (in_files, box)
    if whole:
        assert answers.read_csv(season) == in_files
        assert answers.read_workbook(season) == in_files


def compare_paper(season: Season, expected: Standing, *, is_exact: bool) -> None:
    """Compare the paper, whose rows are in the order of the API's."""
    lines = [expected.lines[who] for who in answers.read_api(season)[0]]
    assert answers.read_paper(season) == [
        answers.PaperLine(
            line.rank, line.points, line.days, tuple(sorted(show(got, is_exact=is_exact) for got in line.got.values()))
        )
        for line in lines
    ]


def show(got: Got, *, is_exact: bool) -> Fraction:
    """Return what a page shows of an event: thirds of a day stay exact where nothing but the sum is rounded."""
    return got.exact if is_exact and got.kind == DAY else got.points


def compare_race(season: Season, race: dict[int, Standing]) -> None:
    """Compare everybody's rank and points after each day."""
    stand = load_season_progress(season)
    numbers = {who: person.number for who, person in stand.people.items()}
    after: list[dict[int, Any]] = [
        {numbers[who]: placing for who, course in stand.courses.of.items() if (placing := list(course)[at]) is not None}
        for at in range(len(stand.courses.days))
    ]
    wanted = [{who: (line.rank, line.points) for who, line in then.lines.items()} for then in race.values()]
    assert [{who: (at[0], Fraction(at[1], 100)) for who, at in then.items()} for then in after] == wanted


def compare_page(
    season: Season, client: Client, expected: Standing, before: Standing | None, *, is_exact: bool
) -> None:
    """Compare the year's page: ranks and who has moved, sums, averages, days, the best day, all days across."""
    columns, rows = answers.read_page(season, client)
    assert rows.keys() == expected.lines.keys()
    for who, line in expected.lines.items():
        row = rows[who]
        assert (row.rank, row.points) == (line.rank, line.points), who
        was = before.lines[who].rank if before and who in before.lines else 0
        assert row.move == (was - line.rank if was and line.rank else 0), (who, was, row)
        got = [line.got.get(number) for number in columns]
        assert row.days == [mine and show(mine, is_exact=is_exact) for mine in got], (who, line)
        facts = {
            "Tage": Fraction(line.days),
            "Bester": max((show(mine, is_exact=is_exact) for mine in got if mine and mine.kind == DAY), default=None),
        }
        if "Schnitt" in row.facts:
            facts["Schnitt"] = None if line.average is None else round_half(line.average, 1)
        assert {name: row.facts[name] for name in facts} == facts, (who, row, line)


def reckon_and_compare(names: Sequence[str], world: worlds.World, *, whole: bool) -> None:
    """Play a world, reckon it by each rule, and compare all that is said of it; `whole`: also in the dear files."""
    change_publication(load_first_club(), {"seasons": True})
    director = log_in(make_account("director"))
    worlds.play(world)
    seasons = {name: worlds.add_season(world, find_rule(name)[0]) for name in names}
    numbers = worlds.change_people(world, seasons.values())
    guests = [numbers[world.call(world.guest)]] if world.guest else []
    for name, season in seasons.items():
        note(name)
        season.refresh_from_db()
        rule, is_exact = find_rule(name)[1], name in EXACT
        events = worlds.list_reckoned(world, season, numbers, rated="euros" in rule.needs)
        expected, race = reckon_season(rule, events, guests), reckon_race(rule, events, guests)
        compare_answers(season, expected, Fraction(sum(world.moves), 100), whole=whole)
        compare_page(season, director, expected, [None, *race.values()][-2] if race else None, is_exact=is_exact)
        compare_race(season, race)
        if whole:
            compare_paper(season, expected, is_exact=is_exact)


def reckon_world(names: Sequence[str], world: worlds.World, *, whole: bool) -> None:
    """Reckon a world, and forget it."""
    with transaction.atomic():
        reckon_and_compare(names, world, whole=whole)
        transaction.set_rollback(True)


# Examples are worlds of their own, and none is worth the minutes that making it smaller takes.
QUICK = settings(
    max_examples=2,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)


@QUICK
@given(world=worlds.draw_world(most=3))
def test_each_rule_reckons_a_small_year_as_its_own_words_have_it(world: worlds.World) -> None:
    reckon_world(RULES, world, whole=False)


@pytest.mark.heavy
@settings(QUICK, max_examples=1000 if IS_SOAK else 150)
@given(name=st.sampled_from(RULES), world=worlds.draw_world(most=4))
def test_whatever_is_said_of_a_random_year_is_what_is_reckoned(name: str, world: worlds.World) -> None:
    reckon_world([name], world, whole=True)
