"""Changes in the middle of an evening: the Radl, the forehand and the Schlussradl of later hands; Treffpunkt."""

import pytest

from scoring.book.audit import verify
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from tests.scoring.support.corrections import forehands, history, payouts, radls, refusals
from tests.scoring.support.evenings import change_book, table_of
from tests.scoring.support.tables import book_of, dreier, last_key, new_table, nuller, play, rufer, trischaken
from tests.scoring.support.tampering import FIVE, numbers

pytestmark = pytest.mark.django_db


def a_radl_and_one_hand_more() -> GameTable:
    """A Nuller, four double hands, and one that is single again."""
    table = new_table("treffpunkt", 0)
    for raw in (nuller(0), dreier(0), dreier(1), dreier(2), dreier(3), dreier(0)):
        assert play(table, raw).entry
    return table


def test_the_history_says_which_hand_followed_from_what_to_what():
    table = a_radl_and_one_hand_more()
    first, second, *_, last = numbers(table)
    assert radls(table) == [1, 2, 2, 2, 2, 1]
    strike = change_book(table, changes.strike_line(first), "war keiner")
    assert radls(table) == [None, 1, 1, 1, 1, 1]
    assert history(table, first) == [("hand", (0, 0, 0, 0)), ("strike", (0, 0, 0, 0))]
    assert history(table, second) == [("hand", (30, -10, -10, -10)), ("follow_up", (15, -5, -5, -5))]
    assert history(table, last) == [("hand", (15, -5, -5, -5))]
    assert strike.note is not None
    assert strike.note.text == "war keiner"
    followed = Entry.objects.filter(table=table, sequence__gt=strike.sequence)
    assert [event.kind for event in followed] == ["follow_up"] * 4


@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_forgotten_trischaken_doubles_as_many_deals_as_there_are_players(players):
    table = new_table("treffpunkt", 0, (*FIVE, "Franz")[:players])
    for deal in range(players + 2):
        assert play(table, dreier(deal if players == 4 and deal < 4 else 0)).entry
    first = numbers(table)[0]
    change_book(table, changes.insert_hand(first, trischaken(0)))
    assert radls(table) == [1, *[2] * players, 1, 1]
    assert payouts(table)[0][:4] == (-2, -2, 2, 2)
    assert [line.number for line in book_of(table).lines] == sorted(numbers(table))


def test_a_correction_to_a_nuller_begins_a_radl_and_one_in_its_middle_starts_the_count_again():
    table = a_radl_and_one_hand_more()
    change_book(table, changes.correct_hand(numbers(table)[2], trischaken(2)))
    assert radls(table) == [1, 2, 2, 2, 2, 2]
    assert payouts(table)[2] == (-4, -4, 4, 4)
    assert book_of(table).now.running == (1,)


def test_a_nuller_in_a_longer_radl_that_was_set_by_hand_does_not_shorten_it():
    table = new_table("treffpunkt", 0)
    change_book(table, changes.set_radl(7))
    play(table, nuller(0))
    assert book_of(table).now.running == (6,)
    change_book(table, changes.set_radl(2))
    play(table, nuller(1))
    assert book_of(table).now.running == (4,)


def test_the_next_hand_follows_the_deal_and_not_the_correction():
    table = a_radl_and_one_hand_more()
    key = last_key(table)
    change_book(table, changes.strike_line(numbers(table)[0]))
    change_book(table, changes.correct_hand(numbers(table)[-1], dreier(1)))
    assert GameTable.objects.get(pk=table.pk).last_key == key


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
