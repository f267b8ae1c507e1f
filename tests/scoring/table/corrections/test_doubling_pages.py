"""On the pages and in the workbook of a table double deals are called what its sheet calls them."""

import re

import pytest

from scoring.table.corrections import changes
from tests.scoring.support.clocks import clocked, enter
from tests.scoring.support.evenings import send_change
from tests.scoring.support.exports import TITLES, pages_of, values
from tests.scoring.support.pages import Page, url
from tests.scoring.support.tables import new_table, play

pytestmark = pytest.mark.django_db
NORMAL = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 1, "result": "won"}]}


def doubled(sheet: str, hand: object):
    """A table with one double hand, and a last round that has begun."""
    table = new_table(sheet)
    send_change(table, changes.set_radl(2))
    play(table, hand)
    send_change(table, changes.announce_last_round("first_forehand"))
    return table


def test_a_table_by_the_tournament_sheet_nowhere_says_radl(german, english):
    table = doubled("zwanzigerrufen", NORMAL)
    for client, badge, mark in (
        (german, r"Runde mit doppeltem Einsatz \d/\d: noch \d Spiele", "Doppelter Einsatz 1/2"),
        (english, r"Round with double stake \d/\d: \d deals left", "Double stake 1/2"),
    ):
        html = client.get(url("table", table)).content.decode()
        assert "Radl" not in html
        text = Page(html).text
        assert re.search(badge, text)
        assert mark in text
        for name in ("more", "rules", "settlement"):
            assert "Radl" not in client.get(url(name, table)).content.decode(), name


def test_the_workbook_of_such_a_table_does_not_say_it_either():
    said = [
        str(value)
        for page in pages_of(doubled("zwanzigerrufen", NORMAL)).values()
        for row in values(page)
        for value in row
    ]
    assert [text for text in said if "adl" in text] == []
    assert "Doppelter Einsatz" in said
    assert "Runde mit doppeltem Einsatz" in said


def test_what_begins_with_the_gong_is_no_schlussradl_in_the_workbook():
    table = clocked(-1)
    enter(table, "double")
    kinds = [value for row in values(pages_of(table)[TITLES[1]]) for value in row]
    assert "Doppelrunde" in kinds
    assert "Schlussradl" not in kinds


@pytest.mark.parametrize(("sheet", "hinted"), [("skoty", True), ("steindl", True), ("treffpunkt", False)])
def test_where_no_game_starts_a_radl_the_page_says_so_before_one_is_set_by_hand(german, sheet, hinted):
    text = Page(german.get(url("more", new_table(sheet))).content.decode()).text
    assert ("folgt auf kein Spiel eine doppelte Runde" in text) == hinted


def test_an_english_page_says_what_the_games_are(german, english):
    table = new_table("standard")
    text = Page(english.get(url("table", table)).content.decode()).text
    assert "What the games are" in text
    assert "Farbendreier without the talon." in text
    assert 'class="glosses"' not in german.get(url("table", table)).content.decode()
