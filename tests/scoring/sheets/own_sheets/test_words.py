"""The editor's words for things, and the forms in which people may write them."""

import html

import pytest
from django.urls import reverse

from scoring.engine.house_rules.schema import ENTRIES, PLAIN, SECTIONS
from scoring.engine.texts.sheet_keys import LABELS, PLACES, find_text
from scoring.sheets.own_sheets.controls import HIDDEN
from scoring.sheets.own_sheets.draft import DraftPlace
from scoring.sheets.own_sheets.forms import PlaceForm
from scoring.sheets.own_sheets.services import load_draft
from tests.scoring.sheets.own_sheets.strategies import open_sheet, post_as_it_is

TABLES = {"": PLAIN, **{section: keys for section, keys in {**SECTIONS, **ENTRIES}.items() if section != "order"}}
SHOWN_FIELDS = [(section, key) for section, keys in TABLES.items() for key in keys if key not in HIDDEN]


def test_every_key_of_the_editor_has_a_label_and_every_part_a_title():
    assert [section for section, _key in SHOWN_FIELDS if section not in PLACES] == []
    assert [place for place in SHOWN_FIELDS if not find_text(LABELS, *place)] == []


def test_a_contradiction_calls_the_keys_as_the_pages_do_and_leads_to_them(editor):
    editor.make()
    editor.set("contracts/piccolo", lost="4")
    page = html.unescape(editor.client.get(editor.address("values")).content.decode())
    assert "„Verloren kostet es“ und „Stiche (negatives Spiel)“ schließen einander aus." in page
    assert f'<a href="{editor.address("text")}">Stiche (negatives Spiel)</a>' in page


def test_a_contradiction_calls_games_and_premiums_by_their_names(editor):
    editor.make()
    editor.set("premiums/pagat", announced="")
    page = editor.client.get(reverse("own_sheet", args=[editor.sheet_id]))
    problems = page.context["problems"]
    text = " ".join(sentence for sentence, _links in problems)
    assert "Besserrufer" in text
    assert "besserrufer" not in text
    assert not any(label.islower() for _sentence, links in problems for label, _href in links)


def test_a_contradiction_in_trischaken_names_its_conditions(editor):
    editor.make(taken_from="standard")
    editor.set("trischaken", buergermeister="")
    page = html.unescape(editor.client.get(reverse("own_sheet", args=[editor.sheet_id])).content.decode())
    assert "„Bürgermeister“ braucht „Trischaken: Bürgermeister ab“." in page


@pytest.mark.heavy_but("0,10")
@pytest.mark.parametrize("typed", ["0,10", "0.10 EUR", "10 Cent", "€ 0,10", "0,1 €"])
def test_money_is_typed_as_people_write_it(editor, typed):
    editor.make()
    assert editor.set("sheet", point=typed).status_code == 302
    assert load_draft(editor.row)["point"] == "0.10 EUR"


def test_the_cases_of_trischaken_are_listed_by_their_names(editor):
    editor.make()
    page = editor.client.get(editor.address("rules"))
    [cases] = [field.inherited for part in page.context["parts"] for field in part.fields if field.cases]
    assert cases.startswith("Renonce: −6 2 2 2 · ")
    assert cases.endswith(" · −1 −1 1 1")


@pytest.mark.parametrize("name", ["eins\nzwei", " Anders "])
def test_a_text_that_a_field_cannot_hold_stays_as_it_was_written(name):
    draft = {"id": "x", "name": name, "source": "wir"}
    layer = open_sheet(draft)
    shown = PlaceForm(layer, DraftPlace(), "de")
    form = PlaceForm(layer, DraftPlace(), "de", post_as_it_is(shown))
    assert form.is_valid()
    assert form.values["name"] == name


def test_a_key_that_is_emptied_is_said_here(editor):
    editor.make()
    editor.set("radl", **{f"after.{row}.name": None for row in range(9)})
    page = editor.client.get(editor.address("rules"))
    [radl] = [part for part in page.context["parts"] if part.anchor == "radl"]
    assert [(field.key, field.said) for field in radl.fields if field.own] == [("after", "auswählen")]
