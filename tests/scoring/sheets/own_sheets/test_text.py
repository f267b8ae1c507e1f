"""A sheet goes down as text or a file, and comes up into the draft of the same sheet: whatever a sheet can say."""

import html
import json
import re
import tomllib
from functools import cache
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.engine.house_rules.library import load
from scoring.engine.house_rules.schema import ENTRIES, SECTIONS, drop_entries, lay_over
from scoring.models import OwnSheet, OwnSheetVersion, SheetExample
from scoring.sheets.own_sheets import draft
from scoring.sheets.own_sheets.controls import list_typed_kinds
from scoring.sheets.own_sheets.draft import (
    ORDERED,
    DraftPlace,
    add_own_entry,
    build_file,
    build_rules,
    parse_file,
    write_file,
)
from scoring.sheets.own_sheets.forms import PlaceForm
from scoring.sheets.own_sheets.page import ORDER, list_key_changes
from scoring.sheets.own_sheets.services import create_sheet, load_draft, take_file
from tests.scoring.engine.house_rules.test_sheets_document import EXAMPLES
from tests.scoring.engine.support.documents import list_keys
from tests.scoring.sheets.own_sheets.strategies import find_saved_rules, open_sheet, post_as_it_is
from tests.support.accounts import make_account
from tests.support.shared_rows import share_rows

HEAD = {"id": "beim-adler", "name": "Beim Adler", "source": "wir", "extends": "treffpunkt"}
RARE = """
[contracts]
solodreier = false
bettler = { kontra = 2, bei = ["piccolo"] }
einer = { partner = "needed", kontra = 4, ref = "Seite 2" }
rauber = { name = "Räuber", value = 5, groups = ["negativspiele"], tricks = 2 }

[premiums]
geier = { silent = 5, announced = 10, in = ["rufer"], side = "declarer" }

[options.teuer]
name = "Teurer Dreier"
on = { contracts = { dreier = { value = 9 }, rufer = false } }

[reminders.stand]
text = "Der Geber steht auf."
in = ["rufer"]
"""
load_once = cache(load)
WITHOUT_CHANGE = {"id", "examples"}  # a draft keeps its id; examples are kept beside it
RARE_KEYS = {
    "id",
    "extends",
    "examples",
    "paragraphs",
    "groups",
    "options",
    "reminders",
    "readings",
    "gaps",
}  # or one key
# Lines over Treffpunkt Tarock that say a key as that sheet does not; the rest are examples of docs/dev/sheet-keys.md.
LINES = {
    **dict(EXAMPLES),
    "extends": 'extends = "standard"',
    "deal.talon_first": "deal.talon_first = false",
    "auction.opens_with_game": "auction.opens_with_game = false",
    "auction.steps": "auction.steps = false",
    "contracts.value": "contracts.dreier.value = 6",
    "contracts.self_call": 'contracts.dreier = { partner = "king", self_call = true }',
    "contracts.queen_call": 'contracts.dreier = { partner = "king", queen_call = true }',
    "contracts.premiums": 'contracts.dreier.premiums = ["valat"]',
    "contracts.kontra": "contracts.dreier.kontra = 2",
    "options.about": 'options.dear = { about = ["radl"], on = { contracts = { dreier = { value = 8 } } } }',
    "options.excludes": 'options.dear = { excludes = ["piccolo_over_solo"], on = { kontra = { game = 4 } } }',
    "readings.text": 'readings.valat.text = "Anders."',
    "contracts.doubles": 'contracts.dreier.doubles = ["premiums"]',
    "contracts.only_bei": 'contracts.piccolo.only_bei = ["bettler"]',
    "premiums.wins_game": "premiums.quapil.wins_game = true",
    "premiums.all_points": "premiums.quapil.all_points = true",
    "renonce.claims": 'renonce.claims = "none"',
    "trischaken.pays.ref": 'trischaken.pays = [{ places = [-3, 1, 1, 1], ref = "Seite 2" }]',
    "groups.bei": 'groups.negativspiele.bei = ["piccolo"]',
    "groups.by": 'groups.solospiele.by = "others"',
    "groups.defence_kontra": 'groups.solospiele.defence_kontra = { pagat = "must" }',
    "groups.doubles": "groups.solospiele.doubles = false",
    "groups.king_lies": 'groups.solospiele.king_lies = ["game"]',
    "groups.kontra": "groups.solospiele.kontra = 2",
    "groups.needs": 'groups.solospiele.needs = ["pagat"]',
    "groups.only_bei": 'groups.negativspiele.only_bei = ["piccolo"]',
    "groups.partner": 'groups.rufspiele = { partner = "needed", self_call = false }',
    "groups.premiums": 'groups.farbspiele.premiums = ["valat"]',
    "groups.queen_call": "groups.rufspiele = { queen_call = true, self_call = false }",
    "groups.self_call": "groups.rufspiele.self_call = false",
    "groups.tricks": "groups.negativspiele.tricks = 2",
    "groups.win": 'groups.solospiele.win = "36"',
    "groups.win_kontra": 'groups.solospiele.win_kontra = "36"',
    "gaps.about": 'gaps.ohne_folgen.about = ["renonce"]',
    "readings.about": 'readings.nuller.about = ["radl"]',
    "reminders.about": 'reminders.gstiess.about = ["radl"]',
    "gaps.text": 'gaps.ohne_folgen.text = "Anders."',
    "gaps.text_en": 'gaps.ohne_folgen.text_en = "Another one."',
    **{
        f"{section}.{key}": f'{section}{entry}.{key} = "Anders"'
        for section, entry, keys in (
            ("contracts", ".dreier", "name name_en ref gloss_en"),
            ("groups", ".solospiele", "name name_en ref"),
            ("premiums", ".pagat", "name name_en ref gloss gloss_en"),
            ("gaps", ".ohne_folgen", "name name_en ref"),
            ("readings", ".valat", "ref text_en"),
            ("reminders", ".gstiess", "ref text_en"),
            ("radl", "", "ref name_en last_en within_en"),
            *((section, "", "ref") for section in SECTIONS if section not in ("order", "radl")),
        )
        for key in keys.split()
    },
    **{
        f"options.{key}": f'options.dear = {{ {key} = "Anders", on = {{ kontra = {{ game = 4 }} }} }}'
        for key in ("name", "name_en", "ref", "text", "text_en")
    },
}


def words(answer):
    return html.unescape(answer.content.decode())


def merge(text, **more):
    """Return a small sheet of these lines as a table."""
    return lay_over({**HEAD, **more}, tomllib.loads(text))


@pytest.fixture
def text_editor(editor):
    """A sheet with its page as text."""
    editor.make()
    editor.text_address = reverse("sheet_text", args=[editor.sheet_id])
    return editor


def look(editor, text, **more):
    return editor.client.post(editor.text_address, {"text": text, "what": "look", **more})


def take(editor, page, **more):
    """Press "Apply" below what a text would change."""
    sent = {"text": page.context["text"], "what": "take", "state": page.context["own"].draft_state}
    return editor.client.post(editor.text_address, sent | more)


def test_every_key_is_said_below():
    assert set(LINES) == set(list_keys())


@share_rows
def adler():
    """The account of a club with a sheet that is like Treffpunkt Tarock."""
    account = make_account()
    create_sheet(account.club, "Beim Adler", "treffpunkt")
    return account


@pytest.mark.heavy_but("contracts.bei")
@pytest.mark.parametrize(("key", "lines"), LINES.items(), ids=[*LINES])
def test_a_sheet_that_says_a_key_goes_down_and_comes_up_with_the_same_meaning(adler, key, lines):
    own = OwnSheet.objects.get()
    before = load_draft(own)
    table = merge(lines, **({"source": before["source"]} if key != "source" else {}))
    assert key in set(list_paths(table))
    take_file(own, 0, build_file(parse_file(write_file(table).encode())), adler)
    own.refresh_from_db()
    draft, expected = load_draft(own), load(write_file({**table, "id": own.sheet}))
    assert draft == {name: value for name, value in table.items() if name != "examples"} | {"id": own.sheet}
    after = build_rules(draft)
    assert drop_entries(after.table, ["examples"]) == drop_entries(expected.table, ["examples"])
    assert (after.table != load_once(write_file(before)).table) == (key not in WITHOUT_CHANGE)
    assert bool([*list_key_changes(before, draft, "de")]) == (key not in WITHOUT_CHANGE)


def find_place(key):
    """Return the part of a sheet, and the key in it, of a name of the documents."""
    section, _dot, inner = key.partition(".")
    if not inner:
        return DraftPlace(), section
    said = tomllib.loads(LINES[key])[section]
    return DraftPlace(section, next(name for name in said if inner in said[name]) if section in ENTRIES else ""), inner


def is_typed(key):
    """Return whether the table of values or the page of all other rules has a field for a key."""
    place, name = find_place(key)
    return place.section in ("", *ORDERED, *ORDER) and name in list_typed_kinds(place)


KEYS_OF_PAGES = [key for key in LINES if not key.startswith("trischaken.pays.") and is_typed(key)]


def test_what_pages_ask_for_is_all_but_what_is_rare():
    rare = [key for key in LINES if key not in KEYS_OF_PAGES]
    sections = {key.partition(".")[0] for key in rare}
    assert sections == {"contracts", "premiums", "order", "trischaken"} | RARE_KEYS
    assert "contracts.partner" in rare
    assert {"contracts.lost", "premiums.announced", "groups.bei", "radl.after", "trischaken.pays"} <= set(KEYS_OF_PAGES)


@pytest.mark.parametrize("key", KEYS_OF_PAGES)
def test_a_key_that_a_page_has_is_typed_there(key):
    said, layer = open_sheet(merge(LINES[key])), open_sheet(dict(HEAD))
    place, name = find_place(key)
    if place.entry and not place.find_table(layer.whole):
        layer = layer._replace(own=add_own_entry(layer, place, "Neu"))
    sent = post_as_it_is(PlaceForm(said, place, "de"))
    form = PlaceForm(layer, place, "de", sent)
    assert form.is_valid(), form.errors
    typed = layer._replace(own=form.change(layer)).whole
    before, after, wanted = (place.find_table(table).get(name) for table in (layer.whole, typed, said.whole))
    assert (after or None) == (wanted or None)
    assert (before or None) != (wanted or None)


def list_paths(table, start=""):
    """Yield the keys of a table by the names that the documents have for them."""
    for key, value in table.items():
        yield f"{start}{key}"
        for inner in value.values() if start == "" and key in ENTRIES else [value]:
            for row in inner if isinstance(inner, list) else [inner]:
                yield from list_paths(row, f"{start}{key}.") if isinstance(row, dict) else ()


def test_what_a_text_would_change_is_shown_first_and_then_becomes_the_draft(text_editor):
    editor = text_editor
    text = words(editor.client.get(editor.text_address))
    assert 'extends = "treffpunkt"' in text
    page = look(editor, write_file(load_draft(editor.row)) + RARE)
    assert page.status_code == 200
    told = [
        "Bettler: Kann gespielt werden neben: – → Piccolo",
        "Bettler: Höchstes Kontra: – → Kontra",
        "Einer: Stelle auf dem gedruckten Blatt: – → Seite 2",
        "Solodreier: nicht mehr auf dem Blatt",
        "Räuber: Wert: – → 5",
        "Geier: In diesen Spielen: – → Rufer",
        "Teurer Dreier: Dreier: Wert: nicht geändert → 9",
        "Teurer Dreier: Rufer: nicht mehr auf dem Blatt",
        "Erinnerungen: Text: – → Der Geber steht auf.",
        "Erinnerungen, Der Geber steht auf.: Bei diesen Spielen: – → Rufer",
    ]
    assert [change for change in told if change not in page.context["changes"]] == []
    assert "rauber" not in load_draft(editor.row).get("contracts", {})
    assert take(editor, page)["Location"] == f"{editor.address_of_sheet()}#unsaved"
    assert load_draft(editor.row) == merge(RARE, source=load_draft(editor.row)["source"])
    editor.save()
    sheet = find_saved_rules(editor.sheet_id).build_sheet({"teuer": True})
    assert (sheet.contracts["rauber"].tricks, sheet.contracts["dreier"].value) == (2, 54)
    assert OwnSheetVersion.objects.get().number == 1
    page = look(editor, write_file(load_draft(editor.row)))
    assert "Nichts: Das Blatt sagt das alles schon." in words(page)


def test_a_file_is_taken_into_the_draft_of_a_sheet_that_is_there_and_keeps_its_id(text_editor):
    text = write_file({**HEAD, "id": "anders", "name": "Umbenannt", "contracts": {"dreier": {"lost": 8}}})
    page = look(text_editor, "", file=SimpleUploadedFile("adler.toml", text.encode("utf-8-sig")))
    assert "Name: Beim Adler → Umbenannt" in page.context["changes"]
    take(text_editor, page)
    draft = load_draft(text_editor.row)
    assert (draft["id"], draft["name"], draft["contracts"]) == ("beim-adler", "Umbenannt", {"dreier": {"lost": 8}})
    assert OwnSheet.objects.count() == 1


def test_changes_of_an_option_and_another_order_are_told(text_editor):
    option = {"name": "Teuer", "on": {"contracts": {"dreier": {"value": 9}, "rufer": False}}}
    base = load_draft(text_editor.row)
    first = look(text_editor, write_file({**base, "options": {"teuer": option}})).context["changes"]
    assert first[-2:] == ["Teuer: Dreier: Wert: nicht geändert → 9", "Teuer: Rufer: nicht mehr auf dem Blatt"]
    order = {**base, "order": {"contracts": ["dreier", "rufer"]}}
    named, listed = look(text_editor, write_file(order)).context["changes"]
    assert named == "Reihenfolge: Speisen: – → Dreier, Rufer"
    assert listed.startswith("Speisen in anderer Reihenfolge: Dreier, Rufer, Trischaken")


def test_of_two_who_take_a_text_at_once_the_second_is_told(text_editor):
    page = look(text_editor, write_file({**HEAD, "contracts": {"dreier": {"lost": 8}}}))
    text_editor.set("contracts/dreier", lost="9")
    late = take(text_editor, page)
    assert late.status_code == 409
    assert "Jemand anderer" in words(late)
    assert "lost = 8" in words(late), "what was typed stays on the page"
    assert load_draft(text_editor.row)["contracts"] == {"dreier": {"lost": 9}}


def test_the_same_tap_twice_takes_a_text_once(text_editor):
    page = look(text_editor, write_file({**HEAD, "contracts": {"dreier": {"lost": 8}}}))
    assert [take(text_editor, page).status_code for _tap in range(2)] == [302, 302]
    assert text_editor.row.draft_state == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Wähl zuerst die Datei aus."),
        ("{", "Zeile 1"),
        ("\x00", "Zeile 1"),
        (write_file(HEAD) + "[contracts]\ndreier = { lost = -1 }\n", "contracts/dreier/lost"),
        (write_file(HEAD) + "# " + "ä" * (300 << 10), "256 kB"),
        (write_file(HEAD) + "[contracts]\npiccolo = { lost = 4 }\n", "schließen einander aus"),
    ],
)
def test_what_is_no_sheet_is_refused_with_a_sentence_and_stays_on_the_page(text_editor, text, sentence):
    for what in ("look", "take"):
        page = look(text_editor, text, what=what, state="0")
        assert page.status_code == 400
        assert sentence in words(page)
    assert text_editor.row.draft_state == 0


def test_examples_come_in_with_a_file_once_and_stay_when_it_has_none(text_editor):
    example: dict[str, Any] = {"name": "Verloren", "payouts": ["8", "-24", "8", "8"]}
    example |= {"plays": [{"contract": "dreier", "declarer": 1, "result": "lost"}]}
    text = write_file({**HEAD, "contracts": {"dreier": {"lost": 8}}, "examples": [example]})
    for sent in (text, text, write_file(load_draft(text_editor.row))):
        take(text_editor, look(text_editor, sent))
    kept = SheetExample.objects.get()
    assert (kept.note, json.loads(kept.payouts)) == ("Verloren", ["8", "-24", "8", "8"])
    assert "examples" not in load_draft(text_editor.row)
    down = text_editor.client.get(reverse("draft_file", args=[text_editor.sheet_id])).content.decode()
    take(text_editor, look(text_editor, "", file=SimpleUploadedFile("adler.toml", down.encode())))
    assert SheetExample.objects.count() == 1


def test_the_page_says_every_word_that_a_text_can_have(text_editor):
    page = text_editor.client.get(text_editor.text_address)
    told = {re.sub(r"\.…", "", key) for _title, rows in page.context["keys"] for key, *_words in rows}
    assert list_keys() - told == {"id", "examples", "options.on", "options.off", "trischaken.pays.when"} | {
        "trischaken.pays.places", "trischaken.pays.ref",
    }  # fmt: skip


@pytest.mark.parametrize("values", [{"id": "unseres"}, {"id": "unseres", "extends": "nowhere"}, {"odd": {"a": [1]}}])
def test_values_that_a_process_apart_made_up_are_checked_as_any_draft(monkeypatch, values):
    monkeypatch.setattr(draft, "run_apart", lambda _function, _data: draft.ParsedFile(values, []))
    with pytest.raises(draft.Unreadable) as refused:
        draft.read_sent_file(b"", "en")
    assert refused.value.sentences
