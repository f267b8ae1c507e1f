"""A tournament is prepared and its people entered in a browser, as the director does it before a tournament day."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.signed_in import let_in

pytestmark = [pytest.mark.browser, pytest.mark.heavy]


@pytest.fixture
def laptop(desktop: Page, served) -> Page:
    let_in(desktop.context, served.url)
    return desktop


def button(page: Page, text: str):
    return page.get_by_role("button", name=text, exact=True)


def test_a_tournament_is_prepared_and_its_people_come_from_a_list(laptop, page_factory):
    laptop.goto("/tournaments/new/")
    laptop.locator(".format-card a.primary").first.click()
    laptop.locator("#part-money > summary").click()
    laptop.locator("#id_name").fill("Browserturnier")
    # What contradicts is said while typing: the form cannot be sent.
    laptop.locator("#id_stake").fill("60")
    assert not laptop.locator("#id_stake").evaluate("input => input.checkValidity()")
    laptop.locator("#id_stake").fill("1")
    assert laptop.locator("#id_stake").evaluate("input => input.checkValidity()")
    # A criterion that was chosen is not offered twice; switches of other house rules are out of the way.
    second = laptop.locator("#id_round_criteria_1 option[value=unreplaced]")
    assert second.evaluate("option => option.disabled")
    assert laptop.locator("[data-sheet]:visible").count() == 1
    laptop.locator(".tournament-form button.primary").first.click()
    expect(laptop.locator("h1")).to_have_text("Browserturnier")

    laptop.locator(".next-step .primary").click()
    laptop.locator("a[href$='/people/list/']").click()
    laptop.locator("#text").fill("1. Zwettler, Adam\n2. Zwettler, Berta\n3. Zwettler, Cilli\n???\nBerta Zwettler")
    laptop.locator("form:has(#text) button").click()
    expect(laptop.locator("tr.is-new")).to_have_count(3)
    expect(laptop.locator("tr.is-unreadable")).to_have_count(1)
    expect(laptop.locator("tr.is-double")).to_have_count(1)
    laptop.locator("form[action$='/confirm/'] button.primary").click()
    expect(laptop.locator(".people tbody tr")).to_have_count(3)
    laptop.locator("#name").fill("Dora Zwettler")
    laptop.locator(".add-person button").click()
    expect(laptop.locator(".people tbody tr")).to_have_count(1)  # it shows whom it has entered

    laptop.locator(".back a").click()
    laptop.locator(".next-step button.primary").click()  # opens round 1, and leads to its entries
    laptop.locator("button[name=all]").click()
    expect(laptop.locator("input[name=in]:checked")).to_have_count(4)
    laptop.locator("input[name=in]").nth(3).uncheck()
    laptop.locator("button[name=pay]").first.click()  # keeps the tick that was taken off, too
    expect(laptop.locator(".paid")).to_have_count(1)
    expect(laptop.locator("input[name=in]:checked")).to_have_count(2)  # of three who play, one has paid
    assert re.search(r"#e\d+$", laptop.url)

    _enters_himself(laptop, page_factory(viewport={"width": 360, "height": 740}))


def _enters_himself(laptop: Page, phone: Page) -> None:
    """A player types his name on his phone; the director confirms him with one tap."""
    laptop.locator("a[href$='/registration/']").click()
    laptop.locator("button[value=open]").click()
    path = laptop.locator(".way-in .address a").get_attribute("href")
    assert path
    phone.goto("/tournaments/" + path.partition("/tournaments/")[2])
    phone.locator("#id_name").fill("Emil Zwettler")
    phone.locator("form.apply button").click()
    expect(phone.locator("[role=status] strong")).to_have_text("Emil Zwettler")
    laptop.locator("form:has(button[value=open])").locator("xpath=ancestor::main").locator(
        "a[href$='/registration/']"
    ).click()
    laptop.locator("button[name=take].primary").click()
    expect(laptop.locator("button[name=take]")).to_have_count(0)
    laptop.locator(".back a").click()
    expect(laptop.locator(".people tbody tr")).to_have_count(5)
