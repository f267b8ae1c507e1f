"""From an empty club to the year's table on paper, counted in taps; typing is none."""

import pytest
from django.urls import reverse

from scoring.models import GameTable
from tests.scoring.support.evenings import SIX, fresh, play_hands
from tests.scoring.support.pages import Page
from tests.scoring.support.tables import dreier, new_key
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.season.seasons import text_of
from tournaments.models import Season

pytestmark = pytest.mark.django_db
MOST = 12
A_HAND = 4  # taps of a game that is played alone and won, as tests/data/taps.toml counts them at most


class Phone:
    """A phone that counts its taps; each must be on the page that it shows."""

    def __init__(self, client):
        self.client, self.taps, self.page = client, 0, text_of(client.get("/"))

    def follow(self, address):
        """Tap a link."""
        assert f'href="{address}' in self.page, address
        answer = self.client.get(address)
        assert answer.status_code == 200
        self.taps, self.page = self.taps + 1, "" if answer.streaming else answer.content.decode("utf-8", "replace")
        return answer

    def send(self, address, fields):
        """Tap a button."""
        answer = self.client.post(address, fields, follow=True)
        assert answer.status_code == 200
        self.taps, self.page = self.taps + 1, text_of(answer)


def test_from_an_empty_club_to_the_printed_year_are_at_most_twelve_taps():
    phone = Phone(log_in(make_account("director")))
    phone.follow(reverse("start"))
    sent = {**Page(phone.page).sent, **{f"name{seat}": name for seat, name in enumerate(SIX[:4])}}
    phone.send(reverse("start"), {name: value for name, value in sent.items() if name != "next"})
    table = GameTable.objects.get()
    play_hands(table, dreier(0))
    phone.taps += A_HAND
    phone.page = text_of(phone.client.get(reverse("table", args=[table.slug])))
    phone.follow(reverse("settlement", args=[table.slug]))
    seen = fresh(table).last_sequence
    phone.send(reverse("settlement", args=[table.slug]), {"what": "end", "key": new_key(), "seen": seen, "reason": ""})
    phone.follow(reverse("seasons"))
    phone.follow(reverse("new_year"))
    phone.send(reverse("new_year"), {"key": new_key(), "rule": "jahr"})
    paper = phone.follow(reverse("season_paper", args=[Season.objects.get().slug]))
    assert paper["Content-Type"] == "application/pdf"
    assert phone.taps <= MOST
