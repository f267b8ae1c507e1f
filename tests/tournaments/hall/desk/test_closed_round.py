"""The desk of a round that is closed: no clock runs there any more."""

import pytest
from django.urls import reverse

from tests.scoring.support.tables import new_key
from tests.support.accounts import log_in, make_account
from tests.tournaments.hall.clock.rounds import BEGIN, tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.support.clock_acts import start_clock
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("closed", [True, False])
def test_only_a_round_that_goes_on_shows_its_clock(watch, closed):
    made = tables_of(1)
    start_clock(made, new_key())
    play(made, 1)
    if closed:
        Round.objects.filter(pk=made.pk).update(closed=BEGIN)
    director = log_in(make_account("director"))
    html = director.get(reverse("desk", args=[made.tournament.slug, made.number])).content.decode()
    head = html.partition('data-piece="head"')[2].partition("</div>")[0]
    assert ("data-clock " in head) is not closed
    assert ("clock-state" in head) is not closed
