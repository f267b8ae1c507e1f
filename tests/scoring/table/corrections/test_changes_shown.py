"""The standing in the preview of a change, and on the page after it."""

import re

import pytest
from django.urls import reverse

from scoring.models import GameTable
from tests.scoring.support.evenings import end_evening
from tests.scoring.support.pages import FormFields, Page, url
from tests.scoring.support.tables import NAMES, book_of, dreier, new_table, play, rufer
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
FIVE = (*NAMES, "Emil")


@pytest.fixture
def client() -> Client:
    """A phone at the table that reads English."""
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def preview(client: Client, table: GameTable, posted: FormFields) -> Page:
    """Preview a change."""
    return Page(client.post(url("change", table), posted).content.decode())


def standing(page: Page) -> dict[str, list[str]]:
    """The rows of the standing: so far, then."""
    rows = page.html.partition('<table class="moved">')[2].partition("<tbody>")[2]
    found = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td><td[^>]*>(.*?)</td>', rows.partition("</tbody>")[0])
    return {name: [before, after] for name, before, after in found}


def test_who_is_replaced_keeps_what_he_has(client):
    table = new_table(names=FIVE)
    play(table, dreier(0))
    page = preview(client, table, {"what": "replace", "place": "0", "name": "Fritz"})
    assert "; Fritz joins" in page.text
    assert "The standings do not change." in page.text


def test_a_change_that_moves_the_score_of_somebody_who_has_left_shows_his_too(client):
    table = new_table(names=FIVE)
    play(table, dreier(0))
    posted = preview(client, table, {"what": "replace", "place": "0", "name": "Fritz"}).sent
    assert client.post(url("change", table), {**posted, "confirm": "1"}).status_code == 302
    page = preview(client, table, {"what": "strike", "line": str(book_of(table).played[0].number)})
    assert standing(page)["Anna"] == ["15", "0"]
    assert "Fritz" not in standing(page)


def test_two_who_were_mixed_up_read_that_it_is_done(client):
    table = new_table()
    play(table, dreier(0))
    posted = preview(client, table, {"what": "swap", "place": "0", "other": "1"})
    assert standing(posted) == {"Anna": ["15", "−5"], "Berta": ["−5", "15"]}
    answer = client.post(url("change", table), {**posted.sent, "confirm": "1", "reason": "mixed up"})
    page = Page(client.get(answer["Location"]).content.decode())
    assert re.search("Saved:\\s*(Anna and Berta|Berta and Anna) swapped seats for all hands", page.text)


def test_a_forgotten_hand_says_whose_forehand_it_was(client):
    table = new_table(names=FIVE)
    play(table, dreier(0))
    play(table, dreier(0))
    line = book_of(table).played[1].number
    page = Page(client.get(reverse("insert", args=[table.slug, line])).content.decode())
    cards = page.texts[page.texts.index("Anna") : page.texts.index("Emil")]
    assert cards[:5] == ["Anna", "15", "Dealer, sits out", "Berta", "−5"]
    assert cards[5] == "Forehand"


def test_only_who_played_the_last_deal_may_have_held_the_gstiess(client):
    table = new_table(names=FIVE)
    play(table, dreier(0))
    posted = preview(client, table, {"what": "last_round", "form": "gstiess"}).sent
    assert client.post(url("change", table), {**posted, "confirm": "1"}).status_code == 302
    play(table, dreier(0))
    page = Page(client.get(url("table", table)).content.decode())
    assert page.fields["dealer"] == {"1", "2", "3", "4"}


def test_a_change_that_other_hands_cannot_bear_says_what_to_do(client):
    table = new_table()
    play(table, rufer(0))
    play(table, rufer(1))
    shown = preview(client, table, {"what": "forehand", "place": "1", "line": str(book_of(table).played[0].number)})
    assert "Change or strike out these hands first" in shown.text
    assert "Change or strike" not in preview(client, table, {"what": "nothing"}).text


def test_after_the_end_nobody_is_the_next_forehand(client):
    table = new_table()
    play(table, dreier(0))
    assert 'class="forehand"' in client.get(url("table", table)).content.decode()
    page = client.get(url("table", end_evening(table))).content.decode()
    assert 'class="forehand"' not in page
    assert "Dealer" not in Page(page).text
