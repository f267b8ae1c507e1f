"""Undo: the hand that was just saved is struck out by one tap, and stands in the form again."""

import re
from datetime import timedelta
from typing import Any

import pytest

from scoring.models import Entry, GameTable
from scoring.table.corrections.plan import UNDO_SECONDS
from tests.scoring.support.pages import FormFields, Page, open_table_page, saved, url
from tests.scoring.support.tables import NAMES, book_of, dreier, new_table, play, totals
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
HAND = {
    "p0-contract": "besserrufer",
    "p0-declarer": "2",
    "p0-partner": "3",
    "p0-result": "lost",
    "p0-kontra": "2",
    "prem-pagat-declarer": "announced",
    "prem-pagat-declarer-lost": "on",
    "prem-pagat-declarer-kontra": "4",
}


def saved_page(client: Client, table: GameTable, hand: FormFields) -> str:
    """Return the page of the phone that has saved a hand."""
    return str(client.get(saved(client, table, hand)["Location"]).content.decode())


def undo_form(html: str) -> FormFields:
    """The fields of the button."""
    found = re.search(r'<form class="undo".*?</form>', html, re.S)
    assert found is not None
    return {**Page(found[0]).sent, "undo": "1"}


def undone(client: Client, table: GameTable, html: str) -> Any:
    """The answer to a tap on the button."""
    return client.post(url("strike", table), undo_form(html))


@pytest.mark.parametrize("names", [NAMES, (*NAMES, "Emil")])
def test_a_tap_strikes_the_hand_and_its_entry_stands_in_the_form_to_be_saved_anew(german, names):
    table = new_table(names=names)
    answer = undone(german, table, saved_page(german, table, HAND))
    assert answer.status_code == 302
    assert totals(table) == [0] * len(names)
    page = Page(german.get(answer["Location"]).content.decode())
    assert {name: page.sent.get(name) for name in HAND} == HAND
    assert "Spiel 1 ist gestrichen." in page.text
    assert "steht wieder im Formular" in page.text
    assert german.post(url("save_hand", table), page.fill_form({"p0-result": "won"})).status_code == 302
    assert [line.is_deal for line in book_of(table).played] == [False, True]
    assert "p0-contract" not in Page(german.get(answer["Location"]).content.decode()).sent  # another one is the last
    assert totals(table)[2] != 0


def test_a_second_tap_takes_back_nothing_more(german, table):
    play(table, dreier(0))
    html = saved_page(german, table, HAND)
    first, second = (undone(german, table, html) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert totals(table) == [15, -5, -5, -5]
    note = Entry.objects.get(table=table, kind=Entry.Kind.STRIKE).note
    assert note is not None
    assert note.text == "gleich nach dem Speichern zurückgenommen"


def test_after_another_hand_nothing_is_taken_back_and_the_page_says_so(german, table):
    html = saved_page(german, table, HAND)
    before = totals(table)
    play(table, dreier(3))
    answer = undone(german, table, html)
    assert answer.status_code == 412
    page = Page(answer.content.decode())
    assert "Gestrichen wurde nichts." in page.text
    assert totals(table) == [amount + more for amount, more in zip(before, (-5, -5, -5, 15), strict=True)]
    assert "p0-contract" not in page.sent


@pytest.mark.parametrize("query", ["?again=1", "?saved=1&again=1", "?saved=99&again=1"])
def test_an_address_that_took_nothing_back_fills_nothing(german, table, query):
    play(table, dreier(3))
    assert "p0-contract" not in Page(german.get(url("table", table) + query).content.decode()).sent


def test_the_time_left_is_that_since_saving_and_ends_at_nothing(german, table, monkeypatch):
    location = saved(german, table, HAND)["Location"]

    def seconds_after(later: float) -> str:
        now = Entry.objects.get(table=table).at + timedelta(seconds=later)
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        found = re.search(r'data-seconds="(\d+)"', german.get(location).content.decode())
        assert found is not None
        return found[1]

    assert [seconds_after(later) for later in (0, 3.4, 60)] == [str(UNDO_SECONDS), str(UNDO_SECONDS - 3), "0"]


def test_only_the_phone_that_saved_has_the_button_and_only_as_long_as_the_hand_is_the_last(german, table):
    location = saved(german, table, HAND)["Location"]
    assert 'class="undo"' not in open_table_page(Client(), table).html
    assert 'class="undo"' in german.get(location).content.decode()
    play(table, dreier(3))
    assert 'class="undo"' not in german.get(location).content.decode()


def test_a_correction_is_not_undone_by_striking_the_hand(german, table):
    play(table, dreier(3))
    line = book_of(table).played[0].number
    changed = {"p0-contract": "dreier", "p0-declarer": "2", "p0-result": "won", "what": "correct", "line": str(line)}
    seen = GameTable.objects.get(pk=table.pk).last_sequence
    sent = {**changed, "seen": str(seen), "reason": "war Cilli", "confirm": "1", "key": "k"}
    location = german.post(url("change", table), sent)["Location"]
    html = german.get(location).content.decode()
    assert "?saved=2" in location
    assert 'class="undo"' not in html
