"""The page of the donation box: table by table, for staff only, and nowhere without the setting."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.accounts import logged_in, new_account
from tests.tournaments import cup, made
from tests.tournaments.made import new_key
from tests.tournaments.standings.played import started
from tournaments.models import RoundTable
from tournaments.quick.entering import enter_end_totals
from tournaments.settings import CUP, usual
from tournaments.standings.donations import donations_of

pytestmark = pytest.mark.django_db
SETTINGS = {**usual(CUP)._asdict(), "rounds": 0, "rate": 10, "kontra": 1, "donation": True}


def page_of(tournament):
    return logged_in(new_account("secretary")).get(reverse("donations", kwargs={"slug": tournament.slug}))


def test_the_page_says_what_each_table_owes_and_who_puts_it_in():
    of = cup.cup()
    cup.play_round(of, 1)
    page = page_of(of).content.decode()
    for said in ("0,20", "1,20", "1,40", "Spieler 06: 12", "Spieler 02: 1, Spieler 03: 1"):
        assert said in page


def test_without_a_donation_box_there_is_no_page_and_nothing_is_expected():
    of, _first, _tables = made.whole(4)
    assert page_of(of).status_code == 404
    assert donations_of(of) == ()


def test_of_end_totals_the_box_gets_at_least_what_the_columns_differ_by():
    of, first, (one,) = made.whole(4, **SETTINGS)
    started(first)
    row = RoundTable.objects.select_related("round__tournament", "game_table").get(pk=one.pk)
    enter_end_totals(row, new_key(), (72, -72, 12, -12), written=(36, -36, 12, -12), hands=16)
    (found,) = donations_of(of)
    assert (found.sixths, found.cents) == (36, 60)
    assert [(one.name, one.sixths) for one in found.by] == [("Spieler 2", 36)]


def test_the_number_of_queries_does_not_grow_with_the_tables():
    counted = []
    for people in (8, 24):
        of, first, _tables = made.whole(people, **SETTINGS)
        started(first)
        with CaptureQueriesContext(connection) as found:
            assert len(donations_of(of)) == people // 4
        counted.append(len(found))
    assert counted[0] == counted[1]
