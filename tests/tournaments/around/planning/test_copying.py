"""Copies of a tournament: one like the last one, a series; each once for each key, nothing that was played."""

import json
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.support import acts, factories
from tournaments.around.planning.services import (
    FORTNIGHTLY,
    LAST,
    MONTHLY,
    MOST_DAYS,
    WEEKLY,
    CopyParts,
    copy_to_days,
    copy_tournament,
    list_days,
)
from tournaments.core.acts import ActionRefused
from tournaments.core.settings import parse_settings
from tournaments.hall.draw.history import list_apart_pairs
from tournaments.models import Entrant, Hall, Prize, SeasonEvent, Tournament
from tournaments.people.invitations.actions import InvitationDetails, read_invitation
from tournaments.people.teams.services import TeamDetails, load_memberships
from tournaments.results.projector import hall_views as hall
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
VIENNA = ZoneInfo("Europe/Vienna")
DAYS = st.dates(date(2000, 1, 1), date(2100, 1, 1))


@share_rows
def source():
    made = factories.tournament(name="Cup, Runde 3", fee=700)
    factories.people(made, 3)
    acts.add_prize(made, factories.new_key(), 0, "Krapfen", 900)
    hall.set_walls(made, 2)
    closes = datetime(2026, 1, 5, 12, tzinfo=VIENNA)
    said = InvitationDetails(time(18), "Linde", closes=closes, is_public=True, registration="ask", template="Freitag")
    acts.change_invitation(made.pk, factories.new_key(), said)
    return made


def test_a_copy_has_settings_invitation_prizes_and_walls_and_nobody_in_it(source):
    key = factories.new_key()
    made = [copy_tournament(source, key, "Cup, Runde 4", date(2026, 7, 6)) for _twice in range(2)]
    assert made[0] == made[1]
    copied = made[0]
    assert parse_settings(copied.settings) == parse_settings(source.settings)
    said = read_invitation(copied)
    assert (said.place, said.is_public, said.registration, said.template) == ("Linde", False, "ask", "")
    assert said.closes == datetime(2026, 7, 5, 12, tzinfo=VIENNA)  # also after the clocks changed
    assert list(Prize.objects.filter(tournament=copied).values_list("name", "cents")) == [("Krapfen", 900)]
    assert json.loads(copied.hall.walls) == json.loads(Hall.objects.get(tournament=source).walls) != []
    assert not Entrant.objects.filter(tournament=copied).exists()
    assert copied.seed != source.seed


def test_prizes_of_single_rounds_are_copied_with_their_rounds_which_stay_as_they_were_planned(source):
    for number in (1, 2, 3):
        acts.open_round(source, factories.new_key())
        acts.add_prize(source, factories.new_key(), number, f"Speck {number}", 500 * number)
    acts.remove_prize(Prize.objects.get(name="Speck 3"), factories.new_key())
    key = factories.new_key()
    made = [copy_tournament(source, key, "Cup, Runde 4", date(2026, 7, 6)) for _twice in range(2)]
    assert made[0] == made[1]
    rows = Prize.objects.filter(tournament=made[0]).order_by("number")
    columns = ("round__number", "name", "cents")
    assert list(rows.values_list(*columns)) == [(None, "Krapfen", 900), (1, "Speck 1", 500), (2, "Speck 2", 1000)]
    assert [round_.number for round_ in made[0].rounds.filter(draw=None, started=None).order_by("number")] == [1, 2]
    without = copy_tournament(source, factories.new_key(), "Cup, Runde 5", date(2026, 8, 6), CopyParts(prizes=False))
    assert not without.rounds.exists()


def test_a_series_counts_on_and_counts_for_a_season_with_its_people(source):
    season = create_season(factories.new_key(), source.club, SeasonDetails("Wertung", SeasonSettings()))
    days = [date(2026, 10, 2), date(2026, 11, 6)]
    key, parts = factories.new_key(), CopyParts(people=True, is_public=True, season=season)
    for _twice in range(2):
        made = copy_to_days(source, key, "Cup, Runde 4", days, parts)
    assert [(row.name, row.day) for row in made] == [("Cup, Runde 4", days[0]), ("Cup, Runde 5", days[1])]
    assert SeasonEvent.objects.filter(season=season).count() == 2
    numbers = [list(row.entrants.order_by("number").values_list("person", "number")) for row in (source, *made)]
    assert numbers[0] == numbers[1] == numbers[2]


def test_people_come_with_their_teams_and_with_whom_they_must_not_sit():
    source = factories.tournament(name="Cup, Runde 3", team_size=2)
    factories.people(source, 3)
    anna, bert, cilli = source.entrants.order_by("number").values_list("pk", flat=True)
    acts.create_teams(source.pk, factories.new_key(), [TeamDetails("Füchse", (anna, bert))])
    for other in (bert, cilli):
        acts.keep_apart(source, factories.new_key(), (anna, other))
    acts.withdraw(source.pk, factories.new_key(), cilli)
    key, parts = factories.new_key(), CopyParts(people=True)
    made, _again = [copy_tournament(source, key, "Cup, Runde 4", date(2026, 7, 6), parts) for _twice in range(2)]
    there = tuple(made.entrants.order_by("number").values_list("pk", flat=True))
    assert list_apart_pairs(made) == (there,)
    assert [(team.team, team.entrants) for team in load_memberships(made)] == [(made.teams.get().pk, there)]


def test_all_tournaments_of_a_series_are_made_or_none(source):
    season = create_season(factories.new_key(), source.club, SeasonDetails("Wertung", SeasonSettings()))
    type(season).objects.filter(pk=season.pk).update(ended=datetime(2026, 1, 1, tzinfo=VIENNA))
    before = Tournament.objects.count()
    with pytest.raises(ActionRefused, match="season_ended"):
        copy_to_days(source, factories.new_key(), "Cup", [date(2026, 10, 2)], CopyParts(season=season))
    assert Tournament.objects.count() == before


def test_the_page_shows_the_days_before_it_makes_those_that_are_ticked(source):
    director, page = log_in(make_account("director")), reverse("copy_tournament", args=[source.slug])
    sent = {"key": factories.new_key(), "name": "Freitag 1", "day": "2026-10-02", "rhythm": "monthly"}
    sent["until"] = "2027-04-30"
    before = Tournament.objects.count()
    shown = director.post(page, sent)
    assert len(shown.context["days"]) == 7
    assert Tournament.objects.count() == before
    ticked = [day.isoformat() for day in shown.context["days"]][1:]
    for _twice in range(2):
        assert director.post(page, {**sent, "make": "1", "days": ticked}).status_code == 302
    assert Tournament.objects.count() == before + 6
    assert reverse("copy_tournament", args=[source.slug]) in director.get(reverse("new_tournament")).content.decode()


@given(DAYS, st.sampled_from((WEEKLY, FORTNIGHTLY, MONTHLY, LAST)), st.integers(0, 1000))
def test_a_series_keeps_its_weekday_and_stays_within_its_days(first, rhythm, length):
    until = date.fromordinal(first.toordinal() + length)
    days = list_days(first, rhythm, until)
    assert len(days) <= MOST_DAYS
    assert days == sorted(set(days))
    assert all(day.weekday() == first.weekday() and first <= day <= until for day in days)
    if rhythm in (MONTHLY, LAST):
        assert len({(day.year, day.month) for day in days}) == len(days)
    if rhythm != LAST:
        assert days[0] == first
