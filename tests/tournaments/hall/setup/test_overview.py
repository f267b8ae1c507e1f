"""The tournament's page counts its rounds, each thing by itself, however many there are."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.accounts import log_in, make_account
from tests.tournaments.support import factories
from tournaments.core.settings import STANDING
from tournaments.hall.setup.overview import load_rounds
from tournaments.people.entrants.round_entries import set_state

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def test_who_plays_and_how_many_tables_are_counted_for_each_round():
    of, first, _tables = factories.whole(13)
    factories.round_(of, 5)
    gone = first.presences.order_by("pk")[0]
    set_state(first, factories.new_key(), [gone.entrant_id], "no_show")
    assert [(round_.number, round_.entered, round_.tables, round_.stage) for round_ in load_rounds(of)] == [
        (1, 12, 3, "drawn"),
        (2, 5, 0, "open"),
    ]


def test_the_page_says_all_that_was_agreed_on_for_a_cup():
    settings: dict[str, Any] = {
        "rounds": 2,
        "hands": (4, 5, 6),
        "start": 0,
        "rate": 10,
        "kontra": 1,
        "team_size": 2,
        "seating": STANDING,
    }
    of = factories.tournament(**settings)
    answer = log_in(make_account("director")).get(reverse("tournament", args=[of.slug]), headers=ENGLISH)
    rules = answer.content.decode().partition("<h2>Rules</h2>")[2]
    for said in (
        "not at all",
        "<dt>Rounds</dt><dd>2</dd>",
        "by the standings so far",
        "of two",
        "4 at a table of four",
    ):
        assert said in rules


def test_players_are_never_paired_with_tables_to_be_counted():
    of, _first, _tables = factories.whole(8)
    with CaptureQueriesContext(connection) as queries:
        load_rounds(of)
    asked = [query["sql"] for query in queries]
    assert len(asked) == 3
    assert not any("tournaments_presence" in sql and "tournaments_roundtable" in sql for sql in asked)
