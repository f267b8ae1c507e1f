"""Pages come quickly over a poor Wi-Fi: bytes on the wire and requests, counted by the browser."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.support.browser import PHONE
from tests.support.states.registry import STATES
from tests.support.states.state import PLAYER, VISITOR, Viewer

pytestmark = pytest.mark.heavy

MOST_BYTES, MOST_OF_LETTERS = 98_650, 20_850  # the letters of the table (20 kB) with the heads of their answers
MOST_PUBLIC_BYTES = 61_100  # with the letters, the fold by which a name is found, follow.js, and the places of the club
# A standing has a row for everybody, a script that follows it, and five questions for the time while a round runs.
MOST_OF_STANDINGS = {"standings": 65_000, "season-standing": 65_000}
# Where a name has rare letters, 13 kB for them come besides.
OFTEN = ("front", "results-running")  # without an account: by a link, and in the hall
PUBLIC = (
    *("welcome", "practice", "sheets", "standings", "season-standing", "log-in"),
    *("projector", "projector-over"),
)
MOST_REQUESTS = 6  # the page, its style, its script, the icon, and two kinds of letters


class Wire:
    """The bytes that a page has loaded, also those that came out of the browser's cache."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, float] = {}
        self.from_cache: set[str] = set()
        self.letters: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestServedFromCache", lambda said: self.from_cache.add(said["requestId"]))
        session.on("Network.responseReceived", self._on_answer)
        session.on("Network.loadingFinished", self._on_end)

    def _on_answer(self, said: dict[str, str]) -> None:
        if said["type"] == "Font":
            self.letters.add(said["requestId"])

    def _on_end(self, said: dict[str, float]) -> None:
        self.sizes[str(said["requestId"])] = said["encodedDataLength"]  # with the headers

    @property
    def loaded(self) -> list[float]:
        """The bytes of each answer that came over the wire."""
        return [size for request, size in self.sizes.items() if request not in self.from_cache and size > 0]

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
    viewer = Viewer(chromium, world, **PHONE)
    context = viewer.open_page(PLAYER).context
    address = world.sites["club"] + world.fill_path("/tables/{long}/")
    first, letters = measure_load(context, address)
    assert len(first) >= 3, "the page, its style and its script: or nothing was measured"
    assert sum(first) - letters <= MOST_BYTES, first
    assert 10_000 < letters <= MOST_OF_LETTERS
    assert len(first) <= MOST_REQUESTS
    again, _letters = measure_load(context, address)
    assert len(again) == 1, again
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
