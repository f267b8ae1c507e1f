"""Tabs of one phone keep one queue, which outlives a tab that dies, a phone switched off, a worker put to sleep."""

import contextlib
import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, expect

from tests.offline.keeping import Book, Keeper, dreier_totals, path_of, until, wait_until_kept
from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import ARGUMENTS, PHONE, SITES, Site
from tests.support.network import moods
from tests.support.network.moods import GOOD, HANDS, OFF
from tools.needs import CHROMIUM

pytestmark = pytest.mark.heavy
TAKEN_OVER = 15  # seconds until another tab goes on where one has died: its lock ends after 12, a look comes within 3


@pytest.fixture
def second(keeper):
    """The same table in another tab of the same phone."""
    return Keeper.open(keeper.page.context.new_page(), keeper.page.url)


def crash(page):
    """End a tab as the system does when it needs the memory: it has no moment left."""
    with page.expect_event("crash"), contextlib.suppress(Error):
        page.goto("chrome://crash", timeout=2000)
    page.close()


def test_two_tabs_send_each_hand_once_in_order_and_never_both_at_once(keeper, second, network, book):
    network.mood = moods.OFF
    network.cut()
    declarers, keys = [0, 1, 2, 0, 0, 1, 2, 2, 1, 0, 0, 1], []
    for at, declarer in enumerate(declarers):
        one = (keeper, second)[at // 3 % 2]
        one.page.bring_to_front()
        one.shows_hands(at)
        keys.append(one.keep(declarer))
    network.mood = moods.apply_only_to(HANDS, moods.slow_down(0.2, 0.1), moods.GOOD)
    print(f"all stored after {book.has_within(keys):.1f} s")
    assert book.totals == dreier_totals(declarers)
    for tab in (keeper, second):
        tab.page.bring_to_front()
        tab.is_empty_within()
        tab.shows_hands(len(keys))
    assert network.list_overlapping(HANDS) == []
    sent = [note for note in network.list_sent(HANDS) if note.reached_the_server]
    assert len(sent) == len(keys), "a hand was sent again though its answer had come"


def test_where_a_tab_dies_while_it_sends_another_one_goes_on(keeper, second, network, book):
    network.mood = moods.OFF
    network.cut()
    second.page.bring_to_front()
    keeper.page.bring_to_front()
    keys = [keeper.keep(declarer) for declarer in (0, 1, 2)]
    network.mood = moods.apply_only_to(HANDS, moods.apply_first(1, moods.HUNG))
    until(lambda: any(note.way.fate is moods.Fate.HANGS for note in network.list_sent(HANDS)))
    crash(keeper.page)
    second.page.bring_to_front()
    print(f"all stored after {book.has_within(keys, TAKEN_OVER):.1f} s")
    assert network.list_overlapping(HANDS) == []
    second.is_empty_within()
    second.shows_hands(len(keys))


@pytest.mark.parametrize("dies", [crash, lambda page: page.close()], ids=["crashed", "closed"])
def test_a_hand_is_kept_though_the_tab_dies_right_after_the_phone_has_said_so(keeper, network, book, dies):
    network.mood = moods.HUNG
    address, context = keeper.page.url.split("?")[0], keeper.page.context
    key = keeper.keep(2)
    dies(keeper.page)
    network.mood = moods.GOOD
    again = Keeper.open(context.new_page(), address)
    print(f"stored after {book.has_within([key], TAKEN_OVER):.1f} s")
    again.is_empty_within()
    again.stands_at("−5", "−5", "15", "−5")


def test_a_hand_is_kept_though_the_whole_phone_dies_right_after_it_has_said_so(
    chromium, keeper, network, book, faults, tmp_path
):
    """The browser is killed as when the battery is empty: what it said it keeps must be on the disk."""
    table, cookies = keeper.page.url, keeper.page.context.cookies()
    options = {**PHONE, "executable_path": CHROMIUM, "args": ARGUMENTS, "locale": "de-AT"}
    context = chromium.browser_type.launch_persistent_context(str(tmp_path), **options)
    faults.watch(context, network.url)
    context.add_cookies(cookies)
    doomed = Keeper.open(context.pages[0], table)
    network.mood = moods.OFF
    network.cut()
    keys = [doomed.keep(declarer) for declarer in (0, 1)]
    kill_browser(tmp_path)
    with contextlib.suppress(Error):
        context.close()
    network.mood = moods.GOOD
    context = chromium.browser_type.launch_persistent_context(str(tmp_path), **options)
    faults.watch(context, network.url)
    context.add_cookies(cookies)
    again = Keeper.open(context.pages[0], table)
    print(f"stored after {book.has_within(keys, TAKEN_OVER):.1f} s")
    again.is_empty_within()
    context.close()


def kill_browser(profile: Path) -> None:
    """Kill the browser that this test has started, all of its processes at once: those that name its profile."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"--user-data-dir={profile}".encode() in (process / "cmdline").read_bytes().split(b"\0"):
                os.kill(int(process.name), signal.SIGKILL)


@pytest.fixture
def switched_on(chromium, over_https, tmp_path):
    """A phone that can be switched off and on: its browser begins with what it had at the end."""
    served, network = over_https

    @contextlib.contextmanager
    def phone():
        context: BrowserContext = chromium.browser_type.launch_persistent_context(
            tmp_path,
            executable_path=CHROMIUM,
            args=[*ARGUMENTS, "--ignore-certificate-errors"],
            base_url=network.url,
            locale="de-AT",
            **PHONE,
        )
        SITES[context] = Site(network.url, served.url)
        yield context.pages[0]
        context.close()

    return phone


def test_a_phone_that_was_switched_off_opens_the_table_without_the_network_and_has_its_hands(switched_on, over_https):
    served, network = over_https
    with switched_on() as page:
        address = Thumb(page).tap_start()
        wait_until_kept(page, address)
        network.mood = OFF
        network.cut()
        keys = [Keeper(page).keep(2)]
    with switched_on() as page:
        page.goto("/")
        expect(page.locator("#tables-here .waits")).to_have_text("1 Spiel wartet hier")
        page.locator("#tables-here a").tap()
        page.wait_for_url(address)
        keeper = Keeper(page)
        keeper.shows_hands(1)
        keys.append(keeper.keep(3))
    network.mood = GOOD
    with switched_on() as page:
        page.goto(address)
        book = Book(served, address)
        book.has_within(keys)
        assert book.totals == dreier_totals([2, 3])
        Keeper(page).is_empty_within()
    assert network.list_sent(f"^GET {path_of(address)}live/")


def test_a_worker_that_the_browser_has_put_to_sleep_wakes_without_the_network(https_phone, over_https):
    address = Thumb(https_phone).start()
    wait_until_kept(https_phone, address)
    session = https_phone.context.new_cdp_session(https_phone)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    over_https[1].mood = OFF
    over_https[1].cut()
    https_phone.goto(address)
    expect(https_phone.locator("#entry h2").first).to_have_text("Spiel 1")
