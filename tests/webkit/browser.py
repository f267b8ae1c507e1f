"""Debian's WebKit, the engine of every iPhone: its small browser over WebDriver, on a screen that nobody sees.

It has no fingers (a tap is a click), and no network of its own that could be turned off: phones in an inn are behind
`tests.support.network`.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest

from tests.support.browser import PATIENCE_MS, Site
from tests.support.server import RunningServer, find_free_port

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
PATIENCE = PATIENCE_MS / 1000
LATE = f"not within {PATIENCE:.0f} s"  # such a test gets a second try (tools/testing.py)
START_SECONDS, ATTEMPTS = 15, 3
# Its own buttons would keep the window wider than a phone: like this they take a few pixels.
NARROW = "* { min-width: 0; min-height: 0; margin: 0; padding: 0; font-size: 1px; -gtk-icon-transform: scale(0.01); }\n"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # how WebDriver names one
# Calls a function of the page, and says what has gone wrong there since the last call.
CALL = """
if (!window.complaints) {{
  window.complaints = [];
  addEventListener("error", (event) => window.complaints.push(event.message));
  addEventListener("unhandledrejection", (event) => window.complaints.push(String(event.reason)));
}}
return Promise.resolve(({function})(...arguments)).then((value) => [value ?? null, window.complaints.splice(0)]);
"""

TO_THE_MIDDLE = "(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })"


class DriverError(Exception):
    """WebDriver has refused a command: the element is not there, something lies over it, the page is another one."""


class WebKitPage:
    """A window of the browser, with a profile of its own."""

    def __init__(self, site: Site, port: int) -> None:
        self.site, self.complaints = site, list[str]()
        self._session = f"http://127.0.0.1:{port}/session"
        browser = {"webkitgtk:browserOptions": {"args": ["--automation"]}}
        made = self._send("POST", "", {"capabilities": {"alwaysMatch": browser}}, START_SECONDS)
        self._session += f"/{made['sessionId']}"

    def _send(self, method: str, path: str, content: object = None, patience: float = 2 * PATIENCE) -> Any:
        body = None if method != "POST" else json.dumps(content or {}).encode()
        request = Request(self._session + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(request, timeout=patience) as answer:
                return json.load(answer)["value"]
        except HTTPError as refusal:
            value = json.load(refusal)["value"]
            raise DriverError(f"{value['error']}: {value['message']}") from None

    def close(self) -> None:
        """Close the window."""
        self._send("DELETE", "")

    def change_size(self, width: int, height: int) -> None:
        """Give the page so much room, whatever its window has besides; the page learns of it a moment later."""
        end, above = time.monotonic() + PATIENCE, 0
        while True:
            self._send("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height + above})
            time.sleep(0.05)
            size, beside = self.call("() => [[innerWidth, innerHeight], outerHeight - innerHeight]")
            if size == [width, height]:
                return
            assert time.monotonic() < end, f"{LATE}: {size} is not {[width, height]}"
            above = beside

    def open(self, address: str) -> None:
        """Open an address of the site, and wait until it is loaded."""
        self._send("POST", "/url", {"url": address if "://" in address else self.site.address + address})

    @property
    def url(self) -> str:
        """The address of the page."""
        return str(self._send("GET", "/url"))

    def add_cookie(self, name: str, value: str) -> None:
        """Keep a cookie of the site; a page of it has to be open."""
        self._send("POST", "/cookie", {"cookie": {"name": name, "value": value}})

    def call(self, function: str, *arguments: object) -> Any:
        """Call a function in the page, and return what it returns or promises."""
        content = {"script": CALL.format(function=function), "args": arguments}
        value, complaints = self._send("POST", "/execute/sync", content)
        self.complaints += complaints
        return value

    def expect(self, function: str, value: object, *arguments: object) -> None:
        """Wait until a function of the page returns a value."""
        end, last = time.monotonic() + PATIENCE, None
        while True:
            with contextlib.suppress(DriverError):  # on its way to another page
                last = self.call(function, *arguments)
                if last == value:
                    return
            assert time.monotonic() < end, f"{LATE}: {last!r} is not {value!r}"
            time.sleep(0.05)

    def expect_texts(self, selector: str, *texts: str) -> None:
        """Wait until what is seen of the elements is these texts."""
        read = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
          .map((one) => one.innerText.replace(/\\s+/g, " ").replaceAll("\\u00ad", "").trim())"""
        self.expect(read, list(texts), selector)

    def tap(self, selector: str) -> None:
        """Tap on an element as soon as it is there and nothing lies over it; scroll where that is needed."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._send("POST", f"/element/{self._find(selector)}/click")
                return
            except DriverError as refusal:
                if time.monotonic() > end:
                    raise DriverError(f"{LATE}: {selector}: {refusal}") from None
            with contextlib.suppress(DriverError):
                self.call(TO_THE_MIDDLE, {ELEMENT: self._find(selector)})
            time.sleep(0.05)

    def enter_frame(self, selector: str) -> None:
        """Go on in a frame as soon as it is there; "": in the page again."""
        if selector:
            self.expect("(selector) => document.querySelector(selector) !== null", True, selector)
        self._send("POST", "/frame", {"id": {ELEMENT: self._find(selector)} if selector else None})

    def type_into(self, selector: str, text: str) -> None:
        """Type a text into a field."""
        self._send("POST", f"/element/{self._find(selector)}/value", {"text": text})

    def _find(self, selector: str) -> str:
        """Return the name of the first element; a selector that begins with // is an XPath, for what a text names."""
        using = "xpath" if selector.startswith("//") else "css selector"
        return str(self._send("POST", "/element", {"using": using, "value": selector})[ELEMENT])


WebKitFactory = Callable[..., WebKitPage]


@pytest.fixture(scope="session")
def webkit_screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Return the environment in which browsers find a screen, German words and our time."""
    for program in (DRIVER, SCREEN):
        if shutil.which(program) is None:
            packages = "webkit2gtk-driver, xvfb"
            pytest.skip(f"no {program}: as root, `make test-heavy` installs it (Debian packages {packages})")
    folder = tmp_path_factory.mktemp("webkit")
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "gtk.css").write_text(NARROW)
    heard, said = os.pipe()
    command = [SCREEN, "-displayfd", str(said), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=[said], stderr=subprocess.DEVNULL)
    os.close(said)
    try:
        with os.fdopen(heard) as lines:
            number = lines.readline().strip()
        assert number, "the screen did not start"
        words = {"LANG": "C.UTF-8", "LC_ALL": "", "LANGUAGE": "de_AT", "TZ": "Europe/Vienna"}
        folders = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
        yield {**os.environ, **words, **folders, "DISPLAY": f":{number}", "GSETTINGS_BACKEND": "memory"}
    finally:
        screen.terminate()
        screen.wait()


@contextlib.contextmanager
def _run_driver(env: dict[str, str], log: Path) -> Iterator[int]:
    """Run a driver, which has one window, and return its port."""
    port = find_free_port()
    with log.open("wb") as output:
        command = [DRIVER, f"--port={port}"]
        driver = subprocess.Popen(command, env=env, stdout=output, stderr=output, start_new_session=True)
    try:
        _wait_until_ready(port)
        yield port
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(driver.pid, signal.SIGTERM)  # with a browser that has not found its driver
        driver.wait()


def _wait_until_ready(port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/status") as answer:
                if json.load(answer)["value"]["ready"]:
                    return
        except (URLError, ConnectionError):
            pass
        assert time.monotonic() < end, "WebKit's driver did not start"
        time.sleep(0.02)


def _open_window(stack: contextlib.ExitStack, env: dict[str, str], log: Path, site: Site) -> WebKitPage:
    """Open a window; anew where the browser does not find its driver, as happens when another one starts meanwhile."""
    for attempt in range(ATTEMPTS):
        with contextlib.ExitStack() as started:
            port = started.enter_context(_run_driver(env, log))
            try:
                page = WebKitPage(site, port)
            except TimeoutError:
                if attempt + 1 == ATTEMPTS:
                    raise
                continue
            stack.push(started.pop_all())
            return page
    raise AssertionError("no attempt was made")


@pytest.fixture
def webkit_pages(webkit_screen: dict[str, str], served: RunningServer, tmp_path: Path) -> Iterator[WebKitFactory]:
    """Return a function that opens a window for one more person; a test fails on what its scripts complain about."""
    windows: list[WebKitPage] = []
    with contextlib.ExitStack() as stack:

        def make(width: int = 360, height: int = 740, *, through: str = "") -> WebKitPage:
            log = tmp_path / f"webkit-{len(windows)}.log"
            page = _open_window(stack, webkit_screen, log, Site(through or served.url, served.url))
            stack.callback(page.close)
            windows.append(page)
            page.change_size(width, height)
            return page

        yield make
    assert [complaint for page in windows for complaint in page.complaints] == []
