"""The desk in the browser: what happens at a table is in sight by itself, and nothing else moves."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE
from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy

MAKE = """
from tests.tournaments.support import factories
from tests.tournaments.support.acts import start_clock
tournament, first, tables = factories.whole(12)
start_clock(first, factories.new_key())
print("MADE", tournament.slug)
"""
PLAY = """
from scoring.book.ledger.services import record_hand
from tests.tournaments.support import factories
from tournaments.models import RoundTable
table = RoundTable.objects.get(round__tournament__slug="{slug}", number=2).game_table
hand = {{"plays": [{{"contract": "normalspiel", "declarer": 0, "partner": 1, "result": "won"}}]}}
print(record_hand(table.slug, factories.new_key(), "", hand, phase="time").outcome)
"""


@pytest.fixture
def desk(served, desktop):
    """The desk of a round of three tables that runs, and its tournament's address."""
    made = re.search(r"MADE (\S+)", served.manage("shell", "-c", MAKE))
    assert made is not None
    slug = made[1]
    let_in(desktop.context, served.url)
    desktop.goto(f"/tournaments/{slug}/rounds/1/")
    return desktop, uuid.UUID(slug)


def test_a_hand_appears_by_itself_and_the_keyboard_stays_where_it_is(served, desk):
    page, slug = desk
    page.locator("#table-2 a").focus()
    page.evaluate("document.getElementById('table-1').seen = 'the same element'")
    assert "SAVED" in served.manage("shell", "-c", PLAY.format(slug=slug))
    expect(page.locator("#table-2 .facts")).to_contain_text("1", timeout=30_000)
    expect(page.locator("#table-2 .facts")).to_contain_text(re.compile("gerade eben|just now"))
    assert page.evaluate("document.activeElement.closest('li')?.id") == "table-2"
    assert page.evaluate("document.getElementById('table-1').seen") == "the same element"
    assert page.locator(".tiles > [data-row]").count() == 3


def test_the_buttons_follow_the_clock_and_the_wall_follows_the_desk(served, desk, page_factory):
    page, slug = desk
    wall = page_factory()
    wall.goto(f"/tournaments/{slug}/projector/")
    expect(wall.locator(".wall-clock .clock")).to_have_text(re.compile(r"29:\d\d|30:00"))
    sound = wall.locator("[data-sound]")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.locator("button[name=what][value=pause]").click()
    expect(page.locator("button[name=what][value=resume]")).to_be_visible()
    expect(page.locator("button[name=what][value=pause]")).to_be_hidden()
    expect(wall.locator(".wall-clock .clock")).to_have_attribute("data-state", "paused", timeout=30_000)
    stood = wall.locator(".wall-clock .clock").inner_text()
    page.locator("button[name=what][value=extend]").first.click()
    expect(wall.locator(".wall-clock .clock")).not_to_have_text(stood, timeout=30_000)
    minutes, seconds = stood.split(":")
    expect(wall.locator(".wall-clock .clock")).to_have_text(f"{int(minutes) + 5}:{seconds}")


def test_two_laptops_and_a_phone_see_each_other_and_give_five_minutes_once(served, desk, page_factory, faults):
    page, slug = desk
    faults.expect(r"\b409\b")  # the second tap on what another one has done
    others = page_factory(), page_factory(**PHONE), page_factory(**PHONE, java_script_enabled=False)
    for other in others:
        let_in(other.context, served.url)
        other.goto(f"/tournaments/{slug}/rounds/1/")
    assert int(page.locator("#live").get_attribute("data-every")) * 1.25 < 1000  # milliseconds between two questions
    page.locator("button[name=what][value=extend]").first.click()
    for other in others[:2]:
        expect(other.locator(".lately li").first).to_contain_text("Direktorin", timeout=10_000)
        expect(other.locator(".lately li").first).to_contain_text("5")
        key = other.locator("input[name=key]").first
        seen = other.locator("[data-seen]").get_attribute("data-seen")
        expect(key).to_have_value(re.compile(rf"~{seen}\b"), timeout=10_000)  # counts as seen after some seconds
    old = others[2]  # without script it still shows the desk of before
    old.locator("button[name=what][value=extend]").first.click()
    expect(old.locator(".problem")).to_contain_text("Direktorin hat genau das inzwischen gemacht")
    old.locator("button[name=what][value=extend]").first.click()
    expect(old.locator(".problem")).to_have_count(0)
