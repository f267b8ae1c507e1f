"""Values read of a table belong together, whatever is written in the meantime."""

import threading

import pytest
from django.db import connection

from scoring.book.ledger.seats import load_seats
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.written_sheet import selectors
from tarockclub.platform.privacy.readers import Reader
from tests.scoring.support.evenings import change_book
from tests.scoring.support.pages import url
from tests.scoring.support.tables import dreier, new_table, play
from tests.scoring.support.tampering import numbers, person
from tests.support.phones import Client

pytestmark = pytest.mark.usefixtures("fresh_database")


def with_fini() -> GameTable:
    """A table to which Fini came before its last hand, in which she played and was not named."""
    table = new_table()
    assert play(table, dreier(0)).entry
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((4, person("Fini")),))))
    assert play(table, dreier(1)).entry
    return table


@pytest.mark.parametrize("page", ["table", "settlement", "export"])
def test_a_coming_that_is_struck_out_while_a_page_is_read_is_no_error(monkeypatch, page):
    table = with_fini()

    def strikes() -> None:
        change_book(table, changes.strike_line(numbers(table)[1]))
        connection.close()

    def read_later(table_read: GameTable, reader: Reader) -> object:
        striker = threading.Thread(target=strikes)
        striker.start()
        striker.join(timeout=0.5)  # where readers keep writers waiting it goes on after them
        seats = load_seats(table_read, reader)
        strikers.append(striker)
        return seats

    strikers: list[threading.Thread] = []
    monkeypatch.setattr(selectors, "load_seats", read_later)
    answer = Client().get(url(page, table))
    for striker in strikers:
        striker.join()
    assert answer.status_code == 200
    assert len(strikers) == 1
