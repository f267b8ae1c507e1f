"""Evenings as days of a season: every figure was reckoned by hand.

A Dreier won brings its declarer 15 in the written score and costs each of three 5.
"""

import json
from datetime import date, time
from fractions import Fraction

import pytest
from django.core.management import call_command

from scoring.engine.agreement import AgreedPot, Stakes
from scoring.engine.evening.course import Seating
from scoring.models import Total
from scoring.table.corrections import changes
from scoring.table.evenings.services import archive_evening
from scoring.table.settlement.services import request_reopening
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import find_or_create_person
from tests.scoring.support.evenings import change_book, end_evening, new_order, play_hands
from tests.scoring.support.tables import dreier, line_of, new_key
from tests.tournaments.seasons.season.evenings.year import (
    days,
    evening,
    points,
    progress,
    standing,
    year,
)
from tests.tournaments.seasons.season.seasons import day, end_season, person, play_tournament, season
from tests.tournaments.support import acts
from tournaments.core.acts import ActionRefused, parse_content
from tournaments.models import Season, SeasonAct, SeasonEvent
from tournaments.seasons.season.evenings.actions import AddEvenings, CountEvenings
from tournaments.seasons.season.events import ChangeEvent, RemoveEvent, ReturnEvent
from tournaments.seasons.season.publishing import ReopenSeason
from tournaments.seasons.season.services import SeasonDetails, change_season
from tournaments.seasons.season.settings import EveningRule, SeasonSettings, parse_season_settings

pytestmark = pytest.mark.django_db
EFGH = ("Emil", "Franz", "Gerda", "Hans")
LATER = (2026, 3, 11, 19)


def test_an_ended_evening_is_a_day():
    cup = year()
    assert standing(cup) == []
    evening(dreier(0))
    assert standing(cup) == [(1, "Anna", 15), (2, "Berta", -5), (2, "Cilli", -5), (2, "Dora", -5)]
    [event] = SeasonEvent.objects.filter(season=cup)
    assert (event.kind, event.name, f"{event.day}", event.evenings) == ("day", "Mittwoch, 4. März", "2026-03-04", True)


def test_what_begins_after_midnight_belongs_to_the_day_before():
    cup = year()
    evening(dreier(0), when=(2026, 3, 5, 4, 59))
    evening(dreier(0), when=(2026, 3, 5, 5, 0))
    assert days(cup) == ["2026-03-04", "2026-03-05"]


def test_summer_time_changes_no_date():
    """On 29 March 2026 clocks go from 2 to 3 o'clock, on 25 October from 3 to 2: 4:59 is before five, 5:00 not."""
    cup = year()
    for month, last in ((3, 29), (10, 25)):
        evening(dreier(0), when=(2026, month, last, 4, 59))
        evening(dreier(0), when=(2026, month, last, 5, 0))
    assert days(cup) == ["2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25"]


def test_the_year_begins_and_ends_at_five_in_the_morning():
    cup = year()
    for when in ((2026, 1, 1, 4, 59), (2026, 1, 1, 5, 0), (2027, 1, 1, 4, 59), (2027, 1, 1, 5, 0)):
        evening(dreier(0), when=when)
    assert days(cup) == ["2026-01-01", "2026-12-31"]


def test_a_correction_counts_while_the_evening_is_still_reopened():
    cup = year()
    table = evening(dreier(0))
    change_book(table, request_reopening(), "Fehler")
    assert points(cup)["Anna"] == 15
    change_book(table, changes.correct_hand(line_of(table, 0), dreier(1)))
    assert points(cup) == {"Berta": 15, "Anna": -5, "Cilli": -5, "Dora": -5}
    end_evening(table)
    assert points(cup)["Berta"] == 15
    assert SeasonEvent.objects.filter(season=cup).count() == 1


def test_a_table_that_is_still_played_counts_nothing_and_hides_nobody():
    cup = year()
    evening(dreier(0))
    evening(dreier(0), names=EFGH, ends=False)
    assert points(cup) == {"Anna": 15, "Berta": -5, "Cilli": -5, "Dora": -5}
    assert end_season(cup).ended is not None  # it does not keep anybody from publishing either


def test_an_evening_without_a_hand_is_none():
    cup = year()
    end_evening(evening(ends=False))
    assert days(cup) == []


def test_an_archived_evening_is_no_day():
    cup = year(per="day", formula="written", counting="half")
    table = evening(dreier(0))
    evening(dreier(0), when=LATER)
    assert progress(cup).standing.best == 1
    evening(dreier(0), when=(2026, 3, 18, 19))
    assert progress(cup).standing.best == 2  # half of three days, rounded up
    archive_evening(table)
    assert days(cup) == ["2026-03-11", "2026-03-18"]
    assert progress(cup).standing.best == 1
    assert end_season(cup).ended is not None


def test_an_erased_person_keeps_the_points_without_the_name():
    cup = year()
    evening(dreier(0))
    erase(person("Anna"))
    assert "Anna" not in points(cup)
    assert [made for _rank, _name, made in standing(cup)] == [15, -5, -5, -5]


def test_who_leaves_keeps_what_they_have():
    """Five at the table; Emil sits out with the first hand, and plays the second in place of Anna, who has gone."""
    cup = year()
    table = evening(dreier(1), names=("Anna", "Berta", "Cilli", "Dora", "Emil"), ends=False)
    before = {total.sitting.place: total.written for total in _totals(table)}
    new_order(table, (1, 2, 3, 4))
    play_hands(table, dreier(0))
    end_evening(table)
    after = {total.sitting.place: Fraction(total.written, 6) for total in _totals(table)}
    assert after[0] == Fraction(before[0], 6)
    people = dict(zip(range(5), ("Anna", "Berta", "Cilli", "Dora", "Emil"), strict=True))
    assert points(cup) == {people[place]: made for place, made in after.items()}


def _totals(table):
    return Total.objects.filter(sitting__table=table).select_related("sitting")


def test_a_third_is_of_the_days_that_have_a_result():
    """Four days: two are a third, rounded up. A tournament is a day, a final none."""
    cup = year(per="day", formula="players - place + 1", least_third=True)
    evening(dreier(0))
    evening(dreier(0), names=EFGH, when=LATER)
    evening(dreier(0), names=EFGH, when=(2026, 3, 18, 19))
    play_tournament(cup, *EFGH, kind="final")
    assert {name: rank for rank, name, _made in standing(cup)}["Anna"] > 0  # one of three
    play_tournament(cup, *EFGH)
    assert {name: rank for rank, name, _made in standing(cup)}["Anna"] == 0  # one of four
    assert {name: rank for rank, name, _made in standing(cup)}["Emil"] > 0


def test_typed_totals_count_and_their_unknown_hands_are_left_out_of_an_average_per_hand():
    """Anna: 15 in one hand; the totals of the other evening, +10, have no hands. Emil has nothing else: no figure."""
    evening(dreier(0))
    table = evening(when=LATER, names=("Anna", "Berta", "Cilli", "Emil"), ends=False)
    change_book(table, changes.enter_end_totals((60, -60, 12, -12, 0, 0)), "")
    end_evening(table)
    assert points(year()) == {"Anna": 25, "Berta": -15, "Cilli": -3, "Dora": -5, "Emil": -2}
    stand = progress(year(formula="written / hands"))
    made = {stand.people[line.who].name: line.points / 100 for line in stand.standing.lines}
    assert made == {"Anna": 15, "Berta": -5, "Cilli": -5, "Dora": -5}
    assert {(event, problem.code) for event, problem in stand.standing.problems} == {(2, "fact_unknown")}


def test_a_donation_box_gets_what_the_winner_does_not_write():
    """A Kontra doubles what the losers pay, not the written score: the winner gets half, the box the rest."""
    cup = year(formula="euros")
    evening(dreier(0, kontra=2), sheet="tirol_2020", stakes=Stakes(10, donation=True))
    evening(dreier(0, kontra=2), names=EFGH, sheet="tirol_2020", stakes=Stakes(10))
    made = points(cup)
    assert made["Berta"] == made["Cilli"] == made["Dora"] == made["Franz"] < 0
    assert made["Emil"] == -3 * made["Franz"]
    assert made["Anna"] == made["Emil"] / 2


def test_euros_of_a_pagatkassa_are_those_of_the_settlement():
    """At 10 cents: Anna wins a Dreier; each deal costs its dealer 20 cents, divided in the end among four."""
    cup = year(formula="euros")
    evening(dreier(0), dreier(0), dreier(0), dreier(0), stakes=Stakes(10, pagatkassa=AgreedPot("standard", 20)))
    # Four deals, each by another dealer: everybody has paid 20 cents and gets 20 back.
    assert points(cup) == {"Anna": 6, "Berta": -2, "Cilli": -2, "Dora": -2}


def test_odd_cents_of_a_shared_seat_go_to_whoever_sat_last():
    """At 1 cent a point the seat has 15 1/3 points: a third of a cent is Anna's, 15 cents are Hans's."""
    cup = year(formula="euros")
    table = evening(ends=False, stakes=Stakes(1))
    change_book(table, changes.enter_end_totals((2, -2, 0, 0, 0, 0)), "")
    hans = find_or_create_person(table.club, "Hans").pk
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), substitutes=((0, hans),))))
    play_hands(table, dreier(0))
    end_evening(table)
    # The seat: 15 1/3 points, 15 cents and a third; Berta -5 1/3, the two others -5: the missing cent of the rounding
    # goes to the largest remainder, Berta's 2/3.
    assert points(cup) == {
        "Hans": Fraction(15, 100),
        "Anna": 0,
        "Berta": Fraction(-5, 100),
        "Cilli": Fraction(-5, 100),
        "Dora": Fraction(-5, 100),
    }


def test_weekdays_and_house_rules_choose():
    evening(dreier(0))
    evening(dreier(1), when=(2026, 3, 6, 19))
    evening(dreier(2), when=LATER, sheet="standard")
    wednesdays = EveningRule("2026-01-01", "2026-12-31", weekdays=(2,))
    assert days(year(evenings=wednesdays)) == ["2026-03-04", "2026-03-11"]
    assert days(year(evenings=wednesdays._replace(sheets=("standard",)))) == ["2026-03-11"]


def test_hour_and_inn_of_the_evenings_are_in_the_settings_and_the_inn_not_in_the_journal():
    cup = season(formula="written", per="season")
    told = CountEvenings(until=date(2026, 12, 31), starts=time(19), place=" Gasthaus\x00 Krone ")
    act = told.perform(cup, new_key())
    rule = parse_season_settings(Season.objects.get(pk=cup.pk).settings).evenings
    assert rule is not None
    assert (rule.starts, rule.place) == ("19:00", "Gasthaus Krone")
    assert parse_content(act)["rule"]["starts"] == "19:00"
    assert "Krone" not in f"{parse_content(act)}"
    CountEvenings(until=date(2026, 12, 31)).perform(cup, new_key())
    cup.refresh_from_db()
    assert "starts" not in json.loads(cup.settings)["evenings"]


def test_switching_on_and_another_filter_add_all_dates_in_one_act():
    cup = season(formula="written", per="season")
    evening(dreier(0))
    evening(dreier(0), when=(2026, 3, 6, 19))
    assert days(cup) == []
    CountEvenings(since=date(2026, 1, 1), until=date(2026, 12, 31), weekdays=[2]).perform(cup, new_key())
    assert days(cup) == ["2026-03-04"]
    CountEvenings(since=date(2026, 1, 1), until=date(2026, 12, 31)).perform(cup, new_key())
    assert days(cup) == ["2026-03-04", "2026-03-06"]
    acts_of = SeasonAct.objects.filter(season=cup).order_by("sequence")
    assert [parse_content(act).get("evenings") for act in acts_of] == [None, [1], [2]]
    CountEvenings(on=False).perform(cup, new_key())
    assert days(cup) == []
    CountEvenings(since=date(2026, 1, 1), until=date(2026, 12, 31)).perform(cup, new_key())
    assert days(cup) == ["2026-03-04", "2026-03-06"]


def test_what_is_impossible_is_refused():
    cup = season()
    for action, code in (
        (CountEvenings(), "no_last_day"),
        (CountEvenings(since=date(2026, 2, 1), until=date(2026, 1, 1)), "ends_before"),
    ):
        with pytest.raises(ActionRefused, match=code):
            action.perform(cup, new_key())
    teams = season(teams=True)
    with pytest.raises(ActionRefused, match="no_teams_here"):
        CountEvenings(until=date(2026, 12, 31)).perform(teams, new_key())
    with pytest.raises(ActionRefused, match="teams_only"):
        change_season(year().pk, new_key(), SeasonDetails("Jahr", SeasonSettings(teams=True)))


def test_the_settings_form_keeps_the_evenings():
    cup = year()
    evening(dreier(0))
    change_season(cup.pk, new_key(), SeasonDetails("Jahr", SeasonSettings(formula="written", per="season")))
    cup.refresh_from_db()
    assert parse_season_settings(cup.settings).evenings == EveningRule("2026-01-01", "2026-12-31")
    assert points(cup)["Anna"] == 15


def test_an_ended_season_gets_no_date_until_it_is_reopened():
    cup = year()
    evening(dreier(0))
    end_season(cup)
    evening(dreier(0), when=LATER)
    assert days(cup) == ["2026-03-04"]
    ReopenSeason().perform(cup, new_key(), reason="weiter")
    assert days(cup) == ["2026-03-04", "2026-03-11"]


def test_a_date_that_was_missed_comes_with_the_next_end():
    cup = year()
    evening(dreier(0))
    SeasonEvent.objects.filter(season=cup).delete()  # as if its table had been restored
    assert days(cup) == []
    evening(dreier(0), when=LATER)
    assert days(cup) == ["2026-03-04", "2026-03-11"]


def test_what_was_taken_out_stays_out():
    cup = year()
    evening(dreier(0))
    event = SeasonEvent.objects.get(season=cup)
    RemoveEvent(event=event.number).perform(cup, new_key(), reason="Weihnachtsfeier")
    evening(dreier(0), names=EFGH)
    assert days(cup) == []
    ReturnEvent(event=event.number).perform(cup, new_key())
    assert len(points(cup)) == 8


def test_only_the_kind_of_a_date_can_be_changed():
    cup = year()
    evening(dreier(0))
    event = SeasonEvent.objects.get(season=cup)
    with pytest.raises(ActionRefused, match="evenings_carry_nothing"):
        ChangeEvent(event=event.number, name="x", kind="carried").perform(cup, new_key())
    ChangeEvent(event=event.number, name="x", kind="final", players=9).perform(cup, new_key())
    event.refresh_from_db()
    assert (event.kind, event.name, event.players) == ("final", "Mittwoch, 4. März", 0)
    with pytest.raises(ActionRefused, match="evenings_not_typed"):
        acts.write_results(event, new_key(), [])


def test_the_director_chooses_the_dates():
    cup = year(evenings=EveningRule("2026-01-01", "2026-12-31", chosen=True))
    evening(dreier(0))
    assert days(cup) == []
    with pytest.raises(ActionRefused, match="no_evening_then"):
        AddEvenings(day=date(2026, 3, 5)).perform(cup, new_key())
    AddEvenings(day=date(2026, 3, 4)).perform(cup, new_key())
    assert days(cup) == ["2026-03-04"]
    with pytest.raises(ActionRefused, match="event_there"):
        AddEvenings(day=date(2026, 3, 4)).perform(cup, new_key())
    with pytest.raises(ActionRefused, match="evenings_off"):
        AddEvenings(day=date(2026, 3, 4)).perform(season(), new_key())


def test_evenings_typed_days_and_tournaments_are_one_season():
    """By places: the evening 4 and three times (3 + 2 + 1) / 3 = 2, the tournament 2 and 1, the typed day 2 and 1."""
    cup = year(per="day", formula="players - place + 1")
    evening(dreier(0))
    play_tournament(cup, "Berta", "Anna")
    day(cup, "Cilli", "Anna")
    assert points(cup) == {"Anna": 4 + 1 + 1, "Berta": 2 + 2, "Cilli": 2 + 2, "Dora": 2}


def test_who_ends_is_written_and_needs_no_account():
    cup = year()
    evening(dreier(0))
    act = SeasonAct.objects.filter(season=cup).latest("sequence")
    assert (act.kind, act.by_id, parse_content(act)) == ("event", None, {"evenings": [1]})


def test_tables_of_tournaments_do_not_count():
    cup = year()
    table = evening(dreier(0), ends=False)
    table.clock = '{"stands": ""}'
    table.save(update_fields=["clock"])
    evening(dreier(0), when=LATER)
    assert days(cup) == ["2026-03-11"]


def test_the_proof_finds_another_date(capsys):
    cup = year()
    evening(dreier(0))
    call_command("verify_ledger")
    SeasonEvent.objects.filter(season=cup).update(evenings=False)
    with pytest.raises(SystemExit):
        call_command("verify_ledger")
    assert "evenings" in capsys.readouterr().out
