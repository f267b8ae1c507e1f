"""Why a hand is changed: the usual reasons are tapped on, others are typed; and what the form shows before that."""

import pytest

from scoring.models import Entry
from tests.scoring.support.change_pages import make_change, page_of, preview_change, radl_of_three
from tests.scoring.support.evenings import table_of
from tests.scoring.support.pages import Page, url
from tests.scoring.support.tables import dreier, everything, line_of, play, totals

pytestmark = pytest.mark.django_db


OTHER = {"p0-declarer": "2"}


def read_note(table):
    [text] = Entry.objects.filter(table=table).order_by("-sequence").values_list("note__text", flat=True)[:1]
    return text


@pytest.mark.heavy_but("-Dora had it-Dora had it")
@pytest.mark.parametrize(
    ("why", "typed", "note"),
    [
        ("wrong player", "", "wrong player"),
        ("", "Dora had it", "Dora had it"),
        ("mistyped", "by Berta", "mistyped: by Berta"),
    ],
)
def test_a_usual_reason_is_tapped_on_and_what_is_typed_beside_it_is_not_lost(english, why, typed, note):
    table = table_of(dreier(1))
    form = page_of(english, "correct", table, line_of(table, 0))
    assert form.fields["why"] == {"mistyped", "wrong player", "premium forgotten", ""}
    make_change(english, table, form.fill_form({**OTHER, "why": why}), typed)
    assert totals(table) == [-5, -5, 15, -5]
    assert read_note(table) == note


def test_without_a_reason_nothing_is_written(english):
    table = table_of(dreier(1))
    form = page_of(english, "correct", table, line_of(table, 0))
    preview = preview_change(english, table, form.fill_form(OTHER))
    before = everything(table)
    answer = english.post(url("change", table), {**preview.sent, "why": "", "reason": " ", "confirm": "1"})
    assert answer.status_code == 400
    assert "The reason is missing." in Page(answer.content.decode()).text
    assert everything(table) == before


def test_what_the_form_has_shown_is_written_in_one_step(english):
    table = table_of(dreier(1))
    form = page_of(english, "correct", table, line_of(table, 0))
    sent = {**form.fill_form({**OTHER, "why": "mistyped"}), "confirm": "1"}
    assert english.post(url("change", table), sent).status_code == 302
    assert totals(table) == [-5, -5, 15, -5]
    play(table, dreier(0))
    older = {**sent, "p0-declarer": "3", "key": "another-key-of-it"}
    before = everything(table)
    assert english.post(url("change", table), older).status_code == 412
    assert everything(table) == before


def ask_preview(english, table, posted):
    before = everything(table)
    answer = english.post(url("preview", table), posted)
    assert everything(table) == before
    assert answer["X-Piece"] == "preview"
    return answer.content.decode()


def test_the_form_of_a_change_shows_all_totals_that_follow_and_writes_nothing(english):
    table = radl_of_three()
    form = page_of(english, "correct", table, line_of(table, 0))
    posted = form.fill_form({"p0-contract": "dreier", "p0-declarer": "3", "p0-result": "won"})
    piece = Page(ask_preview(english, table, posted))
    assert "2 other hands change, too" in piece.text
    make_change(english, table, posted)
    for total in totals(table):
        assert str(total).replace("-", "−") in piece.texts


def test_a_hand_as_it_was_would_change_nothing_and_offers_nothing_to_apply(english):
    table = radl_of_three()
    form = page_of(english, "correct", table, line_of(table, 1))
    piece = ask_preview(english, table, form.fill_form({}))
    assert "This would change nothing." in piece
    assert 'data-part="follows"' not in piece


def test_the_next_hand_has_nothing_that_follows(english):
    table = radl_of_three()
    form = page_of(english, "table", table)
    fields = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
    assert 'data-part="follows"' not in ask_preview(english, table, form.fill_form(fields))
