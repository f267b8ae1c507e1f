"""The wall after a round: its published result, and in the end the final one, instead of a clock that stands at 0."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import made
from tests.tournaments.made import new_key
from tests.tournaments.standings.played import over
from tournaments.models import Tournament
from tournaments.standings.editions import FINAL
from tournaments.standings.publishing import publish, sign_of
from tournaments.standings.stand import stand_of
from tournaments.standings.standing import standings_of

pytestmark = pytest.mark.django_db


def published(of, number):
    standings = standings_of(stand_of(Tournament.objects.get(pk=of.pk)))
    publish(of.pk, new_key(), number, sign_of(standings, number), confirmed=True)


def wall(of):
    """Title, and rank, name and amount of the first one; whether a clock is there."""
    html = Client().get(reverse("projector", args=[of.slug])).content.decode()
    rows = re.findall(r"<tr><td>(\d+)\.</td><th scope=\"row\">([^<]+?) ?<.*?<td>([^<]*)</td></tr>", html)
    return rows[0], len(rows), "data-clock " in html


def test_when_its_result_is_published_the_wall_shows_it_and_no_clock():
    of, first, (one, other) = made.whole(8, rounds=1)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    assert wall(of)[2]
    published(of, 1)
    assert wall(of) == (("1", "Spieler 1", "60,00"), 8, False)
    published(of, FINAL)
    assert wall(of) == (("1", "Spieler 1", "+10,00"), 8, False)


def test_what_is_not_shown_live_is_shown_when_it_is_published():
    of, first, (one, other) = made.whole(8, show_live=False)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    assert "wall-standing" not in Client().get(reverse("projector", args=[of.slug])).content.decode()
    published(of, 1)
    assert wall(of)[1] == 8
    made.drawn(made.round_(of))
    html = Client().get(reverse("projector", args=[of.slug])).content.decode()
    assert "wall-seats" in html  # the next round
