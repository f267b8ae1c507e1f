"""A state of a page: who sees it, at which address, and what was tapped there."""

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from tests.scoring.support.scripts import STORE, build_call
from tests.support.browser import go_to
from tests.support.states.world import CLUB, SEVERAL, World

# A player has opened the links of all tables, a visitor has nothing but their addresses.
VISITOR, PLAYER, SECRETARY, DIRECTOR = ROLES = ("visitor", "player", "secretary", "director")
HELPER = "helper"  # the referee of the tournament that is played, without a role for the club
CAREFUL = "careful"  # a secretary with a second factor
PATIENCE_MS = 30_000
FORGET = build_call(
    STORE,
    """async () => {
  if (origin === "null") return; // a page in a sandbox has left nothing, and may not look
  localStorage.clear();
  for (const hand of await listHands()) await deleteHand(hand);
}""",
)
NOTHING_UNDER_WAY = "() => document.querySelector('#preview.stale') === null"
Act = Callable[[Page], None]


def _do_nothing(page: Page) -> None:
    """The page as it opens."""


class State(NamedTuple):
    """One thing that somebody may see; `name` is also that of its pictures."""

    name: str
    who: str
    path: str  # as of World.path
    act: Act = _do_nothing
    site: str = CLUB
    pictured: bool = True  # shown by `make screenshots`; the others are only checked


class Viewer:
    """A browser with a page for each role, all alike but for who is logged in."""

    def __init__(self, browser: Browser, world: World, **options: Any) -> None:
        self.world = world
        self._browser, self._options = browser, options
        self._pages: dict[str, Page] = {}

    def open_page(self, who: str) -> Page:
        """The page of somebody."""
        if who not in self._pages:
            context = self._browser.new_context(**{"timezone_id": "Europe/Vienna", "locale": "de-AT", **self._options})
            context.set_default_timeout(PATIENCE_MS)
            self._let_in(context, who)
            self._pages[who] = context.new_page()
        return self._pages[who]

    def _let_in(self, context: BrowserContext, who: str) -> None:
        site = self.world.sites[CLUB]
        if who in self.world.people:
            homes = (site, self.world.sites[SEVERAL])
            context.add_cookies([{"name": "sessionid", "value": self.world.people[who], "url": home} for home in homes])
        if who == PLAYER:
            opened = self.world.rights.items()
            context.add_cookies(
                [{"name": "right", "value": secret, "url": f"{site}/tables/{slug}/"} for slug, secret in opened]
            )

    def reach(self, state: State) -> Page:
        """Open the page of a state and do what leads there."""
        page = self.open_page(state.who)
        if page.url.startswith("http"):
            page.evaluate(FORGET)  # what the state before has left on the phone
            page.unroute_all()
        address = self.world.sites[state.site] + self.world.fill_path(state.path)
        if page.url.partition("#")[0] == address.partition("#")[0]:
            page.goto("about:blank")  # or an address that differs in its fragment alone would not be loaded
        go_to(page, address)
        state.act(page)
        page.wait_for_function(NOTHING_UNDER_WAY)
        return page

    def close(self) -> None:
        """Close all pages."""
        for page in self._pages.values():
            page.context.close()


SIX = ("Anna", "Berta", "Cäsar", "Dora", "Emil", "Friederike")
# Every table of a sheet seats others of these.
LONG_NAMES = ("Maximilian", "Anna-Katharina", "Bernadette", "Hans-Joachim", "Kunigunde", "Leopoldine", "Wolfgang")
