"""The wall after a round: its published result, and in the end the final one, instead of a clock that stands at 0."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tarockclub.platform.server.page_cache import PageCache
from tests.tournaments.hall.clock.rounds import tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import over
from tests.tournaments.support import factories
from tests.tournaments.support.clock_acts import start_clock
from tests.tournaments.support.factories import new_key
from tournaments.core.editions import FINAL
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Tournament
from tournaments.results.final_results.services import compute_result_sign, publish_edition
from tournaments.results.projector import views

pytestmark = pytest.mark.django_db


def published(of, number):
    standings = load_standings(load_progress(Tournament.objects.get(pk=of.pk)))
    publish_edition(of.pk, new_key(), number, compute_result_sign(standings, number), confirmed=True)


def wall(of):
    """Title, and rank, name and amount of the first one; whether a clock is there."""
    html = Client().get(reverse("projector", args=[of.slug])).content.decode()
    rows = re.findall(r'"rank">(\d+)\.</span> <span class="who">([^<]+?) ?<.*?amount">([^<]*)</span></li>', html)
    return rows[0], len(rows), "data-clock " in html


def test_when_its_result_is_published_the_wall_shows_it_and_no_clock():
    of, first, (one, other) = factories.whole(8, rounds=1)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    assert wall(of)[2]
    published(of, 1)
    assert wall(of) == (("1", "Spieler 1", "60,00"), 8, False)
    published(of, FINAL)
    assert wall(of) == (("1", "Spieler 1", "+10,00"), 8, False)


def test_what_is_not_shown_live_is_shown_when_it_is_published():
    of, first, (one, other) = factories.whole(8, show_live=False)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    assert "wall-standing" not in Client().get(reverse("projector", args=[of.slug])).content.decode()
    published(of, 1)
    assert wall(of)[1] == 8
    factories.draw_tables(factories.round_(of))
    html = Client().get(reverse("projector", args=[of.slug])).content.decode()
    assert "wall-seats" in html  # the next round


def said_at_the_gong(drawn):
    """Return the wall's text about tables that still play, and True if it shows it now."""
    html = Client().get(reverse("projector", args=[drawn.tournament.slug])).content.decode()
    said = re.findall(r'<div class="wall-ending" data-while="up"( hidden)?>(.*?)</div>', html, re.DOTALL)
    return [(not hidden, " ".join(strip_tags(text).split())) for hidden, text in said]


def test_at_the_gong_the_wall_says_which_tables_still_play(watch, monkeypatch):
    monkeypatch.setattr(views, "PAGE_CACHE", PageCache())
    drawn = tables_of(3, round_seconds=60, count_chips=False)
    start_clock(drawn, new_key())
    last = "noch 3 Tische beim letzten Spiel: 1, 2, 3"
    assert said_at_the_gong(drawn) == [(False, last)]  # for the moment of the gong itself
    watch.later(seconds=61)
    assert said_at_the_gong(drawn) == [(True, last)]
    play(drawn, 1, phase="play")
    play(drawn, 3, phase="play")
    for _deal in range(2):
        play(drawn, 3, phase="double")
    one = "noch 1 Tisch beim letzten Spiel: 2"
    assert said_at_the_gong(drawn) == [(True, f"noch 2 Tische in der Doppelrunde: 1, 3 {one}")]
    for _deal in range(2):
        play(drawn, 3, phase="double")
    assert said_at_the_gong(drawn) == [(True, f"noch 1 Tisch in der Doppelrunde: 1 {one}")]


def test_before_the_start_seats_stand_by_surname():
    of = factories.tournament()
    five = "Anna Zauner", "Öznur Arslan", "Žiga Oman", "Emil Özel", "Ida Mayr jun."
    factories.enter_people(of, *five)
    drawn = factories.round_(of)
    factories.draw_tables(drawn)
    html = Client().get(reverse("projector", args=[of.slug])).content.decode()
    names = re.findall(r'<li><span class="who">([^<]+)</span> <strong>', html)
    assert names == ["Arslan, Öznur", "Mayr, Ida jun.", "Oman, Žiga", "Özel, Emil", "Zauner, Anna"]
