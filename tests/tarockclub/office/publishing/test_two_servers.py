"""Two real servers: a laptop in an inn sends what phones save, a club on the internet shows it, also after a break."""

import re
import signal
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.support.server import RunningServer, internet_site
from tests.support.signed_in import SESSION

__all__ = ["internet_site"]
pytestmark = pytest.mark.soak
PATIENCE = 120.0
KEY = """
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.models import Account
from tarockclub.platform.parcels.keys import create_key
print(create_key(Account.objects.earliest("pk"), "Laptop", ANONYMOUS)[1])
"""
CUP = """
from tests.tournaments.support import factories
from tests.tournaments.results.standings.played_tables import started
of = factories.tournament(name="Sommercup")
factories.enter_people(of, "Adelheid", "Balduin", "Cornelius", "Dietlinde")
first = factories.round_(of)
factories.draw_tables(first)
started(first)
print(of.slug)
"""
HAND = """
from tests.tournaments.results.standings.played_tables import paper
from tournaments.models import RoundTable
paper(RoundTable.objects.get(), *{points})
"""


def wait_for(url: str, word: str) -> str:
    """Return the page once it has a word."""
    text, ends = "", time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                text = answer.read().decode().replace("\N{SOFT HYPHEN}", "")
        except (urllib.error.URLError, OSError):
            text = ""
        if word in text:
            return text
        time.sleep(0.5)
    pytest.fail(f"{word!r} is not at {url}: {text[-2000:]}")


def open_page(chromium, server: RunningServer):
    context = chromium.new_context(base_url=server.url, locale="de-AT")
    context.add_cookies([{"name": "sessionid", "value": SESSION, "url": server.url}])
    return context.new_page()


def switch_on(page, slug: str, url: str, secret: str) -> str:
    """Do what a director does on the laptop; return the address of the pages."""
    page.goto("/club/internet/")
    page.get_by_label("Adresse des Vereins").fill(url)
    page.get_by_label("Zugangsschlüssel").fill(secret)
    page.get_by_role("button", name="Prüfen und speichern").click()
    page.goto(f"/tournaments/{slug}/internet/")
    page.get_by_role("button", name="Live im Internet zeigen").click()
    ends = time.monotonic() + PATIENCE
    while page.get_by_role("link", name="Im Internet ansehen").count() == 0:
        assert time.monotonic() < ends, page.inner_text("main")
        time.sleep(1)
        page.goto(f"/tournaments/{slug}/internet/")
    return str(page.get_by_role("link", name="Im Internet ansehen").get_attribute("href"))


def wait_for_trouble(page, slug: str) -> None:
    """Come back when the laptop says that nobody answers."""
    ends, text = time.monotonic() + PATIENCE, ""
    while "antwortet niemand" not in text:
        assert time.monotonic() < ends, text
        time.sleep(0.5)
        page.goto(f"/tournaments/{slug}/internet/")
        text = page.inner_text("main")


def test_a_tournament_is_shown_live_and_caught_up_after_a_break(serve, internet_site, chromium):
    laptop = serve()
    slug, secret = laptop.run(CUP), internet_site.served.run(KEY)
    page = open_page(chromium, laptop)
    address = switch_on(page, slug, internet_site.url, secret)
    assert "Adelheid" in wait_for(address, "Sommercup")
    laptop.run(HAND.format(points=(30, 10, -15, -25)))
    began = time.monotonic()
    wait_for(address, "+30")
    took = time.monotonic() - began
    print(f"a change was shown after {took:.1f} s")
    assert took < 8  # 5 on a computer that has nothing else to do
    internet_site.end(signal.SIGTERM)
    laptop.run(HAND.format(points=(31, 10, -16, -25)))
    wait_for_trouble(page, slug)
    internet_site.start()
    assert "+30" not in wait_for(address, "+31")
    look_at(chromium, address)


def look_at(chromium, address: str) -> None:
    """Look at received pages on a phone: they are the ordinary ones, and ask for nothing that is not there."""
    visitor = chromium.new_context(viewport={"width": 360, "height": 740}, locale="de-AT").new_page()
    told: list[str] = []
    visitor.on("console", lambda message: told.append(message.text))
    visitor.on("requestfailed", lambda request: told.append(request.url))
    visitor.goto(address)
    visitor.get_by_role("link", name=re.compile("Adel")).first.click()
    assert visitor.url.endswith("/players/1/")
    assert visitor.evaluate("document.documentElement.scrollWidth") == 360
    assert visitor.evaluate("[...document.fonts].some((font) => font.status === 'loaded')")
    assert told == []


def test_a_site_opens_from_a_folder(served, tmp_path: Path, chromium):
    slug = served.run(CUP.replace("Sommercup", "Mitnehmcup"))
    folder = tmp_path / "web"
    served.manage("static_site", slug, "--target", str(folder))
    for width in (360, 1280):
        context = chromium.new_context(viewport={"width": width, "height": 800}, java_script_enabled=False)
        page = context.new_page()
        told: list[str] = []
        page.on("requestfailed", lambda request, told=told: told.append(request.url))
        page.on("console", lambda message, told=told: told.append(message.text))
        page.goto((folder / "index.html").as_uri())
        page.get_by_role("link", name="Sitzplan 1").click()
        page.get_by_role("link", name="English").click()
        assert page.title().startswith("Who sits where")
        box = page.get_by_role("link", name="Standings").first.bounding_box()
        assert box is not None
        assert 0 < box["x"] < box["x"] + box["width"] <= width
        header = page.locator("header.site").bounding_box()
        assert header is not None
        assert header["height"] < 120  # the stylesheet is there
        assert told == []
        context.close()
