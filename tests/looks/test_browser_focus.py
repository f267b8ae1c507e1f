"""Use without finger and mouse: the focus is never covered, and a hand goes in by the keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.looks import measures
from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import DESKTOP, PATIENCE_MS, PHONE
from tests.support.states.registry import STATES
from tests.support.states.state import State, Viewer

pytestmark = pytest.mark.heavy

MOST_STEPS = 150
OFTEN = ("entry-besserrufer",)  # of it all that a table has
MORE = ("table", "entry-trischaken", "settlement-open", "more-open", "start", "rules", "counting")
WALKED = [*OFTEN, *(pytest.param(name, marks=pytest.mark.soak) for name in MORE)]


@pytest.fixture(scope="module", params=["phone", pytest.param("desktop", marks=pytest.mark.soak)])
def viewer(chromium, world, request):
    """A browser for all roles, small and wide."""
    size = {"phone": PHONE, "desktop": DESKTOP}[request.param]
    viewer = Viewer(chromium, world, **size, reduced_motion="reduce")
    yield viewer
    viewer.close()


def steps(page: Page, state: State) -> list[dict[str, Any]]:
    """Yield the elements that have the focus, from Tab to Tab, until it leaves the page."""
    page.evaluate("document.activeElement.blur(); window.getSelection().removeAllRanges(); window.scrollTo(0, 0);")
    found: list[dict[str, Any]] = []
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        step = page.evaluate(measures.FOCUSED)
        if step is None:
            break
        found.append(step)
    assert len(found) > 5, f"{state.name}: {found}"
    return found


@pytest.mark.parametrize("name", WALKED)
def test_nothing_lies_over_what_has_the_focus(viewer, name):
    state = next(state for state in STATES if state.name == name)
    walked = steps(viewer.reach(state), state)
    assert [step["name"] for step in walked if not step["free"]] == [], "has the focus, and something covers it"


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"Tab never comes to {selector}")


def choose(page: Page, name: str, value: str) -> None:
    """Go to a group of choices with Tab, and to one of them with the arrows."""
    tab_to(page, f"input[name='{name}']")
    page.keyboard.press("Space")
    for _ in range(MOST_STEPS):
        if page.evaluate(f'document.activeElement.matches(\'[name="{name}"][value="{value}"]\')'):
            return
        page.keyboard.press("ArrowRight")
    pytest.fail(f"the arrows never come to {name}={value}")


def test_a_whole_hand_goes_in_by_the_keyboard(phone):
    Thumb(phone).start()
    choose(phone, "p0-contract", "dreier")
    choose(phone, "p0-declarer", "1")
    choose(phone, "p0-result", "won")
    tab_to(phone, "[data-chip=pagat]")
    for _ in ("silent", "announced"):
        phone.keyboard.press("Enter")
    expect(phone.locator("[name=prem-pagat-declarer]:checked")).to_have_value("announced")
    expect(phone.locator("#preview:not(.stale) .amounts dd").first).to_have_text("−7")
    tab_to(phone, "#save")
    phone.keyboard.press("Enter")
    expect(phone.locator(".saved")).to_be_visible(timeout=PATIENCE_MS)
    expect(phone.locator(".totals .number")).to_have_text(["−7", "21", "−7", "−7"])


def test_what_is_chosen_is_told_apart_in_colours_that_the_system_forces(viewer):
    page = viewer.open_page("player")
    page.emulate_media(forced_colors="active")
    page = viewer.reach(next(state for state in STATES if state.name == "entry-rufer"))
    chosen = page.locator("input[name=p0-result]:checked + span")
    other = page.locator("input[name=p0-result]:not(:checked) + span").first
    before = (
        "(one) => { const mark = getComputedStyle(one, '::before'); return [mark.content, mark.borderRightWidth]; }"
    )
    assert chosen.evaluate(before) == ['""', "2px"]  # a tick that is drawn: seen, and not read out
    assert other.evaluate(before)[0] == "none"
    edge = "(one) => getComputedStyle(one).borderTopStyle"
    assert {choice.evaluate(edge) for choice in (chosen, other)} == {"solid"}
    page.emulate_media(forced_colors="none")
