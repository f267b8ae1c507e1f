"""Two desks at the door, with the taps that they need: whoever is registered is there and has paid with one."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PHONE
from tests.support.signed_in import let_in

pytestmark = [pytest.mark.browser, pytest.mark.heavy]
PEOPLE = 16
SOON_MS = 2500
COUNT_TAPS = """() => {
  window.taps = 0;
  document.addEventListener("click", (event) => { window.taps += event.isTrusted ? 1 : 0; }, true);
}"""


def prepare(page: Page) -> str:
    """Prepare a tournament with people and an open round; return the address of its door."""
    page.goto("/tournaments/new/spielgeld/")
    page.locator("#id_name").fill("Turnier an der Tür")
    page.locator(".tournament-form button.primary").first.click()
    expect(page.locator("h1")).to_have_text("Turnier an der Tür")
    home = page.url.partition("?")[0]
    page.goto(f"{home}people/list/")
    page.locator("#text").fill(
        "\n".join(f"{number}. Türsteher, Lisi{chr(96 + number)}" for number in range(1, PEOPLE + 1))
    )
    page.locator("form:has(#text) button").click()
    page.locator("form[action$='/confirm/'] button.primary").click()
    page.goto(home)
    page.locator(".next-step button.primary").click()
    return f"{home}door/"


def count(page: Page, name: str):
    return page.locator(f"[data-count={name}]")


def check_in(page: Page, number: int) -> None:
    """Somebody says a name: it is typed, and tapped once."""
    page.locator("#door-q").fill(f"Lisi{chr(96 + number)} Türst")
    row = page.locator(".door-list li:visible")
    expect(row).to_have_count(1)
    row.locator("button.check-in").click()
    expect(page.locator("#door-said")).to_contain_text(f"Lisi{chr(96 + number)}")


def test_two_desks_check_people_in_with_one_tap_each(desktop, page_factory, served):
    let_in(desktop.context, served.url)
    address = prepare(desktop)
    other = page_factory(**PHONE)
    let_in(other.context, served.url)
    desks = [desktop, other]
    for page in desks:
        page.goto(address)
        page.evaluate(COUNT_TAPS)
    for number in range(1, PEOPLE - 1):
        check_in(desks[number % 2], number)
    for page in desks:
        expect(count(page, "here")).to_have_text(str(PEOPLE - 2), timeout=SOON_MS)
    taps = [page.evaluate("window.taps") for page in desks]
    assert sum(taps) == PEOPLE - 2  # and at most 2 each are allowed

    # Both tap the same one: it is there once, and has paid once.
    last = f"Lisi{chr(96 + PEOPLE)}"
    for page in desks:
        page.locator("#door-q").fill(last)
        expect(page.locator(".door-list li:visible")).to_have_count(1)
    for page in desks:
        page.locator(".door-list li:visible button.check-in").click(no_wait_after=True)
    for page in desks:
        expect(count(page, "here")).to_have_text(str(PEOPLE - 1), timeout=SOON_MS)
        expect(count(page, "missing")).to_have_text("1")

    # Somebody new takes a name and Enter; the other desk gets the row.
    desktop.locator("#door-new summary").click()
    desktop.locator("#new-name").fill("Zacharias Neuling")
    desktop.locator("#new-name").press("Enter")
    expect(desktop.locator("#door-said")).to_contain_text("Zacharias Neuling")
    expect(other.locator(".door-list li", has_text="Zacharias Neuling")).to_have_count(1, timeout=SOON_MS)

    # A scanner types the start number and Enter: the button is one key away. What was tapped wrongly goes back.
    desktop.locator("#door-q").fill(str(PEOPLE))
    desktop.locator("#door-q").press("Enter")
    desktop.locator(".door-list li:visible button.undo").first.click()
    expect(count(other, "missing")).to_have_text("2", timeout=SOON_MS)

    # The inn's network answers with a page of its own: it is no news of people.
    asked = re.compile(r"\?q=")
    desktop.route(asked, lambda route: route.fulfill(content_type="text/html", body="<p>Willkommen im Netz</p>"))
    with desktop.expect_response(asked):
        desktop.locator("#door-q").fill("Niemand")
    expect(desktop.locator("#door-known")).to_have_text("")
    desktop.goto(re.sub("door/$", "cash/", address))
    expect(desktop.locator("main")).to_contain_text(f"{(PEOPLE - 1) * 3},00")


HALL = """
from tests.tournaments.support import factories
of, _round = factories.make_entered_round(160, only=0, fee=300)
print(of.slug)
"""


def test_in_a_hall_names_are_found_on_the_server_and_checked_in_with_one_tap(page_factory, served):
    slug = served.manage("shell", "--no-imports", "-c", HALL).split()[-1]
    page = page_factory(**PHONE)
    let_in(page.context, served.url)
    page.goto(f"/tournaments/{slug}/door/")
    rows = page.locator(".door-list li:visible")
    expect(rows).to_have_count(40)
    page.locator("#door-q").fill("Spieler 159")
    expect(rows).to_have_count(1)
    rows.locator("button.check-in").click()
    expect(page.locator("#door-said")).to_contain_text("159 Spieler 159")
    expect(count(page, "here")).to_have_text("1", timeout=SOON_MS)
    expect(rows).to_have_count(40)
    page.locator("[data-only='missing free']").click()
    expect(count(page, "missing")).to_have_text("159")
    page.locator("#door-q").fill("159")
    page.locator("#door-q").press("Enter")
    expect(rows).to_have_count(1)
    expect(rows).to_have_class("ready")
