"""A visit to a page: all that a machine can find wrong there, on a phone and on a laptop.

By axe at WCAG 2.2 AA, in the light and in the dark; and what axe does not look for: narrow screens, large text, thumbs,
wide spacing, and that nothing moves.
"""

import importlib.resources
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.looks import measures
from tests.support.browser import DESKTOP, PHONE
from tests.support.states.state import State, Viewer
from tests.support.states.world import World

AXE_SCRIPT = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# axe leaves the size of targets out as long as nobody asks for it.
EVERYTHING = {"runOnly": {"type": "tag", "values": WCAG}, "rules": {"target-size": {"enabled": True}}}
MOST_TOLD = 12  # lines; a colour that is wrong is wrong everywhere
ONLY_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
SCHEMES: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (("light", EVERYTHING), ("dark", ONLY_COLOURS))
# At the end of the page the bar of the entry form lies where it belongs and covers nothing.
RUN = """async (options) => {
  window.scrollTo(0, document.documentElement.scrollHeight);
  return (await axe.run(options)).violations;
}"""
NARROW = ViewportSize(width=320, height=640)  # WCAG 1.4.10: 1280 pixels at 400 %
USUAL: ViewportSize = PHONE["viewport"]
LETTERS = 16  # px; what browsers have by themselves
# Whether conditions count with these letters, and how large they are.
IN_FORCE = """async (width) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return [matchMedia(`(max-width: ${width / letters + 0.1}rem)`).matches, letters];
}"""
THUMB = 44


@pytest.fixture(scope="module")
def viewer(chromium: Browser, world: World) -> Iterator[Viewer]:
    """A phone for all roles, of somebody who wants nothing to move."""
    viewer = Viewer(chromium, world, **PHONE, reduced_motion="reduce")
    yield viewer
    viewer.close()


def find_faults(viewer: Viewer, state: State) -> dict[str, list[str]]:
    """Reach a state once, and measure it on a phone; where it has a picture, by axe on a laptop too."""
    page = viewer.reach(state)
    faults = {"axe on a phone": _run_axe(page)}
    if state.pictured:
        page.set_viewport_size(DESKTOP["viewport"])
        faults["axe on a laptop"] = _run_axe(page)
        page.set_viewport_size(USUAL)
    # What changes letters and spaces comes last: a page need not get over it within a moment.
    faults |= {
        "too low for a thumb": page.evaluate(measures.TOO_LOW, THUMB),
        "moves": page.evaluate(measures.MOVING),
        "too wide for 360 px": page.evaluate(measures.TOO_WIDE),
        "too wide with spaces": _with_spaces(page, measures.TOO_WIDE),
        "cut off with spaces": _with_spaces(page, measures.CUT_OFF),
        "too wide for 320 px": _at(page, measures.TOO_WIDE, size=NARROW),
        "too wide at 200 %": _at(page, measures.TOO_WIDE, letters=2 * LETTERS),
        "cut off at 200 %": _at(page, measures.CUT_OFF, letters=2 * LETTERS),
    }
    return {name: found[:MOST_TOLD] for name, found in faults.items() if found}


def _run_axe(page: Page) -> list[str]:
    """Return what is wrong in the light and in the dark."""
    told = []
    for scheme, rules in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        told += [f"{scheme}: {line}" for line in find_violations(page, rules)]
    page.emulate_media(color_scheme="light")
    return told


def find_violations(page: Page, options: dict[str, Any]) -> list[str]:
    """Return what axe finds wrong, each with where it is and why."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [
        f"{rule['id']}: {node['target']} {node['html'][:160]} {node['failureSummary'].splitlines()[1:]}"
        for rule in page.evaluate(RUN, {**options, "resultTypes": ["violations"]})
        for node in rule["nodes"]
    ]


def _with_spaces(page: Page, measure: str) -> list[str]:
    page.evaluate(measures.SPACED)
    found: list[str] = page.evaluate(measure)
    page.evaluate(measures.USUAL_SPACES)
    return found


def _at(page: Page, measure: str, size: ViewportSize = USUAL, letters: int = LETTERS) -> list[str]:
    """Measure in another window, with letters as chosen in the browser's own settings."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    page.set_viewport_size(ViewportSize(width=size["width"] + 1, height=size["height"]))  # or conditions in rem stay
    page.set_viewport_size(size)
    assert page.evaluate(IN_FORCE, size["width"]) == [True, letters]
    found: list[str] = page.evaluate(measure)
    session.detach()  # which takes the letters back
    page.set_viewport_size(USUAL)
    return found
