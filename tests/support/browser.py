"""Pages in Debian's Chromium without its windows; a test fails on whatever a page complains about."""

import contextlib
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    WebError,
    expect,
    sync_playwright,
)

from tests.support.server import RunningServer

# The shell renders pages as the browser does; the browser itself would take twice the processor time for each page.
CHROMIUM = "/usr/bin/chromium-headless-shell"
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
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PATIENCE_MS = 30_000  # a slow computer is no fault of the page

PageFactory = Callable[..., Page]


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
        if request.url.startswith(site) and request.failure != "net::ERR_ABORTED":
            self.found.append(f"request: {request.failure} {request.url}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return one browser for the whole run; every page gets a profile of its own."""
    if shutil.which(CHROMIUM) is None:
        pytest.skip(f"no {CHROMIUM}: as root, `make test` installs it (Debian package chromium-headless-shell)")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def faults() -> Iterator[Faults]:
    """Collect what pages complain about and fail the test that did not expect it."""
    collected = Faults()
    yield collected
    unexpected = collected.list_unexpected()
    if unexpected:
        pytest.fail("the page complained:\n" + "\n".join(unexpected))


@contextlib.contextmanager
def open_pages(chromium: Browser, faults: Faults, site: Site) -> Iterator[PageFactory]:
    """A function that opens a page for one more person; `page.goto("/")` is the site."""
    contexts = []

    def make(**options: Any) -> Page:
        usual = {"base_url": site.address, "locale": "de-AT", "timezone_id": "Europe/Vienna"}
        context = chromium.new_context(**{**usual, **DESKTOP, **options})
        context.set_default_timeout(PATIENCE_MS)
        faults.watch(context, site.address)
        SITES[context] = site
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page_factory(chromium: Browser, faults: Faults, served: RunningServer) -> Iterator[PageFactory]:
    """Return a function that opens a page for one more person; `page.goto("/")` is the site."""
    with open_pages(chromium, faults, Site(served.url, served.url)) as factory:
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
