"""A hand is written once, whole, or not at all; a repeated or late write is answered, never counted."""

import json
from datetime import timedelta
from typing import Any

import pytest

from scoring.book import audit
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.held_hands import build_deal_seats
from scoring.book.ledger.services import compute_body_digest, record_hand
from scoring.book.ledger.table_state import decode_state
from scoring.engine.evening.course import Seating
from scoring.models import PLACES, Deal, Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import strike_last_deal, write_change
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from tarockclub.kit import time_source
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.scoring.support.clocks import clocked, enter, wind
from tests.scoring.support.corrections import radls
from tests.scoring.support.tables import (
    POINT,
    book_of,
    dreier,
    everything,
    last_key,
    new_key,
    new_table,
    play,
    rufer,
    strike,
    totals,
)

pytestmark = pytest.mark.django_db
INVALID: list[Any] = [
    None,
    [],
    {},
    {"plays": []},
    {"plays": [{"contract": "schnapsen", "declarer": 0, "result": "won"}]},
    {"plays": [{"contract": "dreier", "declarer": 9, "result": "won"}]},
    {"plays": [{"contract": "dreier", "declarer": 0, "points": "35/3"}]},
    {"plays": [{"contract": "dreier", "declarer": 0, "result": "won", "kontra": 16}]},
    {"plays": [{"contract": "dreier\x00\ud800", "declarer": 0, "result": "won"}]},
    {"plays": [{"contract": "rufer", "declarer": 3, "partner": 2, "result": "won"}]},
]


def test_a_hand_is_one_entry_one_deal_and_four_totals():
    table = new_table()
    written = play(table, dreier(1))
    assert written.outcome is Outcome.SAVED
    assert written.entry == Entry.objects.get(table=table)
    assert Deal.objects.get(table=table).entry == written.entry
    assert totals(table) == [-5, 15, -5, -5]


def test_amounts_stand_in_the_columns_of_the_places_and_add_up_to_nothing():
    entry = play(new_table(), dreier(3, kontra=2)).entry
    assert entry is not None
    columns = [(getattr(entry, f"money{place}"), getattr(entry, f"written{place}")) for place in range(PLACES)]
    assert columns == [(-10 * POINT, -10 * POINT)] * 3 + [(30 * POINT, 30 * POINT)] + [(0, 0)] * 2


def test_at_five_the_amounts_are_those_of_the_four_who_play():
    table = new_table(names=("Anna", "Berta", "Cilli", "Dora", "Emil"), forehand=3)
    entry = play(table, dreier(0)).entry
    assert entry is not None
    assert (entry.active0, entry.active1, entry.active2, entry.active3, entry.dealer) == (3, 4, 0, 1, 2)
    assert totals(table) == [-5, -5, 0, 15, -5]


def test_a_hand_is_dated_by_the_clock_of_the_program_even_where_that_of_the_computer_has_jumped(monkeypatch):
    table, moment = new_table(), time_source.now() + timedelta(hours=2)
    monkeypatch.setattr(time_source, "now", lambda: moment)
    entry = play(table, dreier(0)).entry
    assert entry is not None
    assert entry.at == moment


def test_what_the_paper_caps_is_kept_beside_the_money():
    table = new_table("skoty")
    play(table, dreier(0, kontra=8))
    entry = Entry.objects.get(table=table)
    assert (entry.money0, entry.written0) == (120 * POINT, 30 * POINT)


def test_the_record_that_is_kept_says_the_forehand_and_leaves_the_radl_to_the_book():
    table = new_table(forehand=2)
    entry = play(table, {**rufer(2), "forehand": 0, "radl": True}).entry
    assert entry is not None
    assert json.loads(entry.record) == {"forehand": 2, **rufer(2)}
    assert entry.radl == 1
    assert totals(table) == [1, -1, 1, -1]


def test_an_answer_is_kept_in_codes_and_numbers():
    entry = play(new_table(), dreier(0)).entry
    assert entry is not None
    kept = json.loads(entry.answer)
    assert kept["lines"][0][:4] == ["dreier", "contract", 5 * POINT, True]
    assert "Dreier" not in entry.answer


@pytest.mark.parametrize("raw", INVALID, ids=range(len(INVALID)))
def test_an_invalid_record_writes_nothing_and_says_why(raw):
    table = new_table()
    play(table, dreier(0))
    before = everything(table)
    written = play(table, raw)
    assert written.outcome is Outcome.INVALID
    assert written.problems
    assert written.entry is None
    assert everything(table) == before


@pytest.mark.parametrize("key", ["", "k" * 65, "k" * 10_000, "\x00", "a\x00b", "ключ", "a b", "a\nb", "\ud800"])
def test_a_broken_key_writes_nothing_and_is_a_problem_of_the_key(key):
    table = new_table()
    before = everything(table)
    written = record_hand(table.slug, key, "", dreier(0))
    assert written.outcome is Outcome.INVALID
    assert [problem.path for problem in written.problems] == ["key"]
    assert everything(table) == before


def test_the_longest_key_that_fits_is_taken():
    assert record_hand(new_table().slug, "k" * 64, "", dreier(0)).outcome is Outcome.SAVED


def test_what_the_table_decides_is_not_kept_with_the_record():
    table = new_table()
    more = {"id": "\ud800\x00", "sheet": "\ud800", "options": {"piccolo_over_solo": True}}
    entry = play(table, {**dreier(0), **more}).entry
    assert entry is not None
    entry.refresh_from_db()
    assert json.loads(entry.record) == {"forehand": 0, **dreier(0)}


def test_the_same_hand_under_the_same_key_gets_the_first_answer_and_counts_once():
    table, key = new_table(), new_key()
    first = record_hand(table.slug, key, "", dreier(0))
    before = everything(table)
    again = record_hand(table.slug, key, "", dreier(0))
    assert again.outcome is Outcome.SAVED
    assert again.entry == first.entry
    assert everything(table) == before


def test_a_retry_is_answered_however_far_the_table_has_gone_on():
    table, key = new_table(), new_key()
    first = record_hand(table.slug, key, "", dreier(0))
    play(table, dreier(1))
    strike(table)
    before = everything(table)
    assert record_hand(table.slug, key, "", dreier(0)).entry == first.entry
    assert everything(table) == before


def test_a_key_that_comes_back_with_another_hand_is_refused():
    table, key = new_table(), new_key()
    record_hand(table.slug, key, "", dreier(0))
    before = everything(table)
    assert record_hand(table.slug, key, "", dreier(1)).outcome is Outcome.OTHER_BODY
    assert record_hand(table.slug, key, key, dreier(0)).outcome is Outcome.OTHER_BODY
    assert strike_last_deal(table, key, key, "verzählt").outcome is Outcome.OTHER_BODY
    assert everything(table) == before


def test_who_saw_an_older_sheet_is_told_and_nothing_is_written():
    table = new_table()
    play(table, dreier(0))
    before = everything(table)
    for previous in ("", "never-given", last_key(table) + "x"):
        late = record_hand(table.slug, new_key(), previous, dreier(1))
        assert late.outcome is Outcome.STALE
        assert late.entry is None
    assert strike_last_deal(table, new_key(), "", "verzählt").outcome is Outcome.STALE
    assert everything(table) == before


def test_who_does_not_say_what_he_saw_is_told_and_nothing_is_written():
    table = new_table()
    before = everything(table)
    assert record_hand(table.slug, new_key(), None, dreier(0)).outcome is Outcome.NO_PREVIOUS
    assert strike_last_deal(table, new_key(), None, "verzählt").outcome is Outcome.NO_PREVIOUS
    assert everything(table) == before


def test_a_refused_hand_may_be_sent_again_under_the_same_key():
    table, key = new_table(), new_key()
    first = play(table, dreier(0))
    assert first.entry is not None
    assert record_hand(table.slug, key, "", dreier(1)).outcome is Outcome.STALE
    assert record_hand(table.slug, key, first.entry.key, {}).outcome is Outcome.INVALID
    assert record_hand(table.slug, key, first.entry.key, dreier(1)).outcome is Outcome.SAVED
    assert totals(table) == [10, 10, -10, -10]


def test_the_same_key_at_two_tables_is_two_hands():
    key = new_key()
    one, other = new_table(), new_table()
    assert record_hand(one.slug, key, "", dreier(0)).outcome is Outcome.SAVED
    assert record_hand(other.slug, key, "", dreier(0)).outcome is Outcome.SAVED
    assert Entry.objects.filter(key=key).count() == 2


DIRECTOR = Actor(directs=True)
PAPER = changes.enter_end_totals((60, -60, 0, 0, 0, 0))


def send_change(table, ask, who=DIRECTOR):
    """Send a change as somebody who sees the newest page."""
    seen = GameTable.objects.get(pk=table.pk).last_sequence
    return write_change(table, new_key(), seen, ask, "deshalb", sent=seen, who=who)


def totals_in_sixths(table):
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
    assert totals_in_sixths(table) == [60, -60, 0, 0]
    assert send_change(table, changes.transfer_amounts((6, -6, 0, 0, 0, 0))).outcome is Outcome.SAVED


def test_end_totals_do_not_come_to_stand_beside_a_hand_that_counts_again():
    table = clocked()
    enter(table)
    line = last_line(table)
    assert send_change(table, PAPER).code == "on_paper"
    assert send_change(table, changes.strike_line(line)).outcome is Outcome.SAVED
    assert send_change(table, PAPER).outcome is Outcome.SAVED
    assert send_change(table, changes.restore_line(line)).code == "on_paper"
    assert totals_in_sixths(table) == [60, -60, 0, 0]


def test_a_hand_that_comes_when_the_paper_is_typed_in_already_waits_for_the_director():
    table = clocked()
    state = decode_state(GameTable.objects.get(pk=table.pk).state)
    fields = {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won", "phase": "time"}
    seen = build_deal_seats(state.evening, dict(state.sittings))
    sent = SubmittedForm(new_key(), "", fields, compute_body_digest(None, fields), seen, "time")
    send_change(table, PAPER)
    written = receive_hand(table.slug, sent, Actor(), entered=time_source.now() - timedelta(minutes=1))
    assert (written.code, written.held is not None) == ("on_paper", True)
    assert totals_in_sixths(table) == [60, -60, 0, 0]


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
