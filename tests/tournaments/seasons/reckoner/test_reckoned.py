"""Everybody's figures in random years of a club, by every ready rule, are what a second reckoning makes of them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

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
from tests.tournaments.seasons.reckoner.cups import play_cup
from tests.tournaments.seasons.reckoner.marks import Mark, reckon_marks
from tests.tournaments.seasons.reckoner.rankings import Ranking, choose, find_members, list_prizes, share_money
from tests.tournaments.seasons.reckoner.reckoning import (
    DAY,
    Line,
    Rule,
    Standing,
    reckon_race,
    reckon_season,
    round_half,
)
from tests.tournaments.seasons.reckoner.rules import EXACT, FORMULAS, READY
from tournaments.models import Season
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
RULES = (*READY, *FORMULAS)
Boxes = dict[str, tuple[Fraction, ...]]


class Sub(NamedTuple):
    """A sub-ranking of a season as it was reckoned; number 0: the whole."""

    number: int
    standing: Standing
    prizes: Sequence[str]
    is_exact: bool
    marks: Sequence[Mark]


def find_rule(name: str) -> tuple[SeasonSettings, Rule]:
    """Return a rule as the program has it, and as it is reckoned."""
    if name in FORMULAS:
        some, rule = FORMULAS[name]
        return SeasonSettings(**some), rule
    ready = find_ready(name)
    assert ready is not None
    return ready.settings, READY[name]


def compare_answers(season: Season, expected: Mapping[int, Standing], boxes: Boxes, *, whole: bool) -> None:
    """Compare what the API and the files say of a season, its sub-rankings and cash boxes with what was reckoned."""
    wanted = {
        number: {who: build_figures(line) for who, line in part.lines.items()} for number, part in expected.items()
    }
    said, problems, averages = answers.read_api(season)
    assert (said, problems) == (wanted, set(expected[0].left_out | expected[0].problems))
    for who, average in averages.items():
        assert average == pytest.approx(expected[0].lines[who].average), who
    in_files = {
        number: {
            who: figures._replace(by_event={event: got[1] for event, got in figures.by_event.items()})
            for who, figures in lines.items()
        }
        for number, lines in wanted.items()
    }
    assert answers.read_json(season) == (in_files, boxes)
    if whole:
        assert answers.read_csv(season) == in_files
        assert answers.read_workbook(season) == in_files


def build_figures(line: Line) -> answers.Figures:
    """Return a line as the API says it."""
    return answers.Figures(line.rank, line.points, line.days, {number: got[:3] for number, got in line.got.items()})


def compare_paper(season: Season, sub: Sub) -> None:
    """Compare the paper, whose rows are in the order of the API's, and the prizes on it."""
    expected = sub.standing
    lines = [expected.lines[who] for who in answers.read_api(season)[0][sub.number]]
    paper = answers.read_paper(season, sub.number)
    won = list_prizes(sub.prizes, expected.lines)
    assert paper.prizes == [(rank, ", ".join(prizes), many) for rank, many, prizes in won]
    assert paper.lines == [
        answers.PaperLine(
            line.rank,
            line.points,
            line.days,
            tuple(sorted(got.show(is_exact=sub.is_exact) for got in line.got.values())),
        )
        for line in lines
    ]


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


def compare_page(season: Season, client: Client, sub: Sub, before: Standing | None) -> None:
    """Compare the year's page: who has moved, averages, marks, and all else of its lines."""
    page, expected = answers.read_page(season, client), sub.standing
    assert page.marks == sub.marks
    compare_lines(page, sub)
    for who, line in expected.lines.items():
        row, was = page.rows[who], before.lines[who].rank if before and who in before.lines else 0
        assert row.move == (was - line.rank if was and line.rank else 0), (who, was, row)
        if "Schnitt" in row.facts:
            assert row.facts["Schnitt"] == (None if line.average is None else round_half(line.average, 1)), (who, line)


def compare_lines(page: answers.Page, sub: Sub) -> None:
    """Compare the lines of a table: ranks, sums, days, the best day, all days across."""
    assert page.rows.keys() == sub.standing.lines.keys()
    for who, line in sub.standing.lines.items():
        row = page.rows[who]
        assert (row.rank, row.points) == (line.rank, line.points), who
        got = [line.got.get(number) for number in page.columns]
        assert row.days == [mine and mine.show(is_exact=sub.is_exact) for mine in got], (who, line)
        days = [mine.show(is_exact=sub.is_exact) for mine in got if mine and mine.kind == DAY]
        facts = {"Tage": Fraction(line.days), "Bester": max(days, default=None)}
        assert {name: row.facts[name] for name in facts} == facts, (who, row, line)


def reckon_sub(name: str, world: worlds.World, season: Season, number: int, numbers: Mapping[str, int]) -> Sub:
    """Reckon a sub-ranking."""
    ranking, rule = world.rankings[number - 1], find_rule(name)[1]

    def call(name: str) -> int:
        return numbers[world.call(name)]

    mine, names = ranking.find_rule(rule, READY), worlds.name_events(season)
    events = choose(ranking, worlds.list_reckoned(world, season, numbers, rated="euros" in rule.needs), names)
    members = find_members(ranking, world.group, world.erased, call)
    guests, by = [call(world.guest)] if world.guest else [], ranking.ready or name
    standing = reckon_season(mine, events, guests, members)
    theirs = [
        event._replace(rows=[row for row in event.rows if members is None or row[0] in members]) for event in events
    ]
    marks = reckon_marks(theirs, names, standing, by, guests)
    return Sub(number, standing, worlds.PRIZES[: ranking.prizes], by in EXACT, marks)


def compare_sub(season: Season, sub: Sub, ranking: Ranking, client: Client) -> None:
    """Compare the pages of a sub-ranking."""
    lines = sub.standing.lines
    page = answers.read_page(season, client, sub.number)
    assert page.marks == sub.marks
    assert {who: (row.rank, row.points) for who, row in page.rows.items()} == {
        who: (line.rank, line.points) for who, line in lines.items()
    }
    if ranking.fee:
        pot = ranking.fee * len(ranking.payers)
        shares, rest = share_money(ranking, pot, lines)
        wanted = sorted((lines[who].rank, cents) for who, cents in shares.items())
        is_ranked = any(line.rank for line in lines.values())  # else nothing is said of shares
        assert answers.read_entry_page(season, client, sub.number) == (pot, wanted, rest if is_ranked else 0)


def reckon_and_compare(names: Sequence[str], world: worlds.World, *, whole: bool) -> None:
    """Play a world, reckon it by each rule, and compare all that is said of it; `whole`: also in the dear files."""
    change_publication(load_first_club(), {"seasons": True})
    director = log_in(make_account("director"))
    worlds.play(world)
    cups = [play_cup(number, cup) for number, cup in enumerate(world.cups, 1)]
    seasons = {name: worlds.add_season(world, find_rule(name)[0], cups) for name in names}
    numbers = worlds.change_people(world, seasons.values())
    guests = [numbers[world.call(world.guest)]] if world.guest else []
    for name, season in seasons.items():
        note(name)
        season.refresh_from_db()
        rule = find_rule(name)[1]
        events = worlds.list_reckoned(world, season, numbers, rated="euros" in rule.needs)
        expected, race = reckon_season(rule, events, guests), reckon_race(rule, events, guests)
        subs = [reckon_sub(name, world, season, at, numbers) for at in range(1, len(world.rankings) + 1)]
        standings = {0: expected} | {sub.number: sub.standing for sub in subs}
        compare_answers(season, standings, world.list_boxes(world.cents), whole=whole)
        marks = reckon_marks(events, worlds.name_events(season), expected, name, guests)
        entire = Sub(0, expected, worlds.PRIZES, name in EXACT, marks)
        compare_page(season, director, entire, [None, *race.values()][-2] if race else None)
        compare_race(season, race)
        for sub in subs:
            compare_sub(season, sub, world.rankings[sub.number - 1], director)
        for part in (entire, *subs) if whole else ():
            compare_paper(season, part)


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
@settings(QUICK, max_examples=1000 if IS_SOAK else 100)
@given(name=st.sampled_from(RULES), world=worlds.draw_world(most=5))
def test_whatever_is_said_of_a_random_year_is_what_is_reckoned(name: str, world: worlds.World) -> None:
    reckon_world([name], world, whole=True)
