"""The few pictures that README and docs show."""

import re
from io import BytesIO
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support.browser import ARGUMENTS, CHROMIUM, DESKTOP, PHONE
from tests.support.paths import ROOT
from tests.support.states.design import serve_design
from tests.support.states.registry import STATES
from tests.support.states.state import Viewer
from tests.support.states.world import World

TARGET = ROOT / "docs" / "images"
COLOURS = 96  # of a picture of flat tones: a third of the bytes
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def take_docs_pictures(world: World) -> int:
    """Take them in German, most of them light and on a phone; how many."""
    states = {state.name: state for state in STATES}
    TARGET.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        viewer = Viewer(browser, world, **PHONE, reduced_motion="reduce")
        _show_entry(viewer.reach(states["entry-dreier"]))
        _show_sheet(viewer.reach(states["table-sheet"]))
        return 2 + _show_design(browser)


def _show_entry(page: Page) -> None:
    """A hand being entered: the whole screen."""
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#preview")).not_to_have_class(re.compile("stale"))
    page.screenshot(path=TARGET / "entry-phone.png", animations="disabled")


def _show_sheet(page: Page) -> None:
    """The written sheet."""
    page.locator(".written").screenshot(path=TARGET / "written-sheet.png", animations="disabled")


def _show_design(browser: Browser) -> int:
    """Sizes, colours, icons and components, in light and in dark."""
    with serve_design() as address:
        page = browser.new_context(**DESKTOP, reduced_motion="reduce").new_page()
        page.goto(address)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.evaluate("document.fonts.ready")
            taken = page.screenshot(full_page=True, animations="disabled")
            Image.open(BytesIO(taken)).quantize(COLOURS).save(TARGET / f"design-{scheme}.png", optimize=True)
    return len(SCHEMES)
