"""Hands that came after the gong: taken or turned down, once; deals out of turn since then are mended, once."""

from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.book import audit
from scoring.book.table_clock.clock import decode_clock, encode_clock
from scoring.models import Entry, GameTable, HeldHand
from scoring.table.held_hands.receiving import receive_hand
from tarockclub.platform.accounts.actors import Actor
from tests.scoring.support.held_hands import Away
from tests.scoring.support.tables import book_of, new_key
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import BEGIN, stop_time, table_at, tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.support.clock_acts import start_clock
from tests.tournaments.support.desk_acts import decide_late, mend_turn
from tournaments.core.acts import ActionRefused, Kind
from tournaments.hall.desk.dealing_order import list_out_of_turn, list_turns
from tournaments.hall.desk.late_actions import TAKE, TURN_DOWN
from tournaments.models import Act, Round

pytestmark = pytest.mark.django_db
FIELDS = {"p0-contract": "solo", "p0-declarer": "1", "p0-result": "won", "phase": "time"}


@share_rows
def late_hand_and_round():
    """A hand in the book, one that was entered in time without network, and the gong: the round and the late hand."""
    with stop_time() as watch:
        made = tables_of(2)
        start_clock(made, new_key())
        play(made, 1)
        away = Away(table_at(made, 1).game_table)
        hand = away.enter(FIELDS)
        watch.later(minutes=31)
        sent = hand.submission._replace(phase="time")
        receive_hand(away.table.slug, sent, away.who, entered=BEGIN + timedelta(minutes=29))
        return Round.objects.select_related("tournament").get(pk=made.pk), HeldHand.objects.get()


@pytest.fixture
def late(watch, late_hand_and_round):
    """The round and the late hand, a minute after the gong."""
    watch.later(minutes=31)
    return late_hand_and_round


def decided(late, what, key=None, **more):
    round_, hand = late
    table = table_at(round_, 1)
    return decide_late(table, key or new_key(), hand.key, what, table.game_table.last_sequence, **more)


def hands(round_):
    return [line.entry.phase for line in book_of(table_at(round_, 1).game_table).played if line.score is not None]


def test_taken_after_the_double_round_has_begun_it_stands_before_it(late):
    play(late[0], 1, phase="double")
    decided(late, TAKE)
    assert hands(late[0]) == ["time", "time", "double"]


def test_two_taps_take_a_hand_once(late):
    once, table = new_key(), table_at(late[0], 1)
    seen = table.game_table.last_sequence
    for _tap in range(2):
        decide_late(table, once, late[1].key, TAKE, seen)
    assert hands(late[0]) == ["time", "time"]
    assert Entry.objects.filter(key=late[1].key).count() == 1
    assert Act.objects.get(kind=Kind.LATE_HAND).table == table


def test_a_hand_that_is_turned_down_changes_nothing_and_says_why(late):
    with pytest.raises(ActionRefused, match="no_reason"):
        decided(late, TURN_DOWN)
    act = decided(late, TURN_DOWN, reason="nach dem Gong gespielt")
    assert hands(late[0]) == ["time"]
    assert act.note is not None
    assert HeldHand.objects.get().decided_as == HeldHand.As.DROPPED


@pytest.mark.parametrize(("what", "key", "code"), [("eat", None, "not_possible"), (TAKE, "nothing", "no_such_hand")])
def test_what_cannot_be_decided_is_refused(late, what, key, code):
    table = table_at(late[0], 1)
    with pytest.raises(ActionRefused, match=code):
        decide_late(table, new_key(), key or late[1].key, what, table.game_table.last_sequence)


def test_the_page_of_the_table_offers_both_with_one_tap_each(late, director):
    round_, _hand = late
    where = {"slug": round_.tournament.slug, "number": round_.number, "table": 1}
    html = director.get(reverse("desk_table", kwargs=where)).content.decode()
    assert 'value="take"' in html
    assert 'value="turn_down"' in html
    seen = table_at(round_, 1).game_table.last_sequence
    sent = {"key": new_key(), "hand": late[1].key, "seen": seen, "what": "take", "reason": "nach dem Gong"}
    assert director.post(reverse("desk_table_late", kwargs=where), sent).status_code == 302
    assert hands(round_) == ["time", "time"]
    assert Act.objects.get(kind=Kind.LATE_HAND).note is None  # that was why it would not have counted
    assert 'value="take"' not in director.get(reverse("desk_table", kwargs=where)).content.decode()


LOST = {"p0-contract": "solo", "p0-declarer": "1", "p0-result": "lost", "phase": "time"}


def make_table(watch, size, entered=LOST):
    """A table that has entered the hand at the gong without knowing of the late one, which is taken then."""
    round_ = tables_of(1, [size])
    start_clock(round_, new_key())
    play(round_, 1)
    away = Away(table_at(round_, 1).game_table)
    hand = away.enter(entered)
    watch.later(minutes=31)
    play(round_, 1, phase="play")
    play(round_, 1, phase="double")
    sent = hand.submission._replace(phase="time")
    receive_hand(away.table.slug, sent, Actor(None, "9" * 16), entered=BEGIN + timedelta(minutes=29))
    table = table_at(round_, 1)
    decide_late(table, new_key(), hand.key, TAKE, table.game_table.last_sequence)
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def dealers(round_):
    return [line.before.dealer for line in book_of(table_at(round_, 1).game_table).played if line.is_deal]


def test_a_dealer_who_stands_twice_is_told_on_both_pages_and_mended_by_one_tap(watch, director):
    round_ = make_table(watch, 4)
    assert dealers(round_) == [0, 1, 1, 2]
    slug, number = round_.tournament.slug, round_.number
    pages = [reverse("desk_table", args=[slug, number, 1]), reverse("desk_late", args=[slug, number])]
    for page in pages:
        assert 'value="mend_turn"' in director.get(page).content.decode()
    (at,) = list_turns(round_)
    (turn,) = at.turns
    assert (turn.number, turn.dealer, turn.expected, turn.twice) == (3, "Spieler 1/1", "Spieler 1/2", True)
    seen = table_at(round_, 1).game_table.last_sequence
    sent = {"key": new_key(), "table": 1, "line": turn.line, "seen": seen, "what": "mend_turn"}
    for _tap in range(2):
        assert director.post(pages[1], sent).status_code == 302
    assert dealers(round_) == [0, 1, 2, 3]
    assert Act.objects.filter(kind=Kind.TURN).count() == 1
    for page in pages:
        assert 'value="mend_turn"' not in director.get(page).content.decode()
    assert audit.verify([table_at(round_, 1).game_table_id]) == []


def test_no_turn_is_mended_by_who_has_not_seen_the_newest_book(watch):
    round_ = make_table(watch, 4)
    table = table_at(round_, 1)
    line = list_turns(round_)[0].turns[0].line
    play(round_, 1, phase="double")
    with pytest.raises(ActionRefused, match="book_changed"):
        mend_turn(table, new_key(), line, table.game_table.last_sequence)
    assert dealers(round_) == [0, 1, 1, 2, 3]


def test_what_a_ruling_has_settled_is_not_moved(watch):
    round_ = make_table(watch, 4)
    table = table_at(round_, 1)
    ((turn,),) = (table_turns.turns for table_turns in list_turns(round_))
    game = table.game_table
    clock = decode_clock(game.clock)
    assert clock is not None
    GameTable.objects.filter(pk=game.pk).update(clock=encode_clock(clock._replace(settled=(turn.line,))))
    with pytest.raises(ActionRefused, match="turn_settled"):
        mend_turn(table, new_key(), turn.line, game.last_sequence)
    assert dealers(round_) == [0, 1, 1, 2]


def test_what_would_seat_out_somebody_who_played_is_refused_and_says_so(watch):
    """At a table of five the next dealer sits out: the hand at the gong was his, as it stands there."""
    round_ = make_table(watch, 5)
    table = table_at(round_, 1)
    (turn,) = list_turns(round_)[0].turns
    with pytest.raises(ActionRefused, match="not_mended"):
        mend_turn(table, new_key(), turn.line, table.game_table.last_sequence)
    assert dealers(round_) == [0, 1, 1, 2]
    assert not Act.objects.filter(kind=Kind.TURN).exists()


def test_nothing_is_told_where_no_hand_ever_came_late(watch):
    round_ = tables_of(1)
    start_clock(round_, new_key())
    play(round_, 1)
    book = book_of(table_at(round_, 1).game_table)
    assert list_out_of_turn(book, ()) == []
