"""What the hand in a form would pay is told without reading the book."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.scoring.pages import opened, url
from tests.scoring.tables import dreier, new_table, play

pytestmark = pytest.mark.django_db
DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}


def asked(client, table) -> tuple[str, list[str]]:
    """The preview of a Dreier, and the statements that it took."""
    posted = opened(client, table).filled(DREIER)
    posted.pop("line", None)  # of another form on the page
    with CaptureQueriesContext(connection) as queries:
        piece = client.post(url("preview", table), posted).content.decode()
    return piece, [one["sql"] for one in queries.captured_queries]


def test_the_preview_reads_no_line_of_the_book_however_long_it_is(client):
    table = new_table()
    _, first = asked(client, table)
    for number in range(20):
        play(table, dreier(number % 4))
    piece, last = asked(client, table)
    assert "+15" in piece
    assert len(last) == len(first)
    assert not any("scoring_entry" in statement for statement in last)
