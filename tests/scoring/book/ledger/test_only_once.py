"""At a table with a clock nothing counts twice, or twofold, that should not; no phone strikes what a director said."""

from datetime import timedelta

import pytest

from scoring.book import audit
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.held_hands import build_deal_seats
from scoring.book.ledger.services import compute_body_digest
from scoring.book.ledger.table_state import decode_state
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from tarockclub.kit import time_source
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.scoring.support.clocks import clocked, enter, wind
from tests.scoring.support.corrections import radls
from tests.scoring.support.tables import book_of, dreier, last_key, new_key

pytestmark = pytest.mark.django_db
DIRECTOR = Actor(directs=True)
PAPER = changes.enter_end_totals((60, -60, 0, 0, 0, 0))


def send_change(table, ask, who=DIRECTOR):
    """Send a change as somebody who sees the newest page."""
    seen = GameTable.objects.get(pk=table.pk).last_sequence
    return write_change(table, new_key(), seen, ask, "deshalb", sent=seen, who=who)


def totals(table):
    """Return the totals in the book, in sixths."""
    return list(book_of(table).now.totals[:4])


def last_line(table) -> int:
    """The number of the newest line."""
    last = book_of(table).last
    assert last is not None
    return last.number


@pytest.mark.parametrize("who", [Actor(), DIRECTOR], ids=["player", "director"])
def test_beside_the_end_totals_of_a_paper_sheet_no_hand_is_taken(who):
    table = clocked()
    assert send_change(table, PAPER).outcome is Outcome.SAVED
    assert enter(table, who=who).code == "on_paper"
    assert send_change(table, changes.void_next_deal(), who).code == "on_paper"
    assert totals(table) == [60, -60, 0, 0]
    assert send_change(table, changes.transfer_amounts((6, -6, 0, 0, 0, 0))).outcome is Outcome.SAVED


def test_end_totals_do_not_come_to_stand_beside_a_hand_that_counts_again():
    table = clocked()
    enter(table)
    line = last_line(table)
    assert send_change(table, PAPER).code == "on_paper"
    assert send_change(table, changes.strike_line(line)).outcome is Outcome.SAVED
    assert send_change(table, PAPER).outcome is Outcome.SAVED
    assert send_change(table, changes.restore_line(line)).code == "on_paper"
    assert totals(table) == [60, -60, 0, 0]


def test_a_hand_that_comes_when_the_paper_is_typed_in_already_waits_for_the_director():
    table = clocked()
    state = decode_state(GameTable.objects.get(pk=table.pk).state)
    fields = {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won", "phase": "time"}
    seen = build_deal_seats(state.evening, dict(state.sittings))
    sent = SubmittedForm(new_key(), "", fields, compute_body_digest(None, fields), seen, "time")
    send_change(table, PAPER)
    written = receive_hand(table.slug, sent, Actor(), entered=time_source.now() - timedelta(minutes=1))
    assert (written.code, written.held is not None) == ("on_paper", True)
    assert totals(table) == [60, -60, 0, 0]


def test_more_time_after_the_double_round_has_begun_makes_no_hand_in_time_double():
    table = clocked()
    enter(table)
    wind(table, -1)
    enter(table, "double")
    wind(table, 300)  # the director has let the clock run again
    assert enter(table, "time").code == "double_round_runs"
    for _ in range(3):
        assert enter(table, "double").outcome is Outcome.SAVED
    assert enter(table, "time").outcome is Outcome.SAVED
    assert radls(table) == [1, None, 2, 2, 2, 2, 1]
    assert audit.verify([table.pk]) == []


def test_not_even_the_director_begins_a_second_double_round():
    table = clocked(-1)
    for _ in range(4):
        enter(table, "double")
    assert enter(table, "double", who=DIRECTOR).code == "double_round_over"
    assert enter(table, "time", who=DIRECTOR).outcome is Outcome.SAVED
    assert radls(table)[-1] == 1


def somebody_comes():
    """One more sits down at the table."""
    return changes.change_seats(
        Seating((0, 1, 2, 3, 4), came=((4, find_or_create_person(load_first_club(), "Emil").pk),))
    )


@pytest.mark.parametrize("what", ["paper", "ruling", "somebody comes"])
def test_what_the_director_has_written_no_phone_strikes(what):
    table = clocked()
    asks = {"paper": PAPER, "ruling": changes.transfer_amounts((6, -6, 0, 0, 0, 0)), "somebody comes": somebody_comes()}
    line = send_change(table, asks[what]).entry.deal_number
    assert send_change(table, changes.strike_line(line), Actor()).code == "not_for_players"
    assert send_change(table, changes.strike_line(line)).outcome is Outcome.SAVED


def test_that_the_double_round_has_begun_no_phone_strikes():
    table = clocked(-1)
    enter(table, "double")
    begun = next(line for line in book_of(table).played if line.entry.kind == "last_round")
    assert send_change(table, changes.strike_line(begun.number), Actor()).code == "not_for_players"
    assert radls(table) == [None, 2]


def test_what_a_hand_counts_only_the_director_says_by_hand():
    table = clocked()
    enter(table)
    line = last_line(table)
    assert send_change(table, changes.correct_hand(line, dreier(0), 2), Actor()).code == "not_for_players"
    assert send_change(table, changes.correct_hand(line, dreier(0), 2)).outcome is Outcome.SAVED
    assert send_change(table, changes.correct_hand(line, dreier(1), 2), Actor()).outcome is Outcome.SAVED
    assert last_key(table)


@pytest.mark.parametrize(("stands", "code"), [("before", "not_started"), ("paused", "in_pause")])
def test_no_deal_is_used_up_while_nobody_plays(stands, code):
    table = clocked(600, stands)
    for ask in (changes.void_next_deal(), changes.redeal()):
        told = send_change(table, ask, Actor())
        assert (told.outcome, told.code) == (Outcome.NOT_NOW, code)
    assert send_change(table, changes.set_forehand(2), Actor()).outcome is Outcome.SAVED
    assert send_change(table, changes.void_next_deal()).outcome is Outcome.SAVED


def test_more_time_after_the_hand_in_play_ends_with_a_hand_in_play_of_its_own():
    table = clocked()
    enter(table)
    wind(table, -1)
    assert enter(table, "play").outcome is Outcome.SAVED
    assert enter(table, "play").code == "in_play_played"
    wind(table, 300)  # the director has let the clock run again
    assert enter(table, "time").outcome is Outcome.SAVED
    wind(table, -1)
    assert enter(table, "play").outcome is Outcome.SAVED
    assert enter(table, "play").code == "in_play_played"
    assert audit.verify([table.pk]) == []
