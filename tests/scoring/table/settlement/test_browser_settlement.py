"""The start form in the browser: it shows what belongs to the sheet and who drew high."""

import pytest
from playwright.sync_api import expect

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy


def start_form(page):
    """The start form, as the director sees it."""
    page.goto("/")
    let_in(page.context, page.url)
    page.goto("/evenings/new/")


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
