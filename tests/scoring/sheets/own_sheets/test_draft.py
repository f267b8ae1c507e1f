"""The draft of a club's own sheet: its options, the order of its games, sentences taken over, old drafts."""

import html
import json
import tomllib

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.house_rules.library import SENTENCES
from scoring.models import OwnSheet
from scoring.sheets.own_sheets.draft import build_rules, list_entries, order_entries, sort_typed, write_file
from scoring.sheets.own_sheets.editor_page import list_sentences
from scoring.sheets.own_sheets.services import load_draft
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.sheets.own_sheets.strategies import find_saved_rules, open_sheet
from tests.scoring.sheets.own_sheets.test_editor import words
from tests.support.paths import DATA

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


LOST = "readings/still_verloren"


def list_asked(editor):
    return {sentence.place.path for sentence in list_sentences(load_draft(editor.row), "de") if sentence.is_asked}


def list_kept(editor):
    rules = build_rules(load_draft(editor.row))
    return {
        f"{section}/{name}" for section in SENTENCES for name, entry in rules.table.get(section, {}).items() if entry
    }


def answer(editor, *kept, **texts):
    """Press the button of the page with these ticks."""
    sent = {"state": editor.row.draft_state, **dict.fromkeys(kept, "on"), **texts}
    return editor.client.post(reverse("sheet_sentences", args=[editor.sheet_id]), sent)


def test_sentences_about_a_rule_that_changed_are_asked_about_and_those_of_one_taken_out_are_not(editor):
    editor.make(taken_from="standard")
    before = list_kept(editor)
    editor.set("settle", silent_lost=["-"])
    editor.set("renonce", claims=None)
    assert list_asked(editor) == {LOST}
    assert before - list_kept(editor) == {LOST, "reminders/renonce"}
    page = editor.client.get(editor.address_of_sheet()).content.decode()
    assert "Passen sie noch?" in page


def test_sentences_of_a_premium_that_is_gone_and_of_solo_games_that_double_nothing_are_asked_about():
    draft = {
        "id": "mine",
        "source": "wir",
        "extends": "treffpunkt",
        "groups": {"solospiele": {"doubles": []}},
        "premiums": {"koenigfang": False},
    }
    asked = {sentence.place.path for sentence in list_sentences(draft, "de") if sentence.is_asked}
    assert asked == {"reminders/koenig_liegt", "reminders/solo_koenig", "readings/fangen"}


@pytest.mark.heavy
def test_what_is_answered_is_asked_no_more(editor):
    editor.make(taken_from="standard")
    editor.set("settle", silent_lost=["-"])
    others = list_kept(editor)
    for kept, texts, said in (
        ([LOST], {}, {}),
        ([LOST], {f"text/{LOST}": "Nichts davon."}, {"text": "Nichts davon.", "text_en": False}),
        ([], {}, False),
    ):
        assert list_asked(editor) == {LOST}
        assert answer(editor, *others, *kept, **texts).status_code == 302
        assert load_draft(editor.row)["readings"] == {"still_verloren": said}
        assert list_asked(editor) == set()
        assert (LOST in list_kept(editor)) == bool(kept)
        editor.press("discard")
        editor.make(taken_from="standard")
        editor.set("settle", silent_lost=["-"])


def test_all_that_is_taken_over_is_pruned_on_one_page(editor):
    editor.make(taken_from="standard")
    before = list_kept(editor)
    stays = {"reminders/gstiess", "readings/valat", "gaps/ohne_folgen"}
    assert len(before) > 40
    answer(editor, *stays)
    assert list_kept(editor) == stays
    answer(editor, *before)
    assert list_kept(editor) == before
    late = editor.client.post(reverse("sheet_sentences", args=[editor.sheet_id]), {"state": 0})
    assert late.status_code == 409
    assert list_kept(editor) == before


def test_a_sheet_from_scratch_takes_over_no_sentences(editor):
    editor.make(taken_from="")
    assert "keine Sätze" in editor.client.get(reverse("sheet_sentences", args=[editor.sheet_id])).content.decode()


def test_who_copies_a_sheet_of_another_paper_does_not_take_over_its_paragraphs(editor):
    editor.make(taken_from="standard")
    editor.set("sheet", source="Zettel an der Wand")
    editor.take('contracts.dreier = { ref = "Seite 2", lost = 9 }')
    editor.make("Im Keller", taken_from="beim-adler")
    assert load_draft(editor.row)["contracts"] == {"dreier": {"lost": 9}}
    editor.take('ref = "Seite 3"')
    editor.make("Am Bach", taken_from="im-keller")
    assert load_draft(editor.row)["contracts"] == {"dreier": {"lost": 9, "ref": "Seite 3"}}


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
