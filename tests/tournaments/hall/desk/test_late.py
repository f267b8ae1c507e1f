"""Hands that came after the gong: taken or turned down, once, at their table or in one list; deals out of turn."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.book import audit
from scoring.book.table_clock import decode_clock, encode_clock
from scoring.models import Entry, GameTable, HeldHand
from scoring.table.held_hands.receiving import receive_hand
from tarockclub.platform.accounts.actors import Actor
from tests.scoring.support.held_hands import Away
from tests.scoring.support.tables import book_of, new_key
from tests.support.clients import count_queries
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import BEGIN, stop_time, table_at, tables_of
from tests.tournaments.hall.desk.playing import at, play, write_acts
from tests.tournaments.support import acts
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.selectors import find_round
from tournaments.hall.desk.late_hands import TAKE, TURN_DOWN, list_out_of_turn, list_turns, load_round_late_hands
from tournaments.hall.desk.table_views import build_table_context
from tournaments.models import Act, Round

pytestmark = pytest.mark.django_db
FIELDS = {"p0-contract": "solo", "p0-declarer": "1", "p0-result": "won", "phase": "time"}


@share_rows
def late_hand_and_round():
    """A hand in the book, one that was entered in time without network, and the gong: the round and the late hand."""
    with stop_time() as watch:
        made = tables_of(2)
        acts.start_clock(made, new_key())
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
    return acts.decide_late(table, key or new_key(), hand.key, what, table.game_table.last_sequence, **more)


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
        acts.decide_late(table, once, late[1].key, TAKE, seen)
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
        acts.decide_late(table, new_key(), key or late[1].key, what, table.game_table.last_sequence)


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
    acts.start_clock(round_, new_key())
    play(round_, 1)
    away = Away(table_at(round_, 1).game_table)
    hand = away.enter(entered)
    watch.later(minutes=31)
    play(round_, 1, phase="play")
    play(round_, 1, phase="double")
    sent = hand.submission._replace(phase="time")
    receive_hand(away.table.slug, sent, Actor(None, "9" * 16), entered=BEGIN + timedelta(minutes=29))
    table = table_at(round_, 1)
    acts.decide_late(table, new_key(), hand.key, TAKE, table.game_table.last_sequence)
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
        acts.mend_turn(table, new_key(), line, table.game_table.last_sequence)
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
        acts.mend_turn(table, new_key(), turn.line, game.last_sequence)
    assert dealers(round_) == [0, 1, 1, 2]


def test_what_would_seat_out_somebody_who_played_is_refused_and_says_so(watch):
    """At a table of five the next dealer sits out: the hand at the gong was his, as it stands there."""
    round_ = make_table(watch, 5)
    table = table_at(round_, 1)
    (turn,) = list_turns(round_)[0].turns
    with pytest.raises(ActionRefused, match="not_mended"):
        acts.mend_turn(table, new_key(), turn.line, table.game_table.last_sequence)
    assert dealers(round_) == [0, 1, 1, 2]
    assert not Act.objects.filter(kind=Kind.TURN).exists()


def test_nothing_is_told_where_no_hand_ever_came_late(watch):
    round_ = tables_of(1)
    acts.start_clock(round_, new_key())
    play(round_, 1)
    book = book_of(table_at(round_, 1).game_table)
    assert list_out_of_turn(book, ()) == []


LOST_FIRST = {"p0-contract": "solo", "p0-declarer": "0", "p0-result": "lost", "phase": "time"}

NORMAL = {"p0-contract": "normalspiel", "p0-declarer": "0", "p0-partner": "1", "p0-result": "won", "phase": "time"}


def send_late(round_, number, *entered):
    """Hands entered at a table in time without network, each on a phone of its own; they come after the gong."""
    for minute, fields in enumerate(entered, 27):
        away = Away(table_at(round_, number).game_table)
        sent = away.enter(fields).submission._replace(phase="time")
        receive_hand(away.table.slug, sent, away.who, entered=BEGIN + timedelta(minutes=minute))


@share_rows
def round_with_late_hands():
    """A round whose time is up: two hands came late to table 1, one to table 3, none to table 2."""
    with stop_time() as watch:
        made = tables_of(3)
        acts.start_clock(made, new_key())
        for number in (1, 2, 3):
            play(made, number)
        watch.later(minutes=31)
        send_late(made, 3, LOST_FIRST)
        send_late(made, 1, FIELDS, LOST_FIRST)
        return Round.objects.select_related("tournament").get(pk=made.pk)


@pytest.fixture
def round_(watch, round_with_late_hands):
    """The round, a minute after its gong."""
    watch.later(minutes=31)
    return round_with_late_hands


def forms(html):
    """Return the fields that each form of the page would send, by its hand."""
    found = {}
    for form in re.findall(r'<form method="post" action="[^"]*late-hands/">(.*?)</form>', html, re.S):
        sent = dict(re.findall(r'name="(key|table|hand|seen|reason)" value="([^"]*)"', form))
        found[sent["hand"]] = sent
    return found


def page(client, round_):
    return client.get(at("desk_late", round_)).content.decode()


def count_waiting(round_):
    """Return the number of hands that wait, by the number of their table."""
    return [(late_table.table.number, len(late_table.late)) for late_table in load_round_late_hands(round_, "de")]


def count_hands(round_, number):
    return sum(line.score is not None for line in book_of(table_at(round_, number).game_table).played)


def test_hands_of_all_tables_stand_there_table_by_table_in_the_order_they_came(director, round_):
    sent = list(forms(page(director, round_)).values())
    assert [form["table"] for form in sent] == ["1", "1", "3"]
    first, second, _third = HeldHand.objects.order_by("table__round_table__number", "pk")
    assert [form["hand"] for form in sent[:2]] == [first.key, second.key]
    assert len({form["key"] for form in sent}) == 3


def test_they_say_the_same_as_on_the_page_of_the_table(round_):
    found = find_round(round_.tournament.slug, round_.number)
    for group in load_round_late_hands(round_, "de"):
        assert list(group.late) == build_table_context(found, table_at(round_, group.table.number))["late"]
    assert "Spieler 1/" in load_round_late_hands(round_, "de")[0].late[0].words


def test_a_hand_of_the_time_is_not_told_as_one_with_double_stake_that_is_played_meanwhile(round_):
    before = load_round_late_hands(round_, "de")[-1].late[0].remark
    play(round_, 3, phase="double")
    assert load_round_late_hands(round_, "de")[-1].late[0].remark == before != ""


def test_each_says_who_played_what_it_would_pay_and_which_hand_of_the_book_is_like_it(director, round_):
    """Table 2: the hand that its other phone had entered in time, once with a kontra; and one that is half entered."""
    send_late(round_, 2, NORMAL, {**NORMAL, "p0-kontra": "2"}, {"p0-contract": "solo", "phase": "time"})
    same, similar, half = load_round_late_hands(round_, "de")[1].late
    names = [name for name, _ in same.amounts]
    assert same.words == f"Normalspiel · {names[0]} mit {names[1]} · gewonnen"
    assert [amount // 6 for _, amount in same.amounts] == [1, 1, -1, -1]
    assert same.same is not None
    assert (same.same.number, same.same.words, same.same.is_equal) == (1, same.words, True)
    assert similar.words == f"{same.words} · Kontra"
    assert similar.same is not None
    assert (similar.same.number, similar.same.is_equal) == (1, False)
    assert (half.amounts, half.same, half.words) == ((), None, "Solo")
    assert half.problems
    html = page(director, round_)
    assert html.count("Dasselbe Spiel steht schon in der Schrift:") == 1
    assert "Am ähnlichsten in der Schrift:" in html
    assert "in der Zeit" in html


def test_one_is_taken_and_one_turned_down_from_there(director, round_):
    solo, _lost, other = forms(page(director, round_)).values()
    assert director.post(at("desk_late", round_), {**solo, "what": "take"}).status_code == 302
    assert director.post(at("desk_late", round_), {**other, "what": "turn_down"}).status_code == 302
    assert (count_hands(round_, 1), count_hands(round_, 3)) == (2, 1)
    assert count_waiting(round_) == [(1, 1)]
    taken, down = Act.objects.filter(kind=Kind.LATE_HAND).order_by("sequence")
    assert (taken.table and taken.table.number, taken.note) == (1, None)
    assert (down.table and down.table.number, down.note and down.note.text) == (3, other["reason"])
    (left,) = forms(page(director, round_)).values()
    answer = director.post(at("desk_late", round_), {**left, "what": "take"})
    assert answer.status_code == 302, answer.context["problem"]
    assert (count_hands(round_, 1), count_waiting(round_)) == (3, [])
    assert 'value="take"' not in page(director, round_)


def test_what_cannot_be_taken_is_told_with_its_table_and_waits_on(director, round_):
    *_first, other = forms(page(director, round_)).values()
    play(round_, 3, phase="double")
    answer = director.post(at("desk_late", round_), {**other, "what": "take"})
    assert (answer.status_code, count_hands(round_, 3)) == (409, 2)
    assert answer.context["problem_table"] == 3
    assert 'role="alert"' in answer.content.decode()
    assert count_waiting(round_) == [(1, 2), (3, 1)]
    *_first, again = forms(answer.content.decode()).values()  # with what was played meanwhile
    assert director.post(at("desk_late", round_), {**again, "what": "take"}).status_code == 302


@pytest.mark.parametrize("sent", [{}, {"table": "9"}, {"table": "x"}])
def test_a_table_that_is_not_there_is_not_found(director, round_, sent):
    assert director.post(at("desk_late", round_), {"key": new_key(), "what": "take", **sent}).status_code == 404


def test_after_its_result_was_published_a_hand_is_taken_only_by_a_correction(director, round_):
    solo = next(iter(forms(page(director, round_)).values()))
    acts.break_up(table_at(round_, 1), new_key(), "Ende", counts=True)
    write_acts(round_, Kind.RESULT)
    assert director.post(at("desk_late", round_), {**solo, "what": "take"}).status_code == 409
    assert count_hands(round_, 1) == 1
    sent = {"key": new_key(), "kind": "late", "hand": solo["hand"], "why": "vergessen"}
    looked = director.post(at("desk_correct", round_, table=1), sent)
    assert (looked.status_code, count_hands(round_, 1)) == (200, 1)
    applied = {**sent, "shown": looked.context["shown"], "confirm": "1"}
    assert director.post(at("desk_correct", round_, table=1), applied).status_code == 302
    assert count_hands(round_, 1) == 2


def test_the_desk_leads_there_where_any_wait(director, round_):
    link = f'href="{at("desk_late", round_)}#late-'
    assert link in director.get(at("desk", round_)).content.decode()
    for form in forms(page(director, round_)).values():
        director.post(at("desk_late", round_), {**form, "what": "turn_down"})
    assert link not in director.get(at("desk", round_)).content.decode()


def test_it_asks_as_often_for_many_hands_as_for_few(director, watch):
    made = tables_of(7)
    acts.start_clock(made, new_key())
    watch.later(minutes=31)
    asked = set()
    for numbers in ((1,), range(2, 8)):
        for number in numbers:
            send_late(made, number, FIELDS, LOST_FIRST)
        director.get(at("desk_late", made))  # what is kept of sheets is there
        asked.add(count_queries(director, at("desk_late", made)))
    assert len(load_round_late_hands(made, "de")) == 7
    assert len(asked) == 1
