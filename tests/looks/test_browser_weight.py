"""Pages come quickly over a poor Wi-Fi: bytes on the wire and requests, counted by the browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.support.browser import DESKTOP, PHONE
from tests.support.states.registry import STATES
from tests.support.states.state import PLAYER, VISITOR, Viewer

pytestmark = pytest.mark.heavy

MOST_BYTES, MOST_OF_LETTERS = 115_000, 20_850  # the letters of the table (20 kB) with the heads of their answers
# With the letters, the fold by which a name is found, follow.js, and the places of the club; a clock runs.
MOST_PUBLIC_BYTES, MOST_PUBLIC_REQUESTS = 60_000, 7
# A standing has a row for everybody, and a script that follows it.
MOST_OF_STANDINGS = {"standings": 65_000, "season-standing": 65_000}
# Where a name has rare letters, 13 kB for them come besides.
OFTEN = ("front", "results-running")  # without an account: by a link, and in the hall
PUBLIC = (
    *("welcome", "practice", "sheets", "standings", "season-standing", "log-in"),
    *("projector", "projector-over"),
)
LOADS = 5  # the compression adds up to a hundred random bytes to each of three answers: the least of these counts
MOST_REQUESTS = 6  # the page, its style, its script, the icon, and two kinds of letters

MOST_SHIFT = 0.02  # of what is seen, by CLS: a thumb that is on its way taps on what it saw
LATE_MS = 3000
SHIFTED = """() => {
  window.shifted = 0;
  const add = (list) => list.getEntries().forEach((entry) => (window.shifted += entry.value));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
}"""


class Wire:
    """The bytes that a page has loaded, also those that came out of the browser's cache."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, float] = {}
        self.from_cache: set[str] = set()
        self.letters: set[str] = set()
        self.later: set[str] = set()  # what a page loads by itself when it stands
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestServedFromCache", lambda said: self.from_cache.add(said["requestId"]))
        session.on("Network.responseReceived", self._on_answer)
        session.on("Network.loadingFinished", self._on_end)

    def _on_answer(self, said: dict[str, Any]) -> None:
        if "/later." in said["response"]["url"]:
            self.later.add(said["requestId"])
        elif said["type"] == "Font":
            self.letters.add(said["requestId"])

    def _on_end(self, said: dict[str, float]) -> None:
        self.sizes[str(said["requestId"])] = said["encodedDataLength"]  # with the headers

    @property
    def loaded(self) -> list[float]:
        """The bytes of each answer that came over the wire."""
        return [size for request, size in self.sizes.items() if request not in {*self.from_cache, *self.later} and size]

    @property
    def of_letters(self) -> float:
        """The bytes of all letters that came over the wire."""
        return sum(self.sizes[request] for request in self.letters - self.from_cache)


def measure_load(context: BrowserContext, address: str) -> tuple[list[float], float]:
    """Open the table page, and wait until it has all that it loads; its bytes, and those of letters among them."""
    page = context.new_page()
    wire = Wire(page)
    page.goto(address)
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    loaded, letters = wire.loaded, wire.of_letters
    page.close()
    return loaded, letters


def test_a_phone_loads_the_page_of_a_long_evening_with_few_bytes_and_only_the_page_when_it_comes_again(chromium, world):
    address = world.sites["club"] + world.fill_path("/tables/{long}/")
    viewers = [Viewer(chromium, world, **PHONE) for _load in range(LOADS)]
    loads = [(*measure_load(viewer.open_page(PLAYER).context, address), viewer) for viewer in viewers]
    first, letters, least = min(loads, key=lambda load: sum(load[0]))
    assert len(first) >= 3, "the page, its style and its script: or nothing was measured"
    assert sum(first) <= MOST_BYTES, first
    assert 10_000 < letters <= MOST_OF_LETTERS
    assert len(first) <= MOST_REQUESTS
    again, _letters = measure_load(least.open_page(PLAYER).context, address)
    assert len(again) == 1, again
    for viewer in viewers:
        viewer.close()
    print(f"first load: {sum(first):.0f} bytes in {len(first)} requests, letters {letters:.0f}; again: {again[0]:.0f}")


@pytest.mark.parametrize("name", [*OFTEN, *(pytest.param(name, marks=pytest.mark.soak) for name in PUBLIC)])
def test_a_page_for_everybody_comes_with_few_bytes_and_its_own_letters(chromium, world, name):
    [state] = [state for state in STATES if state.name == name]
    viewer = Viewer(chromium, world, **PHONE)
    context = viewer.open_page(VISITOR).context
    loaded, _letters = measure_load(context, world.sites[state.site] + world.fill_path(state.path))
    viewer.close()
    print(f"{name}: {sum(loaded):.0f} bytes in {len(loaded)} requests")
    assert max(loaded) > 10_000, "letters, or nothing was measured"
    assert sum(loaded) <= MOST_OF_STANDINGS.get(name, MOST_PUBLIC_BYTES), loaded
    assert len(loaded) <= MOST_PUBLIC_REQUESTS or name not in OFTEN, loaded


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("name", ["table-long", "table-five", "table-money", "practice-table"])
def test_what_is_painted_first_stands_where_it_was_when_a_late_script_has_come(chromium, world, screen, name):
    [state] = [state for state in STATES if state.name == name]
    viewer = Viewer(chromium, world, **screen)
    page = viewer.open_page(PLAYER)
    late: list[Route] = []
    page.route(re.compile(r"/pages/(table|practice)\."), lambda route: late.append(route))
    page.add_init_script(f"({SHIFTED})()")
    page.goto(world.sites[state.site] + world.fill_path(state.path).partition("#")[0], wait_until="commit")
    page.wait_for_timeout(LATE_MS)
    seats = page.locator(".totals > li").all()
    assert page.locator("#save").is_visible() or screen is DESKTOP or name == "practice-table"
    assert not page.locator(".contracts label").first.is_visible(), "nothing to tap on that will be elsewhere"
    places = [seat.bounding_box() for seat in seats]
    [route] = late
    route.continue_()
    page.locator(".surface .contracts label").first.wait_for()
    page.wait_for_timeout(500)
    assert [seat.bounding_box() for seat in seats] == places
    assert page.evaluate("window.shifted") <= MOST_SHIFT
    viewer.close()


def test_a_script_that_never_comes_leaves_the_plain_form(chromium, world):
    viewer = Viewer(chromium, world, **PHONE)
    page = viewer.open_page(PLAYER)
    page.route(re.compile(r"/pages/table\."), lambda route: route.abort())
    page.clock.install()
    page.goto(world.sites["club"] + world.fill_path("/tables/{new}/"))
    game = page.locator(".contracts label").first
    assert not game.is_visible()
    page.clock.fast_forward(LATE_MS * 4)
    game.wait_for()
    viewer.close()
