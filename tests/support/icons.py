"""Draws the icons of the installed page from the one that is drawn by hand; `make screenshots` calls it."""

from typing import NamedTuple

from playwright.sync_api import sync_playwright

from tests.support.browser import ARGUMENTS
from tests.support.paths import ROOT
from tools.needs import CHROMIUM

FOLDER = ROOT / "tarockclub" / "static" / "tarockclub"
DRAWN_ICONS = FOLDER / "icon.svg"
GREEN = "#1f5c44"  # of the drawing
# Systems cut icons to their own shape: what counts lies within a circle of 80 % of the width.
WITHIN_THE_CIRCLE = 0.92
PAGE = """<!doctype html>
<body style="margin: 0; display: grid; place-items: center; height: 100vh; background: {ground}">
<div style="width: {width}px; height: {width}px">{drawing}</div>"""


class Icon(NamedTuple):
    """One of the files."""

    name: str
    pixels: int
    is_cut: bool  # by the system: it fills the whole square


ICONS = (
    Icon("icon-192.png", 192, is_cut=False),
    Icon("icon-512.png", 512, is_cut=False),
    Icon("icon-cut.png", 512, is_cut=True),
    Icon("icon-apple.png", 180, is_cut=True),
)


def draw_icons() -> int:
    """Draw all of them; how many."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        for icon in ICONS:
            page.set_viewport_size({"width": icon.pixels, "height": icon.pixels})
            width = round(icon.pixels * WITHIN_THE_CIRCLE) if icon.is_cut else icon.pixels
            ground = GREEN if icon.is_cut else "transparent"
            page.set_content(PAGE.format(ground=ground, width=width, drawing=DRAWN_ICONS.read_text(encoding="utf-8")))
            page.screenshot(path=FOLDER / icon.name, omit_background=not icon.is_cut)
        browser.close()
    return len(ICONS)
