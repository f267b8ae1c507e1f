"""Start for five, settlement, end and opening again in the browser, with and without script."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.table.entry.test_browser_page import TOO_SMALL, fits, unfold_all
from tests.support.signed_in import let_in, show_out

pytestmark = pytest.mark.heavy

FIVE = ("Anna", "Berta", "Cilli", "Dora", "Emil")


def start_form(page):
    """The start form, as the director sees it."""
    page.goto("/")
    let_in(page.context, page.url)
    page.goto("/evenings/new/")


def start_for_five(page):
    """Start a skoty evening of five for money with a Pagatkassa, as far as it goes without script; its address."""
    start_form(page)
    page.locator("details:has([name=name4]) > summary").click()
    for seat, name in enumerate(FIVE):
        page.locator(f"[name=name{seat}]").fill(name)
    page.locator("[name=sheet]").select_option("skoty")
    page.locator("label:has(input[value=money])").click()
    page.locator("details.pot > summary").click()
    page.locator("[name=pot]").check()
    page.locator("[name=pot_stake]").fill("0,20")
    page.locator("#start button.primary").click()
    page.wait_for_url("**/tables/**")
    show_out(page.context)
    return page.url


def test_a_phone_starts_for_five_settles_ends_and_opens_again(phone):
    table = start_for_five(phone)
    fits(phone)
    expect(phone.locator(".in-pot")).to_contain_text("€ 0,00")
    thumb = Thumb(phone)
    thumb.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")
    thumb.shows("+15", "−5", "−5", "−5")
    thumb.save()
    phone.locator("a[href$='/settlement/']").tap()
    phone.wait_for_url("**/settlement/")
    unfold_all(phone)
    fits(phone)
    assert phone.evaluate(TOO_SMALL) == []
    expect(phone.locator(".winner")).to_contain_text("Anna")
    expect(phone.locator(".payments li")).to_have_count(4)
    phone.locator("#end button").tap()
    expect(phone.locator("h1")).to_have_text("Abrechnung")
    phone.goto(table)
    expect(phone.locator("#entry")).to_have_count(0)
    let_in(phone.context, phone.url)
    phone.locator("a[href$='/settlement/']").tap()
    phone.locator(".end summary").tap()
    phone.locator("#reopen-reason").fill("noch ein Radl")
    phone.locator("#reopen button").tap()
    expect(phone.locator("h1")).to_have_text("Zwischenstand")


def test_the_start_form_shows_what_belongs_to_the_sheet_and_names_who_drew_high(phone):
    start_form(phone)
    phone.locator("[name=sheet]").select_option("treffpunkt")  # not the one of the evening before
    money, box = phone.locator("[data-part=money]"), phone.locator("[data-part=donation]")
    expect(money).to_be_hidden()
    expect(phone.locator("[data-high=forehand]")).to_be_visible()
    phone.locator("[name=name1]").fill("Berta")
    assert phone.locator("[name=high] option").all_text_contents()[:2] == ["Spieler 1", "Berta"]
    expect(phone.locator("[name=high] option:not([hidden])")).to_have_count(4)
    phone.locator("label:has(input[value=money])").tap()
    expect(money).to_be_visible()
    expect(box).to_be_hidden()
    phone.locator("[name=sheet]").select_option("skoty")
    expect(box).to_be_visible()
    phone.locator("[name=sheet]").select_option("steindl")
    expect(phone.locator("[data-high=dealer]")).to_be_visible()
    expect(phone.locator("[data-high=forehand]")).to_be_hidden()
    unfold_all(phone)
    fits(phone)
    assert phone.evaluate(TOO_SMALL) == []
