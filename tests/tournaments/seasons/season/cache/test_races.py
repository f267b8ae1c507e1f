"""The standings of a season are computed once for all who ask at the same moment, and never for ever kept."""

import threading
import time

import pytest
from django.db import connection, connections
from django.test import Client

from tarockclub.models import Club
from tarockclub.platform.server.page_cache import VersionCache
from tarockclub.platform.server.wsgi import turns
from tarockclub.platform.server.wsgi.turns import LANES, LONG, TooBusy, Turns
from tests.tournaments.seasons.season.seasons import NAMES, at, day, end_season, results, season, text_of
from tournaments.models import Season
from tournaments.seasons.season.cache import progress
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.data import load_season_progress

SECONDS = 20


@pytest.fixture
def computed(monkeypatch):
    """The seasons that were computed, one after the other."""
    found, really = [], load_season_progress

    def load(of, **how):
        found.append(of.slug)
        return really(of, **how)

    monkeypatch.setattr(progress, "load_season_progress", load)
    monkeypatch.setattr(progress, "SEASON_CACHE", VersionCache(8, pace=10, quick=SECONDS))
    return found


@pytest.mark.django_db
def test_one_visitor_computes_and_all_others_get_it(computed):
    cup = season()
    event = day(cup, *NAMES)
    for address in ("season_standing", "season_outlook", "season_standing"):
        assert Client().get(at(address, cup)).status_code == 200
    assert Client().get(f"/api/v1/seasons/{cup.slug}").status_code == 200
    assert len(computed) == 1
    results(event, ("Dora", "Anna"), "vertauscht")
    for _visitor in range(3):
        assert text_of(Client().get(at("season_standing", cup))).index("Dora") > 0
    assert len(computed) == 2


@pytest.mark.django_db
def test_what_takes_long_is_computed_at_a_pace_and_the_staff_sees_the_newest(computed, director, monkeypatch):
    monkeypatch.setattr(progress, "SEASON_CACHE", VersionCache(8, pace=10**6))
    cup = season()
    event = day(cup, *NAMES)
    address = at("season_standing", cup)
    assert "Dora" in text_of(Client().get(address))
    results(event, ("Anna", "Emil"), "vertauscht")
    assert "Emil" not in text_of(Client().get(address))
    assert "Emil" in text_of(director.get(address))
    assert "Emil" in text_of(Client().get(address))  # who has waited for nothing gets what is there
    assert len(computed) == 2


@pytest.mark.django_db
def test_an_edition_is_there_as_soon_as_it_is_published(computed, monkeypatch):
    monkeypatch.setattr(progress, "SEASON_CACHE", VersionCache(8, pace=10**6))
    cup = season()
    day(cup, *NAMES)
    assert Client().get(at("season_edition", cup, edition=1)).status_code == 404
    end_season(cup)
    assert Client().get(at("season_edition", cup, edition=1)).status_code == 200
    made = len(computed)
    assert Client().get(at("season_edition", cup, edition=2)).status_code == 404
    assert len(computed) == made  # nobody makes work by asking for what there is not


@pytest.mark.django_db
def test_who_would_wait_too_long_gets_the_state_of_before(computed, monkeypatch):
    cup = season()
    event = day(cup, *NAMES)
    before = load_kept_season(cup)
    results(event, ("Anna", "Emil"), "vertauscht")

    def refuse(_kind=LONG):
        raise TooBusy

    monkeypatch.setattr(progress, "give_turn_back", refuse)
    now = Season.objects.select_related("club").get(pk=cup.pk)
    assert load_kept_season(now) is before
    with pytest.raises(TooBusy):
        load_kept_season(now, at_once=True)
    with pytest.raises(TooBusy):
        load_kept_season(season(name="Anderer"))


def test_visitors_at_the_same_moment_compute_once_and_keep_nobody_waiting(fresh_database, computed, monkeypatch):
    """Each has a turn, as in the web server: whoever computes has given it back."""
    cup = season()
    day(cup, *NAMES)
    cup = Season.objects.select_related("club").get(pk=cup.pk)
    begun, go_on, found, free = threading.Event(), threading.Event(), [], []
    really = vars(progress)["load_season_progress"]  # which counts

    def load(of, **how):
        begun.set()
        assert go_on.wait(SECONDS)
        return really(of, **how)

    monkeypatch.setattr(progress, "load_season_progress", load)

    def visit(_environ, _start):
        try:
            found.append(load_kept_season(cup).version)
        finally:
            connections.close_all()
        return []

    def save_hand(_environ, _start):
        free.append(time.monotonic())
        return []

    visits, hand = Turns(visit), {"PATH_INFO": "/", "REQUEST_METHOD": "GET"}
    threads = [threading.Thread(target=visits, args=(dict(hand), print)) for _visitor in range(4)]
    for thread in threads:
        thread.start()
    assert begun.wait(SECONDS)
    deadline = time.monotonic() + SECONDS
    while LANES[LONG].count_taken() < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    visits.application = save_hand
    visits(dict(hand), print)  # a hand is saved while all of them wait
    assert free
    go_on.set()
    for thread in threads:
        thread.join(SECONDS)
    assert len(found) == 4
    assert len(set(found)) == 1
    assert len(computed) == 1
    assert turns.LANES[LONG].count_taken() == 0
    connection.close()


@pytest.mark.django_db
def test_many_seasons_take_no_more_than_their_bytes(monkeypatch):
    cups = [season(name=f"Cup {number}") for number in range(5)]
    for cup in cups:
        day(cup, *NAMES)
    one = load_kept_season(cups[0]).weight
    monkeypatch.setattr(
        progress,
        "SEASON_CACHE",
        VersionCache(64, weigh=lambda kept: kept.weight, most_weight=int(2.5 * one)),
    )
    for cup in cups:
        load_kept_season(cup)
        assert progress.SEASON_CACHE.compute_weight() <= 2.5 * one
    assert len(progress.SEASON_CACHE) == 2


@pytest.mark.django_db
def test_no_club_gets_what_another_one_keeps(computed):
    cup = season()
    day(cup, *NAMES)
    other = Club.objects.create(name="Nachbarn", slug="nachbarn")
    assert Client().get(at("season_standing", cup)).status_code == 200
    foreign = Client().get(f"/c/{other.slug}{at('season_standing', cup)}")
    assert "Dora" not in text_of(foreign)
