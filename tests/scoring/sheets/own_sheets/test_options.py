"""Options of a club's own sheet: made, filled with changes, on by themselves or not."""

import html

import pytest

from scoring.sheets.own_sheets.draft import write_file
from scoring.sheets.own_sheets.services import load_draft
from tests.scoring.sheets.own_sheets.strategies import find_saved_rules

OPTION = "teurer_dreier"


@pytest.fixture
def option_editor(editor):
    editor.make()
    answer = editor.post("rules", what="add", section="options", name="Teurer Dreier")
    assert answer["Location"].endswith(f"#options/{OPTION}")
    return editor


def build_dreier(editor, **options):
    return find_saved_rules(editor.sheet_id).build_sheet(options).contracts["dreier"].value


def test_an_option_leads_to_what_it_changes_and_back(option_editor):
    page = option_editor.client.get(option_editor.address("rules"))
    assert page.context["problems"] == []
    for name in ("values", "rules"):
        address = option_editor.address(name, OPTION)
        assert f'href="{address}"' in page.content.decode()
        changes = html.unescape(option_editor.client.get(address).content.decode())
        assert "mit der Zusatzregel „Teurer Dreier“" in changes
        assert f'href="{option_editor.address("rules")}?open=options%2F{OPTION}#options/{OPTION}"' in changes
    assert option_editor.client.get(option_editor.address("rules", "nothing")).status_code == 404


def test_an_option_of_the_sheet_below_gets_another_name_and_still_says_what_it_changes(editor):
    editor.make()
    editor.set("options/piccolo_over_solo", name="Teurer Piccolo")
    editor.save()
    option = find_saved_rules(editor.sheet_id).build_sheet({"piccolo_over_solo": True})
    assert (option.options["piccolo_over_solo"].name, option.contracts["piccolo"].value) == ("Teurer Piccolo", 18)


def test_an_option_is_not_offered_as_excluded_by_itself(option_editor):
    option_editor.post("rules", what="add", section="options", name="Billiger Dreier")
    page = option_editor.client.get(option_editor.address("rules"))
    form = next(form for form in page.context["forms"] if form.place.entry == OPTION)
    offered = [word for word, _name in form.fields["excludes"].choices]
    assert "billiger_dreier" in offered
    assert OPTION not in offered


@pytest.mark.heavy
def test_an_option_can_be_on_by_itself_and_change_the_sheet_when_it_is_switched_off(option_editor):
    option_editor.set("contracts/dreier", option=OPTION, value="9")
    option_editor.save("1")
    assert (build_dreier(option_editor), build_dreier(option_editor, **{OPTION: True})) == (30, 54)
    assert option_editor.post("rules", turn=f"options/{OPTION}").status_code == 302
    option_editor.save("2")
    assert (build_dreier(option_editor), build_dreier(option_editor, **{OPTION: False})) == (30, 54)
    option_editor.post("rules", turn=f"options/{OPTION}")
    assert load_draft(option_editor.row)["options"][OPTION]["on"] == {"contracts": {"dreier": {"value": 9}}}


def test_an_option_has_no_options_of_its_own(option_editor):
    before = load_draft(option_editor.row)
    option_editor.post("rules", OPTION, what="add", section="options", name="Noch eine")
    assert load_draft(option_editor.row) == before
    option_editor.post("rules", OPTION, what="add", section="reminders", name="Teuer!")
    said = load_draft(option_editor.row)["options"][OPTION]
    assert said == {"name": "Teurer Dreier", "on": {"reminders": {"teuer": {"text": "Teuer!"}}}}


@pytest.mark.heavy
def test_only_an_option_is_turned(option_editor):
    before = load_draft(option_editor.row)
    for path in ("radl", "groups/solospiele", "options/nothing", "contracts/dreier"):
        option_editor.post("rules", turn=path)
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
