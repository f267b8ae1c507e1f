"""Changes of a table with a clock: by players in time, by the director at any time, and of a wrong tap at the gong."""

from datetime import timedelta

import pytest

from scoring.book import audit
from scoring.book.ledger.entries import Outcome, list_open_phases
from scoring.book.table_clock import decode_clock
from scoring.engine.evening.course import Seating
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import strike_last_deal
from tarockclub.platform.accounts.actors import Actor
from tests.scoring.support.clocks import clocked, enter, wind
from tests.scoring.support.corrections import radls
from tests.scoring.support.evenings import send_change
from tests.scoring.support.tables import book_of, dreier, last_key, new_key
from tests.scoring.support.tampering import numbers

pytestmark = pytest.mark.django_db
DIRECTOR, PHONE = Actor(directs=True), Actor(device="a" * 16)


def test_at_a_table_that_is_done_only_the_director_changes_anything():
    table = clocked(60)
    enter(table)
    line = numbers(table)[0]
    wind(table, 0, "done")
    for ask in (
        changes.correct_hand(line, dreier(1)),
        changes.strike_line(line),
        changes.redeal(),
        changes.void_next_deal(),
    ):
        written = send_change(table, ask)
        assert (written.outcome, written.code) == (Outcome.DIRECTOR, "table_done")
    assert strike_last_deal(table, new_key(), last_key(table), "so").outcome is Outcome.DIRECTOR
    assert send_change(table, changes.correct_hand(line, dreier(1)), who=DIRECTOR).outcome is Outcome.SAVED


def test_a_halted_table_takes_no_change_but_the_directors():
    table = clocked(60)
    enter(table)
    wind(table, 60, "referee")
    line = numbers(table)[0]
    assert send_change(table, changes.strike_line(line)).code == "halted"
    assert send_change(table, changes.strike_line(line), who=DIRECTOR).outcome is Outcome.SAVED


def test_in_time_and_in_a_pause_players_correct_as_ever():
    for stands in ("", "paused"):
        table = clocked(60)
        enter(table)
        wind(table, 60, stands)
        assert send_change(table, changes.correct_hand(numbers(table)[0], dreier(1))).outcome is Outcome.SAVED


def test_what_a_ruling_has_settled_is_not_changed_by_players_nor_what_stands_before_it():
    table = clocked(600)
    for _ in range(3):
        enter(table)
    lines = numbers(table)
    wind(table, 600, settled=(lines[1],))
    refusals = [send_change(table, changes.strike_line(line)) for line in lines[:2]]
    refusals.append(send_change(table, changes.insert_hand(lines[1], dreier(1))))
    assert {refusal.outcome for refusal in refusals} == {Outcome.DIRECTOR}
    assert [refusal.code for refusal in refusals] == ["before_ruling", "settled", "before_ruling"]
    assert send_change(table, changes.correct_hand(lines[2], dreier(1))).outcome is Outcome.SAVED
    assert send_change(table, changes.insert_hand(lines[1], dreier(1)), who=DIRECTOR).outcome is Outcome.SAVED


def test_what_a_ruling_has_settled_is_changed_by_another_ruling_only_also_by_a_director():
    table = clocked(600)
    enter(table)
    enter(table)
    settled = numbers(table)[0]
    wind(table, 600, settled=(settled,))
    for ask in (changes.strike_line(settled), changes.void_hand(settled), changes.correct_hand(settled, dreier(1))):
        written = send_change(table, ask, who=DIRECTOR)
        assert (written.outcome, written.code) == (Outcome.DIRECTOR, "settled")
    assert send_change(table, changes.strike_line(settled), who=DIRECTOR._replace(rules=True)).outcome is Outcome.SAVED


def test_players_neither_strike_out_nor_void_a_hand_but_for_the_one_they_have_just_saved():
    table = clocked(600)
    for _ in range(2):
        enter(table, who=PHONE)
    first, last = numbers(table)
    for ask in (
        changes.strike_line(first),
        changes.void_hand(first),
        changes.void_hand(last),
        changes.void_next_deal(),
    ):
        written = send_change(table, ask, who=PHONE)
        assert (written.outcome, written.code) == (Outcome.DIRECTOR, "hand_counts")
    assert strike_last_deal(table, new_key(), last_key(table), "so", who=Actor(device="b" * 16)).code == "hand_counts"
    assert strike_last_deal(table, new_key(), last_key(table), "so", who=PHONE).outcome is Outcome.SAVED
    assert send_change(table, changes.restore_line(last), who=PHONE).code == "hand_counts"
    assert send_change(table, changes.correct_hand(first, dreier(1)), who=PHONE).outcome is Outcome.SAVED
    assert strike_last_deal(table, new_key(), last_key(table), "so", who=PHONE).code == "hand_counts"  # corrected since
    assert send_change(table, changes.void_hand(first), who=DIRECTOR).outcome is Outcome.SAVED
    assert send_change(table, changes.correct_hand(first, dreier(2)), who=PHONE).code == "hand_counts"
    assert send_change(table, changes.redeal(), who=PHONE).outcome is Outcome.SAVED


def test_what_was_saved_is_taken_back_by_its_phone_for_some_seconds_only(monkeypatch):
    table = clocked(600)
    saved = enter(table, who=PHONE).entry
    assert saved is not None
    monkeypatch.setattr("scoring.table.corrections.plan.time_source.now", lambda: saved.at + timedelta(seconds=31))
    assert strike_last_deal(table, new_key(), last_key(table), "so", who=PHONE).code == "hand_counts"
    monkeypatch.setattr("scoring.table.corrections.plan.time_source.now", lambda: saved.at + timedelta(seconds=29))
    assert strike_last_deal(table, new_key(), last_key(table), "so", who=PHONE).outcome is Outcome.SAVED


@pytest.mark.parametrize(
    "ask",
    [
        changes.set_radl(4),
        changes.announce_last_round("first_forehand"),
        changes.change_seats(Seating((1, 0, 2, 3))),
        changes.swap_seats((0, 0), (1, 0)),
        changes.move_cash(0, 100),
        changes.transfer_amounts((6, -6, 0, 0, 0, 0)),
        changes.enter_end_totals((6, -6, 0, 0, 0, 0)),
        changes.change_evening(Entry.Kind.ENDED, {}),
        changes.change_evening(Entry.Kind.AGREED, {"rate": 10, "donation": False, "pagatkassa": None}),
    ],
)
def test_what_is_the_directors_business_is_refused_to_players(ask):
    table = clocked(600)
    written = send_change(table, ask)
    assert (written.outcome, written.code) == (Outcome.DIRECTOR, "not_for_players")
    assert send_change(table, ask, who=DIRECTOR).outcome is Outcome.SAVED


def test_players_strike_out_no_ruling_and_not_the_beginning_of_the_double_round():
    table = clocked(60)
    enter(table)
    assert send_change(table, changes.transfer_amounts((6, -6, 0, 0, 0, 0)), who=DIRECTOR).outcome is Outcome.SAVED
    wind(table, -1)
    enter(table, "double")
    _hand, ruling, begins, double = numbers(table)
    for line in (ruling, begins):
        written = send_change(table, changes.strike_line(line))
        assert (written.outcome, written.code) == (Outcome.DIRECTOR, "not_for_players")
    assert send_change(table, changes.strike_line(double)).outcome is Outcome.SAVED
    assert send_change(table, changes.strike_line(ruling), who=DIRECTOR).outcome is Outcome.SAVED
    assert send_change(table, changes.restore_line(ruling)).code == "not_for_players"


def test_after_the_gong_a_forgotten_hand_is_put_in_by_the_director_only():
    table = clocked(600)
    enter(table)
    line = numbers(table)[0]
    wind(table, -1)
    assert send_change(table, changes.insert_hand(line, dreier(1))).code == "time_up"
    assert send_change(table, changes.insert_hand(line, dreier(1)), who=DIRECTOR).outcome is Outcome.SAVED
    assert [played_line.entry.phase for played_line in book_of(table).played] == ["time", "time"]


@pytest.fixture
def table():
    """A table at which the hand in play was entered with double stake, by mistake."""
    found = clocked(-1)
    assert enter(found, "double").outcome is Outcome.SAVED
    return found


def taken_back(table, who=Actor()):  # noqa: B008 -- a value
    """The last hand is struck by one tap."""
    written = strike_last_deal(table, new_key(), last_key(table), "vertippt", who=who)
    assert written.outcome is Outcome.SAVED, written
    return written.entry


def open_now(table):
    """Return the hands that may be entered."""
    row = GameTable.objects.get(pk=table.pk)
    clock = decode_clock(row.clock)
    assert clock is not None
    return list_open_phases(row.pk, clock, book_of(table).now)


def test_the_hand_in_play_that_was_called_double_is_taken_back_and_entered_as_what_it_was(table):
    assert open_now(table) == ("double",)
    taken_back(table)
    assert open_now(table) == ("play", "double")
    assert enter(table, "play").outcome is Outcome.SAVED
    for _deal in range(4):
        assert enter(table, "double").outcome is Outcome.SAVED
    assert enter(table, "double").code == "double_round_over"
    assert [factor for factor in radls(table) if factor] == [1, 2, 2, 2, 2]
    assert audit.verify([table.pk]) == []


def test_what_counts_again_counts_double_again(table):
    line = taken_back(table).deal_number
    for _twice in range(2):
        restored = send_change(table, changes.restore_line(line), who=Actor(directs=True))
        assert restored.outcome is Outcome.SAVED, restored
        assert radls(table) == [None, 2]
        assert open_now(table) == ("double",)
        taken_back(table, Actor(directs=True))
    assert audit.verify([table.pk]) == []


def test_of_two_hands_with_double_stake_one_is_taken_back_and_the_round_goes_on(table):
    enter(table, "double")
    taken_back(table)
    assert open_now(table) == ("double",)
    assert [factor for factor in radls(table) if factor] == [2]
    for _deal in range(3):
        assert enter(table, "double").outcome is Outcome.SAVED
    assert enter(table, "double").code == "double_round_over"
