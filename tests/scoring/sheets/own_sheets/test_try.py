"""Hands to try beside the editor: before and after, and the club's own examples."""

import json

import pytest
from django.urls import reverse

from scoring.models import Deal, SheetExample
from scoring.sheets.examples.page import list_own_examples
from tests.scoring.sheets.own_sheets.test_editor import words
from tests.scoring.support.tables import dreier, new_table, play

LOST_DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "lost"}


def address(name, editor):
    return reverse(name, kwargs={"sheet_id": editor.sheet_id})


@pytest.fixture
def sheet_editor(editor):
    editor.make()
    editor.set("contracts/dreier", lost="8")
    return editor


def test_the_examples_that_pay_something_else_are_shown_beside_the_sheet_below(sheet_editor):
    page = sheet_editor.client.get(address("try_sheet", sheet_editor))
    shown = page.context["shown"]
    assert shown
    assert all(example.stands_out for example in shown)
    assert page.context["standing_out"] < page.context["count"]
    everything = sheet_editor.client.get(address("try_sheet", sheet_editor), {"all": "1"})
    assert len(everything.context["shown"]) > len(shown) or everything.context["pages"]


def test_a_hand_that_is_tapped_in_shows_what_it_pays_before_and_now(sheet_editor):
    preview = sheet_editor.client.post(address("try_preview", sheet_editor), LOST_DREIER)
    assert preview["X-Piece"] == "preview"
    assert "−24" in words(preview)
    page = sheet_editor.client.post(address("try_hand", sheet_editor), LOST_DREIER)
    assert [amount for _seat, amount in page.context["amounts"]] == ["8", "−24", "8", "8"]
    assert "−15" in words(page)


def test_half_points_are_shown_and_typed_as_on_other_pages(sheet_editor):
    sheet_editor.set("contracts/dreier", lost="5/2")
    page = sheet_editor.client.post(address("try_hand", sheet_editor), LOST_DREIER)
    amounts = [amount for _seat, amount in page.context["amounts"]]
    assert amounts == ["2½", "−7½", "2½", "2½"]
    sent = {"key": "k", "record": page.context["record"]}
    sent |= {f"amount{seat}": amount for seat, amount in enumerate(amounts)}
    assert sheet_editor.client.post(address("keep_example", sheet_editor), sent).status_code == 302
    assert "1 von 1" in words(sheet_editor.client.get(address("try_sheet", sheet_editor)))


def test_a_game_that_was_taken_off_the_sheet_is_called_by_its_name(sheet_editor):
    solo = {"p0-contract": "solodreier", "p0-declarer": "1", "p0-result": "won"}
    sheet_editor.set("contracts/solodreier", value="")
    for name in ("try_hand", "try_preview"):
        answer = words(sheet_editor.client.post(address(name, sheet_editor), solo))
        assert "kennt kein Spiel „Solodreier“" in answer
    shown = sheet_editor.client.get(address("try_sheet", sheet_editor)).context["shown"]
    problems = [problem for example in shown for outcome in example.outcomes for problem in outcome.problems]
    assert "Beim Adler kennt kein Spiel „Solodreier“." in problems
    assert not any("„solodreier“" in problem for problem in problems)


@pytest.mark.heavy
def test_an_example_is_kept_once_and_says_when_the_sheet_no_longer_agrees(sheet_editor):
    page = sheet_editor.client.post(address("try_hand", sheet_editor), LOST_DREIER)
    sent = {"key": "k", "record": page.context["record"], "note": "Dreier verloren: 8"}
    sent |= {f"amount{seat}": amount for seat, amount in enumerate(["8", "−24", "+8", "8"])}
    for _tap in range(2):
        assert sheet_editor.client.post(address("keep_example", sheet_editor), sent).status_code == 302
    assert SheetExample.objects.count() == 1
    assert "1 von 1" in words(sheet_editor.client.get(address("try_sheet", sheet_editor)))
    sheet_editor.set("contracts/dreier", lost="9")
    assert "0 von 1" in words(sheet_editor.client.get(address("try_sheet", sheet_editor)))
    sheet_editor.client.post(address("try_sheet", sheet_editor), {"example": SheetExample.objects.get().pk})
    assert list_own_examples(sheet_editor.sheet_id) == ()


def test_the_examples_go_out_and_come_in_with_the_file(sheet_editor):
    page = sheet_editor.client.post(address("try_hand", sheet_editor), LOST_DREIER)
    sent = {"key": "k", "record": page.context["record"], "note": "Dreier verloren: 8"}
    sent |= {f"amount{seat}": amount for seat, amount in enumerate(["8", "-24", "8", "8"])}
    sheet_editor.client.post(address("keep_example", sheet_editor), sent)
    text = sheet_editor.client.get(address("draft_file", sheet_editor)).content.decode()
    assert sheet_editor.client.post(reverse("take_rules"), {"text": text, "what": "make"}).status_code == 302
    [example] = list_own_examples("beim-adler-2")
    assert (example.name, example.payouts) == ("Dreier verloren: 8", ("8", "-24", "8", "8"))


def test_a_file_with_an_example_that_does_not_exist_on_its_sheet_is_refused(sheet_editor):
    text = sheet_editor.client.get(address("draft_file", sheet_editor)).content.decode()
    text += "[[examples]]\nplays = [{ contract = 'nowhere', declarer = 1 }]\npayouts = [0, 0, 0, 0]\n"
    answer = sheet_editor.client.post(reverse("take_rules"), {"text": text, "what": "make"})
    assert answer.status_code == 400
    assert "gibt es das nicht" in words(answer)


@pytest.mark.heavy_but("wrong1")
@pytest.mark.parametrize(
    "wrong",
    [{"amount0": "7"}, {"amount1": "x"}, {"record": "{"}, {"record": json.dumps({"plays": []})}, {"key": ""}],
)
def test_what_is_no_example_is_refused(sheet_editor, wrong):
    page = sheet_editor.client.post(address("try_hand", sheet_editor), LOST_DREIER)
    sent = {"key": "k", "record": page.context["record"]}
    sent |= {f"amount{seat}": amount for seat, amount in enumerate(["8", "-24", "8", "8"])}
    answer = sheet_editor.client.post(address("keep_example", sheet_editor), sent | wrong)
    assert answer.status_code == 400
    assert not SheetExample.objects.exists()


def test_an_amount_of_an_example_that_allows_two_readings_is_refused_with_both(sheet_editor):
    page = sheet_editor.client.post(address("try_hand", sheet_editor), LOST_DREIER)
    sent = {"key": "k", "record": page.context["record"]}
    sent |= {f"amount{seat}": amount for seat, amount in enumerate(["1.500", "-1.500", "0", "0"])}
    answer = sheet_editor.client.post(address("keep_example", sheet_editor), sent)
    assert "„1.500“ kann 1500 oder 1,5 heißen" in words(answer)


def test_a_played_hand_can_be_the_example(sheet_editor):
    table = new_table()
    play(table, dreier(1))
    page = sheet_editor.client.get(
        address("try_hand", sheet_editor), {"table": str(table.slug), "line": str(Deal.objects.get().number)}
    )
    assert page.context["posted"]["p0-contract"] == "dreier"


@pytest.mark.heavy
def test_a_rule_that_no_example_shows_has_a_hand_that_is_kept_with_one_tap(sheet_editor):
    sheet_editor.make(taken_from="standard")
    sheet_editor.set("contracts/dreier", lost="9")
    address = reverse("uncovered_rules", args=[sheet_editor.sheet_id])
    page = sheet_editor.client.get(address)
    ((entry, key),) = page.context["entries"]
    assert entry.label == "Dreier: Verloren kostet es 9"
    assert entry.href == f"{sheet_editor.address('values')}#contracts-dreier"
    amounts = {f"amount{seat}": amount for seat, (_name, amount) in enumerate(entry.amounts)}
    sent = {"key": str(key), "record": entry.record, "note": entry.label, **amounts}
    assert sheet_editor.client.post(address, sent)["Location"] == address
    assert SheetExample.objects.get().note == "Dreier: Verloren kostet es 9"
    assert "kommt in einem Beispiel vor" in sheet_editor.client.get(address).content.decode()
