"""Clocks in the browser are within a second of the server, whatever phones believe, sleep or miss."""

import json
import re
import time
import urllib.request
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, Site, open_pages
from tests.support.links import find_secret
from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy

MINUTE = 60
NIGHT = datetime(2026, 10, 25, 0, 40, tzinfo=UTC)  # twenty minutes before the clocks are put back in Austria
MAKE = """
from tests.support.phones import let_write
from tests.tournaments.support import factories
from tests.tournaments.support.acts import start_clock
tournament, first, tables = factories.whole(8)
for one in tables: let_write(one.game_table)
start_clock(first, factories.new_key())
print("MADE", tournament.slug, tables[0].game_table.slug)
"""
KNOWS_THE_TIME = """() => {
  const question = new CustomEvent("server-time", { detail: { now: null } });
  document.dispatchEvent(question);
  return question.detail.now !== null;
}"""
HAS_HEARD_OF_THE_PAUSE = "(end) => Number(document.querySelector('[data-clock][data-gong]').dataset.ends) > end"


class Day:
    """A tournament on a server whose time the test moves on."""

    def __init__(self, serve, folder, begin):
        self.file, self.ahead = folder / "time.json", 0.0
        self.pass_by((begin - datetime.now(UTC)).total_seconds() if begin else 0)
        self.server = serve(TAROCKCLUB_TIME=str(self.file))
        made = re.search(r"MADE (\S+) (\S+)", self.manage(MAKE))
        assert made is not None
        self.slug, self.table = made[1], made[2]

    def manage(self, code):
        return self.server.manage("shell", "-c", code)

    def pass_by(self, seconds):
        """Let so much of the server's time go by."""
        self.ahead += seconds
        self.file.with_suffix(".new").write_text(json.dumps({"ahead": self.ahead}))
        self.file.with_suffix(".new").replace(self.file)

    @property
    def now(self):
        """The server's time, milliseconds."""
        with urllib.request.urlopen(f"{self.server.url}/tournaments/time/") as answer:
            return json.load(answer)["now"]

    @property
    def faces(self):
        """The three pages with the clock."""
        base = f"/tournaments/{self.slug}"
        return {"table": f"/tables/{self.table}/", "desk": f"{base}/rounds/1/", "wall": f"{base}/projector/"}


@pytest.fixture
def pages(chromium, faults):
    """A function that opens a page of a day's server, logged in and with the table's link."""
    opened = []

    def open_page(day, path, before=None, **options):
        factory = open_pages(chromium, faults, Site(day.server.url, day.server.url))
        page = factory.__enter__()(**options)
        opened.append(factory)
        let_in(page.context, day.server.url)
        table = f"{day.server.url}/tables/{day.table}/"
        page.context.add_cookies([{"name": "right", "value": find_secret(day.table), "url": table}])
        if before:
            before(page)
        page.goto(path)
        return page

    yield open_page
    for factory in opened:
        factory.__exit__(None, None, None)


def seconds_shown(page):
    """Return the time on the round's clock, in seconds."""
    text = page.locator("[data-clock][data-gong]").first.inner_text()
    minutes, seconds = text.split(":")
    return int(minutes) * 60 + int(seconds)


def ask_again(page):
    """Let a page ask for the server's time now; where it was asking already, that answer may be the older one."""
    page.evaluate(
        """async () => {
          for (let time = 0; time < 3; time += 1) {
            window.dispatchEvent(new Event("online"));
            await new Promise((go) => setTimeout(go, 400));
          }
        }"""
    )


def is_right(page, day, patience=30.0):
    """Return True if a clock comes to show what the server has left, within a second, and stays so."""
    until = time.monotonic() + patience
    found = []
    while time.monotonic() < until:
        earlier = day.now
        ends = int(page.locator("[data-clock][data-gong]").first.get_attribute("data-ends") or 0)
        shown = seconds_shown(page)
        later = day.now
        found = [(ends - later) / 1000, shown, (ends - earlier) / 1000]
        if max(found[0], 0) - 1 <= shown <= max(found[2], 0) + 1:
            return True
        page.wait_for_timeout(100)
    raise AssertionError(found)


def test_in_the_night_when_the_clocks_are_turned_a_pause_of_seven_minutes_is_seven_minutes(serve, tmp_path, pages):
    day = Day(serve, tmp_path, NIGHT)
    begun = day.now
    options = {"table": PHONE, "desk": DESKTOP, "wall": DESKTOP}
    opened = {name: pages(day, path, **options[name]) for name, path in day.faces.items()}
    expect(opened["table"].locator(".contracts label").first).to_be_in_viewport(ratio=1)  # below clock and players
    day.pass_by(12 * MINUTE)
    opened["desk"].locator("button[name=what][value=pause]").click()
    expect(opened["desk"].locator("button[name=what][value=resume]")).to_be_visible()
    day.pass_by(7 * MINUTE)
    opened["desk"].locator("button[name=what][value=resume]").click()
    expect(opened["desk"].locator("button[name=what][value=pause]")).to_be_visible()
    day.pass_by(10 * MINUTE)
    for page in opened.values():
        ask_again(page)
        page.wait_for_function(HAS_HEARD_OF_THE_PAUSE, arg=begun + 36 * MINUTE * 1000)
        assert is_right(page, day)
        assert abs(seconds_shown(page) - 8 * MINUTE) < 90  # what the commands have taken is played time, too
    ends = int(opened["wall"].locator("[data-clock][data-gong]").get_attribute("data-ends"))
    assert ends - begun == pytest.approx(37 * MINUTE * 1000, abs=90_000)


def test_a_phone_that_has_slept_for_ten_minutes_is_right_again_and_hears_one_gong(serve, tmp_path, pages, faults):
    faults.expect("ERR_INTERNET_DISCONNECTED")
    day = Day(serve, tmp_path, None)
    page = pages(day, day.faces["table"], lambda page: page.clock.install(), **PHONE)
    page.wait_for_function(KNOWS_THE_TIME)
    page.evaluate(
        "() => { window.gongs = []; document.addEventListener('gong', (event) => gongs.push(event.detail)); }"
    )
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=5))
    day.pass_by(10 * MINUTE)  # the phone sleeps: no timer runs, and nothing that only goes forward goes on
    page.clock.set_system_time(datetime.now(UTC) + timedelta(minutes=10))
    page.clock.resume()
    assert is_right(page, day)
    assert page.evaluate("gongs.length") == 0
    day.pass_by(20 * MINUTE - 6)
    ask_again(page)
    assert is_right(page, day)
    page.context.set_offline(True)  # the gong needs no network
    page.wait_for_function("() => gongs.length > 0")
    assert seconds_shown(page) == 0
    assert page.locator('.around [data-while="up"]').first.is_visible()
    page.wait_for_timeout(600)
    assert page.evaluate("gongs.length") == 1
