"""Sentences that a sheet takes over: asked about where a rule changes, pruned on one page."""

import pytest
from django.urls import reverse

from scoring.engine.house_rules.library import SENTENCES
from scoring.sheets.own_sheets.draft import build_rules
from scoring.sheets.own_sheets.editor_page import list_sentences
from scoring.sheets.own_sheets.services import load_draft

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
