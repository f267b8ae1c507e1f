"""The ribbon: one thing at a time, and whoever is asked sees the hand that the question is about."""

import random
import re
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import ENTRY, build_call
from tests.support.browser import PATIENCE_MS, PHONE

pytestmark = pytest.mark.heavy

HANDS = 50
LONE = ("dreier", "piccolo", "bettler", "solodreier", "farbensolo")
# How many rows there were in sight at once, at most, in any frame since the page was opened.
WATCH = """() => {
  globalThis.mostRows = 0;
  const look = () => {
    const rows = [...document.querySelectorAll("#ribbon [data-row]")];
    globalThis.mostRows = Math.max(globalThis.mostRows, rows.filter((row) => row.checkVisibility()).length);
    requestAnimationFrame(look);
  };
  look();
}"""
# What stands in the ribbon: its row, all texts with their boxes, and the line of the book that is asked about.
LOOK = """() => {
  const ribbon = document.querySelector("#ribbon");
  const row = ribbon.querySelector(".is-shown");
  const boxes = [];
  const texts = document.createTreeWalker(ribbon, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const hidden = parentElement.closest(".unseen, .says select, .as");
    if (!data.trim() || hidden || !parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const end = parentElement.closest("p, a, button").getBoundingClientRect().bottom; // the rest is cut
    for (const { left, top, right, bottom, width } of range.getClientRects())
      if (width > 1 && top < end - 3) boxes.push([data.trim(), left, top, right, bottom]);
  }
  const { left, top, right, bottom } = ribbon.getBoundingClientRect();
  const newest = document.querySelector(".written tbody:last-of-type");
  const me = document.querySelector("#live").dataset.me;
  const at = [...document.querySelectorAll(".standing .totals > li")].findIndex((card) => card.dataset.place === me);
  return {
    row: Number(row?.dataset.row ?? 0),
    text: row?.innerText ?? "",
    line: row?.querySelector('input[name="line"]')?.value ?? "",
    boxes,
    edges: [left, top, right, bottom],
    newest: newest?.dataset.line ?? "",
    change: at < 0 ? null : newest?.querySelectorAll("td")[at]?.querySelector("small")?.textContent ?? "0",
  };
}"""
SAID_BEFORE = "(one) => getComputedStyle(one, '::before').content"
ENTER = build_call(
    ENTRY,
    """([game, seat, result]) => {
  for (const [name, value] of [["contract", game], ["declarer", seat], ["result", result]])
    tapField(radio(`p0-${name}`, value));
}""",
)


class Ribbon(NamedTuple):
    """The row that a phone's ribbon shows."""

    row: int  # its rank
    text: str
    line: str  # of the book, where it is asked about
    boxes: list[tuple[str, float, float, float, float]]
    edges: tuple[float, float, float, float]
    newest: str  # the line that is the newest one on the written sheet
    change: str | None  # what that changed for the player of the phone; None: nobody has said who that is


SAVED, QUESTION, SENTENCE, LAST = 1, 3, 6, 8


def read(page: Page) -> Ribbon:
    """Read the ribbon; no ribbon may show texts over each other, or beyond its edge."""
    found: dict[str, Any] = page.evaluate(LOOK)
    ribbon = Ribbon(**found)
    _left, top, right, bottom = ribbon.edges
    for text, *box in ribbon.boxes:
        assert box[0] >= 0, text
        assert box[1] >= top - 1, text
        assert box[2] <= right, text
        assert box[3] <= bottom + 4, text  # the room below a letter
    for (text, *first), (next_text, *second) in combinations(ribbon.boxes, 2):
        apart = first[2] <= second[0] + 1 or second[2] <= first[0] + 1 or first[3] <= second[1] + 3
        assert text == next_text or apart or second[3] <= first[1] + 3, f"{text!r} and {next_text!r} lie on each other"
    return ribbon


def wait_for(page: Page, rank: int, number: int) -> Ribbon:
    """The ribbon as soon as it shows a row of this rank about this hand."""
    shown = page.locator(f'#ribbon .is-shown[data-row="{rank}"]:not(.kept)')
    expect(shown).to_contain_text(re.compile(rf"Spiel {number}\b"), timeout=PATIENCE_MS)
    page.wait_for_function("() => !document.querySelector('#ribbon.is-fresh')")
    return read(page)


def say_who(page: Page, place: int) -> None:
    """The phone belongs to the player at a place."""
    page.goto(f"{page.url.split('?')[0]}me/")
    page.locator("form.own-seat button").nth(place).click()
    page.wait_for_url("**/tables/*/")
    page.locator("#entry.surface").wait_for()


# After the first hand a rule would stand before it: here all rules are known.
KNOW_RULES = """() => {
  const { reminders } = JSON.parse(document.getElementById("rules").textContent);
  localStorage.setItem("reminders seen", JSON.stringify(Object.fromEntries(reminders.map(({ text }) => [text, 3]))));
}"""


def open_phones(page_factory) -> list[Thumb]:
    """Two phones that write at one table, one of Anna, one of Berta."""
    phones = [Thumb(page_factory(**PHONE)) for _number in range(2)]
    phones[0].start()
    phones[1].join(phones[0])
    for place, thumb in enumerate(phones):
        thumb.page.evaluate(KNOW_RULES)
        say_who(thumb.page, place)
        thumb.page.evaluate(WATCH)
    return phones


def test_two_phones_alternate_fifty_hands_and_whoever_is_asked_sees_that_hand(page_factory):
    phones, chance = open_phones(page_factory), random.Random(61)
    for number in range(1, HANDS + 1):
        writer, reader = phones[number % 2], phones[1 - number % 2]
        game, seat, result = chance.choice(LONE), chance.choice("0123"), chance.choice(("won", "lost"))
        writer.page.evaluate(ENTER, [game, seat, result])
        writer.page.locator("#save").tap()
        saved = wait_for(writer.page, SAVED, number)
        asked = wait_for(reader.page, QUESTION, number)
        assert asked.line == asked.newest == saved.newest
        for ribbon in (saved, asked):
            assert ribbon.change is not None
            assert ribbon.text.startswith(f"Für dich {ribbon.change}\n"), ribbon.text
        answer = chance.choice(("fits", "fits", "nothing"))
        if answer != "nothing":
            reader.page.locator(f'#ribbon .is-shown [value="{answer}"]').tap()
            assert wait_for(reader.page, LAST, number).text.startswith(f"Spiel {number}: für dich {asked.change}\n")
    assert [thumb.page.evaluate("mostRows") for thumb in phones] == [1, 1], "never two at once"
    for thumb in phones:
        expect(thumb.page.locator(".written .fits").first).to_be_attached()


def test_what_waits_is_a_count_beside_the_undo_and_comes_when_somebody_goes_on(page_factory, faults):
    faults.expect("ERR_|Failed to load")
    first, second = open_phones(page_factory)
    first.page.evaluate(ENTER, ["dreier", "0", "won"])
    first.page.locator("#save").tap()
    wait_for(second.page, QUESTION, 1)
    second.page.locator('#ribbon .is-shown [value="disputed"]').tap()
    undo = first.page.locator("#ribbon .is-shown form.undo button")
    expect(undo).to_be_visible()
    going_on = first.page.locator("#ribbon .is-shown .next")
    expect(going_on).to_have_text("1 Frage")
    going_on.tap()
    expect(first.page.locator("#ribbon .is-shown")).to_contain_text("Spiel 1 stimmt nicht")
    expect(first.page.locator("#ribbon .is-shown")).to_contain_text("sagt Berta")
    first.page.context.set_offline(True)
    expect(first.page.locator("html.no-network")).to_be_attached(timeout=PATIENCE_MS)
    assert first.page.locator("#ribbon .is-shown strong").evaluate(SAID_BEFORE) == '"Kein Netz · "'
    first.page.context.set_offline(False)
    first.page.locator("#ribbon .is-shown .next").tap()
    assert wait_for(first.page, LAST, 1).text.count("Spiel 1") == 1
    expect(first.page.locator("#ribbon .marks a")).to_have_text(re.compile("1"))  # still to be found


def test_the_sentence_to_me_opens_the_whole_explanation_and_nothing_moves(page_factory):
    first, _second = open_phones(page_factory)
    page = first.page
    page.evaluate(ENTER, ["solodreier", "1", "lost"])
    shown = page.locator("#ribbon .is-shown")
    expect(shown).to_contain_text("Du bekommst 10 von Berta")
    expect(shown).to_contain_text("10 (Solodreier verloren)")
    before = page.locator("#save").bounding_box()
    expect(page.locator("#ribbon.is-fresh")).to_have_count(0)  # a tap that finds a dead key would scroll
    shown.locator(".whole").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Solodreier verloren: 10.")
    assert page.locator("#save").bounding_box() == before
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_question_is_a_count_beside_the_sentence_while_a_hand_is_complete(page_factory):
    first, second = open_phones(page_factory)
    first.page.evaluate(ENTER, ["dreier", "0", "won"])
    first.page.locator("#save").tap()
    wait_for(second.page, QUESTION, 1)
    second.page.evaluate(ENTER, ["solodreier", "1", "lost"])
    shown = second.page.locator("#ribbon .is-shown")
    expect(shown).to_contain_text("Du zahlst 10 an jeden")
    expect(shown.locator(".next")).to_have_text("1 Frage")
    second.page.wait_for_function("() => !document.querySelector('#ribbon.is-fresh')")
    assert read(second.page).row == SENTENCE
    shown.locator(".next").tap()
    assert wait_for(second.page, QUESTION, 1).text.startswith("Für dich −5")
    shown.locator('[value="fits"]').tap()
    expect(shown).to_contain_text("Du zahlst 10 an jeden")
    expect(shown.locator(".next")).to_be_hidden()


def test_a_great_moment_lies_over_the_lower_half_until_somebody_goes_on(page_factory):
    first, second = open_phones(page_factory)
    first.choose(p0_contract="solodreier", p0_declarer="2", p0_result="won", prem_valat_declarer="announced")
    first.save()
    moment = first.page.get_by_role("dialog")
    expect(moment).to_contain_text("Valat!")
    expect(moment).to_contain_text("Cilli +120")
    moment.get_by_role("button", name="weiter").tap()
    expect(moment).to_have_count(0)
    expect(second.page.locator(".totals .number").nth(2)).to_have_text("120")
    expect(second.page.get_by_role("dialog")).to_have_count(0)  # who is about to tap on a game finds it
    first.choose(p0_contract="solodreier", p0_declarer="2", p0_result="won", prem_valat_declarer="announced")
    first.save()
    colors = [moment.locator(part).evaluate("(one) => getComputedStyle(one).color") for part in ("h2", ".close")]
    assert colors[0] == colors[1], "what closes it is read like its title"
    expect(second.page.locator(".totals .number").nth(2)).to_have_text("240")  # or its hand would be a late one
    second.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")
    second.save()
    expect(moment).to_have_count(0)


def test_a_new_leader_is_told_in_the_ribbon(page_factory):
    first, second = open_phones(page_factory)
    for seat in ("0", "1"):
        first.choose(p0_contract="dreier" if seat == "0" else "solodreier", p0_declarer=seat, p0_result="won")
        first.save()
    expect(second.page.locator("#ribbon .is-shown .moment")).to_have_text("Berta führt jetzt mit 20 Vorsprung.")


def test_a_phone_of_nobody_reads_the_sentence_and_the_hand_without_scrolling(page_factory):
    thumb = Thumb(page_factory(**PHONE))
    thumb.start()
    thumb.choose(p0_contract="farbendreier", p0_declarer="1", p0_result="won")
    thumb.save()
    text = thumb.page.locator("#ribbon .saved.is-shown p")
    expect(text).to_contain_text("von jedem, zusammen 15")
    assert text.evaluate("(p) => p.scrollHeight - p.clientHeight") <= 2
