"""The written sheet as a picture, and the addresses of papers: of a sheet with its switches, of a table."""

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.test import Client as Watcher
from django.urls import reverse

from scoring.engine.evening.course import Seating
from scoring.reports.printing.views import PICTURE_WIDTH, build_picture
from scoring.table.corrections.changes import change_seats
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.platform.accounts.persons import find_or_create_person
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.support.evenings import change_book, evening_of, fresh, play_hands
from tests.scoring.support.tables import dreier, new_table, play, strike, trischaken
from tests.support.pdf import extract_text, look_at

pytestmark = pytest.mark.django_db
TEXT = "{http://www.w3.org/2000/svg}text"


def read_drawing(table):
    answer = Watcher().get(reverse("sheet_picture_file", args=[table.slug]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    return ElementTree.fromstring(answer.content.decode())


def test_every_hand_has_its_totals_and_changes_and_the_cards_the_sums():
    table = new_table()
    play(table, trischaken(0))
    play(table, dreier(2))
    texts = [text.text for text in read_drawing(table).iter(TEXT)]
    assert texts[2:10] == ["Anna", "−12", "Berta", "−12", "Cilli", "32", "Dora", "−8"]
    assert texts[10:28] == [
        "1",
        "−2",
        "−2",
        "−2",
        "−2",
        "2",
        "+2",
        "2",
        "+2",
        "2",
        "−12",
        "−10",
        "−12",
        "−10",
        "32",
        "+30",
        "−8",
        "−10",
    ]


def test_a_replaced_player_keeps_a_column_and_the_sums_are_nothing_together():
    table = evening_of(4)
    play_hands(table, dreier(0), dreier(1))
    person = find_or_create_person(table.club, "Fritz").pk
    change_book(table, change_seats(Seating((0, 1, 2, 3), came=((2, person),))))
    play_hands(fresh(table), dreier(2))
    picture = build_picture(load_table_view(fresh(table), INSIDE))
    assert [card.name for card in picture.cards] == ["Anna", "Berta", "Fritz", "Dora", "Cilli"]
    assert [card.total for card in picture.cards] == ["5", "5", "15", "−15", "−10"]
    assert all(0 < x < PICTURE_WIDTH for line in picture.lines for x, _total, _change in line.cells)


def test_a_struck_hand_is_crossed_out_and_double_ones_are_marked():
    table = new_table()
    play(table, trischaken(0))
    play(table, dreier(2))
    strike(table)
    play(table, dreier(1))
    picture = build_picture(load_table_view(fresh(table), INSIDE))
    assert [(line.label, line.is_struck, line.is_double) for line in picture.lines] == [
        ("1", False, False),
        ("2", True, False),
        ("2", False, True),
    ]


def test_a_name_is_text_and_long_ones_fit_their_card():
    table = new_table(names=("A<b>&", "Maximiliana-Theresia", "Cilli", "Dora"))
    play(table, dreier(0))
    picture = build_picture(load_table_view(table, INSIDE))
    assert all(card.name_size * len(card.name) * 0.6 <= card.width for card in picture.cards)
    assert "A<b>&" in [text.text for text in read_drawing(table).iter(TEXT)]


def test_the_page_names_the_totals_and_links_to_the_picture_and_an_empty_sheet_has_none():
    table = new_table()
    for name in ("sheet_picture", "sheet_picture_file"):
        assert Watcher().get(reverse(name, args=[table.slug])).status_code == 404
    play(table, dreier(0))
    html = Watcher().get(reverse("sheet_picture", args=[table.slug])).content.decode()
    [alt] = re.findall(r'alt="([^"]*)"', html)
    assert alt.endswith("Anna 15, Berta −5, Cilli −5, Dora −5")
    assert f'href="{reverse("sheet_picture_file", args=[table.slug])}"' in html


def fetched(name, *args, **query):
    """A paper as somebody without any right gets it."""
    answer = Client().get(reverse(name, args=args), query)
    assert answer["Content-Type"] == "application/pdf"
    return answer.content


def test_the_speiszettel_follows_the_switches_of_the_address():
    rules = rules_of("treffpunkt")
    switch = next(iter(rules.defaults))
    usual = fetched("sheet_speiszettel", "treffpunkt")
    other = fetched("sheet_speiszettel", "treffpunkt", set="treffpunkt", on=f"treffpunkt.{switch}")
    assert "Treffpunkt Tarock" in extract_text(usual)
    assert usual != other
    assert usual == fetched("sheet_speiszettel", "treffpunkt")


@pytest.mark.heavy_but("x-0-1")
@pytest.mark.parametrize(
    ("players", "hands", "pages"), [("5", "20", 1), ("4", "", 1), ("99", "9999", 3), ("x", "0", 1)]
)
def test_an_empty_sheet_has_as_many_players_and_hands_as_are_wanted(players, hands, pages):
    found = look_at(fetched("sheet_written", "karlsruhe", players=players, hands=hands))
    assert len(found) == pages


def test_a_table_has_its_rules_and_names_on_paper():
    table = new_table(names=("Anna", "Berta", "Carla", "Dora", "Eva"))
    [first] = look_at(fetched("table_written", table.slug))
    for name in ("Anna", "Berta", "Carla", "Dora", "Eva"):
        assert name in first.words
    assert len(look_at(fetched("table_speiszettel", table.slug))) <= 2


def test_what_there_is_not_is_not_found():
    assert Client().get(reverse("sheet_written", args=["nothing"])).status_code == 404
    assert Client().get(reverse("sheet_speiszettel", args=["nothing"])).status_code == 404


def test_nothing_of_it_is_loaded_before_something_is_printed():
    code = "import django, sys; django.setup(); import tarockclub.urls; print('typst' in sys.modules)"
    env = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    found = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **env}, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "False"
