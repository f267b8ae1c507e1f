"""Drafts that were written part by part, on pages that are gone, are open on those that stay, and say the same."""

import json
import tomllib

import pytest
from django.urls import reverse

from scoring.models import OwnSheet
from scoring.sheets.own_sheets.services import load_draft
from tests.scoring.sheets.own_sheets.strategies import find_saved_rules
from tests.scoring.sheets.own_sheets.test_editor import words
from tests.support.paths import DATA

DRAFTS = tomllib.loads((DATA / "books" / "drafts-817d5f6f.toml").read_text("utf-8"))
PAGES = ("sheet_values", "sheet_rules", "sheet_order", "sheet_sentences", "sheet_text", "draft_file")


@pytest.fixture(params=DRAFTS)
def old_editor(request, editor):
    """An editor of a sheet with a draft of 1.0."""
    editor.make("Anderes")
    club = editor.row.club
    editor.row.delete()
    OwnSheet.objects.create(club=club, sheet=request.param, **DRAFTS[request.param])
    editor.sheet_id = request.param
    return editor


@pytest.mark.heavy_but("am-bach")
def test_an_old_draft_opens_on_every_page_and_is_applied_without_a_change(old_editor):
    before = load_draft(old_editor.row)
    assert before == json.loads(DRAFTS[old_editor.sheet_id]["draft"])
    page = old_editor.client.get(old_editor.address_of_sheet())
    assert "Noch nicht gespeicherte Änderungen" in words(page)
    for name in PAGES:
        assert old_editor.client.get(reverse(name, args=[old_editor.sheet_id])).status_code == 200
    for option in ("", *before.get("options", {})):
        for name in ("values", "rules"):
            assert old_editor.post(name, option, what="set").status_code == 302
            assert load_draft(old_editor.row) == before


@pytest.mark.parametrize("old_editor", ["beim-adler"], indirect=True)
def test_all_that_was_typed_in_parts_holds_once_the_draft_is_saved(old_editor):
    assert old_editor.save().status_code == 302
    sheet = find_saved_rules("beim-adler").build_sheet({"teurer_dreier": True})
    dreier, robber = sheet.contracts["dreier"], sheet.contracts["rauber"]
    assert (dreier.value, dreier.lost, robber.tricks) == (54, 48, 2)
    assert find_saved_rules("beim-adler").table["contracts"]["dreier"]["kontra"] == 2
    assert [*sheet.contracts][:2] == ["dreier", "rufer"]
    assert "solodreier" not in sheet.contracts
    assert "Der Geber steht auf." in words(old_editor.client.get(reverse("sheet", args=["beim-adler"])))


@pytest.mark.parametrize("old_editor", ["im-keller"], indirect=True)
def test_an_old_draft_that_contradicts_itself_says_so_and_is_mended(old_editor):
    assert old_editor.save().status_code == 409
    old_editor.set("contracts/piccolo", lost="")
    assert old_editor.save("2").status_code == 302
