"""Seasons that were worked out by hand stand as they were worked out; properties of a standing at random."""

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.amounts import format_hundredths, parse_hundredths
from tests.support.paths import DATA
from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.nodes import DayFacts
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import CountedRound, compute_points, round_place_points
from tournaments.seasons.season.points.preview import find_ready, list_ready
from tournaments.seasons.season.settings import (
    CARRIED_POINTS,
    COUNTING,
    CRITERIA,
    DAY,
    FINAL,
    FINAL_ALONE,
    FINALS,
    LOT,
    ROUND,
    TIES,
    WAYS,
    SeasonSettings,
    encode_season_settings,
    parse_season_settings,
)
from tournaments.seasons.season.standing import EventResult, EventRow, SeasonLine, compute_best_days

people = st.integers(1, 6)
points = st.one_of(st.none(), st.integers(0, 5000))
settings = st.builds(
    SeasonSettings,
    way=st.sampled_from(WAYS),
    table=st.lists(st.integers(0, 30_000), max_size=5).map(lambda some: tuple(sorted(some, reverse=True))),
    rest=st.just(0),
    formula=st.sampled_from(["players - place + 1", "100 / place", "if place < 3 then 7.25 else 1 / 3"]),
    ties=st.sampled_from(TIES),
    decimals=st.integers(0, 2),
    counting=st.sampled_from(COUNTING),
    per=st.sampled_from((DAY, ROUND)),
    bonus=st.sampled_from([0, 250]),
    worst=st.integers(1, 3),
    best=st.integers(1, 4),
    half_up=st.booleans(),
    days=st.integers(0, 4),
    least_days=st.integers(0, 3),
    criteria=st.lists(st.sampled_from(CRITERIA), unique=True).map(tuple),
    final=st.sampled_from(FINALS),
    factor=st.sampled_from([50, 100, 150, 200]),
    final_table=st.sampled_from([(), (600, 300)]),
    final_formula=st.sampled_from(["", "2 - place"]),
    absent=st.sampled_from(["", "3 - players"]),
    taken=st.integers(0, 100),
    teams=st.just(False),
)


@st.composite
def events(draw: st.DrawFn, kinds: Sequence[str] = (DAY, DAY, DAY, FINAL, CARRIED_POINTS)) -> EventResult:
    """An event with a result as a tournament publishes it: 1, 1, 3."""
    kind = draw(st.sampled_from(kinds))
    who = draw(st.lists(people, unique=True, max_size=6))
    if kind == CARRIED_POINTS:
        return EventResult(0, kind, 0, tuple(EventRow(person, 0, draw(st.integers(1, 5000))) for person in who))
    rank, rows = 1, []
    for at, person in enumerate(who, 1):
        rank = rank if at > 1 and draw(st.booleans()) else at
        rows.append(EventRow(person, rank, draw(points) if draw(st.booleans()) else None))
    return EventResult(0, kind, draw(st.integers(0, 9)), tuple(rows))


def numbered(some: Sequence[EventResult]) -> list[EventResult]:
    """With ids of their own, and at most one final."""
    finals = [at for at, event in enumerate(some) if event.kind == FINAL]
    return [event._replace(id=at, kind=DAY if at in finals[1:] else event.kind) for at, event in enumerate(some)]


seasons = st.lists(events(), max_size=6).map(numbered)


def sum_days(line: SeasonLine) -> int:
    """Return the sum of the days of somebody that count, and of the points that are carried over."""
    return sum(result.points for result in line.got if result.counts and result.kind != FINAL)


@given(rules=settings, season=seasons)
def test_the_sum_is_that_of_what_counts_and_the_best_count(rules, season):
    standing = compute_standing(rules, season)
    for line in standing.lines:
        days = [result for result in line.got if result.kind == DAY]
        kept = sorted((day.points for day in days if day.counts), reverse=True)
        struck = [day.points for day in days if not day.counts]
        assert line.days_points == sum_days(line) + rules.bonus * len(days)
        assert line.days == len(days)
        assert len(kept) == (min(standing.best, len(days)) if standing.best else len(days))
        assert not struck or max(struck) <= min(kept)
        if rules.final != FINAL_ALONE and not any(result.kind == FINAL for result in line.got):
            assert line.points == line.days_points


@given(rules=settings, season=seasons)
def test_everybody_who_played_has_one_line_and_ranks_go_1_1_3(rules, season):
    lines = compute_standing(rules, season).lines
    assert sorted(season_line.who for season_line in lines) == sorted(
        {row.who for event in season for row in event.rows}
    )
    ranked = [season_line for season_line in lines if season_line.rank]
    assert lines[: len(ranked)] == tuple(ranked)
    for at, line in enumerate(ranked, 1):
        same = [other_line for other_line in ranked if other_line.rank == line.rank]
        assert line.rank <= at
        assert line.rank == 1 + sum(other_line.rank < line.rank for other_line in ranked)
        assert line.shared == (len(same) > 1)
    for line in lines:
        assert (line.rank == 0) == (line.few > 0)
    inside = [other_line.points for other_line in ranked if other_line.in_final]
    outside = [other_line.points for other_line in ranked if not other_line.in_final]
    assert inside == sorted(inside, reverse=True)
    assert outside == sorted(outside, reverse=True)


@given(rules=settings, season=seasons, data=st.data())
def test_the_order_in_which_anything_is_known_changes_nothing(rules, season, data):
    mixed = [
        event._replace(rows=tuple(data.draw(st.permutations(event.rows))))
        for event in data.draw(st.permutations(season))
    ]
    there, here = compute_standing(rules, season), compute_standing(rules, mixed)
    assert there.lines == tuple(line._replace(got=tuple(sorted(line.got))) for line in here.lines)


@given(rules=settings, season=seasons, more=events(kinds=(DAY,)))
def test_one_day_more_never_costs_anybody_points(rules, season, more):
    rules = rules._replace(absent="")
    rules = (
        rules._replace(final="adds", days=20, best=9)
        if rules.counting in ("half", "vienna")
        else rules._replace(final="adds")
    )
    before = {line.who: line.points for line in compute_standing(rules, season).lines}
    for line in compute_standing(rules, [*season, more._replace(id=99)]).lines:
        assert line.points >= before.get(line.who, 0)


@given(rules=settings, season=seasons, person=people)
def test_who_is_one_with_somebody_has_the_better_of_both(rules, season, person):
    rules = rules._replace(absent="")
    same = [
        old_event._replace(rows=tuple(row._replace(who=1) if row.who == person else row for row in old_event.rows))
        for old_event in season
    ]
    lines = {line.who: line for line in compute_standing(rules, same).lines}
    apart = {line.who: line for line in compute_standing(rules, season).lines}
    for event in season:
        got = [
            result.points for who in {1, person} & apart.keys() for result in apart[who].got if result.event == event.id
        ]
        if got:
            assert next(result.points for result in lines[1].got if result.event == event.id) == max(got)


@given(rules=settings, season=seasons)
def test_lots_tell_equals_apart_and_nobody_else(rules, season):
    rules = rules._replace(criteria=(*(criterion for criterion in rules.criteria if criterion != LOT), LOT))
    without = {line.who: line for line in compute_standing(rules, season).lines}
    lots = {who: 100 - who for who in without}
    drawn = compute_standing(rules, season, lots).lines
    assert not any(line.shared for line in drawn)
    for line in drawn:
        if not without[line.who].shared:
            assert line.rank == without[line.who].rank


@given(rules=settings, place=st.integers(1, 300), sharing=st.integers(1, 5), players=st.integers(4, 300))
def test_shared_places_share_their_points(rules, place, sharing, players):
    alone = [compute_points(rules, place + at, 1, players) for at in range(sharing)]
    together = compute_points(rules._replace(ties="mean", decimals=2), place, sharing, players)
    exact = [compute_points(rules._replace(decimals=2), place + at, 1, players) for at in range(sharing)]
    assert not isinstance(together, Problem)
    assert abs(together * sharing - sum(share for share in exact if isinstance(share, int))) <= sharing
    assert compute_points(rules._replace(ties="better"), place, sharing, players) == alone[0]
    assert all(isinstance(share, int) and share % (100, 10, 1)[rules.decimals] == 0 for share in alone)


@given(days=st.lists(st.tuples(st.integers(-60, 60), st.integers(1, 60)), min_size=1, max_size=6), data=st.data())
def test_points_of_all_days_together_lie_between_those_of_the_days(days, data):
    rules = SeasonSettings(per="season", formula="written * 60 / hands", decimals=2)
    events = [
        EventResult(at, rows=(EventRow(1, 1, facts=DayFacts(made, made, hands=hands)),))
        for at, (made, hands) in enumerate(days)
    ]
    [line] = compute_standing(rules, data.draw(st.permutations(events))).lines
    assert min(got.points for got in line.got) <= line.points <= max(got.points for got in line.got)
    made, hands = (sum(column) for column in zip(*days, strict=True))
    assert line.points == round_place_points(Fraction(60 * made, hands), 2)


def test_half_of_the_days_is_of_those_that_are_planned():
    half = SeasonSettings(counting="half")
    assert [compute_best_days(half, days) for days in (0, 1, 2, 5, 29)] == [1, 1, 1, 3, 15]
    assert [compute_best_days(half._replace(half_up=False), days) for days in (0, 1, 2, 5, 29)] == [1, 1, 1, 2, 14]
    assert compute_best_days(half._replace(days=12), 3) == 6
    vienna = SeasonSettings(counting="vienna")
    assert [compute_best_days(vienna, days) for days in (1, 2, 5, 9, 10, 11, 12, 13)] == [1, 1, 3, 5, 5, 5, 6, 6]
    assert compute_best_days(vienna._replace(days=11), 3) == 5
    assert compute_best_days(SeasonSettings(counting="number", best=6), 29) == 6
    assert compute_best_days(SeasonSettings(), 29) == 0


def test_a_formula_that_cannot_be_reckoned_costs_nobody_the_page():
    event = EventResult(3, rows=(EventRow(1, 1), EventRow(2, 2)))
    standing = compute_standing(SeasonSettings(formula="1 / (place - 1)"), [event])
    assert [(event, problem.code) for event, problem in standing.problems] == [(3, "divided_by_zero")]
    assert [(line.who, line.points) for line in standing.lines] == [(2, 100)]
    unread = compute_standing(SeasonSettings(formula="plaze"), [event])
    assert [problem.code for _event, problem in unread.problems] == ["did_you_mean", "did_you_mean"]


def test_a_shared_place_that_cannot_be_reckoned_is_a_problem_too():
    assert isinstance(compute_points(SeasonSettings(formula="1 / (place - 2)"), 1, 2, 8), Problem)
    assert compute_points(SeasonSettings(formula="1 / (place - 2)", ties="better"), 1, 2, 8) == -100


def test_an_older_text_of_settings_is_read_with_what_is_usual():
    assert parse_season_settings('{"best": 4, "gone": true}') == SeasonSettings(best=4)


@given(rules=settings)
def test_settings_are_kept_as_they_are(rules):
    assert parse_season_settings(encode_season_settings(rules)) == rules


SEASONS = tomllib.loads((DATA / "season.toml").read_text("utf-8"))["season"]


NAMES = ("", "Anna", "Bert", "Carl", "Dora", "Emil")


def build_changes(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings as they stand in the file."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}


def _parse_amounts(text: str) -> dict[int, Fraction]:
    pairs = (pair.split(" ") for pair in filter(None, text.split(", ")))
    return {NAMES.index(name): Fraction(amount) for name, amount in pairs}


def _add_rounds(rows: list[EventRow], tables: list[str]) -> list[EventRow]:
    """Rows with rounds of one table each, who was placed there in which order."""
    found: dict[int, list[CountedRound]] = {}
    for number, text in enumerate(tables, 1):
        placed = _parse_result(text)
        for at in placed:
            facts = DayFacts(table_place=at.rank, table_size=len(placed))
            sharing = sum(other.rank == at.rank for other in placed)
            found.setdefault(at.who, []).append(
                CountedRound(Day(at.rank, len(placed), facts), sharing, sharing, number)
            )
    return [row._replace(rounds=tuple(found[row.who])) for row in rows]


def event_of(number: int, said: dict[str, Any]) -> EventResult:
    """An event as it stands in the file."""
    placed = [EventRow(who, int(place)) for who, place in _parse_amounts(said.get("places", "")).items()]
    rows = [*placed, *_parse_result(said.get("result", "")), *_parse_points(said.get("points", ""))]
    made = _parse_amounts(said.get("made", ""))
    rows = [row._replace(facts=DayFacts(made[row.who], made[row.who])) if row.who in made else row for row in rows]
    hands = {who: int(many) for who, many in _parse_amounts(said.get("hands", "")).items()}
    rows = [row._replace(facts=row.facts._replace(hands=(many := hands.get(row.who)), most_hands=many)) for row in rows]
    euros = _parse_amounts(said.get("euros", ""))
    rows = [row._replace(facts=row.facts._replace(euros=euros.get(row.who))) for row in rows]
    rows = _add_rounds(rows, said["tables"]) if "tables" in said else rows
    return EventResult(number, said.get("kind", "day"), said.get("players", 0), tuple(rows))


def _parse_result(text: str) -> list[EventRow]:
    found: list[EventRow] = []
    for group in filter(None, text.split(", ")):
        rank = len(found) + 1
        found += [
            EventRow(
                NAMES.index(name.rstrip("?")), 0 if name.endswith("?") else rank, 0 if name.endswith("?") else None
            )
            for name in group.split(" = ")
        ]
    return found


def _parse_points(text: str) -> list[EventRow]:
    pairs = [pair.split(" ") for pair in filter(None, text.split(", "))]
    return [EventRow(NAMES.index(name), 0, parse_hundredths(points)) for name, points in pairs]


def format_line(line: SeasonLine, events: int) -> str:
    """A line as the file says it; what was not there at the end is left out."""
    got = {result.event: result for result in line.got}
    cells = [
        "-" if (one := got.get(at)) is None else format_hundredths(one.points, "en") for at in range(1, events + 1)
    ]
    cells = [f"({cell})" if at in got and not got[at].counts else cell for at, cell in enumerate(cells, 1)]
    while cells[-1] == "-":
        cells.pop()
    rank = f"{line.rank}." if line.rank else "–"
    return f"{rank} {NAMES[line.who]} {format_hundredths(line.points, 'en')}: {' '.join(cells)}"


@pytest.mark.parametrize("said", SEASONS, ids=[season["name"] for season in SEASONS])
def test_a_season_stands_as_it_was_worked_out(said):
    events = [event_of(number, event) for number, event in enumerate(said["events"], 1)]
    rule = find_ready(said["ready"]) if "ready" in said else None
    base = rule.settings if rule is not None else SeasonSettings()
    standing = compute_standing(base._replace(**build_changes(said.get("settings", {}))), events)
    assert [format_line(line, len(events)) for line in standing.lines] == said["standing"]
    assert not standing.problems


def test_every_ready_rule_is_worked_out():
    assert {rule.id for rule in list_ready()} == {season["ready"] for season in SEASONS if "ready" in season}


@pytest.mark.parametrize("worse", [EventRow(7, 2, -400), EventRow(7, 2, facts=DayFacts(written=Fraction(-4)))])
def test_of_somebody_twice_in_a_day_only_the_better_row_is_in_the_sum_of_all_days(worse):
    better = EventRow(7, 1, facts=DayFacts(written=Fraction(-3, 2)))
    rule = SeasonSettings(way="formula", formula="written", per="season", decimals=1)
    for rows in ((better, worse), (worse, better)):
        [line] = compute_standing(rule, (EventResult(1, rows=rows),)).lines
        assert (line.points, line.got[0].points) == (-150, -150)
