"""A guest who is one person for all who come once plays without a rank, if the director says so; also next year."""

import re
from datetime import date, datetime

import pytest
from django.urls import reverse

from tarockclub.kit.time_source import pretend_time
from tests.scoring.support.tables import dreier, new_key
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.season.evenings.year import evening, progress, standing, year
from tests.tournaments.seasons.season.seasons import at, end_season, person, season, text_of
from tournaments.core.acts import ActionRefused
from tournaments.models import Season
from tournaments.people.register.services import merge
from tournaments.seasons.season.evenings.actions import CountEvenings, SetGuest
from tournaments.seasons.season.evenings.year import list_guests
from tournaments.seasons.season.settings import EveningRule, SubRanking, encode_season_settings, parse_season_settings

pytestmark = pytest.mark.django_db
NAMES = ("Gast 1", "Anna", "Berta", "Gastgeber Franz")


@pytest.fixture
def cup():
    """A year in which a guest leads."""
    of = year()
    evening(dreier(0), names=NAMES)
    return of


def tap(cup, who, *, guest=True, role="director", status=302):
    """Tap the button of a person."""
    said = {"what": "guest", "key": new_key(), "person": who.pk} | ({"guest": "1"} if guest else {})
    client = log_in(make_account(role))
    answer = client.post(at("season_events", cup), said)
    assert answer.status_code == status
    return answer


def test_nobody_is_left_out_by_itself_and_one_tap_does_it(cup):
    assert standing(cup)[0] == (1, "Gast 1", 15)
    assert [(guest["name"], guest["is_guest"]) for guest in list_guests(progress(cup))] == [("Gast 1", False)]
    page = text_of(log_in(make_account("director")).get(at("season_standing", cup)))
    assert "Gast 1 nicht reihen" in page
    assert tap(cup, person("Gast 1"))["Location"] == f"{at('season_standing', cup)}?saved=1"
    assert standing(cup) == [(1, "Anna", -5), (1, "Berta", -5), (1, "Gastgeber Franz", -5), (0, "Gast 1", 15)]
    page = text_of(log_in(make_account("director", login="zwei")).get(at("season_standing", cup)))
    assert "Gäste, nicht gereiht" in page
    assert "Gast 1 wieder reihen" in page
    tap(cup, person("Gast 1"), guest=False)
    assert standing(cup)[0] == (1, "Gast 1", 15)
    log = text_of(log_in(make_account("director", login="drei")).get(at("season_log", cup)))
    assert "Gast 1 spielt als Gast, ungereiht" in log
    assert "Gast 1 wird wieder gereiht" in log


def test_a_guest_stands_behind_those_with_too_few_days_and_moves_nobody(cup):
    Season.objects.filter(pk=cup.pk).update(settings=year(least_days=2).settings)
    evening(dreier(1), names=("Gast 1", "Anna", "Berta", "Dora"), when=(2026, 3, 11, 19))
    SetGuest(person=person("Gast 1").pk).perform(Season.objects.get(pk=cup.pk), new_key())
    assert [(rank, name) for rank, name, _points in standing(cup)] == [
        (1, "Anna"),
        (2, "Berta"),
        (0, "Gastgeber Franz"),
        (0, "Dora"),
        (0, "Gast 1"),
    ]


def test_another_filter_of_evenings_keeps_guests_and_a_member_into_whom_one_is_merged_is_ranked(cup):
    guest = person("Gast 1")
    SetGuest(person=guest.pk).perform(cup, new_key())
    CountEvenings(until=date(2026, 12, 31), weekdays=[2]).perform(cup, new_key())
    settings = parse_season_settings(Season.objects.get(pk=cup.pk).settings)
    assert settings.evenings == EveningRule("", "2026-12-31", (2,), guests=(guest.pk,))
    assert standing(cup)[-1] == (0, "Gast 1", 15)
    evening(dreier(0), names=("Zora", "Anna", "Berta", "Cilli"), when=(2026, 3, 11, 19))
    merge(person("Zora"), guest)
    assert standing(cup)[0] == (1, "Zora", 30)


def test_what_cannot_be_is_refused(cup):
    with pytest.raises(ActionRefused, match="nobody_here"):
        SetGuest(person=10**9).perform(cup, new_key())
    with pytest.raises(ActionRefused, match="evenings_off"):
        SetGuest(person=person("Anna").pk).perform(season(), new_key())
    tap(cup, person("Anna"), role="secretary", status=403)
    end_season(cup)
    with pytest.raises(ActionRefused, match="season_ended"):
        SetGuest(person=person("Anna").pk).perform(cup, new_key())


def test_only_the_director_is_offered_it(cup):
    assert "nicht reihen" not in text_of(log_in(make_account("secretary")).get(at("season_standing", cup)))


def test_a_year_begins_as_the_one_before_it():
    """With its rule, its weekdays and its guests, on the dates of its own; what named its days stays behind."""
    director, before = log_in(make_account("director")), year(formula="euros / days", least_days=4)
    evening(dreier(0))
    guest = person("Dora").pk
    rule = EveningRule(
        "2026-01-01", "2026-12-31", weekdays=(2,), guests=(guest,), in_year=True, paid_until="2026-03-31"
    )
    settings = parse_season_settings(before.settings)._replace(evenings=rule, rankings=(SubRanking(1, "Damen"),))
    Season.objects.update(settings=encode_season_settings(settings))
    offer = f"{reverse('new_year')}?year=2027"
    with pretend_time(datetime.fromisoformat("2027-02-01T12:00:00+00:00")):
        page = text_of(director.get(offer))
        assert re.findall(r'value="(\w+)"[^>]* checked', page) == ["before"]
        assert "Wie „Cup“: dieselbe Regel, dieselben Wochentage, Hausregeln und Gäste" in page
        assert director.post(offer, {"key": new_key(), "rule": "before"}).status_code == 302
        begun = parse_season_settings(Season.objects.get(name="Unser Jahr 2027").settings)
        assert begun == settings._replace(
            evenings=rule._replace(since="2027-01-01", until="2027-12-31", paid_until=""), rankings=()
        )
        half = begun._replace(evenings=rule._replace(since="2027-01-01", until="2027-06-30", paid_until=""))
        Season.objects.exclude(pk=before.pk).update(name="Halb", settings=encode_season_settings(half))
        refused = director.post(offer, {"key": new_key(), "rule": "before"})
    assert (refused.status_code, Season.objects.count()) == (409, 2)  # no evening is paid twice
    assert "werden schon in einer anderen Saison abgerechnet" in text_of(refused)
