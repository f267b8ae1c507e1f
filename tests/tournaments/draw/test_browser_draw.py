"""A director draws on a phone, lets two change seats, and publishes; a player finds his table."""

import pytest
from playwright.sync_api import expect

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy

BEGIN = """
from tests.tournaments.support import factories
tournament = factories.tournament(name="Losabend")
names = "Aloisia", "Bartl", "Cilli", "Dagobert", "Eusebius", "Fanny", "Gretl", "Hias", "Irma"
factories.enter_people(tournament, *names)
factories.round_(tournament)
print(tournament.slug)
"""


def test_a_draw_is_made_changed_and_published(served, phone, page_factory):
    slug = served.manage("shell", "--no-imports", "-c", BEGIN).split()[-1]
    let_in(phone.context, served.url)
    phone.goto(f"/tournaments/{slug}/rounds/1/draw/")
    phone.locator("form[action$='/draw/again/'] button.primary").click()
    tables = phone.locator(".drawn > li")
    expect(tables).to_have_count(2)
    first, other = (tables.nth(at).locator("li").first.locator(".number").inner_text() for at in (0, 1))
    phone.locator("details:has(#swap-one) summary").click()
    phone.locator("#swap-one").select_option(first)
    phone.locator("#swap-other").select_option(other)
    phone.locator("form:has(#swap-one) button").click()
    expect(tables.nth(0).locator("li").first.locator(".number")).to_have_text(other)

    player = page_factory()
    player.goto(f"/tournaments/{slug}/rounds/1/seats/")
    expect(player.locator(".seat-list")).to_have_count(0)
    phone.locator("form[action$='/draw/publish/'] button.primary").click()
    expect(phone.locator("form[action$='/draw/publish/']")).to_have_count(0)
    player.reload()
    expect(player.locator(".seat-list li")).to_have_count(9)
    expect(player.locator(".seat-list li").first).to_contain_text("Aloisia")
