"""In the browser: the start form shows what belongs to the sheet and who drew high, a result points or money."""

import pytest
from playwright.sync_api import expect

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy
FOR_MONEY = """
from scoring.engine.agreement import Stakes
from tests.scoring.support.evenings import table_of
from tests.scoring.support.tables import dreier
print(table_of(dreier(0), agreed=Stakes(10)).slug)
"""


def start_form(page):
    """The start form, as the director sees it."""
    page.goto("/")
    let_in(page.context, page.url)
    page.goto("/evenings/new/")


def test_the_start_form_shows_what_belongs_to_the_sheet_and_who_deals(phone):
    start_form(phone)
    phone.locator(".sheet-rows details").evaluate("(fold) => { fold.open = true; }")
    phone.locator("[name=sheet][value=treffpunkt]").check()  # not the one of the evening before
    money, box = phone.locator("[data-part=money]"), phone.locator("[data-part=donation]")
    expect(money).to_be_hidden()
    expect(phone.locator("[data-high=forehand]")).to_be_visible()
    phone.locator("[name=name1]").fill("Berta")
    expect(phone.locator(".card-table .word").first).to_have_text("Vorhand")
    expect(phone.locator("[name=high]:not(:disabled)")).to_have_count(4)
    phone.locator("label:has(input[value=money])").tap()
    expect(money).to_be_visible()
    expect(box).to_be_hidden()
    phone.locator("[name=sheet][value=skoty]").check()
    expect(box).to_be_visible()
    phone.locator("[name=sheet][value=steindl]").check()
    expect(phone.locator("[data-high=dealer]")).to_be_visible()
    expect(phone.locator(".card-table .word").first).to_have_text("gibt")
    expect(phone.locator("[data-high=forehand]")).to_be_hidden()


def test_a_result_switches_from_points_to_money_and_who_pays_stands_above_it(club, phone):
    phone.goto("/")
    let_in(phone.context, phone.url)
    phone.goto(f"/tables/{club.manage('shell', '-v0', '-c', FOR_MONEY).strip()}/settlement/")
    result = phone.locator("table.ranking")
    assert "1,50" not in result.inner_text()
    phone.locator("label:has(#in-money)").tap()
    assert "1,50" in result.inner_text()
    assert phone.locator(".owed").bounding_box()["y"] < result.bounding_box()["y"]
