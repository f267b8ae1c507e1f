"""A deal too many or too few: the forehand of the later ones moves, and with it who plays; Treffpunkt."""

import pytest

from scoring.table.corrections import changes
from tests.scoring.support.corrections import forehands, payouts, refusals
from tests.scoring.support.evenings import change_book, table_of
from tests.scoring.support.tables import book_of, dreier, play, rufer, trischaken
from tests.scoring.support.tampering import numbers

pytestmark = pytest.mark.django_db


def test_at_four_everybody_keeps_his_seat_when_a_deal_falls_out():
    table = table_of(dreier(0), dreier(1), dreier(2))
    change_book(table, changes.strike_line(numbers(table)[0], shift=True))
    assert forehands(table)[1:] == [0, 1]
    assert payouts(table)[1:] == [(-5, 15, -5, -5), (-5, -5, 15, -5)]
    assert book_of(table).now.forehand == 2


def test_without_a_shift_the_later_deals_stay_as_they_were_dealt():
    table = table_of(dreier(0), dreier(1), players=5)
    change_book(table, changes.strike_line(numbers(table)[0]))
    assert forehands(table) == [0, 1]
    assert payouts(table)[1] == (0, -5, 15, -5, -5)


def test_at_five_the_declarer_keeps_his_hand_on_another_seat_and_somebody_else_sits_out():
    table = table_of(dreier(0), dreier(1), players=5)  # Anna sits out in the second deal; Cilli plays the Dreier
    assert payouts(table)[1] == (0, -5, 15, -5, -5)
    change_book(table, changes.strike_line(numbers(table)[0], shift=True))
    assert payouts(table)[1] == (-5, -5, 15, -5, 0)
    assert book_of(table).played[1].entry.dealer == 4


@pytest.mark.parametrize("players", [5, 6])
def test_a_shift_is_refused_where_the_declarer_would_sit_out_then(players):
    table = table_of(dreier(0), dreier(3), players=players)  # in the second deal the last seat plays
    assert refusals(table, changes.strike_line(numbers(table)[0], shift=True)) == ["not_in_this_deal"]


def test_a_forgotten_hand_with_a_shift_takes_its_turn_and_the_others_move_on():
    table = table_of(dreier(0), dreier(1), dreier(1), players=5)
    change_book(table, changes.insert_hand(numbers(table)[1], dreier(2), shift=True))
    assert forehands(table) == [0, 1, 2, 3]
    assert payouts(table) == [(15, -5, -5, -5, 0), (0, -5, -5, 15, -5), (-5, 0, 15, -5, -5), (-5, -5, 0, 15, -5)]


def test_a_buergermeister_pays_double_only_as_the_trischaker():
    mayor = {"plays": [{"contract": "trischaken", "declarer": 0, "points": ["10", "40", "10", "10"]}]}
    table = table_of(mayor)
    assert payouts(table) == [(2, -6, 2, 2)]
    change_book(table, changes.set_forehand(1, numbers(table)[0]))
    assert payouts(table) == [(4, -12, 4, 4)]


def test_a_trischaken_at_five_cannot_move_to_others():
    table = table_of(trischaken(0), players=5)
    assert refusals(table, changes.set_forehand(1, numbers(table)[0])) == ["not_in_this_deal"]


def test_what_was_said_of_the_forehand_at_the_table_stays_when_earlier_deals_move():
    table = table_of(dreier(0), dreier(1))
    change_book(table, changes.set_forehand(3))
    play(table, dreier(2))
    change_book(table, changes.strike_line(numbers(table)[0], shift=True))
    assert forehands(table)[1:] == [0, 1, 3]
    assert book_of(table).now.forehand == 0


def test_a_schlussradl_of_the_gstiess_keeps_its_dealer_when_earlier_deals_move():
    table = table_of(dreier(0), dreier(1))
    change_book(table, changes.announce_last_round("dealer", 1))
    play(table, dreier(2))
    assert (forehands(table)[-1], book_of(table).now.last_round_left) == (2, 3)
    change_book(table, changes.strike_line(numbers(table)[0], shift=True))
    assert (forehands(table)[-1], book_of(table).now.last_round_left) == (2, 3)


def test_a_first_forehand_that_is_put_right_later_is_the_first_forehand_of_the_evening():
    table = table_of(dreier(0), dreier(1))
    change_book(table, changes.set_forehand(2, numbers(table)[0]))
    assert (forehands(table), book_of(table).now.first_forehand) == ([2, 3], 2)
    other = table_of()
    change_book(other, changes.set_forehand(2))
    play(other, dreier(0))
    change_book(other, changes.announce_last_round("first_forehand"))
    assert (book_of(other).now.first_forehand, book_of(other).now.last_round_left) == (2, 3)


def test_a_forehand_is_set_only_for_somebody_else_at_the_table():
    table = table_of(dreier(0))
    assert refusals(table, changes.set_forehand(0, numbers(table)[0])) == ["no_change"]
    assert refusals(table, changes.set_forehand(4, numbers(table)[0])) == ["place_unknown"]
    assert refusals(table, changes.set_forehand(4)) == ["place_unknown"]


def test_hands_are_inserted_until_there_is_no_room_left():
    table = table_of(dreier(0))
    for _ in range(32):
        change_book(table, changes.insert_hand(numbers(table)[-1], dreier(1)))
    assert len(set(numbers(table))) == 33
    assert refusals(table, changes.insert_hand(numbers(table)[-1], dreier(1))) == ["no_room"]


@pytest.mark.parametrize("ask", [changes.redeal(), changes.set_radl(2)])
def test_striking_what_had_moved_no_forehand_moves_none_back(ask):
    table = table_of(dreier(0))
    change_book(table, ask)
    assert play(table, dreier(0)).entry
    before = forehands(table)
    change_book(table, changes.strike_line(numbers(table)[1], shift=True))
    assert forehands(table) == before


def test_a_shift_is_refused_where_a_game_of_the_forehand_would_be_somebody_elses():
    table = table_of(dreier(0), rufer(1))
    assert refusals(table, changes.strike_line(numbers(table)[0], shift=True)) == ["declarer_not_forehand"]
