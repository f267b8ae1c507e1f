"""Why a hand is changed: the usual reasons are tapped on, others are typed; and what the form shows before that."""

import pytest

from scoring.models import Entry
from tests.scoring.support.change_pages import line, make_change, page_of, preview_change, radl_of_three
from tests.scoring.support.pages import Page, url
from tests.scoring.support.tables import dreier, everything, new_table, play, totals
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """A phone at the table that reads English."""
    return Client(HTTP_ACCEPT_LANGUAGE="en")


OTHER = {"p0-declarer": "2"}


def read_note(table):
    [text] = Entry.objects.filter(table=table).order_by("-sequence").values_list("note__text", flat=True)[:1]
    return text


def test_a_usual_reason_is_tapped_on(client):
    table = new_table()
    play(table, dreier(1))
    form = page_of(client, "correct", table, line(table, 0))
    assert form.fields["why"] == {"mistyped", "wrong player", "premium forgotten", ""}
    preview = preview_change(client, table, form.fill_form({**OTHER, "why": "wrong player"}))
    assert preview.sent["why"] == "wrong player"
    assert client.post(url("change", table), {**preview.sent, "confirm": "1"}).status_code == 302
    assert totals(table) == [-5, -5, 15, -5]
    assert read_note(table) == "wrong player"


def test_another_reason_is_typed(client):
    table = new_table()
    play(table, dreier(1))
    form = page_of(client, "correct", table, line(table, 0))
    make_change(client, table, form.fill_form(OTHER), "Dora had it")
    assert read_note(table) == "Dora had it"


def test_what_is_typed_beside_a_usual_reason_is_not_lost(client):
    table = new_table()
    play(table, dreier(1))
    form = page_of(client, "correct", table, line(table, 0))
    make_change(client, table, form.fill_form({**OTHER, "why": "mistyped"}), "by Berta")
    assert read_note(table) == "mistyped: by Berta"


def test_without_a_reason_nothing_is_written(client):
    table = new_table()
    play(table, dreier(1))
    form = page_of(client, "correct", table, line(table, 0))
    preview = preview_change(client, table, form.fill_form(OTHER))
    before = everything(table)
    answer = client.post(url("change", table), {**preview.sent, "why": "", "reason": " ", "confirm": "1"})
    assert answer.status_code == 400
    assert "The reason is missing." in Page(answer.content.decode()).text
    assert everything(table) == before


def test_what_the_form_has_shown_is_written_in_one_step(client):
    table = new_table()
    play(table, dreier(1))
    form = page_of(client, "correct", table, line(table, 0))
    sent = {**form.fill_form({**OTHER, "why": "mistyped"}), "confirm": "1"}
    assert client.post(url("change", table), sent).status_code == 302
    assert totals(table) == [-5, -5, 15, -5]
    play(table, dreier(0))
    older = {**sent, "p0-declarer": "3", "key": "another-key-of-it"}
    before = everything(table)
    assert client.post(url("change", table), older).status_code == 412
    assert everything(table) == before


def ask_preview(client, table, posted):
    before = everything(table)
    answer = client.post(url("preview", table), posted)
    assert everything(table) == before
    assert answer["X-Piece"] == "preview"
    return answer.content.decode()


def test_the_form_of_a_change_shows_all_totals_that_follow_and_writes_nothing(client):
    table = radl_of_three(client)
    form = page_of(client, "correct", table, line(table, 0))
    piece = Page(
        ask_preview(client, table, form.fill_form({"p0-contract": "dreier", "p0-declarer": "3", "p0-result": "won"}))
    )
    assert "2 other hands change, too" in piece.text
    make_change(client, table, form.fill_form({"p0-contract": "dreier", "p0-declarer": "3", "p0-result": "won"}))
    for total in totals(table):
        assert str(total).replace("-", "−") in piece.texts


def test_a_hand_as_it_was_would_change_nothing_and_offers_nothing_to_apply(client):
    table = radl_of_three(client)
    form = page_of(client, "correct", table, line(table, 1))
    piece = ask_preview(client, table, form.fill_form({}))
    assert "This would change nothing." in piece
    assert 'data-part="follows"' not in piece


def test_the_next_hand_has_nothing_that_follows(client):
    table = radl_of_three(client)
    form = page_of(client, "table", table)
    fields = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
    assert 'data-part="follows"' not in ask_preview(client, table, form.fill_form(fields))
