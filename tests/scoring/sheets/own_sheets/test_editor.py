"""A club writes its own house rules in the browser, and plays by them."""

import html
import tomllib
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.book.sheet_library import list_sheet_ids
from scoring.engine.hand.record import HandRecord, Play
from scoring.engine.hand.score import score
from scoring.engine.house_rules.library import BUILT_IN
from scoring.models import GameTable, OwnSheet, OwnSheetVersion
from scoring.sheets.own_sheets.editor_page import build_rule_forms, build_value_forms
from scoring.sheets.own_sheets.forms import PlaceForm
from scoring.sheets.own_sheets.services import load_draft
from tests.scoring.sheets.own_sheets.strategies import find_saved_rules, open_sheet, post_as_it_is

DREIER = HandRecord((Play("dreier", 1, result="lost"),))


def test_a_changed_value_is_what_the_next_evening_pays(editor):
    editor.make("Beim Adler")
    assert editor.set("contracts/dreier", lost="8").status_code == 302
    assert "beim-adler" not in list_sheet_ids()
    assert editor.save().status_code == 302
    assert "beim-adler" in list_sheet_ids()
    sheet = find_saved_rules("beim-adler").build_sheet()
    assert score(DREIER, sheet).payouts == (48, -144, 48, 48)
    start = {"key": "k", "sheet": "beim-adler", **{f"name{n}": f"Spieler {n}" for n in range(4)}}
    assert editor.client.post(reverse("start"), start).status_code == 302
    table = GameTable.objects.get()
    assert table.sheet_version.sheet == "beim-adler"
    assert table.sheet_version.club_id == editor.row.club_id
    rules = words(editor.client.get(reverse("rules", kwargs={"slug": table.slug})))
    assert "Beim Adler" in rules


def test_a_version_never_changes_and_the_next_one_names_what_differs(editor):
    editor.make()
    editor.set("contracts/dreier", lost="8")
    editor.save("1")
    editor.set("contracts/dreier", lost="9")
    assert editor.save("2", "beschlossen am Stammtisch").status_code == 302
    first, second = OwnSheetVersion.objects.order_by("number")
    assert (tomllib.loads(first.text)["contracts"], tomllib.loads(second.text)["contracts"]) == (
        {"dreier": {"lost": 8}},
        {"dreier": {"lost": 9}},
    )
    page = words(editor.client.get(reverse("own_sheet", kwargs={"sheet_id": editor.sheet_id})))
    assert "beschlossen am Stammtisch" in page
    assert "Dreier: Verloren kostet es: 8 → 9" in page
    editor.press("resume", version=1)
    editor.save("3")
    assert find_saved_rules(editor.sheet_id).build_sheet().contracts["dreier"].lost == 48


def test_the_same_tap_twice_saves_one_version(editor):
    editor.make()
    state = editor.row.draft_state
    for _tap in range(2):
        sent = {"what": "save", "state": state, "key": "same"}
        assert editor.client.post(reverse("own_sheet", kwargs={"sheet_id": editor.sheet_id}), sent).status_code == 302
    assert OwnSheetVersion.objects.count() == 1


def test_the_same_tap_twice_makes_one_sheet(editor):
    sent = {"name": "Beim Adler", "taken_from": "treffpunkt", "key": "same"}
    answers = [editor.client.post(reverse("own_sheets"), sent) for _tap in range(2)]
    assert [answer["Location"] for answer in answers] == [reverse("own_sheet", args=["beim-adler"])] * 2
    assert OwnSheet.objects.count() == 1
    other = editor.client.post(reverse("own_sheets"), sent | {"name": "Im Keller"})
    assert other["Location"] == reverse("own_sheet", args=["im-keller"])


def test_the_same_file_sent_twice_makes_one_sheet(editor):
    text = 'id = "adler"\nname = "Adler"\nextends = "treffpunkt"\nsource = "wir"\n'
    page = editor.client.post(reverse("take_rules"), {"text": text})
    sent = {"text": page.context["text"], "key": page.context["key"], "what": "make"}
    assert {editor.client.post(reverse("take_rules"), sent)["Location"] for _tap in range(2)} == {
        reverse("own_sheet", args=["adler"])
    }
    assert OwnSheet.objects.count() == 1
    again = editor.client.post(reverse("take_rules"), {"text": text}).context["key"]
    editor.client.post(reverse("take_rules"), sent | {"key": again})
    assert OwnSheet.objects.count() == 2


def test_the_same_tap_twice_discards_the_changes_once(editor):
    editor.make()
    editor.save()
    editor.set("contracts/dreier", lost="8")
    sent = {"what": "discard", "state": editor.row.draft_state}
    address = reverse("own_sheet", kwargs={"sheet_id": editor.sheet_id})
    assert [editor.client.post(address, sent).status_code for _tap in range(2)] == [302, 302]
    assert open_sheet(load_draft(editor.row)).own.get("contracts") is None


def test_the_same_tap_twice_discards_a_sheet_that_was_never_saved(editor):
    editor.make()
    sent = {"what": "discard", "state": editor.row.draft_state}
    address = reverse("own_sheet", kwargs={"sheet_id": editor.sheet_id})
    answers = [editor.client.post(address, sent) for _tap in range(2)]
    assert [answer["Location"] for answer in answers] == [reverse("own_sheets")] * 2


@pytest.mark.heavy
def test_any_two_versions_are_compared_by_a_link(editor):
    editor.make()
    for number, lost in enumerate(("8", "9", "10"), 1):
        editor.set("contracts/dreier", lost=lost)
        editor.save(str(number))
    page = editor.client.get(reverse("two_sheets", args=["beim-adler@1", "beim-adler@3"]), {"only": "differences"})
    assert "Beim Adler (Fassung 1)" in words(page)
    assert "(−8)" in words(page)
    assert "(−10)" in words(page)
    assert "(−9)" not in words(page)
    sent = {"first": "beim-adler@2", "second": "standard"}
    answer = editor.client.get(reverse("sheets"), sent)
    assert answer["Location"] == reverse("two_sheets", args=["beim-adler@2", "standard"])
    assert "(−9)" in words(editor.client.get(answer["Location"]))
    editor.press("resume", version=1)
    editor.save("4")
    same = editor.client.get(reverse("two_sheets", args=["beim-adler@1", "beim-adler@4"]))
    assert "Gleichbedeutend" in words(same)
    assert "Gleichbedeutend" not in words(page)


def test_of_two_who_edit_at_once_the_second_is_told(editor):
    editor.make()
    state = editor.row.draft_state
    assert editor.set("contracts/dreier", value="7").status_code == 302
    late = editor.post("values", state=state, what="set", **{"contracts/dreier-value": "8"})
    assert late.status_code == 409
    assert "Jemand anderer" in words(late)
    assert open_sheet(load_draft(editor.row)).whole["contracts"]["dreier"]["value"] == 7


def test_a_contradiction_keeps_the_sheet_from_being_saved_and_leads_to_its_fields(editor):
    editor.make()
    editor.set("contracts/piccolo", lost="4")
    page = editor.client.get(reverse("own_sheet", kwargs={"sheet_id": editor.sheet_id}))
    assert f'href="{editor.address("values")}#contracts-piccolo"' in page.content.decode()
    assert 'id="contracts-piccolo"' in editor.client.get(editor.address("values")).content.decode()
    assert editor.save().status_code == 409
    assert not OwnSheetVersion.objects.exists()


@pytest.mark.heavy_but("karlsruhe")
@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_a_part_that_is_applied_as_it_is_changes_nothing(editor, sheet_id):
    draft = {"id": "x", "name": "X", "source": "wir", "extends": sheet_id}
    layer = open_sheet(draft)
    for shown in (*build_value_forms(layer, "de", None), *build_rule_forms(layer, "de", None)):
        form = PlaceForm(layer, shown.place, "de", post_as_it_is(shown))
        assert form.is_valid(), form.errors
        assert form.change(layer) == draft, shown.place


def test_a_game_of_the_club_s_own_is_added_and_one_is_taken_off(editor):
    editor.make()
    answer = editor.post("values", what="add", section="contracts", name="Räuber & Gendarm")
    assert answer["Location"] == f"{editor.address('values')}#contracts-rauber_gendarm"
    editor.set("contracts/rauber_gendarm", value="5")
    editor.take('groups = ["negativspiele"]\ntricks = 2\n')
    editor.set("contracts/dreier", value="", lost="")
    order = reverse("sheet_order", args=[editor.sheet_id])
    numbers = {"contracts/rauber_gendarm": "1", "contracts/rufer": "2"}
    assert editor.client.post(order, {**numbers, "state": editor.row.draft_state}).status_code == 302
    assert editor.save().status_code == 302
    contracts = list(find_saved_rules(editor.sheet_id).build_sheet().contracts)
    assert contracts[:2] == ["rauber_gendarm", "rufer"]
    assert "dreier" not in contracts
    assert find_saved_rules(editor.sheet_id).build_sheet().contracts["rauber_gendarm"].tricks == 2


def test_a_new_game_waits_for_its_value_in_the_table_and_goes_without_one(editor):
    editor.make()
    editor.post("values", what="add", section="contracts", name="Räuber", **{"contracts/dreier-lost": "8"})
    games = editor.client.get(editor.address("values")).context["tables"][0]
    assert "Räuber" in [row.name for row in games.rows]
    assert load_draft(editor.row)["contracts"]["dreier"] == {"lost": 8}, "what was typed beside it is applied"
    editor.set("contracts/dreier", lost="9")
    assert load_draft(editor.row)["contracts"] == {"dreier": {"lost": 9}}
    assert editor.save().status_code == 302


@pytest.mark.heavy_but("name2-302")
@pytest.mark.parametrize(("name", "status"), [("", 400), ("!!", 400), ("x" * 400, 302)])
def test_what_has_no_name_is_not_added(editor, name, status):
    editor.make()
    before = load_draft(editor.row)
    assert editor.post("rules", what="add", section="reminders", name=name).status_code == status
    assert (load_draft(editor.row) == before) == (status == 400)
    editor.post("rules", what="add", section="contracts", name="Räuber")
    assert "contracts" not in load_draft(editor.row)


def test_a_file_goes_out_and_comes_in_with_the_same_meaning(editor):
    editor.make()
    editor.set("contracts/dreier", lost="8")
    editor.save()
    address = reverse("sheet_file", kwargs={"sheet_id": editor.sheet_id})
    text = editor.client.get(address).content.decode()
    page = editor.client.post(reverse("take_rules"), {"text": text})
    assert page.status_code == 200
    answer = editor.client.post(reverse("take_rules"), {"text": text, "what": "make"})
    copied = OwnSheet.objects.latest("pk")
    assert answer["Location"] == reverse("own_sheet", kwargs={"sheet_id": copied.sheet})
    assert copied.sheet == "beim-adler-2"
    sent = tomllib.loads(text)
    assert tomllib.loads(
        editor.client.get(reverse("draft_file", kwargs={"sheet_id": copied.sheet})).content.decode()
    ) == {**sent, "id": "beim-adler-2"}


def test_a_file_from_the_computer_is_read_as_it_stands_there(editor):
    text = 'id = "adler"\nname = "Räuber"\nextends = "treffpunkt"\nsource = "wir"\n'
    sent = {"file": SimpleUploadedFile("adler.toml", text.encode())}
    page = editor.client.post(reverse("take_rules"), sent)
    assert page.status_code == 200
    assert page.context["text"] == text
    wrong = text + "sorce = 1\n[kontra]\ngme = 3\n[contracts]\ndreier = { lost = -1 }\n"
    page = editor.client.post(reverse("take_rules"), {"file": SimpleUploadedFile("x", wrong.encode())})
    assert page.status_code == 400
    assert [problem.partition(":")[0] for problem in page.context["problems"]] == [
        "Zeile 5, Spalte 1, sorce",
        "Zeile 7, Spalte 1, kontra/gme",
        "Zeile 9, Spalte 12, contracts/dreier/lost",
    ]


def test_without_a_file_it_is_said_that_one_is_missing(editor):
    page = editor.client.post(reverse("take_rules"))
    assert page.status_code == 400
    assert "Wähl zuerst die Datei aus." in words(page)


def test_after_a_change_the_page_says_what_is_not_saved_and_saves_it(editor):
    said = "Noch nicht gespeicherte Änderungen"
    editor.make()
    editor.save()
    answer = editor.set("contracts/dreier", lost="8")
    address, _sharp, anchor = answer["Location"].partition("#")
    page = words(editor.client.get(address))
    assert said in page
    assert f'id="{anchor}"' in page
    editor.save("2")
    assert said not in words(editor.client.get(address))


def test_who_lets_everybody_read_it_sees_the_page_to_pass_on(editor):
    editor.make()
    editor.save()
    answer = editor.press("public", on="1")
    address = reverse("own_sheet", args=[editor.sheet_id])
    assert answer["Location"] == f"{address}#readers"
    shared = reverse("sheet", args=[editor.sheet_id])
    assert "weitergeben" in words(editor.client.get(address))
    page = Client().get(shared).content.decode()
    assert f'href="{reverse("sheet_file", args=[editor.sheet_id])}"' in page
    assert "sheet.toml" not in Client().get(reverse("sheet", args=["treffpunkt"])).content.decode()


def test_a_retired_sheet_is_no_longer_offered_and_its_evenings_stay(editor):
    editor.make()
    editor.save()
    editor.press("retire", on="1")
    assert editor.sheet_id not in list_sheet_ids()
    assert find_saved_rules(editor.sheet_id) is not None
    editor.press("retire")
    assert editor.sheet_id in list_sheet_ids()


def test_from_the_saved_sheet_one_tap_leads_to_an_evening_by_it(editor):
    page = words(editor.client.get(editor.make().address_of_sheet()))
    assert "Abend danach beginnen" not in page
    editor.save()
    page = words(editor.client.get(editor.address_of_sheet()))
    assert f'href="/evenings/new/?sheet={editor.sheet_id}"' in page
    begun = editor.client.get("/evenings/new/", {"sheet": editor.sheet_id})
    assert begun.context["form"]["sheet"].value() == editor.sheet_id
    assert editor.client.get("/evenings/new/", {"sheet": "nowhere"}).context["form"]["sheet"].value() == "treffpunkt"


def test_in_the_table_of_values_a_game_comes_and_goes_with_its_value(editor):
    editor.make()
    before = load_draft(editor.row)
    assert editor.post("values", what="set").status_code == 302
    assert load_draft(editor.row) == before
    gone = {"contracts/solodreier-value": "", "contracts/dreier-lost": "8", "premiums/valat-silent": "x4"}
    editor.post("values", what="set", **gone, **{"premiums/geier-silent": "5", "premiums/geier-announced": "10"})
    written = load_draft(editor.row)
    assert written["contracts"] == {"solodreier": False, "dreier": {"lost": 8}}
    assert written["premiums"] == {"valat": {"silent": "x4"}, "geier": {"silent": 5, "announced": 10}}
    editor.set("contracts/solodreier", value="9")
    assert load_draft(editor.row)["contracts"]["solodreier"] == {"value": 9}


def test_the_way_from_the_table_to_the_order_applies_what_is_typed(editor):
    editor.make()
    answer = editor.post("values", then="order", **{"contracts/dreier-lost": "8"})
    assert answer["Location"] == editor.address("order")
    assert load_draft(editor.row)["contracts"] == {"dreier": {"lost": 8}}


@pytest.mark.parametrize("what", ["add", "set"])
def test_a_premium_may_be_called_by_a_number(editor, what):
    editor.make()
    editor.post("values", what=what, section="premiums", name="10 Tarock")
    editor.set("premiums/p10_tarock", silent="1", announced="2")
    assert load_draft(editor.row)["premiums"] == {"p10_tarock": {"name": "10 Tarock", "silent": 1, "announced": 2}}


def test_a_sentence_of_the_club_s_own_is_added_changed_and_taken_off(editor):
    editor.make()
    answer = editor.post("rules", what="add", section="reminders", name="Der Geber steht auf.")
    place = "reminders/der_geber_steht_auf"
    assert answer["Location"].endswith(f"#{place}")
    editor.set(place, **{"in": ["rufer"]})
    assert load_draft(editor.row)["reminders"] == {
        "der_geber_steht_auf": {"text": "Der Geber steht auf.", "in": ["rufer"]}
    }
    editor.post("rules", remove=place)
    assert "reminders" not in load_draft(editor.row)


def test_a_part_as_it_was_taken_over_keeps_what_is_typed_elsewhere(editor):
    editor.make()
    editor.set("radl", stacks="on")
    editor.set("groups/solospiele", king_lies=["game"])
    editor.post("rules", restore="radl", **{"sheet-name": "Im Keller", "radl-within": "x" * 400})
    draft = load_draft(editor.row)
    assert ("radl" in draft, draft["name"], draft["groups"]) == (
        False, "Im Keller", {"solospiele": {"king_lies": ["game"]}},
    )  # fmt: skip
    editor.post("rules", restore="groups/solospiele")
    assert "groups" not in load_draft(editor.row)


@pytest.mark.heavy
def test_further_cases_of_trischaken_wait_before_all_other_cases(editor):
    editor.make(taken_from="standard")
    page = editor.post("rules", what="row", **{"trischaken-rows": "12"})
    assert 'name="trischaken-pays.11.0"' in words(page)
    assert "pays" not in load_draft(editor.row).get("trischaken", {})
    more: dict[str, Any] = {f"trischaken-pays.11.{place}": amount for place, amount in enumerate(("−4", "0", "2", "2"))}
    more |= {"trischaken-rows": "12", "trischaken-pays.11.when": ["jungfrauen_2"]}
    checked = words(editor.post("rules", what="check", **more))
    assert "−8 · 0 · +4 · +4" in checked
    editor.post("rules", what="set", **more)
    assert [row.get("when") for row in load_draft(editor.row)["trischaken"]["pays"]][-2:] == [["jungfrauen_2"], None]


def words(answer):
    return html.unescape(answer.content.decode())
