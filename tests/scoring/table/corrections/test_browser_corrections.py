"""Corrections on a phone: the hand is in the form, the payout follows each tap, and what follows is shown first."""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb

pytestmark = pytest.mark.heavy

FIVE = ("Anna", "Berta", "Cilli", "Dora", "Emil")


def play_dreier(thumb: Thumb, declarer: str) -> None:
    """A Dreier that is won."""
    thumb.choose(p0_contract="dreier", p0_declarer=declarer, p0_result="won")
    thumb.save()


def play_trischaken(thumb: Thumb) -> None:
    """A Trischaken in which the first two pay; a Radl begins."""
    thumb.count_four()
    for seat, points in enumerate(("20", "20", "15", "15")):
        thumb.page.locator(f"[name=p0-points-{seat}]").fill(points)
    thumb.shows("−2", "−2", "+2", "+2")
    thumb.save()


def open_line(thumb: Thumb, number: int) -> None:
    """Tap on a number of the written sheet."""
    thumb.tap(thumb.page.get_by_role("link", name=f"Spiel {number}:"))
    thumb.page.wait_for_url("**/lines/*/")


def give_reason(thumb: Thumb, words: str) -> None:
    """Type a reason that is none of the usual ones."""
    thumb.tap(thumb.page.locator(".reasons label.other"))
    thumb.page.locator("#reason").fill(words)


def confirm(page: Page) -> None:
    """Tap on the button under what would follow."""
    page.get_by_role("button", name="So übernehmen").tap()
    page.wait_for_url("**/?saved=*")


def test_a_hand_of_long_ago_is_changed_and_the_radl_of_later_ones_goes_with_it(phone):
    thumb = Thumb(phone)
    thumb.start("treffpunkt")
    play_trischaken(thumb)
    play_dreier(thumb, "1")
    thumb.stands_at("−12", "28", "−8", "−8")
    open_line(thumb, 1)
    thumb.tap(phone.get_by_role("link", name="Ändern"))
    thumb.shows("−2", "−2", "+2", "+2")
    thumb.tap(phone.locator('[data-play="0"] [data-part="other"]'))
    thumb.choose(p0_contract="dreier", p0_declarer="2", p0_result="won")
    thumb.shows("−5", "−5", "+15", "−5")
    expect(phone.locator(".follows > dl dd")).to_have_text(["−12 → −10", "28 → 10", "−8 → 10", "−8 → −10"])
    expect(phone.locator(".follows summary")).to_have_text("1 weiteres Spiel ändert sich mit")
    give_reason(thumb, "war ein Dreier")
    confirm(phone)
    thumb.stands_at("−10", "10", "10", "−10")
    open_line(thumb, 2)
    expect(phone.locator(".version")).to_have_count(2)
    expect(phone.locator(".version.counts")).to_contain_text("folgt aus einer Änderung weiter oben")


def test_a_forgotten_hand_is_put_before_another(phone):
    thumb = Thumb(phone)
    thumb.start("treffpunkt")
    play_dreier(thumb, "0")
    open_line(thumb, 1)
    thumb.tap(phone.get_by_role("link", name="Vergessenes Spiel davor einfügen"))
    thumb.choose(p0_contract="dreier", p0_declarer="3", p0_result="lost")
    thumb.shows("+5", "+5", "+5", "−15")
    thumb.tick("shift")
    thumb.tap(phone.locator('.reasons label:has([value="vergessen"])'))
    confirm(phone)
    thumb.stands_at("20", "0", "0", "−20")
    expect(phone.locator(".totals .forehand .name")).to_have_text("Cilli")


def test_at_five_who_deals_sits_out_and_is_not_in_the_form(phone):
    thumb = Thumb(phone)
    thumb.start("treffpunkt", FIVE)
    thumb.choose(p0_contract="dreier")
    names = phone.locator('[data-play="0"] [data-part="declarer"] label')
    expect(names).to_have_text(["Anna Vorhand", "Berta", "Cilli", "Dora"])
    thumb.choose(p0_declarer="3", p0_result="won")
    thumb.save()
    thumb.stands_at("−5", "−5", "−5", "15", "0")
    thumb.choose(p0_contract="dreier")
    expect(names).to_have_text(["Berta Vorhand", "Cilli", "Dora", "Emil"])
    expect(phone.locator(".totals small").first).to_have_text("Geber, setzt aus")
