"""Hands that came after the gong: the director takes each or turns it down, once, and the log says so."""

from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.models import Entry, HeldHand
from scoring.table.held_hands.receiving import receive_hand
from tests.scoring.support.held_hands import Away
from tests.scoring.support.tables import book_of, new_key
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import BEGIN, stop_time, table_at, tables_of
from tests.tournaments.hall.desk.playing import play
from tournaments.core.acts import ActionRefused, Kind
from tournaments.hall.clock.services import start_clock
from tournaments.hall.desk.late_hands import TAKE, TURN_DOWN, decide_late
from tournaments.models import Act, Round

pytestmark = pytest.mark.django_db
FIELDS = {"p0-contract": "solo", "p0-declarer": "1", "p0-result": "won", "phase": "time"}


@share_rows
def held():
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
def late(watch, held):
    """The round and the late hand, a minute after the gong."""
    watch.later(minutes=31)
    return held


def decided(late, what, key=None, **more):
    round_, hand = late
    table = table_at(round_, 1)
    return decide_late(table, key or new_key(), hand.key, what, table.game_table.last_sequence, **more)


def hands(round_):
    return [line.entry.phase for line in book_of(table_at(round_, 1).game_table).played if line.score is not None]


def test_a_hand_that_is_taken_stands_in_the_book_as_one_played_in_time(late):
    act = decided(late, TAKE)
    assert hands(late[0]) == ["time", "time"]
    assert Entry.objects.filter(key=late[1].key).count() == 1
    assert act.table == table_at(late[0], 1)


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
    assert Act.objects.filter(kind=Kind.LATE_HAND).count() == 1


def test_a_hand_that_is_turned_down_changes_nothing_and_says_why(late):
    with pytest.raises(ActionRefused, match="no_reason"):
        decided(late, TURN_DOWN)
    act = decided(late, TURN_DOWN, reason="nach dem Gong gespielt")
    assert hands(late[0]) == ["time"]
    assert act.note is not None
    assert HeldHand.objects.get().decided_as == HeldHand.As.DROPPED


def test_whoever_has_not_seen_the_newest_book_looks_at_it_first(late):
    round_, hand = late
    seen = table_at(round_, 1).game_table.last_sequence
    play(round_, 1, phase="double")
    with pytest.raises(ActionRefused, match="book_changed"):
        decide_late(table_at(round_, 1), new_key(), hand.key, TAKE, seen)


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
