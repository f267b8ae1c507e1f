"""A hand is written once, whole, or not at all."""

import json
from datetime import timedelta
from typing import Any

import pytest

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.models import PLACES, Deal, Entry
from tarockclub.kit import time_source
from tests.scoring.support.tables import (
    POINT,
    dreier,
    everything,
    new_table,
    play,
    rufer,
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
