"""What axe does not look for: narrow screens, large text, thumbs, wide spacing, and that nothing moves."""

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.looks import measures
from tests.looks.conftest import LOOKED_AT
from tests.support.browser import PHONE
from tests.support.states.state import Viewer

pytestmark = pytest.mark.heavy

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
def viewer(chromium, world):
    """A phone for all roles, of somebody who wants nothing to move."""
    viewer = Viewer(chromium, world, **PHONE, reduced_motion="reduce")
    yield viewer
    viewer.close()


@pytest.mark.parametrize("state", LOOKED_AT)
def test_it_fits_small_screens_large_text_and_thumbs(viewer, state):
    page = viewer.reach(state)
    wrong = {
        "too low for a thumb": page.evaluate(measures.TOO_LOW, THUMB),
        "moves": page.evaluate(measures.MOVING),
        "too wide for 360 px": page.evaluate(measures.TOO_WIDE),
        "too wide with spaces": _with_spaces(page, measures.TOO_WIDE),
        "cut off with spaces": _with_spaces(page, measures.CUT_OFF),
        "too wide for 320 px": _at(page, measures.TOO_WIDE, size=NARROW),
        "too wide at 200 %": _at(page, measures.TOO_WIDE, letters=2 * LETTERS),
        "cut off at 200 %": _at(page, measures.CUT_OFF, letters=2 * LETTERS),
    }
    assert {what: found for what, found in wrong.items() if found} == {}


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
