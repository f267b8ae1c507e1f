"""The form filled with the game of the last hand, and its payout told without reading the book."""

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.book.ledger.held_hands import DealSeats
from scoring.models import GameTable
from scoring.table.entry.prefill import repeat_last
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.kit.words import get_current_language
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import table_of
from tests.scoring.support.pages import Page, open_table_page, saved, url
from tests.scoring.support.tables import NAMES, dreier, new_table, nuller, play, rufer, strike, trischaken
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
FIVE = (*NAMES, "Emil")
BESSERRUFER = {
    "plays": [{"contract": "besserrufer", "declarer": 3, "partner": 1, "result": "lost", "kontra": 2, "kontra_by": 0}],
    "premiums": [
        {"premium": "pagat", "side": "declarer", "announced": True, "won": False, "kontra": 4, "kontra_by": 0},
        {"premium": "uhu", "side": "defence", "announced": True},
        {"premium": "trull", "side": "defence"},
    ],
}


def same(table: GameTable) -> dict[str, str]:
    """Return the fields that a tap on "as last time" enters now."""
    fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
    view = load_table_view(fresh, INSIDE)
    sittings = {seat.place: seat.id for seat in view.seats if seat.until is None}
    dealt = DealSeats(view.now.active, view.now.forehand, tuple(sittings[place] for place in view.now.active))
    found = repeat_last(view, dealt, get_current_language())
    return found.fields if found else {}


def test_game_declarer_and_announcements_with_kontras_are_those_of_the_last_hand_and_the_rest_is_asked():
    table = table_of(BESSERRUFER)
    assert same(table) == {
        "p0-contract": "besserrufer",
        "p0-declarer": "3",
        "p0-kontra": "2",
        "p0-kontra_by": "0",
        "prem-pagat-declarer": "announced",
        "prem-pagat-declarer-kontra": "4",
        "prem-pagat-declarer-kontra_by": "0",
        "prem-uhu-defence": "announced",
    }


def test_kontras_of_single_opponents_and_games_beside_each_other_come_again(table):
    plays = [
        {"contract": "piccolo", "declarer": 0, "result": "won", "kontra": {"2": 2}},
        {"contract": "zwiccolo", "declarer": 2, "result": "lost"},
    ]
    play(table, {"plays": plays})
    assert same(table) == {
        "p0-contract": "piccolo",
        "p0-declarer": "0",
        "p0-kontra-2": "2",
        "p1-contract": "zwiccolo",
        "p1-declarer": "2",
    }


@pytest.mark.parametrize("hand", [rufer(0), nuller(0), trischaken(0)])
def test_where_only_the_game_would_come_again_nothing_is_offered(hand):
    table = table_of(hand)
    assert same(table) == {}


def test_a_game_of_the_forehand_comes_again_for_the_next_forehand():
    table = table_of({**rufer(0), "premiums": [{"premium": "pagat", "side": "declarer", "announced": True}]})
    assert same(table) == {"p0-contract": "rufer", "prem-pagat-declarer": "announced"}


def test_a_game_that_is_not_the_forehands_has_no_declarer_when_it_is_his_turn():
    table = new_table("steindl")
    game = {"contract": "falscher_sechser", "declarer": 1, "result": "won", "kontra": 2}
    play(table, {"plays": [game]})
    assert same(table) == {"p0-contract": "falscher_sechser", "p0-kontra": "2"}


def test_the_declarer_is_the_same_person_wherever_he_sits_and_nobody_when_he_sits_out():
    table = table_of(dreier(1, kontra=2), players=5)
    assert same(table) == {"p0-contract": "dreier", "p0-declarer": "0", "p0-kontra": "2"}
    play(table, dreier(0))  # Berta, who deals five hands later
    assert same(table) == {}


def test_struck_hands_are_passed_over_and_before_the_first_there_is_nothing(table):
    assert same(table) == {}
    play(table, dreier(2))
    play(table, dreier(3))
    strike(table)
    assert same(table) == {"p0-contract": "dreier", "p0-declarer": "2"}


def test_without_script_the_link_fills_the_form(table):
    client = Client()
    play(table, dreier(2, kontra=2))
    page = open_table_page(client, table)
    assert 'href="?same=1#entry"' in page.html
    filled = Page(client.get(url("table", table) + "?same=1").content.decode())
    assert (filled.sent["p0-contract"], filled.sent["p0-declarer"], filled.sent["p0-kontra"]) == ("dreier", "2", "2")
    assert "p0-result" not in filled.sent
    assert 'href="?same=1#entry"' not in filled.html


def test_before_the_first_hand_the_address_fills_nothing(table):
    client = Client()
    filled = Page(client.get(url("table", table) + "?same=1").content.decode())
    assert "p0-contract" not in filled.sent
    assert saved(client, table, {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}).status_code == 302


DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}


def fill_entry(client, table, fields=DREIER):
    """Return the fields of the entry form of the page, without the line of another form there."""
    posted = open_table_page(client, table).fill_form(fields)
    return {name: value for name, value in posted.items() if name != "line"}


def fetch_preview(client, table) -> tuple[str, list[str]]:
    """The preview of a Dreier, and the statements that it took."""
    posted = fill_entry(client, table)
    with CaptureQueriesContext(connection) as queries:
        piece = client.post(url("preview", table), posted).content.decode()
    return piece, [query["sql"] for query in queries.captured_queries]


def test_the_preview_does_not_read_the_book_however_long_it_is(client, table):
    _, first = fetch_preview(client, table)
    for number in range(20):
        play(table, dreier(number % 4))
    piece, last = fetch_preview(client, table)
    assert "+15" in piece
    assert len(last) <= len(first) + 1  # whether the last hand is this one
    assert not any("JOIN" in statement and "scoring_entry" in statement for statement in last)


def twin(client, table, fields=DREIER) -> bool:
    """Return True if beside what it pays the preview asks if this is the hand that another phone has just saved."""
    answer = client.post(url("preview", table), fill_entry(client, table, fields))
    return re.search(r'<strong>[^<]+</strong>\s*<span class="twin">', answer.content.decode()) is not None


def test_a_hand_of_the_game_that_another_phone_has_just_saved_may_be_the_same_one(client, table):
    assert not twin(client, table)
    play(table, dreier(0))
    assert twin(client, table)
    assert not twin(client, table, {**DREIER, "p0-contract": "einer"})


def test_who_saved_it_himself_or_a_while_ago_is_not_asked(client, table):
    client.get(url("table", table))  # the phone gets its sign
    assert saved(client, table, DREIER).status_code == 302
    assert not twin(client, table)
    play(table, dreier(0))
    with patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(seconds=61)):
        assert not twin(client, table)
