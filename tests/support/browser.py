"""Pages in Debian's Chromium and Firefox without windows; a test fails on whatever a page complains about."""

import contextlib
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    Request,
    Response,
    WebError,
    expect,
    sync_playwright,
)

from tests.support import firefox as relay
from tests.support.firefox import FIREFOX
from tests.support.server import RunningServer
from tools.needs import CHROMIUM, has_driver_library

INN, CLUB = "inn.local", "club.example"  # this machine by names that are not localhost
# Of several lists Chromium takes the last: ours has what Playwright turns off, too.
TURNED_OFF = (
    *("LensOverlay", "MediaRouter", "OptimizationHints"),
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "AvoidCorsURLLoaderRestartOnRedirect", "PreconnectToSearch"),
    *("PaintHolding", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose"),
    *("ThirdPartyStoragePartitioning", "TcpPortRandomizationWin", "NetworkTimeServiceQuerying"),
)
# The sandbox needs rights that root's browser has not; the rest keeps it off the outside network.
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(TURNED_OFF)}",
    f"--host-resolver-rules=MAP {INN} 127.0.0.1, MAP {CLUB} 127.0.0.1",
]
# What a phone is to Firefox, which Playwright cannot tell it; and that the inn is this machine.
PREFERENCES: dict[str, str | float | bool] = {
    "dom.w3c_touch_events.enabled": 1,
    "ui.primaryPointerCapabilities": 1,
    "ui.allPointerCapabilities": 1,
    "ui.useOverlayScrollbars": 1,
    "network.dns.localDomains": INN,
}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PATIENCE_MS = 30_000  # a slow computer is no fault of the page

ABORTED = ("net::ERR_ABORTED", "NS_BINDING_ABORTED")  # the words of the two browsers

PageFactory = Callable[..., Page]
# A test of a table that is run in Firefox too.
IN_FIREFOX_TOO = pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)


class Site(NamedTuple):
    """A club's pages: as browsers call them, and where its server is, whatever network lies between."""

    address: str
    server: str


SITES: WeakKeyDictionary[BrowserContext, Site] = WeakKeyDictionary()  # what each browser is there for


class Faults:
    """The complaints of pages, and those that a test has said it will provoke."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """Accept complaints that match, for a test that provokes them."""
        self._expected.append(pattern)

    def list_unexpected(self) -> list[str]:
        """Return the complaints that no pattern accepts."""
        return [fault for fault in self.found if not any(re.search(pattern, fault) for pattern in self._expected)]

    def watch(self, context: BrowserContext, site: str) -> None:
        """Note errors of the console, of scripts, and of requests to the site itself."""
        context.on("console", self._note_console)
        context.on("weberror", self._note_script_error)
        context.on("response", lambda response: self._note_response(response, site))
        context.on("requestfailed", lambda request: self._note_failed_request(request, site))

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.found.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _note_script_error(self, error: WebError) -> None:
        self.found.append(f"script: {error.error}")

    def _note_response(self, response: Response, site: str) -> None:
        if response.url.startswith(site) and response.status >= 400:
            self.found.append(f"response: {response.status} {response.url}")

    def _note_failed_request(self, request: Request, site: str) -> None:
        # The browser gives up itself what a page it is leaving still waits for.
        if request.url.startswith(site) and request.failure not in ABORTED:
            self.found.append(f"request: {request.failure} {request.url}")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Return what drives the browsers."""
    if not has_driver_library():
        pytest.skip("no libatomic.so.1: as root, `make test` installs it (Debian package libatomic1)")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Return one browser for the whole run; every page gets a profile of its own."""
    if shutil.which(CHROMIUM) is None:
        pytest.skip(f"no {CHROMIUM}: as root, `make test` installs it (Debian package chromium-headless-shell)")
    with playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS) as browser:
        yield browser


@pytest.fixture(scope="session")
def firefox(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Return one Firefox for the whole run, behind the relay."""
    if shutil.which(FIREFOX) is None:
        pytest.skip(f"no {FIREFOX}: as root, `make test-heavy` installs it (Debian package firefox-esr)")
    starter = tmp_path_factory.mktemp("firefox") / "firefox"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{relay.__file__}" "$@"\n')
    starter.chmod(0o700)
    with playwright.firefox.launch(
        channel="moz-firefox", executable_path=starter, firefox_user_prefs=PREFERENCES
    ) as browser:
        yield browser


@pytest.fixture
def browser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """Return the browser of a test: Chromium, unless it is `IN_FIREFOX_TOO`."""
    name: str = getattr(request, "param", "chromium")
    if name == "firefox":  # of what Playwright does with a mouse the relay makes taps
        monkeypatch.setattr(Locator, "tap", Locator.click)
        monkeypatch.setattr(Page, "touchscreen", property(lambda page: SimpleNamespace(tap=page.mouse.click)))
    return request.getfixturevalue(name)  # type: ignore[no-any-return]


@pytest.fixture
def faults() -> Iterator[Faults]:
    """Collect what pages complain about and fail the test that did not expect it."""
    collected = Faults()
    yield collected
    unexpected = collected.list_unexpected()
    if unexpected:
        pytest.fail("the page complained:\n" + "\n".join(unexpected))


@contextlib.contextmanager
def open_pages(browser: Browser, faults: Faults, site: Site) -> Iterator[PageFactory]:
    """A function that opens a page for one more person; `page.goto("/")` is the site."""
    contexts = []

    def make(**options: Any) -> Page:
        usual = {"base_url": site.address, "locale": "de-AT", "timezone_id": "Europe/Vienna"}
        context = browser.new_context(**{**usual, **DESKTOP, **options})
        context.set_default_timeout(PATIENCE_MS)
        faults.watch(context, site.address)
        SITES[context] = site
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page_factory(browser: Browser, faults: Faults, served: RunningServer) -> Iterator[PageFactory]:
    """Return a function that opens a page for one more person; `page.goto("/")` is the site."""
    with open_pages(browser, faults, Site(served.url, served.url)) as factory:
        yield factory


def go_to(page: Page, address: str) -> None:
    """Open an address; once more where the page before went somewhere by itself at the same moment."""
    try:
        page.goto(address)
    except Error as error:
        if "net::ERR_ABORTED" not in error.message:
            raise
        page.goto(address)


@pytest.fixture
def phone(page_factory: PageFactory) -> Page:
    """Return a page on a small phone with a touch screen."""
    return page_factory(**PHONE)


@pytest.fixture
def desktop(page_factory: PageFactory) -> Page:
    """Return a page on a laptop."""
    return page_factory(**DESKTOP)
