"""Players who come, go, are replaced or were mixed up, in the browser; and the subtotals of rounds of deals."""

import pytest

from scoring.models import GameTable
from scoring.table.written_sheet.selectors import load_table_view
from tests.scoring.support.change_pages import confirmed, line, make_change, page_of, preview_change, radl_of_three
from tests.scoring.support.pages import Page
from tests.scoring.support.tables import book_of, dreier, everything, new_table, play, totals
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
FIVE = ("Anna", "Berta", "Cilli", "Dora", "Emil")


@pytest.fixture
def client() -> Client:
    """A phone at the table that reads English."""
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def subtotals(table: GameTable) -> list[tuple[int | None, ...]]:
    """The subtotals of the rounds of deals, in points, by column."""
    rows = load_table_view(GameTable.objects.get(pk=table.pk)).rows
    return [tuple(None if amount is None else amount // 6 for amount in row.subtotal) for row in rows if row.subtotal]


def test_a_struck_hand_comes_back(client):
    table = radl_of_three(client)
    first = line(table, 0)
    make_change(client, table, {"what": "strike", "line": str(first)})
    assert "Let it count again" in page_of(client, "deal", table, first).text
    make_change(client, table, {"what": "restore", "line": str(first)})
    assert totals(table) == [-22, 18, 22, -18]
    assert [version for version in page_of(client, "deal", table, first).texts if version == "counts again"]


def test_a_fifth_player_comes_sits_where_he_is_put_and_begins_at_0(client):
    table = new_table()
    play(table, dreier(0))
    preview = preview_change(client, table, {"what": "come", "name": " Emil ", "place": "1"})
    assert "Emil joins" in preview.text
    page = Page(client.get(confirmed(client, table, preview)["Location"]).content.decode())
    assert book_of(table).now.order == (0, 1, 4, 2, 3)
    assert "Emil" in page.text
    assert totals(table) == [15, -5, -5, -5, 0]


def test_at_a_table_of_four_nobody_leaves_but_anybody_is_replaced(client):
    table = new_table()
    play(table, dreier(0))
    refused = preview_change(client, table, {"what": "go", "place": "1"}, 400)
    assert "Four, five or six people must sit at the table." in refused.text
    make_change(client, table, {"what": "replace", "place": "1", "name": "Emil"}, "")
    play(table, dreier(1))
    page = page_of(client, "table", table)
    assert "Berta leaves with −5; Emil joins" in page.text
    assert totals(table) == [10, -5, 15, -10, -10]  # two sat at the second place, each with his own total


def test_a_substitute_goes_on_with_the_score(client):
    table = new_table()
    play(table, dreier(1))
    make_change(client, table, {"what": "substitute", "place": "1", "name": "Emil"}, "")
    assert totals(table) == [-5, 15, -5, -5]
    assert "Emil plays on for Berta" in page_of(client, "table", table).text


def test_at_five_somebody_leaves_and_four_play_on(client):
    table = new_table(names=FIVE)
    play(table, dreier(0))
    make_change(client, table, {"what": "go", "place": "4"}, "")
    assert book_of(table).now.order == (0, 1, 2, 3)
    assert book_of(table).now.active == (0, 1, 2, 3)
    assert "Emil leaves" in page_of(client, "table", table).text


def test_two_change_places_from_now_on_and_keep_their_scores(client):
    table = new_table()
    play(table, dreier(0))
    make_change(client, table, {"what": "exchange", "place": "1", "other": "2"}, "")
    assert book_of(table).now.order == (0, 2, 1, 3)
    assert book_of(table).now.forehand == 1
    names = page_of(client, "table", table).text
    assert "playing order: Anna, Cilli, Berta, Dora" in names


def test_every_round_of_deals_has_its_subtotal():
    table = new_table()
    for declarer in (0, 1, 2, 2, 3):
        play(table, dreier(declarer))
    assert subtotals(table) == [(0, 0, 20, -20)]


def test_a_round_goes_on_when_somebody_is_replaced_and_each_has_a_subtotal_of_his_own(client):
    table = new_table()
    play(table, dreier(0))
    play(table, dreier(0))
    make_change(client, table, {"what": "replace", "place": "2", "name": "Fini"}, "")
    play(table, dreier(1))
    play(table, dreier(2))
    assert subtotals(table) == [(20, 0, 10, -20, -10)]


def test_a_round_begins_anew_when_somebody_comes(client):
    table = new_table()
    play(table, dreier(0))
    make_change(client, table, {"what": "come", "place": "3", "name": "Fini"}, "")
    for _ in range(5):
        play(table, dreier(0))
    assert len(subtotals(table)) == 1
    assert sum(amount for amount in subtotals(table)[0] if amount is not None) == 0


def test_nobody_comes_back_to_one_place_while_he_sits_at_another(client):
    table = new_table()
    make_change(client, table, {"what": "come", "name": "Emil", "place": "3"}, "")
    came = line(table, 0)
    make_change(client, table, {"what": "strike", "line": str(came)})
    make_change(client, table, {"what": "replace", "name": "Emil", "place": "0"}, "")
    before = everything(table)
    answer = confirmed(client, table, preview_change(client, table, {"what": "restore", "line": str(came)}))
    assert answer.status_code == 400
    assert "This person already sits at the table." in Page(answer.content.decode()).text
    assert everything(table) == before


def test_who_is_replaced_keeps_his_column_and_every_sum_adds_up_to_0(client):
    table = new_table()
    for _ in range(10):
        play(table, dreier(0))
    make_change(client, table, {"what": "replace", "place": "3", "name": "Fritz"}, "")
    for _ in range(5):
        play(table, dreier(1))
    view = load_table_view(GameTable.objects.get(pk=table.pk))
    assert view.names == ("Anna", "Berta", "Cilli", "Fritz", "Dora")
    assert [total // 6 for total in view.sums] == [125, 25, -75, -25, -50]
    assert sum(view.sums) == sum(total or 0 for total in view.carried_totals) == 0
    hands = [row.cells for row in view.rows if row.number]
    assert [cells[3] is None for cells in hands] == [True] * 10 + [False] * 5
    assert [cells[4] is None for cells in hands] == [False] * 10 + [True] * 5
    answer = client.get(f"/api/v1/tables/{table.slug}").json()
    told = [(sitting["name"], sitting["written"] // 6, sitting["until"]) for sitting in answer["sittings"]]
    assert told[3:] == [("Fritz", -25, None), ("Dora", -50, view.rows[10].line)]
    assert sum(sitting["written"] for sitting in answer["sittings"]) == 0


def test_who_plays_on_with_the_same_score_stands_beside_the_one_before_him(client):
    table = new_table()
    play(table, dreier(0))
    make_change(client, table, {"what": "substitute", "place": "3", "name": "Fritz"}, "")
    play(table, dreier(0))
    view = load_table_view(GameTable.objects.get(pk=table.pk))
    assert view.names == ("Anna", "Berta", "Cilli", "Dora / Fritz")
    assert [total // 6 for total in view.sums] == [30, -10, -10, -10]


def test_a_struck_change_of_seats_is_no_hand_0(client):
    table = new_table()
    play(table, dreier(0))
    make_change(client, table, {"what": "substitute", "place": "3", "name": "Fritz"}, "")
    page = make_change(client, table, {"what": "strike", "line": str(line(table, 1))})
    assert "The entry is struck out." in page.text
    assert "Hand 0" not in page.text
