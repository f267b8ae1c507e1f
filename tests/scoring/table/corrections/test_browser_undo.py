"""Taking back what was just saved, and listening instead of looking."""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import IN_FIREFOX_TOO

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


@IN_FIREFOX_TOO
def test_the_hand_that_was_just_saved_is_taken_back_corrected_and_saved_anew(phone, faults):
    faults.expect("ERR_FAILED|NS_ERROR")
    thumb = save_rufer(phone)
    phone.evaluate("window.isSamePage = true")
    phone.route("**/strike/", lambda route: route.abort())
    thumb.touch(phone.locator(".undo button"))
    expect(phone.locator("dialog.over-table[open] .problem")).to_contain_text("Kein Netz")
    phone.keyboard.press("Escape")
    phone.unroute("**/strike/")
    thumb.touch(phone.locator(".undo button"))
    expect(phone.locator(".saved")).to_contain_text("Die Eingabe steht wieder im Formular")
    thumb.shows("+1", "−1", "+1", "−1")
    assert phone.locator('[name="p0-partner"]:checked').input_value() == "2"
    assert phone.evaluate("window.isSamePage")
    phone.reload()  # what came back is not lost either
    thumb.shows("+1", "−1", "+1", "−1")
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
    expect(phone.locator(".last")).to_contain_text("Spiel 1")


def ring(page: Page) -> float:
    """Return the part of the time that is left, in percent."""
    return float(page.locator("form.undo").evaluate("(one) => one.style.getPropertyValue('--left')"))


def test_who_listens_hears_the_amounts_and_nothing_else(phone):
    thumb = Thumb(phone)
    thumb.start()
    assert phone.locator("#preview[aria-live], #preview [aria-live]").count() == 0
    expect(phone.locator(PREVIEW_TEXT)).to_have_text("")
    thumb.choose(p0_contract="rufer", p0_partner="2")
    expect(phone.locator(PREVIEW_TEXT)).to_have_text("Anna bekommt 1. Anna +1, Berta −1, Cilli +1, Dora −1")
    expect(phone.locator(PREVIEW_TEXT)).to_have_attribute("role", "status")
