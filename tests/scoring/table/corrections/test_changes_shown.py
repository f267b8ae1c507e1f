"""The standing in the preview of a change, and on the page after it."""

import re

import pytest

from tests.scoring.support.change_pages import confirmed, make_change, page_of, preview_change
from tests.scoring.support.evenings import end_evening, table_of
from tests.scoring.support.pages import Page, url
from tests.scoring.support.tables import NAMES, book_of, dreier, rufer, trischaken

pytestmark = pytest.mark.django_db
FIVE = (*NAMES, "Emil")


def standing(page: Page) -> dict[str, list[str]]:
    """The rows of the standing: so far, then."""
    rows = page.flat.partition("<caption>")[2].partition("</tbody>")[0]
    found = re.findall(r'<th scope="row">(.*?)</th><td>(.*?) →</td><td><b>(.*?)</b></td>', rows)
    return {name: [before, after] for name, before, after in found}


def test_who_is_replaced_keeps_what_he_has(english):
    table = table_of(dreier(0), players=5)
    page = preview_change(english, table, {"what": "replace", "place": "0", "name": "Fritz"})
    assert "; Fritz joins" in page.text
    assert "The standings do not change." in page.text


def test_a_change_that_moves_the_score_of_somebody_who_has_left_shows_his_too(english):
    table = table_of(dreier(0), players=5)
    make_change(english, table, {"what": "replace", "place": "0", "name": "Fritz"})
    page = preview_change(english, table, {"what": "strike", "line": str(book_of(table).played[0].number)})
    assert standing(page)["Anna"] == ["15", "0"]
    assert "Fritz" not in standing(page)


def test_each_player_is_one_line_with_the_total_so_far_then_and_the_difference(english):
    table = table_of(trischaken(0), dreier(1))
    page = preview_change(english, table, {"what": "strike", "line": str(book_of(table).played[0].number)})
    assert '<th scope="row">Berta</th><td>28 →</td><td><b>15</b></td><td class="number lost">−13</td>' in page.flat
    own, following = (
        part.partition("</table>")[0] for part in page.flat.split('<ul class="changes">')[1].split("<li>")[1:]
    )
    assert '<th scope="row">Anna</th><td>−2 →</td><td><b>0</b></td>' in own
    assert '<th scope="row">Anna</th><td>−10 →</td><td><b>−5</b></td>' in following


def test_two_who_were_mixed_up_read_that_it_is_done(english):
    table = table_of(dreier(0))
    posted = preview_change(english, table, {"what": "swap", "place": "0", "other": "1"})
    assert standing(posted) == {"Anna": ["15", "−5"], "Berta": ["−5", "15"]}
    page = Page(english.get(confirmed(english, table, posted)["Location"]).content.decode())
    assert re.search("Saved:\\s*(Anna and Berta|Berta and Anna) swapped seats for all hands", page.text)


def test_a_forgotten_hand_says_whose_forehand_it_was(english):
    table = table_of(dreier(0), dreier(0), players=5)
    page = page_of(english, "insert", table, book_of(table).played[1].number)
    cards = page.texts[page.texts.index("Anna") : page.texts.index("Emil")]
    assert cards[:6] == ["Anna", "15", "Dealer", ", sits out", "Berta", "−5"]
    assert cards[6] == "Forehand"


def test_a_change_that_other_hands_cannot_bear_says_what_to_do(english):
    table = table_of(rufer(0), rufer(1))
    forehand = {"what": "forehand", "place": "1", "line": str(book_of(table).played[0].number)}
    assert "Change or strike out these hands first" in preview_change(english, table, forehand, 400).text
    assert "Change or strike" not in preview_change(english, table, {"what": "nothing"}, 400).text


def test_after_the_end_nobody_is_the_next_forehand(english):
    table = table_of(dreier(0))
    assert 'class="forehand"' in english.get(url("table", table)).content.decode()
    page = english.get(url("table", end_evening(table))).content.decode()
    assert 'class="forehand"' not in page
    assert "Dealer" not in Page(page).text
