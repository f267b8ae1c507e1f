"""The first start in the browser: the printed code, the set-up, an evening, somebody who gets access."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import DESKTOP, PHONE
from tests.support.server import copy_club, run_server
from tests.support.signed_in import PASSWORD

TOO_SMALL = """() => [...document.querySelectorAll('a:not(.skip), button, select, input:not([type=hidden])')]
  .map((one) => (one.closest('label') ?? one).getBoundingClientRect())
  .filter((box) => box.height > 0 && box.height < 44).length"""


def fits(page: Page) -> None:
    """Nothing is wider than the screen, nothing too small to be tapped."""
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate(TOO_SMALL) == 0


def fill(page: Page, **fields: str) -> None:
    """Type into the fields and send them."""
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator("main button.primary").first.click()


@pytest.fixture
def unclaimed(empty_data, tmp_path):
    """A server that nobody has set up."""
    copy_club(empty_data, tmp_path)
    with run_server(tmp_path) as server:
        yield server


@pytest.mark.heavy
@pytest.mark.parametrize("options", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop")])
def test_from_the_printed_code_to_the_first_evening(chromium: Browser, unclaimed, faults, options):
    faults.expect("400|403")  # a short password, a page that is only for directors
    context = chromium.new_context(**options, base_url=unclaimed.url, locale="de-AT")
    faults.watch(context, unclaimed.url)
    page = context.new_page()
    page.goto("/")
    [code] = re.findall(r"(?m)^  ([A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4})$", unclaimed.log)
    fits(page)
    fill(page, code=code.lower(), club="Zur goldenen Maus", name="Maria", login="Maria", password="kurz", again="kurz")
    expect(page.locator("main")).to_contain_text("mindestens 10 Zeichen")
    fits(page)
    fill(page, password=PASSWORD, again=PASSWORD)
    expect(page.locator("header")).to_contain_text("Zur goldenen Maus")
    fits(page)
    page.locator("a.primary").click()
    expect(page.locator("h1")).to_have_text("Abend beginnen")
    page.goto("/club/accounts/new/")
    fits(page)
    page.locator("[name=role][value=secretary]").check()
    fill(page, name="Berta", login="berta", password=PASSWORD, again=PASSWORD)
    expect(page.get_by_role("table")).to_contain_text("Schriftführung")
    fits(page)
    page.goto("/everything/")
    page.locator("form.door button:visible").click()  # on a phone not in the header
    expect(page.locator("main")).to_contain_text("Du musst dich nicht einloggen.")
    fits(page)
    page.goto("/club/")
    fits(page)
    fill(page, login="berta", password=PASSWORD)
    expect(page.locator("h1")).to_have_text("Diese Seite ist nicht für dich")
    context.close()
