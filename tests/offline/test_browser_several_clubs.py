"""The app of one of several clubs, installed on the computer that is the server: it opens without it, too."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, Site, open_pages
from tests.support.network.inn import NO_NETWORK
from tests.support.server import internet_site
from tests.support.signed_in import let_in

__all__ = ["internet_site"]
pytestmark = pytest.mark.heavy

SECOND_CLUB = """
from tarockclub.models import Club, Publication
Club.objects.update(slug="linde")
Publication.objects.create(club=Club.objects.create(name="Stammtisch Post", slug="post"), dates=True)
"""
# The browser without windows installs nothing, and cannot be told that it has.
AS_AN_APP = "matchMedia = (asked) => ({ matches: asked === '(display-mode: standalone)', addEventListener() {} });"
HAS_WORKER = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def site(internet_site):
    """A server of two clubs, which may be stopped."""
    internet_site.served.manage("shell", "-c", SECOND_CLUB)
    return internet_site


@pytest.fixture
def phone(chromium, faults, site):
    """A browser on the computer that is the server."""
    address = f"http://localhost:{site.port}"
    with open_pages(chromium, faults, Site(address, site.url)) as factory:
        yield factory(**PHONE)


def find_manifest(page):
    """Return the address of what is installed from a page."""
    return page.locator("link[rel=manifest]").get_attribute("href")


def test_the_installed_app_of_a_club_opens_without_the_server(phone, site, faults):
    phone.add_init_script(AS_AN_APP)
    phone.goto("/c/post/")
    phone.wait_for_function(HAS_WORKER)
    start = phone.evaluate("(path) => fetch(path).then((answer) => answer.json())", find_manifest(phone))["start_url"]
    assert start == "/c/post/"
    site.stop()
    faults.expect(NO_NETWORK)
    phone.goto(start)
    expect(phone.locator("h1")).to_have_text("Ohne Netz")
    site.start()
    expect(phone.locator("h1")).to_have_text("Stammtisch Post")


def test_a_page_in_a_tab_of_that_computer_leaves_no_worker_behind(phone):
    phone.goto("/c/post/", wait_until="load")
    assert phone.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_a_table_offers_the_app_of_its_club(phone, site):
    let_in(phone.context, f"http://localhost:{site.port}")
    address = site.served.play_evening()
    phone.goto(address)
    of_the_staff = find_manifest(phone)
    phone.context.clear_cookies()
    phone.goto(address)
    assert find_manifest(phone) == of_the_staff == "/manifest.webmanifest?club=linde"
