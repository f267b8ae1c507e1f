"""Changes in the browser: the preview says what follows and writes nothing, the second tap writes it once."""

import pytest
from django.urls import reverse

from scoring.engine.evening.course import Hand, StruckLine, Void
from scoring.models import Entry, GameTable
from scoring.table.corrections.changes import announce_last_round, redeal
from tests.scoring.support.change_pages import confirmed, line, make_change, page_of, preview_change, put, radl_of_three
from tests.scoring.support.pages import FormFields, Page, url
from tests.scoring.support.tables import (
    NAMES,
    book_of,
    dreier,
    everything,
    new_key,
    new_table,
    play,
    rufer,
    totals,
    trischaken,
)
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """A phone at the table that reads English."""
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def test_striking_the_hand_that_began_a_radl_is_shown_and_done(client):
    table = radl_of_three(client)
    first = line(table, 0)
    preview = preview_change(
        client, table, {"what": "strike", "line": str(first), "seen": "3", "reason": "kein Trischaken"}
    )
    assert preview.text.count("changes, too") == 2
    assert "kein Trischaken" in preview.html
    assert "no longer double" in preview.text
    after = Page(client.get(confirmed(client, table, preview)["Location"]).content.decode())
    assert "Hand 1 is struck out." in after.text
    assert totals(table) == [-10, 10, 10, -10]
    assert [played_line.entry.kind for played_line in book_of(table).played] == ["strike", "follow_up", "follow_up"]


def test_a_second_tap_on_the_same_preview_writes_nothing_more(client):
    table = radl_of_three(client)
    preview = preview_change(client, table, {"what": "strike", "line": str(line(table, 2))})
    assert confirmed(client, table, preview).status_code == 302
    before = everything(table)
    again = confirmed(client, table, preview)
    assert again.status_code == 302
    assert everything(table) == before


def test_the_form_of_a_correction_holds_the_hand_and_saves_another(client):
    table = new_table()
    play(table, dreier(1, kontra=2))
    number = line(table, 0)
    form = page_of(client, "correct", table, number)
    assert form.sent["p0-contract"] == "dreier"
    assert (form.sent["p0-declarer"], form.sent["p0-kontra"]) == ("1", "2")
    make_change(
        client, table, form.fill_form({"p0-declarer": "3", "p0-kontra": "1", "reason": "Dora spielte"}), "Dora spielte"
    )
    assert totals(table) == [-5, -5, -5, 15]
    history = page_of(client, "deal", table, number).text
    assert "entered" in history
    assert "changed" in history
    assert "Dora spielte" in history


def test_a_correction_without_a_declarer_goes_back_to_its_form_with_what_is_missing(client):
    table = new_table()
    play(table, dreier(1))
    form = page_of(client, "correct", table, line(table, 0))
    sent = form.fill_form({"p0-contract": "besserrufer", "reason": "anders"})
    back = preview_change(client, table, sent, 400)
    assert "This cannot be saved yet:" in back.text
    assert back.sent["p0-contract"] == "besserrufer"
    assert back.sent["reason"] == "anders"


def test_a_hand_counts_double_because_somebody_says_so(client):
    table = new_table()
    play(table, dreier(1))
    form = page_of(client, "correct", table, line(table, 0))
    make_change(client, table, form.fill_form({"radl_set": "2"}))
    assert totals(table) == [-10, 30, -10, -10]


def test_a_forgotten_trischaken_doubles_what_came_after_it(client):
    table = new_table()
    play(table, dreier(0))
    play(table, dreier(1))
    form = page_of(client, "insert", table, line(table, 1))
    points = {f"p0-points-{seat}": points for seat, points in enumerate(("20", "20", "15", "15"))}
    preview = preview_change(client, table, form.fill_form({"p0-contract": "trischaken", **points}))
    assert "5×2 = 10; Dreier" in preview.text
    confirmed(client, table, preview)
    assert totals(table) == [15 - 2 - 10, -5 - 2 + 30, -5 + 2 - 10, -5 + 2 - 10]


def test_after_an_insertion_the_forehand_of_later_hands_moves_on_where_that_is_said(client):
    table = new_table()
    play(table, dreier(0))
    play(table, dreier(1))
    form = page_of(client, "insert", table, line(table, 1))
    fields = {"p0-contract": "dreier", "p0-declarer": "3", "p0-result": "won", "shift": "on"}
    make_change(client, table, form.fill_form(fields))
    assert [played_line.before.forehand for played_line in book_of(table).played] == [0, 1, 2]
    assert book_of(table).now.forehand == 3


@pytest.mark.parametrize(
    ("posted", "content"),
    [({"what": "void"}, Void), ({"what": "strike"}, StruckLine)],
)
def test_an_earlier_hand_is_declared_void_or_struck(client, posted, content):
    table = new_table()
    play(table, dreier(0))
    play(table, dreier(1))
    make_change(client, table, {**posted, "line": str(line(table, 0))})
    assert isinstance(book_of(table).played[0].content, content)
    assert totals(table) == [-5, 15, -5, -5]


def test_a_void_hand_is_entered_as_a_hand_again(client):
    table = new_table()
    play(table, dreier(0))
    number = line(table, 0)
    make_change(client, table, {"what": "void", "line": str(number)})
    form = page_of(client, "correct", table, number)
    make_change(client, table, form.fill_form({"p0-contract": "dreier", "p0-declarer": "2", "p0-result": "won"}))
    assert isinstance(book_of(table).played[0].content, Hand)
    assert totals(table) == [-5, -5, 15, -5]


def test_a_redeal_keeps_the_dealer_and_a_void_deal_does_not(client):
    table = new_table()
    page = make_change(client, table, {"what": "redeal"}, "kein Tarock")
    assert book_of(table).now.forehand == 0
    assert "redeal: the same dealer deals again" in page.text
    assert "kein Tarock" in page.text
    make_change(client, table, {"what": "void_next"})
    assert book_of(table).now.forehand == 1
    assert totals(table) == [0, 0, 0, 0]


def test_a_radl_is_set_and_ended_by_hand(client):
    table = new_table()
    make_change(client, table, {"what": "radl", "deals": "3"})
    assert (book_of(table).now.radl, book_of(table).now.running) == (2, (3,))
    make_change(client, table, {"what": "radl", "deals": "0"})
    assert book_of(table).now.radl == 1


def test_a_radl_from_an_earlier_hand_on_doubles_it_and_the_next(client):
    table = new_table()
    for declarer in range(3):
        play(table, dreier(declarer))
    make_change(client, table, {"what": "radl", "deals": "2", "line": str(line(table, 1))})
    assert [played_line.line.radl for played_line in book_of(table).played if played_line.is_deal] == [1, 2, 2]


def test_the_forehand_is_set_for_the_next_deal_and_from_an_earlier_one_on(client):
    table = new_table()
    make_change(client, table, {"what": "forehand", "place": "2"})
    assert book_of(table).now.forehand == 2
    play(table, rufer(2))
    play(table, trischaken(3))
    refused = preview_change(client, table, {"what": "forehand", "place": "3", "line": str(line(table, 1))}, 400)
    assert "Hand 1" in refused.text
    make_change(client, table, {"what": "forehand", "place": "1", "line": str(line(table, 2))})
    last = book_of(table).played[-1]
    assert last.before.forehand == 1
    assert isinstance(last.content, Hand)
    assert last.content.record.plays[0].declarer == 1
    assert book_of(table).now.forehand == 2


def test_the_schlussradl_to_the_first_forehand_is_double_until_then(client):
    table = new_table(forehand=1)
    play(table, dreier(0))
    page = make_change(client, table, {"what": "last_round", "form": "first_forehand"}, "")
    assert "Schlussradl 1/3: 3 deals left" in page.text
    for declarer in range(3):
        play(table, dreier(declarer))
    assert [played_line.line.radl for played_line in book_of(table).played if played_line.is_deal] == [1, 2, 2, 2]
    assert book_of(table).now.radl == 1
    page = page_of(client, "table", table)
    assert "Finished playing: Schlussradl.\nSettlement, end of the evening" in page.text


def test_the_schlussradl_to_the_gstiess_asks_after_the_next_deal_and_begins_with_its_holder(client):
    table = new_table()
    put(table, announce_last_round("gstiess"))
    assert "note who holds the Gstieß" in page_of(client, "table", table).text
    play(table, dreier(0))
    page = page_of(client, "table", table)
    assert "who had the Gstieß in the last deal?" in page.text
    form = {"what": "last_round", "form": "dealer", "dealer": "2", "confirm": "1"}
    seen = str(GameTable.objects.get(pk=table.pk).last_sequence)
    assert client.post(url("change", table), {**form, "key": new_key(), "seen": seen}).status_code == 302
    now = book_of(table).now
    assert (now.dealer, now.forehand, now.last_round_left, now.radl) == (2, 3, 4, 2)


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
def test_what_makes_no_sense_is_refused_in_words(client, posted):
    table = new_table()
    play(table, dreier(0))
    for confirm in ({}, {"confirm": "1", "key": new_key(), "seen": "1", "reason": "so"}):
        before = everything(table)
        answer = client.post(url("change", table), {**posted, **confirm})
        assert answer.status_code == 400
        assert everything(table) == before
        assert "This is not possible:" in Page(answer.content.decode()).text


def test_a_preview_that_is_older_than_the_sheet_is_shown_anew(client):
    table = radl_of_three(client)
    preview = preview_change(client, table, {"what": "strike", "line": str(line(table, 0))})
    play(table, dreier(3))
    before = everything(table)
    answer = confirmed(client, table, preview)
    assert answer.status_code == 412
    page = Page(answer.content.decode())
    assert "The score sheet has changed in the meantime" in page.text
    assert page.text.count("changes, too") == 3
    assert everything(table) == before
    assert client.post(url("change", table), {**page.sent, "reason": "nochmals", "confirm": "1"}).status_code == 302


def test_an_ended_evening_takes_no_change_until_it_is_opened_again(client):
    table = radl_of_three(client)
    preview = preview_change(client, table, {"what": "strike", "line": str(line(table, 0))})
    GameTable.objects.filter(pk=table.pk).update(ended="2026-01-06T22:00Z")
    answer = confirmed(client, table, preview)
    assert answer.status_code == 409
    page = page_of(client, "deal", table, line(table, 0))
    assert "Strike out" not in page.text


def test_the_pages_of_changes_take_as_many_queries_for_a_hundred_hands(client, django_assert_max_num_queries):
    table = new_table()
    for hand in range(100):
        play(table, dreier(hand % 4))
    put(table, redeal())
    for name, more in (("deal", [line(table, 3)]), ("correct", [line(table, 3)]), ("more", [])):
        with django_assert_max_num_queries(8):
            page_of(client, name, table, *more)


def test_a_line_of_another_table_is_not_there(client):
    table, other = new_table(), new_table(names=("Emil", *NAMES[1:]))
    play(other, dreier(0))
    for name in ("deal", "correct", "insert"):
        for number in (line(other, 0), 10**30):
            assert client.get(reverse(name, args=[table.slug, number])).status_code == 404


def test_history_names_the_person_who_was_logged_in_and_else_the_phone(client):
    table = new_table()
    client.get(url("table", table))
    written = client.post(url("save_hand", table), page_of(client, "table", table).fill_form(_build_dreier()))
    assert written.status_code == 302
    assert "Phone 1" in page_of(client, "deal", table, line(table, 0)).text
    assert Entry.objects.get(table=table).by is None


def _build_dreier() -> FormFields:
    return {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
