"""The pictures of the README, made from the running program: `python -m tests.support.screenshots`."""

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.browser import ARGUMENTS, CHROMIUM, PHONE
from tests.support.server import ROOT, environment, manage, running

TARGET = ROOT / "docs" / "images"


def main() -> None:
    """Start a server with the demo evening and take every picture."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        env = environment(data)
        manage(env, "migrate", "--skip-checks", "--verbosity=0")
        found = re.search(r"/tables/\S+", manage(env, "demo"))
        assert found is not None
        with running(data) as served, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            take(browser, served.url + found[0])
            browser.close()


def take(browser: Browser, table: str) -> None:
    """Take the pictures: a hand being entered on a phone, and the written sheet."""
    phone = browser.new_context(**PHONE, locale="de-AT").new_page()
    phone.goto(table)
    enter_hand(phone)
    phone.screenshot(path=TARGET / "entry-phone.png")
    phone.goto(table)
    phone.locator(".written tbody").nth(2).scroll_into_view_if_needed()
    phone.locator(".written").screenshot(path=TARGET / "written-sheet.png")


def enter_hand(page: Page) -> None:
    """Tap a Dreier with a silent Pagat, without saving it."""
    for name, value in (("p0-contract", "dreier"), ("p0-declarer", "2"), ("p0-result", "won")):
        page.locator(f"label:has(input[name='{name}'][value='{value}'])").tap()
    page.locator("details.premiums > summary").tap()
    page.locator("label:has(input[name='prem-pagat-declarer'][value='silent'])").tap()
    page.locator("#preview .formula").wait_for()
    page.locator("#preview").get_by_text("Pagat still gewonnen").wait_for(state="attached")
    page.locator("h2").scroll_into_view_if_needed()
    page.evaluate("window.scrollTo(0, 60)")


if __name__ == "__main__":
    main()
