"""The proof of books that nobody tampered with: it finds nothing, whatever happened at the table."""

import pytest

from scoring.book.audit import list_wrong_totals, verify, verify_tables
from scoring.engine.evening.course import Seating
from scoring.table.corrections import changes
from tests.scoring.support.evenings import change_book
from tests.scoring.support.tables import dreier, new_table, play
from tests.scoring.support.tampering import full_book, numbers, person, simple_book

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("book", [new_table, simple_book, full_book])
def test_an_honest_book_is_clean(book):
    book()
    assert verify() == []
    assert verify_tables() == []
    assert list_wrong_totals() == []


def test_who_came_by_mistake_has_no_total_after_that_was_struck():
    table = new_table()
    play(table, dreier(0))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((4, person("Fini")),))))
    play(table, dreier(0))
    came = numbers(table)[1]
    for ask in (changes.strike_line(came), changes.restore_line(came), changes.strike_line(came)):
        change_book(table, ask)
        assert verify() == []
        assert list_wrong_totals() == []


def test_who_comes_again_has_another_total_and_every_swap_and_substitute_is_accounted_for():
    table = new_table()
    play(table, dreier(0))
    fini = person("Fini")
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((4, fini),))))
    play(table, dreier(1))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3))))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 4, 3), came=((4, fini),))))
    play(table, dreier(1))
    came, again = numbers(table)[1], numbers(table)[4]
    change_book(table, changes.swap_seats((4, came), (4, again)))
    change_book(table, changes.swap_seats((0, 0), (4, again)))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 4, 3), substitutes=((4, person("Gerti")),))))
    last = numbers(table)[-1]
    for ask in (changes.swap_seats((1, 0), (4, again)), changes.strike_line(last), changes.restore_line(last)):
        change_book(table, ask)
        assert verify() == []
        assert list_wrong_totals() == []
