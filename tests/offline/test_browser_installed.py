"""Over HTTPS a table opens without the network, as it was last seen on this phone."""

import json
import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import PATIENCE, Book, Keeper, dreier_totals, kept_by, path_of, until, wait_until_kept
from tests.scoring.support.phone_driver import Thumb
from tests.support.links import COOKIE
from tests.support.network.moods import CAPTIVE, GOOD, HUNG, OFF, PORTAL
from tests.support.server import DATABASE_FILE

pytestmark = pytest.mark.heavy

LOOKS_MS = 30_000  # it does so every four seconds; other tests use the same processors
WITHIN_MS = 15_000  # a network that does not answer is given four seconds; other tests use the same processors
IN_ENGLISH = 'Z" lang="en">'  # after the time at which it was kept
OFFLINE = "async () => (await caches.match('/offline/')).text()"
ANSWERED_BY = """(text) => performance.getEntriesByType("resource").filter((one) => one.name.includes(text))
  .map((one) => one.workerMatchedSourceType)"""
TROUBLE = r"the server responded with a status of 50[37]|^response: 503 "


@pytest.fixture
def air(over_https):
    """The network between the phones and the club."""
    return over_https[1]


@pytest.fixture
def thumb(https_phone):
    """A phone that has opened a table, and kept it with its rules."""
    thumb = Thumb(https_phone)
    wait_until_kept(https_phone, f"{thumb.start()}rules/")
    return thumb


def cut(network):
    """From now on there is no network."""
    network.mood = OFF
    network.cut()


def test_a_table_that_was_opened_once_opens_without_the_network_and_all_else_is_a_page_that_says_so(thumb, air):
    page, address = thumb.page, thumb.page.url
    cut(air)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-kept", re.compile(r"^20\d\d-\d\d-\d\dT"))
    expect(page.locator("#live .away")).to_have_text(re.compile(r"^keine Verbindung – Stand( von)? \d\d:\d\d$"))
    thumb.choose(p0_contract="dreier", p0_declarer="1")
    expect(page.locator("[name=p0-result][value=won]")).to_be_enabled()
    page.get_by_role("link", name="Speiszettel").tap()
    expect(page.locator("h1")).to_contain_text("Treffpunkt Tarock")
    page.go_back()
    expect(page.locator("#entry h2").first).to_have_text("Spiel 1")
    page.goto(f"{address}settlement/")
    expect(page.locator("h1")).to_have_text("Ohne Netz")
    expect(page.locator("#again")).to_have_attribute("href", f"{address}settlement/")
    expect(page.locator("#tables-here a")).to_have_attribute("href", path_of(address))


def test_hands_that_are_entered_on_the_page_that_the_phone_has_kept_are_sent_when_the_network_is_back(
    thumb, air, over_https
):
    page, address = thumb.page, thumb.page.url
    keeper = Keeper(page)
    keys = [keeper.keep(3)]
    wait_until_kept(page, address, "<h2>Spiel 2</h2>")
    cut(air)
    page.goto(address)
    expect(page.locator("#entry h2").first).to_have_text("Spiel 2")  # as it was last seen here
    thumb.stands_at("−5", "−5", "−5", "15")
    keys += [keeper.keep(declarer) for declarer in (0, 1)]
    keeper = keeper.reopen()
    keeper.shows_hands(3)
    keys.append(keeper.keep(2))
    air.mood = GOOD
    book = Book(over_https[0], address)
    book.has_within(keys)  # nobody tells the page that there is a network: it has to try
    keeper.is_empty_within()
    assert book.totals == dreier_totals([3, 0, 1, 2])


def test_what_a_table_needs_of_the_handbook_opens_without_the_network(thumb, air):
    page = thumb.page
    here = page.url
    page.wait_for_function("async () => Boolean(await caches.match('/help/when-something-fails/'))")
    cut(air)
    page.get_by_role("link", name="Hilfe").first.tap()
    expect(page.locator("h1")).to_have_text("Am Tisch")
    page.goto(urljoin(here, "/help/corrections/#strike-out"))
    expect(page.locator("#strike-out")).to_be_in_viewport()
    page.goto(urljoin(here, "/help/glossary/"))
    expect(page.locator("h1")).to_have_text("Ohne Netz")  # the page for all that needs it


def test_each_time_it_is_opened_the_page_sends_another_hand(thumb, air):
    cut(air)
    keys = set()
    for _ in range(3):
        thumb.page.goto(thumb.page.url)
        keys |= set(thumb.page.locator("input[name=key]").evaluate_all("(all) => all.map((one) => one.value)"))
    assert len(keys) == 3 * thumb.page.locator("input[name=key]").count()


def test_a_network_that_never_answers_holds_nobody_up(thumb, air):
    air.mood = HUNG
    thumb.page.goto(thumb.page.url, timeout=WITHIN_MS, wait_until="commit")
    expect(thumb.page.locator("html")).to_have_attribute("data-kept", re.compile("^20"))


@pytest.mark.parametrize("mood", [CAPTIVE, pytest.param(PORTAL, marks=pytest.mark.soak)], ids=["page", "redirect"])
def test_what_the_inn_s_network_says_is_shown_and_not_kept(thumb, air, faults, mood):
    page, address = thumb.page, thumb.page.url
    faults.expect(r"portal\.example|Gasthaus|Manifest|MIME|ERR_")
    before, asked = kept_by(page), len(air.list_sent(f"^GET {path_of(address)}$"))
    air.mood = mood
    page.evaluate("document.dispatchEvent(new Event('news'))")
    until(lambda: len(air.list_sent(f"^GET {path_of(address)}$")) > asked, PATIENCE)
    if mood is CAPTIVE:
        page.goto(address)
        expect(page.locator("h1")).to_have_text("Willkommen im WLAN")
    page.wait_for_timeout(500)
    assert kept_by(page) == before
    cut(air)
    page.goto(address)
    expect(page.locator("#entry h2").first).to_have_text("Spiel 1")


def test_a_server_in_trouble_is_bridged_like_no_network(thumb, over_https, faults):
    faults.expect(TROUBLE)
    page, file = thumb.page, over_https[0].data / DATABASE_FILE
    file.rename(file.with_name("away"))
    file.mkdir()
    try:
        page.goto(page.url)
        expect(page.locator("html")).to_have_attribute("data-kept", re.compile("^20"))
        expect(page.locator("#entry h2").first).to_have_text("Spiel 1")
    finally:
        file.rmdir()
        file.with_name("away").rename(file)


def test_nothing_secret_is_kept_and_no_page_of_the_staff(thumb, https_pages, air):
    page, address = thumb.page, thumb.page.url
    [secret] = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE]
    for other in (f"{address}link/", f"{address}settlement/", f"{address}rules/", "/log-in/", "/", "/sheets/"):
        page.goto(other)
    wait_until_kept(page, address)
    kept = kept_by(page)
    assert set(kept) == {path_of(address), path_of(f"{address}rules/")}
    assert secret not in "".join(kept.values())
    cut(air)
    for other in ("/log-in/", "/club/", "/backups/", f"/t/{secret}/", f"{address}export.xlsx"):
        with pytest.raises(Exception, match="ERR_CONNECTION"):
            page.goto(other)


def test_the_page_stands_in_for_another_one_until_the_server_itself_answers(thumb, air):
    page = thumb.page
    cut(air)
    page.goto("/sheets/")
    expect(page.locator("h1")).to_have_text("Ohne Netz")
    air.mood = CAPTIVE
    until(lambda: [note for note in air.list_sent("^HEAD /sw.js") if note.ended], PATIENCE)
    expect(page.locator("h1")).to_have_text("Ohne Netz")
    air.mood = GOOD
    expect(page.locator("h1")).to_have_text("Hausregeln", timeout=LOOKS_MS)


@pytest.mark.parametrize(("mode", "asked"), [("standalone", 1), ("browser", 0)])
def test_only_of_an_installed_page_the_browser_is_asked_to_throw_nothing_away(https_phone, mode, asked):
    https_phone.add_init_script(f"""
      window.persisted = 0;
      navigator.storage.persist = async () => {{ window.persisted += 1; return true; }};
      const matches = (query) => query === "(display-mode: {mode})";
      window.matchMedia = (query) => ({{ matches: matches(query), addEventListener() {{}} }});
    """)
    https_phone.goto("/")
    https_phone.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    until(lambda: https_phone.evaluate("localStorage.getItem('offline-language')") == "de")
    assert https_phone.evaluate("window.persisted") == asked


def test_what_a_table_asks_every_second_does_not_wake_the_worker(thumb):
    page = thumb.page
    page.reload()
    until(lambda: len(page.evaluate(ANSWERED_BY, "/live/")) > 1, PATIENCE)
    assert set(page.evaluate(ANSWERED_BY, "/live/")) == {"network"}
    assert page.evaluate(ANSWERED_BY, "/table_usual.") == [""]


def test_what_is_kept_is_in_the_language_that_was_chosen_last(thumb, air):
    page, address = thumb.page, thumb.page.url
    page.get_by_role("button", name="English").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    wait_until_kept(page, address, IN_ENGLISH)
    wait_until_kept(page, f"{address}rules/", IN_ENGLISH)
    until(lambda: 'lang="en"' in page.evaluate(OFFLINE), PATIENCE)
    cut(air)
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Without the network")
    page.goto(address)
    expect(page.locator("#entry h2").first).to_have_text("Hand 1")
    page.goto(f"{address}rules/")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_page_can_be_installed(phone):
    phone.goto("/")
    session = phone.context.new_cdp_session(phone)
    found = session.send("Page.getAppManifest")
    assert (found["errors"], found["url"].partition("//")[2].partition("/")[2]) == ([], "manifest.webmanifest")
    manifest = json.loads(found["data"])
    assert manifest["name"]
    assert manifest["display"] == "standalone"
    assert manifest["start_url"].startswith(manifest.get("scope", "/"))
    large = [icon for icon in manifest["icons"] if icon["sizes"] == "512x512" and icon["type"] == "image/png"]
    assert any("any" in icon.get("purpose", "any").split() for icon in large)


def test_on_plain_http_no_worker_is_asked_for_and_nobody_complains(inn_phone, network):
    Thumb(inn_phone).start()
    inn_phone.wait_for_load_state("load")
    assert not network.list_sent("sw.js")
