"""Taking back what was just saved, listening instead of looking, and a hand without a finger on the screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import DESKTOP

pytestmark = pytest.mark.heavy

PREVIEW_TEXT = "#preview-said"


def save_rufer(page: Page) -> Thumb:
    """A thumb over the page of a Rufer that it has just saved."""
    thumb = Thumb(page)
    thumb.start()
    thumb.choose(p0_contract="rufer", p0_partner="2", p0_result="won")
    thumb.shows("+1", "−1", "+1", "−1")
    thumb.save()
    return thumb


def test_the_hand_that_was_just_saved_is_taken_back_corrected_and_saved_anew(phone):
    thumb = save_rufer(phone)
    thumb.touch(phone.locator(".undo button"))
    phone.wait_for_url("**again=1")
    expect(phone.locator(".saved")).to_contain_text("Die Eingabe steht wieder im Formular")
    thumb.shows("+1", "−1", "+1", "−1")
    assert phone.locator('[name="p0-partner"]:checked').input_value() == "2"
    thumb.choose(p0_result="lost")
    thumb.shows("−1", "+1", "−1", "+1")
    thumb.save()
    thumb.stands_at("−1", "1", "−1", "1")
    expect(phone.locator(".written .reason")).to_contain_text("gleich nach dem Speichern zurückgenommen")


def test_the_button_is_gone_after_ten_seconds_unless_somebody_is_on_it(phone):
    phone.clock.install()
    save_rufer(phone)
    undo = phone.locator("form.undo")
    expect(undo).to_be_visible()
    before = ring(phone)
    phone.clock.run_for(4_000)
    assert ring(phone) < before - 30
    undo.locator("button").focus()
    phone.clock.run_for(12_000)
    expect(undo).to_be_visible()
    undo.locator("button").blur()
    phone.clock.run_for(1_000)
    expect(undo).to_be_hidden()
    expect(phone.get_by_role("link", name="Streichen")).to_be_visible()


def ring(page: Page) -> float:
    """Return the part of the ring that is left, in percent."""
    return float(page.locator(".undo .ring").evaluate("(one) => one.style.getPropertyValue('--left')"))


def test_who_listens_hears_the_amounts_and_nothing_else(phone):
    thumb = Thumb(phone)
    thumb.start()
    assert phone.locator("#preview[aria-live], #preview [aria-live]").count() == 0
    expect(phone.locator(PREVIEW_TEXT)).to_have_text("")
    thumb.choose(p0_contract="rufer", p0_partner="2")
    expect(phone.locator(PREVIEW_TEXT)).to_have_text("Anna +1, Berta −1, Cilli +1, Dora −1")
    expect(phone.locator(PREVIEW_TEXT)).to_have_attribute("role", "status")


def test_a_bird_game_goes_in_by_the_keyboard_in_the_order_of_the_page(page_factory):
    page = page_factory(**DESKTOP)
    Thumb(page).start()
    passed: list[str] = []

    def to(selector: str, key: str = "Tab") -> None:
        for _ in range(60):
            page.keyboard.press(key)
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            passed.append(page.evaluate("document.activeElement.name || document.activeElement.tagName"))
        pytest.fail(f"{key} does not lead to {selector}: {passed[-60:]}")

    to('[name="p0-contract"]')
    assert page.evaluate("getComputedStyle(document.activeElement.nextElementSibling).outlineStyle") == "solid"
    to('[value="besserrufer"]', "ArrowRight")
    to('[name="p0-declarer"]')
    to('[name="p0-declarer"][value="1"]', "ArrowRight")
    to('[name="p0-partner"]')
    to('[name="p0-partner"][value="3"]', "ArrowRight")
    to('[name="p0-result"]')
    page.keyboard.press("Space")
    to('[data-chip="pagat"]')
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    to(".of-last", "Shift+Tab")
    page.keyboard.press("Space")
    expect(page.locator(PREVIEW_TEXT)).to_have_text("Anna −6, Berta +6, Cilli −6, Dora +6")
    to("#save")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"\?saved=1"))
    expect(page.locator(".written .remark")).to_contain_text("Pagat angesagt (Kontra)")
