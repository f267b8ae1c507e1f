"""The Schlussradl: to the first forehand or by the Gstieß, double and never fourfold; Treffpunkt."""

import pytest

from scoring.book.audit import verify
from scoring.models import GameTable
from scoring.table.corrections import changes
from tests.scoring.support.corrections import radls, refusals
from tests.scoring.support.evenings import change_book, table_of
from tests.scoring.support.tables import book_of, dreier, nuller, play
from tests.scoring.support.tampering import numbers

pytestmark = pytest.mark.django_db


def hands(table: GameTable, count: int) -> list[int | None]:
    """Play on, and say what each of these hands counted."""
    for _ in range(count):
        assert play(table, dreier(0)).entry
    return radls(table)[-count:]


def test_said_when_the_first_forehand_is_forehand_it_is_a_whole_round():
    table = table_of(*[dreier(0)] * 5, players=5, forehand=1)
    change_book(table, changes.announce_last_round("first_forehand"))
    assert book_of(table).now.last_round_left == 5
    assert hands(table, 6) == [2, 2, 2, 2, 2, 1]


def test_with_a_radl_it_is_never_fourfold_and_the_radl_goes_on_after_it():
    table = table_of(dreier(0), dreier(0), forehand=1)
    change_book(table, changes.announce_last_round("first_forehand"))
    assert play(table, nuller(3)).entry
    assert hands(table, 5) == [2, 2, 2, 2, 1]
    assert book_of(table).now.last_round_left == 0


def test_said_too_late_it_is_put_before_an_earlier_hand_and_struck_it_never_was():
    table = table_of(*[dreier(0)] * 4, forehand=1)
    change_book(table, changes.announce_last_round("first_forehand", before=numbers(table)[2]))
    assert radls(table) == [1, 1, None, 2, 2]
    change_book(table, changes.strike_line(numbers(table)[2]))
    assert radls(table) == [1, 1, None, 1, 1]


def test_it_ends_by_hand_too_and_is_not_begun_twice():
    table = table_of(dreier(0), forehand=1)
    change_book(table, changes.announce_last_round("first_forehand"))
    assert refusals(table, changes.announce_last_round("first_forehand")) == ["last_round_running"]
    change_book(table, changes.set_radl(0))
    assert hands(table, 1) == [1]


def test_only_somebody_at_the_table_can_have_held_the_gstiess():
    table = table_of(dreier(0), forehand=1)
    assert refusals(table, changes.announce_last_round("dealer", 4)) == ["place_unknown"]


def test_a_forehand_set_after_the_first_hand_was_struck_out_is_the_first_of_the_evening():
    table = table_of(dreier(0), forehand=1)
    change_book(table, changes.strike_line(numbers(table)[0]))
    change_book(table, changes.set_forehand(3))
    assert play(table, dreier(0)).entry
    change_book(table, changes.announce_last_round("first_forehand"))
    assert hands(table, 4) == [2, 2, 2, 1]
    change_book(table, changes.restore_line(numbers(table)[0]))  # then it was Berta after all
    assert radls(table) == [1, None, 1, None, 2, 1, 1, 1]
    assert not verify([table.pk])
