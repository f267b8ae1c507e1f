"""The effect of changes in the middle of an evening on the Radl of the hands after it; examples of the Treffpunkt."""

import pytest

from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from tests.scoring.support.corrections import history, payouts, radls
from tests.scoring.support.evenings import change_book
from tests.scoring.support.tables import (
    book_of,
    dreier,
    last_key,
    new_table,
    nuller,
    play,
    trischaken,
)
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
