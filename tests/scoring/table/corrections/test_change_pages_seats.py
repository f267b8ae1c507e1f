"""Players who come, go, are replaced or were mixed up, in the browser; and the subtotals of rounds of deals."""

import pytest

from scoring.models import GameTable
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.change_pages import confirmed, make_change, page_of, preview_change, radl_of_three
from tests.scoring.support.evenings import table_of
from tests.scoring.support.pages import Page
from tests.scoring.support.tables import book_of, dreier, everything, line_of, new_table, play, totals

pytestmark = pytest.mark.django_db
FIVE = ("Anna", "Berta", "Cilli", "Dora", "Emil")


def subtotals(table: GameTable) -> list[tuple[int | None, ...]]:
    """The subtotals of the rounds of deals, in points, by column."""
    rows = load_table_view(GameTable.objects.get(pk=table.pk), INSIDE).rows
    return [tuple(None if amount is None else amount // 6 for amount in row.subtotal) for row in rows if row.subtotal]


def test_a_struck_hand_comes_back(english):
    table = radl_of_three()
    first = line_of(table, 0)
    make_change(english, table, {"what": "strike", "line": str(first)})
    assert "Let it count again" in page_of(english, "deal", table, first).text
    make_change(english, table, {"what": "restore", "line": str(first)})
    assert totals(table) == [-22, 18, 22, -18]
    assert [version for version in page_of(english, "deal", table, first).texts if version == "counts again"]


@pytest.mark.heavy_but("posted1-order1-Emil leaves")
@pytest.mark.parametrize(
    ("posted", "order", "sentence"),
    [
        ({"what": "come", "place": "1", "name": " Fini "}, (0, 1, 5, 2, 3, 4), "Fini joins"),
        ({"what": "go", "place": "4"}, (0, 1, 2, 3), "Emil leaves"),
        ({"what": "replace", "place": "1", "name": "Fini"}, (0, 1, 2, 3, 4), "Berta leaves with −5; Fini joins"),
        ({"what": "substitute", "place": "1", "name": "Fini"}, (0, 1, 2, 3, 4), "Fini plays on for Berta"),
        ({"what": "exchange", "place": "1", "other": "2"}, (0, 2, 1, 3, 4), "order: Anna, Cilli, Berta, Dora, Emil"),
    ],
)
def test_who_sits_at_the_table_from_now_on_is_said_on_its_page(english, posted, order, sentence):
    table = table_of(dreier(0), players=5)
    page = make_change(english, table, posted, "")
    assert book_of(table).now.order == order
    assert sentence in page.text


def test_at_a_table_of_four_nobody_leaves(english):
    refused = preview_change(english, new_table(), {"what": "go", "place": "1"}, 400)
    assert "Four, five or six people must sit at the table." in refused.text


def test_every_round_of_deals_has_its_subtotal(table):
    for declarer in (0, 1, 2, 2, 3):
        play(table, dreier(declarer))
    assert subtotals(table) == [(0, 0, 20, -20)]


def test_a_round_goes_on_when_somebody_is_replaced_and_each_has_a_subtotal_of_his_own(english):
    table = table_of(dreier(0), dreier(0))
    make_change(english, table, {"what": "replace", "place": "2", "name": "Fini"}, "")
    play(table, dreier(1))
    play(table, dreier(2))
    assert subtotals(table) == [(20, 0, 10, -20, -10)]


def test_a_round_begins_anew_when_somebody_comes(english):
    table = table_of(dreier(0))
    make_change(english, table, {"what": "come", "place": "3", "name": "Fini"}, "")
    for _ in range(5):
        play(table, dreier(0))
    assert len(subtotals(table)) == 1
    assert sum(amount for amount in subtotals(table)[0] if amount is not None) == 0


def test_nobody_comes_back_to_one_place_while_he_sits_at_another(english, table):
    make_change(english, table, {"what": "come", "name": "Emil", "place": "3"}, "")
    came = line_of(table, 0)
    make_change(english, table, {"what": "strike", "line": str(came)})
    make_change(english, table, {"what": "replace", "name": "Emil", "place": "0"}, "")
    before = everything(table)
    answer = confirmed(english, table, preview_change(english, table, {"what": "restore", "line": str(came)}))
    assert answer.status_code == 400
    assert "This person already sits at the table." in Page(answer.content.decode()).text
    assert everything(table) == before


def test_who_is_replaced_keeps_his_column_and_every_sum_adds_up_to_0(english, table):
    for _ in range(10):
        play(table, dreier(0))
    make_change(english, table, {"what": "replace", "place": "3", "name": "Fritz"}, "")
    for _ in range(5):
        play(table, dreier(1))
    view = load_table_view(GameTable.objects.get(pk=table.pk), INSIDE)
    assert view.names == ("Anna", "Berta", "Cilli", "Fritz", "Dora")
    assert [total // 6 for total in view.sums] == [125, 25, -75, -25, -50]
    assert sum(view.sums) == sum(total or 0 for total in view.carried_totals) == 0
    hands = [row.cells for row in view.rows if row.number]
    assert [cells[3] is None for cells in hands] == [True] * 10 + [False] * 5
    assert [cells[4] is None for cells in hands] == [False] * 10 + [True] * 5
    answer = english.get(f"/api/v1/tables/{table.slug}").json()
    told = [(sitting["name"], sitting["written"] // 6, sitting["until"]) for sitting in answer["sittings"]]
    assert told[3:] == [("Fritz", -25, None), ("Dora", -50, view.rows[10].line)]
    assert sum(sitting["written"] for sitting in answer["sittings"]) == 0


def test_who_plays_on_with_the_same_score_stands_beside_the_one_before_him(english):
    table = table_of(dreier(0))
    make_change(english, table, {"what": "substitute", "place": "3", "name": "Fritz"}, "")
    play(table, dreier(0))
    view = load_table_view(GameTable.objects.get(pk=table.pk), INSIDE)
    assert view.names == ("Anna", "Berta", "Cilli", "Dora / Fritz")
    assert [total // 6 for total in view.sums] == [30, -10, -10, -10]


def test_a_struck_change_of_seats_is_no_hand_0(english):
    table = table_of(dreier(0))
    make_change(english, table, {"what": "substitute", "place": "3", "name": "Fritz"}, "")
    page = make_change(english, table, {"what": "strike", "line": str(line_of(table, 1))})
    assert "The entry is struck out." in page.text
    assert "Hand 0" not in page.text
