"""The deal of its Radl that a line is, and the lines that the written sheet folds."""

import pytest

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import load_seats
from scoring.engine.evening.course import Seating
from scoring.table.corrections import changes, history
from scoring.table.corrections.services import compute_plan
from scoring.table.written_sheet.radl_marks import RadlMark, compute_radl_marks
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book, evening_of, fresh, play_hands, table_of
from tests.scoring.support.pages import url
from tests.scoring.support.tables import book_of, dreier, nuller, rufer, trischaken
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def marks(book: Book) -> list[tuple[int, int] | None]:
    """The marks of all lines and of the next deal, as (which, of how many)."""
    found = compute_radl_marks(book)
    lines = [found.lines.get(line.number) for line in book.played]
    return [None if line is None else (line.position, line.length) for line in (*lines, found.now)]


@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_radl_counts_from_the_first_deal_to_one_for_each_player(players):
    table = table_of(trischaken(), *[dreier(1)] * (players + 1), players=players)
    counted = [(at, players) for at in range(1, players + 1)]
    assert marks(book_of(table)) == [None, *counted, None, None]


def test_a_radl_that_starts_again_counts_from_the_first_deal_again():
    table = table_of(trischaken(), dreier(1), trischaken(2), dreier(1))
    assert marks(book_of(table)) == [None, (1, 4), (2, 4), (1, 4), (2, 4)]


def test_a_radl_set_by_hand_has_as_many_deals_as_was_said_also_when_one_runs():
    table = table_of(trischaken(), dreier(1))
    change_book(table, changes.set_radl(2))
    play_hands(table, dreier(1), dreier(1))
    assert marks(book_of(table)) == [None, (1, 4), None, (1, 2), (2, 2), None]


def test_the_schlussradl_is_marked_as_such_before_any_other_radl():
    table = table_of(dreier(1), nuller(1))
    change_book(table, changes.announce_last_round("first_forehand"))
    play_hands(table, dreier(1))
    found = compute_radl_marks(book_of(table))
    assert list(found.lines.values()) == [RadlMark(1, 2, last_round=True)]
    assert found.now == RadlMark(2, 2, last_round=True)
    assert found.now.left == 1


def test_of_the_schlussradl_one_number_is_said_everywhere():
    """Announced with three deals to go while a Radl of four runs: question, badge, sheet, and what is said after it."""
    table = table_of(trischaken())
    plan = compute_plan(table, changes.announce_last_round("first_forehand"))
    seats = load_seats(table, INSIDE)
    assert history.build_next_deal(plan.after, seats, 0).left == 3
    change_book(table, changes.announce_last_round("first_forehand"))
    html = Client().get(url("table", table)).content.decode()
    assert "Schlussradl 1/3: noch 3 Spiele" in html
    play_hands(table, *[dreier(1)] * 3)
    assert marks(book_of(table)) == [None, None, (1, 3), (2, 3), (3, 3), (4, 4)]
    html = Client().get(url("table", table)).content.decode()
    assert "Zu Ende gespielt: Schlussradl. Wer weiterspielt: Vom Radl davor ist noch 1 Spiel übrig." in " ".join(
        html.split()
    )


def test_who_joins_in_the_schlussradl_makes_it_longer():
    table = evening_of()
    change_book(table, changes.announce_last_round("dealer", 3))
    play_hands(table, dreier(1))
    gerti = find_or_create_person(load_first_club(), "Gerti").pk
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((4, gerti),))))
    assert compute_radl_marks(book_of(table)).now == RadlMark(2, 5, last_round=True)


def test_a_sheet_is_folded_where_a_round_of_deals_ends_and_says_what_is_carried_over():
    table = table_of(*[dreier(1)] * 12)
    view = load_table_view(fresh(table), INSIDE)
    assert view.folded_rows == 0
    assert view.carried_totals == ()
    play_hands(table, *[dreier(1)] * 3)
    view = load_table_view(fresh(table), INSIDE)
    assert view.folded_rows == 4
    assert [total // 6 for total in view.carried_totals if total is not None] == [-20, 60, -20, -20]


def test_a_sheet_without_rounds_is_folded_all_the_same():
    table = table_of(rufer(0))
    for deals in (2, 3) * 7:
        change_book(table, changes.set_radl(deals))
    assert load_table_view(fresh(table), INSIDE).folded_rows == 7
