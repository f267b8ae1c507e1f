"""Correcting by pointing: a hand is held, turned round, and applied; without the keyboard, in at most four taps."""

import random

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import DESKTOP, PATIENCE_MS, PHONE

pytestmark = pytest.mark.heavy

FIVE = ("Anna", "Berta", "Cilli", "Dora", "Emil")
MISTYPED = '.reasons label:has([value="vertippt"])'
HAND_FORM, FRAME = "**/lines/*/hand/", "dialog[open] iframe"
NOTE_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))
    .observe({ type: "layout-shift" });
}"""
FRESH = "() => document.querySelector('#preview:not(.stale) [data-part=follows]') !== null"


def play_three(thumb: Thumb) -> None:
    """Three hands of five players."""
    thumb.start("treffpunkt", FIVE)
    for declarer in ("0", "1", "2"):
        thumb.choose(p0_contract="dreier", p0_declarer=declarer, p0_result="won")
        thumb.save()
    thumb.stands_at("10", "−10", "5", "−15", "10")


def number(page: Page, hand: int) -> Locator:
    """The number of a hand on the sheet."""
    return page.get_by_role("link", name=f"Spiel {hand}:")


def open_form(page: Page, hand: int) -> None:
    """Open the form that corrects a hand as a page of its own."""
    page.goto(f"{number(page, hand).get_attribute('href')}hand/")


def press(page: Page, what: Locator, *, moves: int = 0, tremble: random.Random | None = None) -> CDPSession:
    """Put a finger on something and leave it there; `moves`: pixels that it moves up before it rests."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + 40, "y": box["y"] + 20}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    if tremble is not None:
        for _ in range(6):
            near = {name: value + tremble.uniform(-7, 7) for name, value in at.items()}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [near]})
    if moves:
        at = {**at, "y": at["y"] - moves}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    return touch


def test_a_result_is_turned_in_four_taps_without_the_keyboard(phone):
    thumb = Thumb(phone)
    play_three(thumb)
    touch = press(phone, number(phone, 2))
    over = phone.frame_locator(FRAME)
    expect(over.locator(".totals .name")).to_have_text(list(FIVE))
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    over.locator("label:has([name=p0-result][value=lost])").tap()
    over.locator("#preview:not(.stale) [data-part=follows]").wait_for(state="attached")
    over.locator(MISTYPED).tap()
    assert over.locator("input[type=text]:focus").count() == 0
    over.locator("#save").tap()
    expect(phone.locator(".saved")).to_be_visible(timeout=PATIENCE_MS)
    assert phone.locator(".is-held").count() == 0
    expect(phone.locator(".saved")).to_contain_text("Spiel 2 · ")
    expect(phone.locator(".written .reason")).to_contain_text("vertippt")


@pytest.mark.parametrize("screen", [PHONE, {**DESKTOP, "has_touch": True}], ids=["phone", "desktop"])
def test_nothing_moves_while_it_is_not_known_what_follows_and_why_is_asked_once(page_factory, screen):
    page = page_factory(**screen)
    thumb = Thumb(page)
    play_three(thumb)
    open_form(page, 2)
    page.locator("#preview:not(.stale) .amounts").wait_for(state="attached")
    page.evaluate(NOTE_SHIFTS)
    thumb.choose(p0_result="lost")
    expect(page.get_by_text("Warum?").locator("visible=true")).to_have_count(1)
    page.wait_for_function(FRESH)
    page.wait_for_timeout(200)
    assert sum(page.evaluate("window.shifts")) <= 0.02
    assert "\u00ad" not in page.locator(".reasons").inner_text()


def test_a_trembling_thumb_opens_the_form_each_time_and_sees_the_row_fill(phone):
    thumb = Thumb(phone)
    play_three(thumb)
    opened: list[str] = []
    phone.on("request", lambda request: opened.append(request.url) if request.url.endswith("/hand/") else None)
    phone.route(HAND_FORM, lambda route: route.fulfill(status=204))
    for at in range(20):
        touch = press(phone, number(phone, at % 3 + 1), tremble=random.Random(at))
        expect(phone.locator(".written tbody.is-held")).to_have_count(1)
        phone.wait_for_timeout(600)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert len(opened) == at + 1
        expect(phone.locator("dialog[open]")).to_be_visible()
        phone.keyboard.press("Escape")


def test_who_scrolls_or_taps_opens_no_form(phone):
    thumb = Thumb(phone)
    play_three(thumb)
    table = phone.url
    touch = press(phone, number(phone, 2), moves=40)
    phone.wait_for_timeout(900)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert phone.url == table
    number(phone, 2).tap()
    expect(phone.locator("dialog[open] h2").first).to_have_text("Spiel 2")


def test_the_other_button_of_a_mouse_opens_the_form_and_who_only_watches_holds_nothing(phone, page_factory):
    thumb = Thumb(phone)
    play_three(thumb)
    guest = page_factory()
    guest.goto(phone.url)
    expect(number(guest, 2)).to_be_visible()
    expect(guest.locator("[data-correct]")).to_have_count(0)
    number(phone, 3).click(button="right")
    expect(phone.locator(FRAME)).to_be_visible()


def test_what_is_not_shown_yet_is_shown_by_the_server_before_it_is_applied(phone):
    thumb = Thumb(phone)
    play_three(thumb)
    open_form(phone, 1)
    phone.route("**/preview/", lambda route: route.fulfill(body=""))
    thumb.choose(p0_result="lost")
    thumb.tap(phone.locator(MISTYPED))
    thumb.tap(phone.locator("#save"))
    expect(phone.locator("h1")).to_have_text("Das ändert sich")
    expect(phone.locator('[name="why"][value="vertippt"]')).to_be_checked()
    phone.get_by_role("button", name="So übernehmen").tap()
    expect(phone.locator(".saved")).to_be_visible(timeout=PATIENCE_MS)
    thumb.stands_at("−20", "0", "15", "−5", "10")
