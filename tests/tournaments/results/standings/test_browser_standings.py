"""A standing on a phone: it follows by itself, is searched while typing, and one finds oneself."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.heavy

MAKE = """
from tests.tournaments.support import factories
from tests.tournaments.results.standings.played_tables import paper, started
of, first, (one, other) = factories.whole(8)
started(first)
paper(one, 10, -10, 5, -5)
print(of.slug)
"""
MORE = """
from tests.tournaments.results.standings.played_tables import paper
from tournaments.models import RoundTable
paper(RoundTable.objects.get(round__tournament__slug="{slug}", number=2), 20, -20, 1, -1)
"""


@pytest.fixture
def slug(served):
    return served.manage("shell", "--no-imports", "-c", MAKE).split()[-1]


def test_a_standing_follows_is_searched_and_shows_oneself(phone, served, slug):
    phone.goto(f"/tournaments/{slug}/players/1/")
    expect(phone.locator(".seat-card h2 span:visible").first).to_have_text("Tisch 1")
    phone.locator("#mine").click()
    expect(phone.locator(".seat-card h2 span:visible").first).to_have_text("Mein Tisch")
    expect(phone.locator("#mine")).to_have_attribute("aria-pressed", "true")
    phone.goto(f"/tournaments/{slug}/rounds/1/standings/")
    rows = phone.locator("#follows .standings tbody tr")
    expect(rows).to_have_count(8)
    expect(rows.nth(0)).to_have_class("own")
    phone.locator("#find").fill("spieler 5")
    expect(phone.locator("#follows .standings tbody tr:visible")).to_have_count(1)
    served.manage("shell", "--no-imports", "-c", MORE.format(slug=slug))
    phone.evaluate("window.dispatchEvent(new Event('online'))")  # asks at once, and not only after ten seconds
    expect(phone.locator("#follows .standings tbody tr:visible")).to_contain_text("70")
    phone.locator("#find").fill("")
    expect(rows.nth(0)).to_contain_text("Spieler 5")
    expect(rows.nth(1)).to_have_class("own")


HALL = """
from tests.tournaments.results.standings.played_tables import running
of, _first, _tables = running(100)
print(of.slug)
"""


def test_in_a_hall_ones_own_line_stands_first_on_every_page(phone, served):
    slug = served.manage("shell", "--no-imports", "-c", HALL).split()[-1]
    phone.goto(f"/tournaments/{slug}/players/95/")
    phone.locator("#mine").click()
    expect(phone.locator("#mine")).to_have_attribute("aria-pressed", "true")
    phone.goto(f"/tournaments/{slug}/rounds/1/standings/?follow=3")
    lines = phone.locator("#followed li")
    expect(phone.locator("#follows .standings tbody tr")).to_have_count(40)
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("Spieler 95")
    expect(lines.nth(1)).to_contain_text("Spieler 3")
    phone.locator("[data-pages] a", has_text="3").click()
    expect(phone.locator("#follows .standings tbody tr")).to_have_count(20)
    expect(phone.locator("#follows .standings tr.own")).to_contain_text("Spieler 95")
    expect(lines.nth(0)).to_contain_text("Spieler 95")
    phone.locator("#find").fill("spieler 50")
    phone.locator("#find").press("Enter")
    expect(phone.locator("#found li")).to_have_count(1)
    expect(phone.locator("#found")).to_contain_text("Tisch 13, Platz 2")  # nobody has a rank before the first hand
