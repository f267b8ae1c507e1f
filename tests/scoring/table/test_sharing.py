"""Sharing an evening, a settlement and a hand: for whoever may open the page itself."""

import pytest
from django.test import Client as Watcher
from django.urls import reverse

from scoring.models import Deal
from scoring.table.sharing import build_evening_card
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.models import Club
from tarockclub.platform.club_look.services import choose_header
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.sharing.picture import format_text
from tests.scoring.support.evenings import evening_of, new_order, play_hands
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.phones import Client
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db


@share_rows
def table():
    table = new_table(names=("Anna <b>", "Berta & Söhne", "Cilli", "Dora"))
    play(table, dreier(0))
    return table


def read(client, name, *where, **query):
    return client.get(reverse(name, args=where), query)


def read_text(client, name, *where):
    return read(client, name, *where).content.decode().split("<textarea")[1].split("</textarea>")[0]


def test_an_evening_is_shared_by_whoever_watches(table, pictures):
    text = read_text(Watcher(), "share_evening", table.slug)
    assert "Anna &lt;b&gt; +15" in text
    assert f"/tables/{table.slug}/" in text
    assert read(Watcher(), "share_evening", table.slug, picture="wide")["Content-Type"] == "image/png"
    assert "Anna <b>" in pictures[0]


def test_an_evening_has_its_ranking_its_course_and_its_best_hand():
    table = evening_of(5)
    play_hands(table, dreier(0), dreier(3, kontra=4), dreier(2, result="lost"))
    new_order(table, (0, 1, 2, 3))  # Emil goes home and keeps his line
    card = build_evening_card(table, load_table_view(table, INSIDE))
    assert [(row.place, row.name, row.amount, row.is_first) for row in card.rows] == [
        ("1.", "Emil", "+45", True),
        ("2.", "Anna", "+20", False),
        ("3.", "Cilli", "−20", False),
        ("3.", "Dora", "−20", False),
        ("5.", "Berta", "−25", False),
    ]
    assert card.chart is not None
    assert card.chart.levels[0] == (1000, "−40")
    assert card.chart.levels[-1] == (0, "60")
    # Each ends at the right, as far below 60 as the total says.
    ends = [card.chart.lines[row.line].points[-1] for row in card.rows if row.line is not None]
    assert ends == [(1000, 150), (1000, 400), (1000, 800), (1000, 800), (1000, 850)]
    assert card.best is not None
    assert card.best.amount == "+60"
    assert card.best.name.startswith("Dreier · Emil · gewonnen")
    assert f"\n\nBestes Spiel: {card.best.name} +60\n" in format_text(card, "/x/")


def test_a_settlement_is_shared_by_those_who_write_there(table, pictures):
    line = Deal.objects.get(table=table).number
    for query in ({}, {"picture": "wide"}):
        assert read(Watcher(), "share_settlement", table.slug, **query).status_code == 403
        assert read(Client(), "share_settlement", table.slug, **query).status_code == 200
    assert "Cilli" in read_text(Client(), "share_settlement", table.slug)
    assert "Cilli" in pictures[0]
    assert read(Watcher(), "share_hand", table.slug, line + 1).status_code == 404


def test_a_hand_is_shared_in_words_and_amounts(table, pictures):
    line = Deal.objects.get(table=table).number
    text = read_text(Watcher(), "share_hand", table.slug, line)
    assert "Dreier" in text
    assert "Anna &lt;b&gt; +15" in text
    assert "gewonnen: 5" in text
    Club.objects.filter(pk=table.club_id).update(colour="#7a1f5c")
    read(Watcher(), "share_hand", table.slug, line, picture="square")
    read(Watcher(), "share_evening", table.slug, picture="square")
    assert "Dreier" in pictures[0]
    assert all(choose_header("#7a1f5c") in picture for picture in pictures)


def test_before_the_first_hand_there_is_nothing_to_share():
    empty = new_table(names=("Emil", "Fritz", "Gusti", "Hans"))
    for query in ({}, {"picture": "wide"}):
        assert read(Watcher(), "share_evening", empty.slug, **query).status_code == 404


def test_pages_that_share_work_without_script_and_their_pictures_have_an_address(table):
    page = read(Watcher(), "share_evening", table.slug).content.decode()
    for shape in ("wide", "square"):
        assert f'href="?picture={shape}" download' in page
    assert read(Watcher(), "share_evening", table.slug, picture="round").status_code == 404
    assert 'id="share" hidden' in page
