"""Changes of hands and seats in the browser: the preview says what follows, the second tap writes it once."""

import pytest
from django.urls import reverse

from scoring.engine.evening.course import ForehandSet, LastRoundSaid, RadlSet, Redeal, Void
from scoring.models import Entry, GameTable
from scoring.table.corrections.changes import redeal
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.corrections import (
    confirmed,
    forehands,
    make_change,
    page_of,
    preview_change,
    radl_of_three,
    radls,
)
from tests.scoring.support.evenings import change_book, table_of
from tests.scoring.support.pages import FormFields, Page, url
from tests.scoring.support.tables import NAMES, book_of, dreier, everything, line_of, new_key, new_table, play, totals

pytestmark = pytest.mark.django_db


def test_striking_the_hand_that_began_a_radl_is_shown_and_done(english):
    table = radl_of_three()
    first = line_of(table, 0)
    preview = preview_change(
        english, table, {"what": "strike", "line": str(first), "seen": "3", "reason": "kein Trischaken"}
    )
    assert preview.text.count("changes, too") == 2
    assert "kein Trischaken" in preview.html
    assert "no longer double" in preview.text
    after = Page(english.get(confirmed(english, table, preview)["Location"]).content.decode())
    assert "Hand 1 is struck out." in after.text
    assert totals(table) == [-10, 10, 10, -10]
    assert [played_line.entry.kind for played_line in book_of(table).played] == ["strike", "follow_up", "follow_up"]


def test_a_second_tap_on_the_same_preview_writes_nothing_more(english):
    table = radl_of_three()
    preview = preview_change(english, table, {"what": "strike", "line": str(line_of(table, 2))})
    assert confirmed(english, table, preview).status_code == 302
    before = everything(table)
    again = confirmed(english, table, preview)
    assert again.status_code == 302
    assert everything(table) == before


def test_the_form_of_a_correction_holds_the_hand_and_saves_another(english):
    table = table_of(dreier(1, kontra=2))
    number = line_of(table, 0)
    form = page_of(english, "correct", table, number)
    assert form.sent["p0-contract"] == "dreier"
    assert (form.sent["p0-declarer"], form.sent["p0-kontra"]) == ("1", "2")
    other = {"p0-declarer": "3", "p0-kontra": "1", "radl_set": "2", "reason": "Dora spielte"}
    make_change(english, table, form.fill_form(other), "Dora spielte")
    assert totals(table) == [-10, -10, -10, 30]
    history = page_of(english, "deal", table, number).text
    assert "entered" in history
    assert "changed" in history
    assert "Dora spielte" in history


def test_a_correction_without_a_declarer_goes_back_to_its_form_with_what_is_missing(english):
    table = table_of(dreier(1))
    form = page_of(english, "correct", table, line_of(table, 0))
    sent = form.fill_form({"p0-contract": "besserrufer", "reason": "anders"})
    back = preview_change(english, table, sent, 400)
    assert "This cannot be saved yet:" in back.text
    assert back.sent["p0-contract"] == "besserrufer"
    assert back.sent["reason"] == "anders"


def test_after_an_insertion_the_forehand_of_later_hands_moves_on_where_that_is_said(english):
    table = table_of(dreier(0), dreier(1))
    form = page_of(english, "insert", table, line_of(table, 1))
    fields = {"p0-contract": "dreier", "p0-declarer": "3", "p0-result": "won", "shift": "on"}
    make_change(english, table, form.fill_form(fields))
    assert [played_line.before.forehand for played_line in book_of(table).played] == [0, 1, 2]
    assert book_of(table).now.forehand == 3


@pytest.mark.heavy_but("posted4-content4")
@pytest.mark.parametrize(
    ("posted", "content"),
    [
        ({"what": "void_next"}, Void(1)),
        ({"what": "redeal"}, Redeal(1)),
        ({"what": "radl", "deals": "3"}, RadlSet(3)),
        ({"what": "forehand", "place": "3"}, ForehandSet(3)),
        ({"what": "last_round", "form": "first_forehand"}, LastRoundSaid("first_forehand")),
    ],
)
def test_what_is_said_of_the_next_deal_is_a_line_of_the_book_with_its_reason(english, posted, content):
    table = table_of(dreier(0))
    page = make_change(english, table, posted, "kein Tarock")
    written = book_of(table).played[-1].content
    assert (type(written), written) == (type(content), content)
    assert "kein Tarock" in page.text


def test_what_is_said_of_an_earlier_hand_counts_from_there(english, table):
    for declarer in range(3):
        play(table, dreier(declarer))
    make_change(english, table, {"what": "forehand", "place": "2", "line": str(line_of(table, 1))})
    assert forehands(table) == [0, 2, 3]
    make_change(english, table, {"what": "radl", "deals": "2", "line": str(line_of(table, 1))})
    assert radls(table) == [1, None, 2, 2]
    make_change(english, table, {"what": "void", "line": str(line_of(table, 0))})
    assert isinstance(book_of(table).played[0].content, Void)


def test_the_schlussradl_to_the_gstiess_asks_after_the_next_deal_and_begins_with_its_holder(english):
    table = new_table(names=(*NAMES, "Emil"))
    make_change(english, table, {"what": "last_round", "form": "gstiess"}, "")
    assert "note who holds the Gstieß" in page_of(english, "table", table).text
    play(table, dreier(0))
    page = page_of(english, "table", table)
    assert "who had the Gstieß in the last deal?" in page.text
    assert page.fields["dealer"] == {"0", "1", "2", "3"}  # only who has played it
    make_change(english, table, {"what": "last_round", "form": "dealer", "dealer": "2"}, "")
    now = book_of(table).now
    assert (now.dealer, now.forehand, now.last_round_left, now.radl) == (2, 3, 5, 2)


@pytest.mark.heavy_but("posted0")
@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"what": "explode"},
        {"what": "strike"},
        {"what": "strike", "line": "99"},
        {"what": "strike", "line": "1" * 30},
        {"what": "restore", "line": "x"},
        {"what": "radl", "deals": "99"},
        {"what": "forehand"},
        {"what": "forehand", "place": "5"},
        {"what": "last_round"},
        {"what": "last_round", "form": "dealer"},
        {"what": "last_round", "form": "dealer", "dealer": "5"},
        {"what": "swap", "place": "0", "other": "0"},
        {"what": "swap", "place": "0", "other": "9"},
        {"what": "exchange", "place": "0"},
        {"what": "come", "name": "\x00\u200b", "place": "0"},
        {"what": "come", "name": "Emil", "place": "8"},
        {"what": "replace", "name": "Emil"},
        {"what": "correct", "line": "7"},
        {"what": "insert", "line": "7"},
    ],
)
def test_what_makes_no_sense_is_refused_in_words(english, posted):
    table = table_of(dreier(0))
    for confirm in ({}, {"confirm": "1", "key": new_key(), "seen": "1", "reason": "so"}):
        before = everything(table)
        answer = english.post(url("change", table), {**posted, **confirm})
        assert answer.status_code == 400
        assert everything(table) == before
        assert "This is not possible:" in Page(answer.content.decode()).text


def test_a_preview_that_is_older_than_the_sheet_is_shown_anew(english):
    table = radl_of_three()
    preview = preview_change(english, table, {"what": "strike", "line": str(line_of(table, 0))})
    play(table, dreier(3))
    before = everything(table)
    answer = confirmed(english, table, preview)
    assert answer.status_code == 412
    page = Page(answer.content.decode())
    assert "The score sheet has changed in the meantime" in page.text
    assert page.text.count("changes, too") == 3
    assert everything(table) == before
    assert english.post(url("change", table), {**page.sent, "reason": "nochmals", "confirm": "1"}).status_code == 302


def test_an_ended_evening_takes_no_change_until_it_is_opened_again(english):
    table = radl_of_three()
    preview = preview_change(english, table, {"what": "strike", "line": str(line_of(table, 0))})
    GameTable.objects.filter(pk=table.pk).update(ended="2026-01-06T22:00Z")
    answer = confirmed(english, table, preview)
    assert answer.status_code == 409
    page = page_of(english, "deal", table, line_of(table, 0))
    assert "Strike out" not in page.text


def test_the_pages_of_changes_take_as_many_queries_for_a_hundred_hands(english, django_assert_max_num_queries, table):
    for hand in range(100):
        play(table, dreier(hand % 4))
    change_book(table, redeal())
    for name, more in (("deal", [line_of(table, 3)]), ("correct", [line_of(table, 3)]), ("more", [])):
        with django_assert_max_num_queries(8):
            page_of(english, name, table, *more)


def test_a_line_of_another_table_is_not_there(english):
    table, other = new_table(), new_table(names=("Emil", *NAMES[1:]))
    play(other, dreier(0))
    for name in ("deal", "correct", "insert"):
        for number in (line_of(other, 0), 10**30):
            assert english.get(reverse(name, args=[table.slug, number])).status_code == 404


def test_history_names_the_person_who_was_logged_in_and_else_the_phone(english, table):
    english.get(url("table", table))
    written = english.post(url("save_hand", table), page_of(english, "table", table).fill_form(_build_dreier()))
    assert written.status_code == 302
    assert "Phone 1" in page_of(english, "deal", table, line_of(table, 0)).text
    assert Entry.objects.get(table=table).by is None


def _build_dreier() -> FormFields:
    return {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}


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
