"""Hands that were entered in time and came after the gong: held for the director, taken or turned down, once."""

import json
from datetime import timedelta
from functools import partial

import pytest

from scoring.book import audit
from scoring.book.ledger.entries import Outcome
from scoring.models import Entry, GameTable, HeldHand
from scoring.table.held_hands.services import DROP, NEXT, REOPEN, SAME, DecisionOutcome, list_waiting
from tarockclub.kit import time_source
from tests.scoring.support.clocks import clocked, enter, wind
from tests.scoring.support.corrections import payouts, radls
from tests.scoring.support.evenings import fresh
from tests.scoring.support.held_hands import DIRECTOR, MINUTE, Away, QueuedHand, decided, dreier_of, open_at
from tests.scoring.support.pages import url
from tests.scoring.support.tables import book_of, totals
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def late_table() -> tuple[GameTable, Away, list[QueuedHand]]:
    """A hand in the book; a phone without network has entered two more in time. Then comes the gong."""
    table = clocked(60)
    enter(table)
    away = Away(table)
    hands = [away.enter(dreier_of(1)), away.enter(dreier_of(2))]
    wind(table, -30)
    return table, away, hands


ruled = partial(decided, who=DIRECTOR)


def test_a_hand_that_was_entered_in_time_is_held_for_the_director():
    table, away, hands = late_table()
    written = away.send_late(hands[0])
    assert (written.outcome, written.code) == (Outcome.TIME_OVER, "time_up")
    assert written.held is not None
    assert written.held.why == HeldHand.Why.TIME
    assert payouts(table) == [(15, -5, -5, -5)]
    assert [hand.key for hand in list_waiting([table.pk])] == [hands[0].key]
    again = away.send_late(hands[0])
    assert again.held == written.held
    assert HeldHand.objects.count() == 1


@pytest.mark.parametrize("entered", [None, timedelta(seconds=5)])
def test_a_hand_that_was_entered_after_the_gong_is_refused_and_not_held(entered):
    table, away, hands = late_table()
    written = away.send(hands[0], None if entered is None else time_source.now() - entered, "time")
    assert (written.outcome, written.code, written.held) == (Outcome.TIME_OVER, "time_up", None)
    assert not HeldHand.objects.exists()
    assert fresh(table).held == 0


@pytest.mark.parametrize("phase", ["play", "double"])
def test_a_hand_of_the_double_round_that_comes_to_a_table_that_is_done_is_refused(phase):
    table, away, hands = late_table()
    wind(table, 0, "done")
    written = away.send(hands[0], time_source.now() - MINUTE, phase)
    assert (written.outcome, written.code, written.held) == (Outcome.TIME_OVER, "table_done", None)


def test_also_at_a_table_that_is_done_it_waits_for_the_director():
    table, away, hands = late_table()
    wind(table, 0, "done")
    assert away.send_late(hands[0]).held is not None
    taken = ruled(table, hands[0].key, NEXT)
    assert taken.answer is DecisionOutcome.DONE
    assert totals(table) == [10, 10, -10, -10]


def test_players_decide_nothing_about_it():
    table, away, hands = late_table()
    away.send_late(hands[0])
    for what in (NEXT, DROP, SAME, REOPEN):
        assert decided(table, hands[0].key, what, note="so", line=1).answer is DecisionOutcome.LATE
    assert open_at(table) == [hands[0].key]


def test_the_director_takes_it_as_one_in_time_and_what_follows_comes_by_itself():
    table, away, hands = late_table()
    for hand in hands:
        away.send_late(hand)
    assert ruled(table, hands[0].key, NEXT).answer is DecisionOutcome.DONE
    assert payouts(table) == [(15, -5, -5, -5), (-5, 15, -5, -5), (-5, -5, 15, -5)]
    assert [line.entry.phase for line in book_of(table).played] == ["time"] * 3
    assert not list_waiting([table.pk])
    assert away.send_late(hands[0]).outcome is Outcome.SAVED
    assert Entry.objects.filter(table=table).count() == 3
    assert audit.verify([table.pk]) == []


def test_it_is_put_before_what_was_played_after_the_gong_and_keeps_the_double_round_whole():
    table, away, hands = late_table()
    enter(table, "play")
    for _ in range(2):
        enter(table, "double")
    for hand in hands:
        away.send_late(hand)
    for hand in hands:
        assert ruled(table, hand.key, NEXT).answer is DecisionOutcome.DONE
    assert [line.entry.phase for line in book_of(table).played] == ["time"] * 3 + ["play"] + ["double"] * 3
    assert radls(table) == [1, 1, 1, 1, None, 2, 2]
    assert [enter(table, "double").outcome for _ in range(3)] == [Outcome.SAVED, Outcome.SAVED, Outcome.TIME_OVER]
    assert audit.verify([table.pk]) == []
    assert away.send_late(hands[1]).outcome is Outcome.SAVED


def test_the_director_turns_it_down_with_a_reason_and_may_think_again():
    table, away, hands = late_table()
    away.send_late(hands[0])
    assert ruled(table, hands[0].key, DROP).answer is DecisionOutcome.NO_REASON
    assert ruled(table, hands[0].key, DROP, note="nicht fertig gespielt").answer is DecisionOutcome.DONE
    assert away.send_late(hands[0]).outcome is Outcome.DECIDED
    assert payouts(table) == [(15, -5, -5, -5)]
    assert ruled(table, hands[0].key, REOPEN).answer is DecisionOutcome.DONE
    assert ruled(table, hands[0].key, NEXT).answer is DecisionOutcome.DONE
    assert totals(table) == [10, 10, -10, -10]


def test_two_directors_take_it_once():
    table, away, hands = late_table()
    away.send_late(hands[0])
    seen = fresh(table).last_sequence
    first = ruled(table, hands[0].key, NEXT, seen=seen)
    second = ruled(table, hands[0].key, NEXT, seen=seen)
    assert (first.answer, second.answer, second.entry) == (DecisionOutcome.DONE, DecisionOutcome.DONE, first.entry)
    assert totals(table) == [10, 10, -10, -10]


def test_a_stale_hand_is_the_players_to_decide_but_to_enter_it_after_the_gong_is_not():
    table, away, hands = late_table()
    wind(table, 60)
    enter(table)
    wind(table, -30)
    stale = away.send_late(hands[0])
    assert (stale.outcome, stale.held is not None and stale.held.why) == (Outcome.STALE, "stale")
    assert [hand.key for hand in list_waiting([table.pk])] == [hands[0].key]
    assert decided(table, hands[0].key, NEXT).answer is DecisionOutcome.LATE
    assert decided(table, hands[0].key, DROP, note="doppelt").answer is DecisionOutcome.DONE


def test_in_a_pause_a_held_hand_waits_and_is_saved_when_the_clock_runs():
    table, away, hands = late_table()
    wind(table, 60)
    enter(table)
    away.send_late(hands[0])
    wind(table, 60, "paused")
    assert decided(table, hands[0].key, NEXT).answer is DecisionOutcome.NOT_NOW
    wind(table, 60)
    assert decided(table, hands[0].key, NEXT).answer is DecisionOutcome.DONE


def test_over_the_wire_it_is_held_by_the_moment_that_the_phone_says():
    table, _away, hands = late_table()
    body = json.loads(hands[0].json)
    body["fields"]["phase"] = "time"
    answers = []
    for at in (time_source.now() - MINUTE, time_source.now()):
        said = json.dumps(body | {"at": at.isoformat(), "key": f"{at.timestamp()}"})
        answers.append(Client().post(url("save_hand", table), said, content_type="application/json"))
    assert [answer.status_code for answer in answers] == [423, 423]
    assert [answer.json()["held"] for answer in answers] == [True, False]
    assert all(answer.json()["message"] for answer in answers)


def test_the_page_says_that_it_waits_for_the_director_and_offers_players_nothing(settings):
    settings.HOOKS = ""  # a table with a clock, and no tournament
    table, away, hands = late_table()
    away.send_late(hands[0])
    html = Client().get(url("table", table)).content.decode()
    assert 'id="late-title"' in html
    assert f'value="{hands[0].key}"' not in html
    assert "data-live=" in html
