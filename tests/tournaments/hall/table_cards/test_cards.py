"""Table cards: a link and two codes for each table, made when they are printed."""

import time
from io import BytesIO

import pdfplumber
import pytest
import segno
from django.urls import reverse
from PIL import Image

from scoring.book.access.links import create_link, find_link_table
from scoring.models import AccessToken
from tarockclub.kit.typesetting import BORDER, ONE_OF_MANY
from tests.support.pdf import look_at
from tests.tournaments.support import factories

pytestmark = pytest.mark.django_db


def address_of(round_):
    """The page of a round's cards."""
    return reverse("table_cards", args=[round_.tournament.slug, round_.number])


def test_each_card_lets_phones_write_at_its_own_table(director):
    _, first, tables = factories.whole(9)
    response = director.post(address_of(first), {"first": "1", "last": "2", "a_page": "4"})
    [cards] = response.context["pages"]
    assert [card.number for card in cards] == [1, 2]
    assert cards[0].players == ("Spieler 1", "Spieler 2", "Spieler 3", "Spieler 4", "Spieler 9")
    assert [card.players[card.dealer] for card in cards] == ["Spieler 1", "Spieler 5"]
    assert response.content.decode().count("(gibt zuerst)") == 2
    for card, table in zip(cards, tables, strict=True):
        assert find_link_table(card.to_write.address.rstrip("/").rsplit("/", 1)[1]) == table.game_table
        assert str(table.game_table.slug) in card.to_watch.address


def test_cards_that_were_printed_before_go_on_counting(director):
    _, first, tables = factories.whole(4)
    create_link(tables[0].game_table)
    director.post(address_of(first), {"first": "1", "last": "1"})
    assert AccessToken.objects.filter(table=tables[0].game_table, ended=None).count() == 2


def test_looking_at_the_page_makes_no_link(director):
    _, first, _ = factories.whole(4)
    assert director.get(address_of(first)).context["stretches"] == [(1, 1)]
    assert not AccessToken.objects.exists()


def test_a_round_without_tables_has_no_cards(director):
    tournament = factories.tournament()
    factories.people(tournament, 4)
    response = director.get(address_of(factories.round_(tournament)))
    assert response.context["stretches"] == []


def test_six_fit_on_a_page_and_nobody_gets_more_than_a_hundred_at_once(director, django_assert_max_num_queries):
    _, first, _ = factories.whole(4 * 102)
    begun = time.process_time()
    with django_assert_max_num_queries(29):  # with the steps of the tournament, and what goes on
        response = director.post(address_of(first), {"first": "1", "last": "500", "a_page": "6"})
    assert time.process_time() - begun < 3  # a third of a second where nothing else runs
    assert [len(page) for page in response.context["pages"]] == [6] * 16 + [4]
    assert director.get(address_of(first)).context["stretches"] == [(1, 100), (101, 102)]


def test_numbers_that_no_table_has_make_the_cards_of_the_last_one(director):
    _, first, _ = factories.whole(8)
    response = director.post(address_of(first), {"first": "9" * 19, "last": "9" * 19, "a_page": "7"})
    assert [[card.number for card in page] for page in response.context["pages"]] == [[2]]


def test_cards_as_pdf_let_phones_write_at_their_own_table_whatever_people_are_called(director):
    tournament = factories.tournament(name="W" * 80)
    factories.enter_people(tournament, "W" * 80, "<b>fett</b>", "Huber &amp; Söhne", "محمد علي", "Ana 😀 Nowak")
    tables = factories.draw_tables(first := factories.round_(tournament))
    answer = director.post(address_of(first), {"first": "1", "last": "1", "pdf": "6"})
    [page] = look_at(answer.content)
    assert "<b>fett</b>" in page.text
    [address] = [word for word in page.words if "/t/" in word]
    assert find_link_table(address.rstrip("/").rsplit("/", 1)[1]) == tables[0].game_table
    assert "no-store" in answer["Cache-Control"]


def test_the_guests_code_on_paper_looks_different_from_the_one_for_entering_hands(director):
    _, first, _ = factories.whole(4)
    answer = director.post(address_of(first), {"first": "1", "last": "1", "pdf": "4"})
    with pdfplumber.open(BytesIO(answer.content)) as pdf:
        page = pdf.pages[0]
        guests, writers = sorted(page.rects, key=lambda frame: frame["width"])[-2:]
        drawn = page.crop((writers["x0"], writers["top"], writers["x1"], writers["bottom"])).to_image(resolution=288)
    assert writers["width"] > 1.5 * guests["width"]
    assert writers["linewidth"] > guests["linewidth"]
    assert guests["dash"][0]
    assert not writers["dash"]
    [address] = [word for page in look_at(answer.content) for word in page.words if "/t/" in word]
    rows = list(segno.make(address, micro=False, mask=ONE_OF_MANY).matrix_iter(border=BORDER))
    shown = drawn.original.convert("L").resize((len(rows), len(rows)), Image.Resampling.NEAREST)
    grey = list(shown.tobytes())
    dark = [[cell < 128 for cell in grey[at : at + len(rows)]] for at in range(0, len(grey), len(rows))]
    assert dark == [[bool(cell) for cell in row] for row in rows]


@pytest.mark.heavy
def test_as_many_cards_as_wanted_stand_on_a_page(director):
    _, first, _ = factories.whole(4 * 7)
    for size, pages in ((4, 2), (6, 2)):
        answer = director.post(address_of(first), {"first": "1", "last": "7", "pdf": str(size)})
        assert len(look_at(answer.content)) == pages
