"""The payout of the hand in a form is told without reading the book."""

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.scoring.support.pages import open_table_page, saved, url
from tests.scoring.support.tables import dreier, play

pytestmark = pytest.mark.django_db
DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}


def fill_entry(client, table, fields=DREIER):
    """Return the fields of the entry form of the page, without the line of another form there."""
    posted = open_table_page(client, table).fill_form(fields)
    return {name: value for name, value in posted.items() if name != "line"}


def fetch_preview(client, table) -> tuple[str, list[str]]:
    """The preview of a Dreier, and the statements that it took."""
    posted = fill_entry(client, table)
    with CaptureQueriesContext(connection) as queries:
        piece = client.post(url("preview", table), posted).content.decode()
    return piece, [query["sql"] for query in queries.captured_queries]


def test_the_preview_does_not_read_the_book_however_long_it_is(client, table):
    _, first = fetch_preview(client, table)
    for number in range(20):
        play(table, dreier(number % 4))
    piece, last = fetch_preview(client, table)
    assert "+15" in piece
    assert len(last) <= len(first) + 1  # whether the last hand is this one
    assert not any("JOIN" in statement and "scoring_entry" in statement for statement in last)


def twin(client, table, fields=DREIER) -> bool:
    """Return True if beside what it pays the preview asks if this is the hand that another phone has just saved."""
    answer = client.post(url("preview", table), fill_entry(client, table, fields))
    return re.search(r'<strong>[^<]+</strong>\s*<span class="twin">', answer.content.decode()) is not None


def test_a_hand_of_the_game_that_another_phone_has_just_saved_may_be_the_same_one(client, table):
    assert not twin(client, table)
    play(table, dreier(0))
    assert twin(client, table)
    assert not twin(client, table, {**DREIER, "p0-contract": "einer"})


def test_who_saved_it_himself_or_a_while_ago_is_not_asked(client, table):
    client.get(url("table", table))  # the phone gets its sign
    assert saved(client, table, DREIER).status_code == 302
    assert not twin(client, table)
    play(table, dreier(0))
    with patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(seconds=61)):
        assert not twin(client, table)
