"""Options of a club's own sheet: made, filled with changes, on by themselves or not."""

import html

import pytest
from django.urls import reverse

from scoring.sheets.own_sheets.file import write_file
from scoring.sheets.own_sheets.services import load_draft
from tests.scoring.sheets.own_sheets.strategies import find_saved_rules

OPTION = "teurer_dreier"


@pytest.fixture
def option_editor(editor):
    editor.make()
    answer = editor.press("add", entry="options", name="Teurer Dreier")
    assert answer["Location"] == editor.address("options", OPTION)
    return editor


def build_dreier(editor, **options):
    return find_saved_rules(editor.sheet_id).build_sheet(options).contracts["dreier"].value


def test_the_page_of_an_option_leads_to_what_it_changes(option_editor):
    page = option_editor.client.get(option_editor.address("options", OPTION))
    address = f"{reverse('own_sheet', kwargs={'sheet_id': option_editor.sheet_id})}?option={OPTION}"
    assert f'href="{address}"' in page.content.decode()
    assert "mit der Zusatzregel „Teurer Dreier“" in html.unescape(option_editor.client.get(address).content.decode())
    assert page.context["problems"] == []


def test_an_option_is_not_offered_as_excluded_by_itself(option_editor):
    option_editor.press("add", entry="options", name="Billiger Dreier")
    page = option_editor.client.get(option_editor.address("options", OPTION))
    offered = [word for word, _name in page.context["forms"][0].fields["excludes"].choices]
    assert "billiger_dreier" in offered
    assert OPTION not in offered


def test_an_option_can_be_on_by_itself_and_change_the_sheet_when_it_is_switched_off(option_editor):
    option_editor.set("contracts", "dreier", option=OPTION, value="9")
    option_editor.save("1")
    assert (build_dreier(option_editor), build_dreier(option_editor, **{OPTION: True})) == (30, 54)
    sent = {"what": "turn", "state": option_editor.row.draft_state}
    assert option_editor.client.post(option_editor.address("options", OPTION), sent).status_code == 302
    option_editor.save("2")
    assert (build_dreier(option_editor), build_dreier(option_editor, **{OPTION: False})) == (30, 54)
    option_editor.client.post(
        option_editor.address("options", OPTION), {"what": "turn", "state": option_editor.row.draft_state}
    )
    assert load_draft(option_editor.row)["options"][OPTION]["on"] == {"contracts": {"dreier": {"value": 9}}}


def test_only_an_option_is_turned(option_editor):
    before = load_draft(option_editor.row)
    sent = {**option_editor.read("contracts", "dreier"), "what": "turn", "state": option_editor.row.draft_state}
    option_editor.client.post(option_editor.address("contracts", "dreier"), sent)
    assert load_draft(option_editor.row) == before


def test_the_file_keeps_the_order_in_which_entries_are_named():
    entries = {
        "dreier": {"value": 6},
        "solodreier": False,
        "neu": {"name": "Neu", "value": "5/2", "groups": ["a", "b"]},
    }
    table = {"id": "x", "source": "wir", "contracts": entries, "options": {"a": {"on": {"contracts": dict(entries)}}}}
    text = write_file(table)
    assert "dreier = { value = 6 }\nsolodreier = false\nneu = " in text
