"""After each day everybody stood where the standing would have said then; what cannot be computed is never a 0."""

import csv
import io
import zipfile
from fractions import Fraction

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.agreement import Stakes
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tests.scoring.support.tables import dreier
from tests.tournaments.seasons.season import seasons as made
from tests.tournaments.seasons.season.evenings.year import evening, progress, year
from tests.tournaments.seasons.season.test_made_points import publish_rounds
from tests.tournaments.seasons.season.test_standing import seasons
from tests.tournaments.seasons.season.test_standing import settings as rules
from tests.tournaments.support import acts, factories
from tournaments.models import Season
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.exports.formats import CSV
from tournaments.seasons.season.course import tally
from tournaments.seasons.season.course.tally import compute_course, compute_standing
from tournaments.seasons.season.data import compute_standing_with
from tournaments.seasons.season.events import CarryPoints
from tournaments.seasons.season.export.services import build_season_file
from tournaments.seasons.season.points.formula.nodes import DayFacts
from tournaments.seasons.season.points.preview import list_ready
from tournaments.seasons.season.publishing import list_missing
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, SeasonSettings
from tournaments.seasons.season.standing import EventResult, EventRow
from tournaments.seasons.season.table import build_current_table

together = st.builds(
    lambda **some: SeasonSettings()._replace(**some),
    per=st.just("season"),
    formula=st.sampled_from(
        ["written", "written / days", "written * 60 / max(1, hands)", "written * hands / most_hands"]
    ),
    decimals=st.integers(0, 2),
    least_days=st.integers(0, 3),
    least_third=st.booleans(),
    bonus=st.sampled_from([0, 250]),
    criteria=st.sampled_from([(), ("more_days", "best_day"), ("places",)]),
)


@st.composite
def facts(draw: st.DrawFn) -> DayFacts:
    """Facts of somebody on a day; of some days nobody knows the hands."""
    hands = draw(st.sampled_from([None, 8, 16, 48]))
    made = Fraction(draw(st.integers(-60, 60)), 6)
    return DayFacts(made, made, hands=hands, most_hands=hands)


def list_then(events, at):
    """The list as it was after an event: all others planned, but evenings that were still to come."""
    later = [event._replace(rows=(), others=()) for event in events[at + 1 :] if not event.evenings]
    return [*events[: at + 1], *(event for event in later if event.kind != CARRIED_POINTS)]


def check(rule, season):
    """Compare each day with the standing of the list as it was then."""
    standing, courses = compute_course(rule, season)
    assert standing == compute_standing(rule, season)
    placings = {who: list(mine) for who, mine in courses.of.items()}
    at = {event.id: number for number, event in enumerate(season)}
    for number, day in enumerate(courses.days):
        then = compute_standing(rule, list_then(season, at[day])).lines
        assert {line.who: (line.rank, line.points) for line in then} == {
            who: tuple(mine[number] or ()) for who, mine in placings.items() if mine[number] is not None
        }
    if courses.days and season[-1].kind != CARRIED_POINTS:
        assert {line.who: (line.rank, line.points) for line in standing.lines} == {
            who: tuple(mine[-1] or ()) for who, mine in placings.items()
        }


def in_time(season):
    """Carried points first, as a season lists them."""
    return sorted(season, key=lambda event: event.kind != CARRIED_POINTS)


@pytest.mark.heavy
@settings(max_examples=40)
@given(rule=rules, season=seasons, flags=st.lists(st.booleans(), min_size=8, max_size=8))
def test_after_each_day_everybody_stood_where_the_standing_would_have_said(rule, season, flags):
    season = [
        event._replace(evenings=event.kind == DAY and bool(event.rows) and flags[at % 8])
        for at, event in enumerate(in_time(season))
    ]
    check(rule, season)


@settings(max_examples=40)
@given(rule=together, season=seasons, data=st.data())
def test_the_same_where_the_points_are_those_of_all_days_together(rule, season, data):
    season = [
        event._replace(rows=tuple(row._replace(facts=data.draw(facts())) for row in event.rows))
        for event in in_time(season)
    ]
    check(rule, season)


def test_of_a_huge_season_only_the_last_days_are_kept_as_they_were(monkeypatch):
    """Three people, room for nine placings: the last three of five days, and what everybody had before them."""
    rows = [(EventRow(1, 0, at), EventRow(2, 0, 10 * at), *([EventRow(3, 0, 5)] if at == 5 else [])) for at in range(6)]
    days = [EventResult(at, rows=rows[at]) for at in range(1, 6)]
    _standing, whole = compute_course(SeasonSettings(), days)
    monkeypatch.setattr(tally, "MOST_PLACINGS", 9)
    _standing, last = compute_course(SeasonSettings(), days)
    assert (whole.days, last.days) == ((1, 2, 3, 4, 5), (3, 4, 5))
    assert last.of[1].list_points() == whole.of[1].list_points()[2:] == [3, 6, 10, 15]
    assert last.of[3].list_points() == [0, 0, 0, 5]


def test_whose_sum_cannot_be_computed_has_no_figure_and_is_named_at_their_last_day():
    """2, then 1 / (2 - 2), then 1 / (3 - 2): the second day has no place, and the third one has again."""
    there = [EventResult(at, rows=(EventRow(7, 1, facts=DayFacts(1, 1)),)) for at in (1, 2, 3)]
    rule = SeasonSettings(per="season", formula="if days = 1 then 2 else 1 / (days - 2)")
    standing, _courses = compute_course(rule, there[:2])
    assert (standing.lines, [event for event, _problem in standing.problems]) == ((), [2])
    standing, courses = compute_course(rule, there)
    assert ([line.points for line in standing.lines], standing.problems) == ([100], ())
    assert [tuple(placing or ()) for placing in courses.of[7]] == [(1, 200), (0, 200), (1, 100)]


def add_tournament(of: Season, kind: str = "day") -> None:
    """A tournament of two rounds, of which everything is kept."""
    cup = factories.tournament(of.club, name="Turnier")
    factories.enter_people(cup, *made.NAMES)
    publish_rounds(cup)
    acts.add_tournament(of, made.new_key(), cup, kind)


def add_typed_day(of: Season) -> None:
    """A day of which places and written scores were typed in."""
    rows = [PersonResult(Newcomer(name), rank, None, (50 - 10 * rank) * 6) for rank, name in enumerate(made.NAMES, 1)]
    acts.write_results(acts.add_event(of, made.new_key(), "Kirtag"), made.new_key(), rows)


def carry_points(of: Season) -> None:
    """Points of the year before."""
    earlier = made.season(of.club, name="Voriges Jahr")
    made.day(earlier, *made.NAMES)
    CarryPoints(season=made.end_season(earlier).pk).perform(of, made.new_key())


EVENTS = {
    "tournament": add_tournament,
    "typed": add_typed_day,
    "evenings": lambda _of: evening(dreier(0), names=made.NAMES, when=(2026, 3, 18, 19), stakes=Stakes(10)),
    "carried": carry_points,
    "final": lambda of: add_tournament(of, "final"),
}
CHANGES_NOTHING = {("jahr_euro", kind) for kind in ("tournament", "typed", "final")}
PROBLEMS = {(rule, "typed") for rule in ("d60", "jahr_plaetze", "tischpunkte")}  # nobody knows hands, rounds


@pytest.mark.heavy_but("typed")
@pytest.mark.django_db
@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_counts_by_a_ready_rule_or_changes_nothing_or_is_named(kind):
    of = year()
    evening(dreier(0), names=made.NAMES, when=(2026, 3, 4, 19), stakes=Stakes(10))
    evening(dreier(1), names=made.NAMES, when=(2026, 3, 11, 19), stakes=Stakes(10))
    rules = {rule.id: rule.settings._replace(evenings=progress(of).settings.evenings) for rule in list_ready()}
    stand = progress(of)
    before = {name: compute_standing_with(stand, rule) for name, rule in rules.items()}
    EVENTS[kind](of)
    stand = progress(of)
    number = max(event.event.number for event in stand.events)
    assert {(rule, kind) for rule in rules} >= {pair for pair in CHANGES_NOTHING | PROBLEMS if pair[1] == kind}
    for name, rule in rules.items():
        standing = compute_standing_with(stand, rule)
        problems = {event for event, _problem in standing.problems}
        got = {line.who for line in standing.lines for score in line.got if score.event == number}
        if (name, kind) in CHANGES_NOTHING:
            assert (standing.lines, standing.left_out, problems) == (before[name].lines, (number,), set()), name
        elif (name, kind) in PROBLEMS:
            assert (got, standing.left_out, problems) == (set(), (), {number}), name
        else:
            assert (len(got), standing.left_out, problems) == (len(made.NAMES), (), set()), name


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("formula", "add", "sentence", "is_missing"),
    [
        ("euros", add_tournament, "Turnier ändert hier nichts: Was zählt, gibt es dort nicht (Euro).", False),
        ("written / hands", add_typed_day, "Kirtag: Die Formel lässt sich dort nicht ausrechnen.", True),
    ],
)
def test_what_counts_nothing_is_said_everywhere_and_nobody_has_a_0(formula, add, sentence, is_missing):
    change_publication(load_first_club(), {"seasons": True})
    of = year(formula=formula)
    evening(dreier(0), when=(2026, 3, 4, 19), stakes=Stakes(10))  # Anna, Berta, Cilli, Dora; the others have no more
    add(of)
    stand = progress(of)
    shown = build_current_table(stand)
    assert {line.name for line in shown.lines} == {"Anna", "Berta", "Cilli", "Dora"}
    assert list(shown.uncounted) == [sentence]  # also on paper
    assert bool(list_missing(stand)) is is_missing
    number = max(event.event.number for event in stand.events)
    assert sentence in made.text_of(Client().get(made.at("season_standing", of)))
    day = made.text_of(Client().get(made.at("season_event", of, number=number)))
    assert ">–<" in day
    assert "Bert" in day
    answer = Client().get(f"/api/v1/seasons/{of.slug}").json()
    assert {event["note"] for event in answer["events"] if event["number"] == number} == {sentence}
    assert sum(bool(event["note"]) for event in answer["events"]) == 1
    assert all(line["points"] for line in answer["standing"])
    files = zipfile.ZipFile(io.BytesIO(build_season_file(of, CSV, "de")))
    tables = {name: files.read(name).decode("utf-8-sig") for name in files.namelist()}
    assert any(sentence in table for table in tables.values())
    results = next(table for name, table in tables.items() if "Bert," in table or "Bert;" in table)
    [head, *rows] = csv.reader(io.StringIO(results), delimiter=";" if ";" in results else ",")
    at = head.index("points") if "points" in head else head.index("Punkte")
    assert {row[at] for row in rows if "Bert" in row} == {""}
