"""Hands that come too late to be the next one: held, never changed, until people say which deal each is."""

import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.held_hands import find_held_hand
from scoring.book.ledger.services import record_hand
from scoring.engine.evening.course import Seating
from scoring.models import Entry
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from scoring.table.held_hands.receiving import receive_hand
from scoring.table.held_hands.services import DROP, NEXT, REOPEN, SAME, Decision, DecisionOutcome, decide_hand
from scoring.table.settlement.services import request_reopening
from tarockclub.office.backups.contents import compute_mark
from tests.scoring.support.evenings import change_book, end_evening, evening_of, fresh, new_order
from tests.scoring.support.held_hands import (
    OTHER,
    PHONE,
    Away,
    decided,
    dreier_of,
    held_of,
    open_at,
    post_hand,
    too_late,
)
from tests.scoring.support.pages import url
from tests.scoring.support.tables import (
    book_of,
    dreier,
    everything,
    last_key,
    line_of,
    new_key,
    new_table,
    play,
    strike,
    totals,
)
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def test_a_hand_that_comes_too_late_is_held_outside_the_book_and_once(table):
    phone = Away(table)
    one = phone.enter(dreier_of(1))
    play(table, dreier(0))
    before = everything(table)
    for _ in range(3):
        written = phone.send(one)
        assert (written.outcome, written.held and written.held.key) == (Outcome.STALE, one.key)
    assert everything(table) == before
    assert open_at(table) == [one.key]
    assert fresh(table).held == 1


def test_the_same_key_with_another_hand_is_another_body(table):
    phone = too_late(table, dreier_of(1))
    other = phone.queue[0]._replace(fields=dreier_of(2))
    assert phone.send(other).outcome is Outcome.OTHER_BODY
    assert len(open_at(table)) == 1


def test_the_same_hand_as_the_other_phones_does_not_count_twice(table):
    phone = too_late(table, dreier_of(0))
    [one] = phone.queue
    before = everything(table)
    assert decided(table, one.key, SAME, line=line_of(table, 0)).answer is DecisionOutcome.DONE
    assert everything(table) == before
    written = phone.send(one)
    assert (written.outcome, written.held and written.held.decided_as) == (Outcome.DECIDED, "same")
    assert open_at(table) == []


def test_a_hand_that_comes_after_is_the_next_one_of_the_same_players_and_of_who_entered_it(table):
    phone = too_late(table, dreier_of(2))
    [one] = phone.queue
    told = decided(table, one.key, NEXT)
    assert told.answer is DecisionOutcome.DONE
    assert totals(table) == [10, -10, 10, -10]
    saved = Entry.objects.get(key=one.key)
    assert (saved.device, book_of(table).played[-1].entry) == (PHONE.device, saved)
    assert phone.send(one).outcome is Outcome.SAVED
    assert decided(table, one.key, NEXT).answer is DecisionOutcome.DONE
    assert decided(table, one.key, DROP, note="doch nicht").answer is DecisionOutcome.DECIDED
    assert len(book_of(table).played) == 2


def test_nobody_pays_for_a_hand_that_he_sat_out():
    table = evening_of(5)
    phone = Away(table)
    one = phone.enter(dreier_of(1))  # the first player, an opponent, is not named in it
    play(table, dreier(0))  # in the next deal he sits out, and the fifth plays
    assert phone.send(one).outcome is Outcome.STALE
    before = everything(table)
    assert decided(table, one.key, NEXT).answer is DecisionOutcome.OTHERS
    assert everything(table) == before
    assert open_at(table) == [one.key]


def test_what_does_not_count_is_kept_with_its_reason_if_there_is_one(table):
    phone = too_late(table, dreier_of(1))
    [one] = phone.queue
    assert decided(table, one.key, DROP, note="").answer is DecisionOutcome.DONE
    assert decided(table, one.key, REOPEN).answer is DecisionOutcome.DONE
    assert decided(table, one.key, DROP, note="nur probiert").answer is DecisionOutcome.DONE
    assert phone.send(one).outcome is Outcome.DECIDED
    hand = find_held_hand(table.pk, one.key)
    assert hand is not None
    assert (hand.note, hand.decided_device, hand.device) == ("nur probiert", OTHER.device, PHONE.device)


def test_a_hand_that_was_decided_is_not_saved_by_any_other_way(table):
    phone = too_late(table, dreier_of(1))
    [one] = phone.queue
    decided(table, one.key, DROP, note="nur probiert")
    strike(table)
    assert phone.send(one).outcome is Outcome.DECIDED  # it would follow the last deal again
    assert record_hand(table.slug, one.key, last_key(table), dreier(0)).outcome is Outcome.DECIDED
    play(table, dreier(3))
    insert = changes.insert_hand(line_of(table, 1), dreier(0))
    written = write_change(fresh(table), one.key, fresh(table).last_sequence, insert, "vergessen", sent="")
    assert written.outcome is Outcome.DECIDED
    assert Entry.objects.filter(key=one.key).count() == 0


def test_a_wrong_tap_loses_no_hand(table):
    phone = too_late(table, dreier_of(1))
    [one] = phone.queue
    decided(table, one.key, SAME, line=line_of(table, 0))
    assert decided(table, one.key, REOPEN).answer is DecisionOutcome.DONE
    assert open_at(table) == [one.key]
    assert phone.send(one).outcome is Outcome.STALE
    assert decided(table, one.key, REOPEN).answer is DecisionOutcome.DONE  # once more changes nothing
    assert decided(table, one.key, NEXT).answer is DecisionOutcome.DONE
    assert decided(table, one.key, REOPEN).answer is DecisionOutcome.DECIDED


def test_the_second_of_two_phones_is_told_what_was_decided(table):
    phone = too_late(table, dreier_of(1))
    key, line = phone.queue[0].key, line_of(table, 0)
    for _ in range(2):
        assert decided(table, key, SAME, line=line).answer is DecisionOutcome.DONE
    for what, more in ((NEXT, {}), (DROP, {"note": "doppelt"}), (SAME, {"line": line + 1})):
        told = decided(table, key, what, **more)
        assert (told.answer, told.hand and told.hand.decided_as) == (DecisionOutcome.DECIDED, "same")
    assert len(book_of(table).played) == 1


def test_what_a_phone_did_not_show_cannot_be_decided_by_it(table):
    phone = too_late(table, dreier_of(1))
    key, seen = phone.queue[0].key, fresh(table).last_sequence
    play(table, dreier(3))
    assert decided(table, key, NEXT, seen=seen).answer is DecisionOutcome.STALE
    assert decided(table, key, SAME, seen=seen, line=line_of(table, 1)).answer is DecisionOutcome.STALE
    assert decided(table, key, SAME, seen=seen, line=12345).answer is DecisionOutcome.STALE
    assert decided(table, key, SAME, seen=seen, line=line_of(table, 0)).answer is DecisionOutcome.DONE


def test_a_hand_that_was_struck_is_no_hand_to_be_the_same_as(table):
    phone = too_late(table, dreier_of(1))
    line = line_of(table, 0)
    strike(table)
    assert decided(table, phone.queue[0].key, SAME, line=line).answer is DecisionOutcome.STALE


@pytest.mark.parametrize("what", ["", "nix", "insert"])
def test_what_nobody_can_decide_is_refused(table, what):
    phone = too_late(table, dreier_of(1))
    assert decided(table, phone.queue[0].key, what).answer is DecisionOutcome.INVALID
    assert decided(table, "unknown", NEXT).answer is DecisionOutcome.UNKNOWN
    assert decide_hand(new_table(), phone.queue[0].key, Decision(NEXT, 0), OTHER).answer is DecisionOutcome.UNKNOWN


def test_what_follows_a_hand_that_is_the_same_is_saved_by_itself(table):
    phone = too_late(table, dreier_of(0), dreier_of(1), dreier_of(2))
    first, second, third = phone.queue
    assert open_at(table) == [first.key, second.key, third.key]
    decided(table, first.key, SAME, line=line_of(table, 0))
    assert [line.key for line in book_of(table).played][1:] == [second.key, third.key]
    assert open_at(table) == []
    assert totals(table) == [5, 5, 5, -15]
    assert [phone.send(hand).outcome for hand in phone.queue] == [Outcome.DECIDED, Outcome.SAVED, Outcome.SAVED]


def test_what_follows_is_saved_by_itself_also_when_it_arrives_after_the_decision(table):
    phone = Away(table)
    for seat in (0, 1, 2):
        phone.enter(dreier_of(seat))
    play(table, dreier(0))
    first, second, third = phone.queue
    phone.send(first)
    decided(table, first.key, SAME, line=line_of(table, 0))
    assert [phone.send(hand).outcome for hand in (second, third)] == [Outcome.SAVED, Outcome.SAVED]
    assert len(book_of(table).played) == 3


def test_what_follows_a_hand_that_came_after_comes_after_it_too(table):
    phone = too_late(table, dreier_of(1), dreier_of(2), dreier_of(3))
    decided(table, phone.queue[0].key, NEXT)
    assert [line.key for line in book_of(table).played][1:] == [hand.key for hand in phone.queue]
    assert totals(table) == [0, 0, 0, 0]


def test_what_the_forehand_played_is_asked_about_where_it_is_another_ones_turn(table):
    vorhandspiel = {"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"}
    phone = too_late(table, dreier_of(1), vorhandspiel, dreier_of(3))
    decided(table, phone.queue[0].key, NEXT)
    assert open_at(table) == [hand.key for hand in phone.queue[1:]]


def test_what_follows_is_asked_about_where_others_sit_there(table):
    phone = too_late(table, dreier_of(1), dreier_of(2))
    new_order(table, (0, 1, 2, 3), came={0: "Emil"})
    decided(table, phone.queue[0].key, SAME, line=line_of(table, 0))
    assert open_at(table) == [phone.queue[1].key]


def test_what_follows_and_cannot_be_waits_and_so_does_what_follows_that(table):
    incomplete = {"p0-contract": "dreier", "p0-declarer": "1"}
    phone = too_late(table, dreier_of(0), incomplete, dreier_of(2))
    decided(table, phone.queue[0].key, SAME, line=line_of(table, 0))
    assert open_at(table) == [hand.key for hand in phone.queue[1:]]
    told = decided(table, phone.queue[1].key, NEXT)
    assert told.answer is DecisionOutcome.INVALID
    assert [problem.path for problem in told.problems] == ["plays/0/result"]


def test_what_follows_a_hand_that_does_not_count_takes_its_place(table):
    phone = Away(table)
    first, second = phone.enter(dreier_of(1)), phone.enter(dreier_of(2))
    play(table, dreier(0))
    phone.send(first)
    strike(table)
    decided(table, first.key, DROP, note="nur probiert")
    assert phone.send(second).outcome is Outcome.SAVED
    assert totals(table) == [-5, -5, 15, -5]


def test_a_hand_that_waits_and_fits_again_is_saved_when_the_phone_sends_it(table):
    phone = too_late(table, dreier_of(1))
    strike(table)
    assert phone.send(phone.queue[0]).outcome is Outcome.SAVED
    assert open_at(table) == []


def test_after_the_end_a_hand_is_held_and_can_only_be_the_same_or_none(table):
    phone = Away(table)
    first, second = phone.enter(dreier_of(0)), phone.enter(dreier_of(1))
    play(table, dreier(0))
    end_evening(table)
    for hand in phone.queue:
        written = phone.send(hand)
        assert (written.outcome, written.held and written.held.why) == (Outcome.ENDED, "ended")
    assert decided(table, second.key, NEXT).answer is DecisionOutcome.ENDED
    assert decided(table, first.key, SAME, line=line_of(table, 0)).answer is DecisionOutcome.DONE
    assert open_at(table) == [second.key]
    change_book(table, request_reopening())
    assert phone.send(second).outcome is Outcome.SAVED


def test_the_form_under_the_key_of_a_held_hand_saves_it_and_what_follows(table):
    phone = too_late(table, dreier_of(1), dreier_of(2))
    first, second = phone.queue
    form = Away(table, OTHER).enter(dreier_of(3), first.key)
    assert receive_hand(table.slug, form.submission, OTHER, keeps=False).outcome is Outcome.SAVED
    assert phone.send(first).outcome is Outcome.SAVED  # as people have put it right
    assert [line.key for line in book_of(table).played][1:] == [first.key, second.key]


def test_a_held_hand_that_was_put_before_another_is_saved(table):
    phone = too_late(table, dreier_of(1))
    key = phone.queue[0].key
    insert = changes.insert_hand(line_of(table, 0), dreier(1))
    for _ in range(2):
        written = write_change(fresh(table), key, fresh(table).last_sequence, insert, "vergessen", sent=new_key())
        assert written.outcome is Outcome.SAVED
    assert phone.send(phone.queue[0]).outcome is Outcome.SAVED
    assert book_of(table).played[0].key == key
    assert open_at(table) == []


def test_only_so_many_hands_are_held_at_a_table(monkeypatch):
    monkeypatch.setattr("scoring.table.held_hands.receiving.MOST_OPEN", 2)
    table = new_table()
    phone = Away(table)
    for seat in (0, 1, 2):
        phone.enter(dreier_of(seat))
    play(table, dreier(0))
    written = [phone.send(hand) for hand in phone.queue]
    assert [answer.outcome for answer in written] == [Outcome.STALE] * 3
    assert [answer.held is not None for answer in written] == [True, True, False]
    decided(table, phone.queue[0].key, DROP, note="doppelt")
    assert phone.send(phone.queue[2]).held is not None


def test_hands_that_follow_each_other_in_a_circle_are_all_shown(table):
    phone = Away(table)
    one, other = phone.enter(dreier_of(0), "one"), phone.enter(dreier_of(1), "other")
    play(table, dreier(0))
    phone.send(one._replace(previous="other"))
    phone.send(other)
    phone.send(one._replace(key="itself", previous="itself"))
    assert set(open_at(table)) == {"one", "other", "itself"}
    decided(table, "one", DROP, note="nix")
    decided(table, "other", DROP, note="nix")
    assert open_at(table) == ["itself"]


def test_a_swap_of_the_seats_does_not_lose_who_played(table):
    phone = too_late(table, dreier_of(2))
    change_book(table, changes.change_seats(Seating((0, 2, 1, 3))))
    decided(table, phone.queue[0].key, NEXT)
    assert totals(table) == [10, -10, 10, -10]


TEXTS = ("key", "body_digest", "previous", "seats", "fields", "why", "device")
FIXED = {**dict.fromkeys(TEXTS, "other"), "table_id": 99, "at": None, "entered": None, "by_id": 99}


def test_the_phone_is_answered_as_it_must_know(table, django_assert_max_num_queries):
    phone = Away(table)
    first, second = phone.enter(dreier_of(0)), phone.enter(dreier_of(1))
    play(table, dreier(0))
    with django_assert_max_num_queries(17):
        answer = post_hand(table, first)
    assert answer.status_code == 412
    assert (answer.json()["code"], answer.json()["held"], answer.json()["key"]) == ("stale", True, first.key)
    assert answer.json()["now"]["previous"] == last_key(table)
    decided(table, first.key, SAME, line=line_of(table, 0))
    answer = post_hand(table, first)
    assert answer.status_code == 200
    line = line_of(table, 0)
    assert answer.json() == {"key": first.key, "saved": False, "code": "same", "deal": 1, "line": line}
    end_evening(table)
    answer = post_hand(table, second)
    assert (answer.status_code, answer.json()["code"], answer.json()["held"]) == (409, "ended", True)
    decided(table, second.key, DROP, note="nur probiert")
    answer = post_hand(table, second)
    assert answer.json() == {"key": second.key, "saved": False, "code": "dropped", "note": "nur probiert"}


def test_when_a_hand_was_entered_is_by_the_clock_of_the_phone_where_that_can_be(table):
    phone = Away(table)
    play(table, dreier(0))
    arrived = {}
    moments = ("2020-01-01T10:00:00Z", "2999-01-01T10:00:00+01:00", "0001-01-01T00:00:00+14:00", "gestern", "")
    before = fresh(table).started
    for at in (before.isoformat(), *moments):
        key = phone.enter(dreier_of(1)).key
        assert post_hand(table, phone.queue[-1], at=at).status_code == 412
        hand = held_of(table).hands[key]
        arrived[at] = hand.entered == hand.at
    assert arrived == {before.isoformat(): False, **dict.fromkeys(moments, True)}


@pytest.mark.parametrize("column", sorted(FIXED))
def test_how_a_hand_came_is_never_changed_not_even_by_plain_sql(table, column):
    too_late(table, dreier_of(1))
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE scoring_heldhand SET {column} = %s", [FIXED[column]])


def test_a_held_hand_is_never_deleted(table):
    too_late(table, dreier_of(1))
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM scoring_heldhand")


def test_a_backup_is_due_when_a_hand_is_held_and_when_it_is_decided(table):
    marks = [compute_mark()]
    phone = too_late(table, dreier_of(1))
    marks.append(compute_mark())
    decided(table, phone.queue[0].key, DROP, note="nur probiert")
    marks.append(compute_mark())
    assert len(set(marks)) == 3


def test_saving_a_hand_from_fields_asks_no_more_of_the_database_than_from_a_record():
    counted = []
    for kind, hand in (("record", dreier(1)), ("record", dreier(1)), ("fields", dreier_of(1))):
        table = new_table()
        one = Away(table).enter(dreier_of(1))
        body = {**json.loads(one.json), kind: hand}
        if kind == "record":
            del body["fields"]
        with CaptureQueriesContext(connection) as seen:
            answer = Client().post(url("save_hand", table), json.dumps(body), content_type="application/json")
        assert answer.status_code == 200
        counted.append([query["sql"].split()[0] for query in seen.captured_queries])
    assert counted[1] == counted[2]  # the first one reads the sheet
