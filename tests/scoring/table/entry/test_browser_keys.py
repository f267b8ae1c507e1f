"""The surface without a thumb: digits and letters for everything, and a pad for numbers instead of a phone's keyboard.

Heavy: each is played in a browser.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb

pytestmark = pytest.mark.heavy


def open_form(page: Page, sheet: str = "treffpunkt") -> Thumb:
    """The empty form of a new table; the player at 2 is the forehand."""
    thumb = Thumb(page)
    thumb.start(sheet)
    return thumb


def find_letter(page: Page, control: str) -> str:
    """The letter that stands on a control."""
    return page.locator(control).get_attribute("data-letter") or ""


def test_a_hand_is_entered_and_saved_by_keys_alone(desktop):
    thumb = open_form(desktop)
    desktop.keyboard.press("?")
    desktop.keyboard.press(find_letter(desktop, 'label:has([value="besserrufer"])'))
    expect(desktop.locator("[name=p0-contract]:checked")).to_have_value("besserrufer")
    for key in "13":
        desktop.keyboard.press(key)
    desktop.keyboard.press(find_letter(desktop, 'label:has([name="p0-result"][value="won"])'))
    desktop.keyboard.press(find_letter(desktop, ".key.kontra:not([data-seat])"))
    desktop.keyboard.press(find_letter(desktop, '.chip[data-chip="pagat"]'))
    expect(desktop.locator('[name="prem-pagat-declarer"]:checked')).to_have_value("announced")
    key = desktop.locator("#entry [name=key]").input_value()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#entry [name=key]")).not_to_have_value(key)
    remark = desktop.locator(".written .remark")
    expect(remark).to_contain_text("Besserrufer")
    expect(remark).to_contain_text("Pagat angesagt")
    expect(remark).to_contain_text("Kontra")
    assert thumb.taps == 0


def test_letters_are_shown_on_demand_and_each_stands_on_one_thing(desktop):
    open_form(desktop)
    expect(desktop.locator("[data-letter]")).to_have_count(0)
    desktop.locator(".keys-help").click()
    games = desktop.locator(".contracts [data-letter]")
    letters = games.evaluate_all("(all) => all.map((one) => one.dataset.letter)")
    assert len(letters) == len(set(letters)) == desktop.locator('[data-play="0"] .contracts label:visible').count()
    assert desktop.locator(".contracts [data-letter]:visible").count() == len(letters)
    assert desktop.locator(".totals > [data-letter]").evaluate_all(
        "(all) => all.map((one) => one.dataset.letter)"
    ) == list("1234")
    desktop.keyboard.press("?")
    expect(desktop.locator("[data-letter]")).to_have_count(0)


def test_keys_do_nothing_while_something_is_typed(desktop):
    open_form(desktop)
    desktop.keyboard.press("r")
    expect(desktop.locator("[name=p0-contract]:checked")).to_have_value("rufer")
    desktop.locator('.count[data-counts="points"]').click()
    desktop.keyboard.type("42")
    expect(desktop.locator("[name=p0-points]")).to_have_value("42")
    expect(desktop.locator("[name=p0-partner]:checked")).to_have_count(0)


def test_points_are_tapped_on_the_pad_and_the_keyboard_of_the_phone_stays_away(phone):
    thumb = open_form(phone)
    thumb.choose(p0_contract="trischaken")
    pad = phone.locator(".number-pad")
    expect(pad).to_be_hidden()
    thumb.unfold('[data-part="count-four"]')
    thumb.tap(phone.locator("[name=p0-points-0]"))
    fields = phone.locator('#entry input[inputmode="numeric"]')
    expect(fields).to_have_count(0)
    tap = {key: pad.get_by_role("button", name=key, exact=True) for key in ("1", "2", "3", "0", "Löschen", "Fertig")}
    for key in ("3", "1", "Löschen", "0", "Fertig", "2", "0", "1", "0"):  # each field leads on to the next
        thumb.touch(tap[key])
    for seat, points in enumerate(("30", "20", "10", "10")):
        expect(phone.locator(f"[name=p0-points-{seat}]")).to_have_value(points)
    thumb.shows("−2", "−2", "+2", "+2")
    thumb.tap(phone.locator('.count[data-counts="four"]'))
    expect(pad).to_be_hidden()
