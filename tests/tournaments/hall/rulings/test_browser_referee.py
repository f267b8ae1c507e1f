"""A phone calls the referee: the clock stands on all phones of the table, until the director has decided."""

import pytest
from playwright.sync_api import expect

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy

BEGIN = """
from tests.support.links import find_secret
from tests.support.phones import let_write
from tests.tournaments.support import factories
from tests.tournaments.support.clock_acts import start_clock
tournament, first, tables = factories.whole(4, name="Streitfall")
start_clock(first, factories.new_key())
game = let_write(tables[0].game_table)
print(tournament.slug, game.slug, find_secret(game.slug))
"""


def test_the_clock_stands_from_the_call_until_the_ruling(served, phone, page_factory):
    slug, table, secret = served.manage("shell", "--no-imports", "-c", BEGIN).split()[-3:]
    phone.goto(f"/t/{secret}/")
    phone.get_by_role("button", name="Es gehört keinem von uns").click()
    other = page_factory()
    other.goto(f"/tables/{table}/")
    phone.get_by_role("link", name="Schiedsgericht rufen").click()
    phone.get_by_role("button", name="Schiedsgericht jetzt rufen").click()
    expect(phone.locator(".around .urgent").first).to_contain_text("Das Schiedsgericht ist gerufen")
    expect(other.locator(".around .urgent").first).to_contain_text("Das Schiedsgericht ist gerufen")

    let_in(other.context, served.url)
    other.goto(f"/tournaments/{slug}/rounds/1/tables/1/ruling/")
    other.locator("#text").fill("Die Karte gilt als gespielt.")
    other.locator("#decided-by").fill("Friederike")
    other.locator("form:has(#text) button").click()
    other.locator("button[name=confirm]").click()
    other.locator(".saved").get_by_role("link", name="Entscheidungen").click()
    expect(other.locator("ol.rulings")).to_contain_text("Die Karte gilt als gespielt.")
    expect(phone.locator(".around summary")).to_contain_text("Entscheidungen an diesem Tisch")
    expect(phone.get_by_role("link", name="Schiedsgericht rufen")).to_be_visible()
