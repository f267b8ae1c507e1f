"""Several phones at the same moment: one wins, the others are told, and values read meanwhile belong together."""

import threading
from typing import Any

import pytest
from django.db import OperationalError, connection

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import load_seats
from scoring.book.ledger.services import record_hand
from scoring.engine.evening.course import Seating
from scoring.models import Deal, Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import strike_last_deal
from scoring.table.evenings.services import EveningStart, start_evening
from scoring.table.written_sheet import selectors
from tarockclub.models import Club, Person
from tarockclub.platform.privacy.readers import Reader
from tests.scoring.support.evenings import change_book
from tests.scoring.support.pages import url
from tests.scoring.support.tables import book_of, dreier, last_key, new_key, new_table, play, totals
from tests.scoring.support.tampering import numbers, person
from tests.support.phones import Client

pytestmark = pytest.mark.usefixtures("fresh_database")
PHONES, HANDS, DEALS = 8, 20, 5


def at_once(act, phones=PHONES):
    """Let several phones act at the same moment; what each got, exceptions too."""
    ready = threading.Barrier(phones)
    got: list[Any] = [None] * phones

    def run(phone):
        try:
            connection.ensure_connection()
            ready.wait()
            got[phone] = _until_free(act, phone)
        except Exception as error:  # noqa: BLE001 -- whatever escapes is what the test looks for
            got[phone] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(phone,)) for phone in range(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


def _until_free(act, phone):
    """Act, and once more where SQLite let others through for twenty seconds: as a phone does that hears 503.

    On a slow disk that is what it comes to: SQLite's waiters poll, and nobody keeps their turn.
    """
    try:
        return act(phone)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlite_errorname", "") != "SQLITE_BUSY":
            raise
        return act(phone)


def test_twenty_hands_sent_by_eight_phones_each_are_twenty_hands():
    table = new_table()
    keys = ["", *(new_key() for _ in range(HANDS))]

    def act(phone):
        following = zip(keys[1:], keys[:-1], strict=True)
        return [record_hand(table.slug, key, previous, dreier(0)).outcome for key, previous in following]

    assert at_once(act) == [[Outcome.SAVED] * HANDS] * PHONES
    assert Entry.objects.filter(table=table).count() == Deal.objects.filter(table=table).count() == HANDS
    assert totals(table) == [15 * HANDS, -5 * HANDS, -5 * HANDS, -5 * HANDS]
    assert len(book_of(table).played) == HANDS


def test_of_phones_that_race_for_a_deal_one_wins_and_the_others_are_told():
    table = new_table()
    for _ in range(DEALS):
        previous = last_key(table)
        got = at_once(lambda phone, previous=previous: record_hand(table.slug, new_key(), previous, dreier(phone % 4)))
        outcomes = [written.outcome for written in got]
        assert outcomes.count(Outcome.SAVED) == 1
        assert outcomes.count(Outcome.STALE) == PHONES - 1
    assert Entry.objects.filter(table=table).count() == DEALS
    assert sum(totals(table)) == 0
    assert totals(table) == [amount // 6 for amount in book_of(table).now.totals[:4]]


def test_a_strike_and_a_hand_at_the_same_moment_leave_one_of_them():
    table = new_table()
    play(table, dreier(0))
    previous = last_key(table)

    def act(phone):
        if phone % 2:
            return strike_last_deal(table, new_key(), previous, "verzählt").outcome
        return record_hand(table.slug, new_key(), previous, dreier(1)).outcome

    got = at_once(act)
    assert sorted(outcome.name for outcome in got) == ["SAVED", *["STALE"] * (PHONES - 1)]
    assert totals(table) == [amount // 6 for amount in book_of(table).now.totals[:4]]


def test_one_evening_started_by_eight_taps_is_one_table():
    key, wanted = new_key(), EveningStart(("Anna", "Berta", "Cilli", "Dora"), "standard", {"zwiccolo_bei": True}, 1)
    assert len(set(at_once(lambda phone: start_evening(key, wanted)))) == 1
    assert GameTable.objects.count() == 1
    assert Person.objects.count() == 4


def test_eight_evenings_that_start_at_the_same_moment_number_their_players_apart():
    def act(phone):
        names = tuple(f"Spieler {(phone + at) % 12}" for at in range(4))
        return start_evening(new_key(), EveningStart(names, "treffpunkt", {}, 0))

    tables = at_once(act)
    assert not [table for table in tables if not isinstance(table, GameTable)]
    assert len(set(tables)) == PHONES
    assert Club.objects.count() == 1
    persons = Person.objects.values_list("number", "name")
    assert len({number for number, _ in persons}) == len({name for _, name in persons}) == len(persons) == 11


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
