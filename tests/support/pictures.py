"""The few pictures that README and docs show."""

import re

from playwright.sync_api import Page, expect, sync_playwright

from tests.support.browser import ARGUMENTS, CHROMIUM, PHONE
from tests.support.paths import ROOT
from tests.support.states.registry import STATES
from tests.support.states.state import Viewer
from tests.support.states.world import World

TARGET = ROOT / "docs" / "images"


def take_docs_pictures(world: World) -> int:
    """Take them in German, light, on a phone; how many."""
    states = {state.name: state for state in STATES}
    TARGET.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        viewer = Viewer(browser, world, **PHONE, reduced_motion="reduce")
        _show_entry(viewer.reach(states["entry-dreier"]))
        _show_sheet(viewer.reach(states["table-sheet"]))
        browser.close()
    return 2


def _show_entry(page: Page) -> None:
    """A hand being entered: the whole screen."""
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#preview")).not_to_have_class(re.compile("stale"))
    page.screenshot(path=TARGET / "entry-phone.png", animations="disabled")


def _show_sheet(page: Page) -> None:
    """The written sheet."""
    page.locator(".written").screenshot(path=TARGET / "written-sheet.png", animations="disabled")
