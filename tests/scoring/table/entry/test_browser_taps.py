"""The taps of hands that are not in the table of taps (test_browser_golden_hands), without scrolling by hand."""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.surface import find_control, find_controls
from tests.support.browser import IN_FIREFOX_TOO, PATIENCE_MS

pytestmark = pytest.mark.heavy

BLANK, EVERYBODY = 5, 9  # taps


def open_form(phone: Page, sheet: str) -> Thumb:
    """A thumb over the empty form of a new table."""
    thumb = Thumb(phone)
    thumb.start(sheet)
    return thumb


def touch_all(thumb: Thumb, *fields: tuple[str, str]) -> None:
    """Tap one card after the other where it lies."""
    for name, value in fields:
        for control in find_controls(thumb.page, name, value):
            thumb.touch(control)


def save(thumb: Thumb) -> None:
    """Tap on the button, with the amounts in sight."""
    expect(thumb.page.locator(".totals .pays:is(.won, .lost)").first).to_be_visible()
    thumb.touch(thumb.page.locator("#save"))
    expect(thumb.page.locator(".saved")).to_be_visible(timeout=PATIENCE_MS)


@IN_FIREFOX_TOO
def test_trischaken_by_the_points_of_three_players_takes_nine_taps(phone):
    thumb = open_form(phone, "standard")
    touch_all(thumb, ("p0-contract", "trischaken"))
    thumb.touch(phone.locator('.count[data-counts="four"]'))
    for digit in "231220":  # each field leads on to the next
        thumb.touch(phone.locator(".number-pad").get_by_role("button", name=digit, exact=True))
    expect(phone.locator("[name=p0-points-2]")).to_have_value("20")
    expect(phone.locator("[name=p0-points-3]")).to_have_value("15")
    save(thumb)
    assert thumb.taps == EVERYBODY


@IN_FIREFOX_TOO
def test_the_same_game_once_more_takes_one_tap_and_what_belongs_to_the_deal(phone):
    thumb = open_form(phone, "treffpunkt")
    bird = (("p0-contract", "besserrufer"), ("p0-declarer", "1"), ("p0-partner", "3"), ("p0-result", "won"))
    touch_all(thumb, *bird, ("prem-pagat-declarer", "announced"))
    thumb.tap(find_control(phone, "prem-pagat-declarer-kontra", "2"))
    save(thumb)
    thumb.taps = 0
    thumb.touch(phone.locator(".same a"))
    for name, value in (("contract", "besserrufer"), ("declarer", "1")):
        expect(phone.locator(f'[name="p0-{name}"]:checked')).to_have_value(value)
    expect(phone.locator('[name="p0-partner"]:checked, [name="p0-result"]:checked')).to_have_count(0)
    expect(phone.locator(".same")).to_be_hidden()
    touch_all(thumb, ("p0-partner", "2"), ("p0-result", "lost"))
    save(thumb)
    assert thumb.taps == 4
    remarks = phone.locator(".written .remark")
    expect(remarks).to_have_count(2)
    for remark in remarks.all():
        expect(remark).to_contain_text("Pagat angesagt (Kontra)")


def test_a_blank_rufer_is_one_tap_that_takes_kontra_and_premiums_away(phone):
    thumb = open_form(phone, "steindl")
    touch_all(thumb, ("p0-contract", "rufer"), ("p0-partner", "2"))
    expect(phone.locator(".premium-strip")).to_be_visible()
    gone_keys = (".key.kontra:not([data-seat])", '.count[data-counts="points"]')
    for key in gone_keys:
        expect(phone.locator(key)).to_be_enabled()
    thumb.touch(find_control(phone, "p0-result", "blank"))
    expect(phone.locator(".premium-strip")).to_be_hidden()
    for key in gone_keys:
        expect(phone.locator(key)).to_be_disabled()
    thumb.shows("−1", "+1", "+1", "−1")  # Hoch deals, so the second player is forehand
    save(thumb)
    assert thumb.taps <= BLANK
    thumb.touch(find_control(phone, "p0-contract", "solorufer"))
    expect(find_control(phone, "p0-result", "blank")).to_be_hidden()
