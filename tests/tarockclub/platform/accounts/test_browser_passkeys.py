"""Passkeys in Chromium, with an authenticator that it simulates: added, used to log in, refused at another club."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import DESKTOP, PHONE
from tests.support.signed_in import PASSWORD, let_in

pytestmark = pytest.mark.heavy
ANOTHER_CLUB = """
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.models import Club
club = load_first_club()
club.slug = "linde"
club.save()
Club.objects.create(name="Stammtisch Post", slug="post")
"""
SCRIPTS = "document.querySelectorAll('script:not([src]):not([type$=json])').length"
CANCELLED = """() => {
  navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"));
}"""


@pytest.fixture
def site(serve):
    """A server with two clubs."""
    server = serve()
    server.run(ANOTHER_CLUB)
    return server


@pytest.fixture
def page(chromium: Browser, site, faults):
    """A page of a browser with a fingerprint reader; over HTTP, browsers know passkeys at localhost alone."""
    faults.expect("400")
    url = site.url.replace("127.0.0.1", "localhost")
    context = chromium.new_context(**PHONE, base_url=url, locale="de-AT")
    faults.watch(context, url)
    let_in(context, url)
    page = context.new_page()
    devices = context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    reader = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    reader |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": reader})
    yield page
    context.close()


def add_passkey(page: Page) -> None:
    """Add a passkey; the recovery codes are shown afterwards."""
    page.goto("/c/linde/password/second-factor/")
    if page.get_by_label("Dein Passwort").count():
        page.get_by_label("Dein Passwort").fill(PASSWORD)
        page.get_by_role("button", name="Weiter").click()
    page.get_by_role("link", name="Einen Passkey hinzufügen").click()
    assert page.evaluate(SCRIPTS) == 0  # no script stands in the page
    page.get_by_label("Name des Passkeys").fill("Mein Telefon")
    page.get_by_role("button", name="Einen Passkey hinzufügen").click()
    expect(page.locator("ul.recovery li")).to_have_count(10)
    page.get_by_role("link", name="Fertig").click()
    expect(page.locator("main")).to_contain_text("Mein Telefon")


def test_a_passkey_is_added_logs_in_and_is_refused_at_another_club(page):
    add_passkey(page)
    page.set_viewport_size(DESKTOP["viewport"])
    page.context.clear_cookies(name=re.compile("sessionid"))
    page.goto("/c/post/log-in/")
    page.get_by_role("button", name="Mit einem Passkey einloggen").click()
    expect(page.get_by_role("alert")).to_contain_text("lässt hier niemanden hinein")
    page.goto("/c/post/club/")
    expect(page.locator("h1")).to_have_text("Einloggen")
    page.goto("/c/linde/log-in/?next=/c/linde/club/")
    page.evaluate(CANCELLED)
    page.get_by_role("button", name="Mit einem Passkey einloggen").click()
    expect(page.get_by_role("alert")).to_contain_text("Es kam kein Passkey")
    page.reload()
    page.get_by_role("button", name="Mit einem Passkey einloggen").click()
    page.wait_for_url(re.compile("^[^?]*/c/linde/club/$"))
    # After the password, it stands for the code.
    page.context.clear_cookies(name=re.compile("sessionid"))
    page.goto("/c/linde/log-in/?next=/c/linde/club/")
    page.locator("[name=login]").fill("leitung")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Einloggen", exact=True).click()
    page.get_by_role("button", name="Mit einem Passkey").click()
    page.wait_for_url(re.compile("^[^?]*/c/linde/club/$"))
    # Removed, it lets nobody in.
    page.goto("/c/linde/password/second-factor/")
    page.get_by_role("link", name="Den Passkey entfernen").click()
    page.get_by_role("button", name="Den Passkey entfernen").click()
    expect(page.locator("main")).not_to_contain_text("Mein Telefon")
    page.context.clear_cookies(name=re.compile("sessionid"))
    page.goto("/c/linde/log-in/")
    page.get_by_role("button", name="Mit einem Passkey einloggen").click()
    expect(page.get_by_role("alert")).to_contain_text("lässt hier niemanden hinein")
