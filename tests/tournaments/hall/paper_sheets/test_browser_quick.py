"""A secretary types paper sheets in without the mouse: what a line pays stands there while it is typed."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy

BEGIN = """
from tests.tournaments.support import factories
tournament, _, _ = factories.whole(8, name="Vom Papier")
print(tournament.slug)
"""


def test_a_round_is_typed_in_from_the_keyboard_alone(served, desktop):
    slug = served.manage("shell", "--no-imports", "-c", BEGIN).split()[-1]
    let_in(desktop.context, served.url)
    desktop.goto(f"/tournaments/{slug}/rounds/1/tables/1/quick/")
    keys = desktop.keyboard
    keys.type("no 24 +")  # the field has the focus already
    expect(desktop.locator("#typed tr.said")).to_have_count(1)
    keys.press("Enter")
    keys.type("so 9 -")
    expect(desktop.locator("#typed .problem")).to_be_visible()
    for _ in "9 -":
        keys.press("Backspace")
    keys.type("1 - k")
    expect(desktop.locator("#typed .problem")).to_have_count(0)
    expect(desktop.locator("#typed tr:last-child td").first).to_contain_text("−24 −25")
    keys.press("Tab")
    keys.press("Enter")
    expect(desktop.locator(".entered tr.said")).to_have_count(2)
    expect(desktop.locator("#lines")).to_have_value("")

    desktop.goto(f"/tournaments/{slug}/rounds/1/quick/")
    desktop.locator(".amount").first.focus()
    for points in ("12,5", "-5", "-7"):
        keys.type(points)
        keys.press("Enter")
    expect(desktop.locator(".together output")).to_have_text("0,5")
    keys.type("-1.500")
    expect(desktop.locator(".together output")).to_contain_text("−1500")
    expect(desktop.locator(".together output")).to_contain_text(re.compile("−1[.,]5 "))
    keys.press("ControlOrMeta+a")
    keys.type("-0,5")
    expect(desktop.locator(".together output")).to_have_text("0")
    keys.press("Enter")
    expect(desktop.locator("#totals button")).to_be_focused()
    keys.press("Enter")
    expect(desktop.locator(".saved")).to_be_visible()
    expect(desktop.locator(".amount").nth(3)).to_have_value("-0,5")
