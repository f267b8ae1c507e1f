"""The order of games and premiums, changed by numbers."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.sheets.own_sheets.draft import list_entries, order_entries, sort_typed
from scoring.sheets.own_sheets.services import load_draft
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.sheets.own_sheets.strategies import open_sheet

NAMES = list("abcdefgh")


@pytest.fixture
def sheet_editor(editor):
    return editor.make()


def order(editor, **sent):
    address = reverse("sheet_order", args=[editor.sheet_id])
    return editor.client.post(address, {"state": editor.row.draft_state, **sent})


def list_ids(editor, section="contracts"):
    return list_entries(open_sheet(load_draft(editor.row)), section)


def test_the_page_shows_the_order_of_the_sheet_below(sheet_editor):
    sheet = sheet_of("treffpunkt")
    assert list_ids(sheet_editor) == list(sheet.contracts)
    assert list_ids(sheet_editor, "premiums") == list(sheet.premiums)


def test_numbers_typed_for_games_and_premiums_hold_at_once(sheet_editor):
    first, second, third, *_others = list_ids(sheet_editor)
    premiums = list_ids(sheet_editor, "premiums")
    page = sheet_editor.client.get(reverse("sheet_order", args=[sheet_editor.sheet_id])).content.decode()
    assert f'name="contracts/{third}" type="number"' in page
    order(sheet_editor, **{f"contracts/{third}": "1", f"premiums/{premiums[1]}": "1"})
    assert list_ids(sheet_editor)[:3] == [third, first, second]
    assert list_ids(sheet_editor, "premiums")[:2] == [premiums[1], premiums[0]]
    order(sheet_editor, **{f"contracts/{third}": "3", f"premiums/{premiums[1]}": "2"})
    assert "order" not in load_draft(sheet_editor.row)


@pytest.mark.parametrize(
    "sent", [{"contracts/nothing": "1"}, {"contracts/dreier": "x"}, {"contracts/dreier": "-1"}, {}]
)
def test_what_names_nothing_changes_nothing(sheet_editor, sent):
    before = list_ids(sheet_editor)
    assert order(sheet_editor, **sent).status_code == 302
    assert list_ids(sheet_editor) == before
    assert sheet_editor.row.draft_state == 0


def test_of_two_who_sort_at_once_the_second_is_told(sheet_editor):
    names = list_ids(sheet_editor)
    order(sheet_editor, **{f"contracts/{names[3]}": "1"})
    late = order(sheet_editor, state=0, **{f"contracts/{names[2]}": "1"})
    assert late.status_code == 409
    assert list_ids(sheet_editor)[0] == names[3]


@given(st.permutations(NAMES))
def test_all_places_can_be_typed_at_once(wanted):
    assert sort_typed(NAMES, {name: at for at, name in enumerate(wanted, 1)}) == wanted


@given(st.sampled_from(NAMES), st.integers(1, len(NAMES)))
def test_a_single_number_is_exact(name, place):
    assert sort_typed(NAMES, {name: place}).index(name) == place - 1


@given(st.data())
def test_any_order_is_kept_as_it_was_said(data):
    draft = {"id": "x", "name": "X", "source": "wir", "extends": "treffpunkt"}
    natural = list_entries(open_sheet(draft), "premiums")
    wanted = data.draw(st.permutations(natural))
    changed = order_entries(draft, "premiums", wanted)
    assert list_entries(open_sheet(changed), "premiums") == wanted
    assert order_entries(changed, "premiums", natural) == draft
