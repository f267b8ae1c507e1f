"""The request of a form of seats: the place for somebody new, and the players who sit there already."""

import pytest

from scoring.book.ledger.seats import load_seats
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.forms import parse_change
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.corrections import by_sitting, refusals
from tests.scoring.support.evenings import change_book, table_of
from tests.scoring.support.pages import url
from tests.scoring.support.tables import book_of, dreier, new_key, play
from tests.scoring.support.tampering import numbers, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> GameTable:
    """One hand of a table of four."""
    return table_of(dreier(0))


def parse_fields(table, **posted):
    """Parse the request of the form."""
    return parse_change(posted, load_seats(table, INSIDE), person)


def test_who_came_earlier_gets_a_place_that_nobody_takes_later(table):
    change_book(table, parse_fields(table, what="come", place="3", name="Emil"))
    change_book(table, parse_fields(table, what="come", place="3", name="Fini", line=str(numbers(table)[0])))
    assert book_of(table).now.order == (0, 1, 2, 3, 4, 5)
    assert (by_sitting(table)[5, 1], by_sitting(table)[4, 3]) == (("Fini", 0), ("Emil", 0))


def test_a_substitute_cannot_come_a_second_time_but_whom_he_replaced_may(table):
    change_book(table, parse_fields(table, what="substitute", place="1", name="Fini"))
    assert refusals(table, parse_fields(table, what="come", place="3", name="fini")) == ["same_person"]
    change_book(table, parse_fields(table, what="come", place="3", name="Berta"))
    assert by_sitting(table)[4, 3][0] == "Berta"


def test_who_sits_there_for_a_while_later_does_not_come_earlier_to_another_place(table):
    change_book(table, parse_fields(table, what="come", place="3", name="Emil"))
    assert play(table, dreier(0)).entry
    change_book(table, parse_fields(table, what="go", place="4"))
    first, _came, after, _gone = (str(number) for number in numbers(table))
    for line in (first, after):
        assert refusals(table, parse_fields(table, what="replace", place="0", name="Emil", line=line)) == [
            "same_person"
        ]
    change_book(table, parse_fields(table, what="replace", place="0", name="Emil"))


def test_who_is_replaced_later_does_not_come_before_that(table):
    change_book(table, parse_fields(table, what="substitute", place="1", name="Fini"))
    first = str(numbers(table)[0])
    assert refusals(table, parse_fields(table, what="come", place="3", name="Berta", line=first)) == ["same_person"]
    assert refusals(table, parse_fields(table, what="come", place="3", name="Fini", line=first)) == ["same_person"]


def test_a_place_that_somebody_left_is_taken_again_by_who_comes_next(table):
    change_book(table, parse_fields(table, what="come", place="3", name="Emil"))
    change_book(table, parse_fields(table, what="go", place="1"))
    change_book(table, parse_fields(table, what="come", place="0", name="Fini"))
    content = book_of(table).played[-1].content
    assert isinstance(content, Seating)
    assert content.order == (0, 1, 2, 3, 4)
    assert [place for place, _ in content.came] == [1]


def test_the_preview_shows_the_later_change_of_seats_that_follows(table, client):
    change_book(table, parse_fields(table, what="come", place="3", name="Emil"))
    change_book(table, parse_fields(table, what="go", place="1"))
    change_book(table, parse_fields(table, what="come", place="0", name="Fini"))
    posted = {"what": "strike", "line": numbers(table)[2], "key": new_key(), "seen": 4}
    answer = client.post(url("change", table), posted)
    assert answer.status_code == 400  # Fini sits on Berta's place
    change_book(table, parse_fields(table, what="exchange", place="2", other="4"))
    change_book(table, changes.strike_line(numbers(table)[3]))
    answer = client.post(url("change", table), {**posted, "seen": GameTable.objects.get(pk=table.pk).last_sequence})
    assert answer.status_code == 200
    text = " ".join(answer.content.decode().split())
    assert "Reihenfolge: Anna, Emil, Dora, Cilli</del></p> <p>Reihenfolge: Anna, Berta, Emil, Dora, Cilli</p>" in text
