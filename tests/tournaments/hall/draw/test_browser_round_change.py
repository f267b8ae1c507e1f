"""The change of rounds in the browser: the director's taps, from the page of the tournament to the clock."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE
from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy

# A tournament whose first round is over, with a fee of 3 euros a round; all have paid for that one.
MAKE = """
from tarockclub.kit.time_source import now
from tests.tournaments.support import acts, factories
from tournaments.models import Entrant, Round, RoundTable
tournament, first, _tables = factories.whole({people}, fee=300)
acts.pay(first, factories.new_key(), list(Entrant.objects.filter(tournament=tournament).values_list("pk", flat=True)))
acts.start_clock(first, factories.new_key())
RoundTable.objects.filter(round=first).update(done=now())
Round.objects.filter(pk=first.pk).update(closed=now())
print("MADE", tournament.slug)
"""
STAND = """
import json
from tournaments.models import Presence, Round, RoundTable
round_ = Round.objects.get(tournament__slug="{slug}", number=2)
entries = Presence.objects.filter(round=round_, state="in")
paid = entries.filter(paid=300).count()
print("READ", json.dumps([entries.count(), paid, round_.tables.count(), bool(round_.started)]))
"""


class Taps:
    """The page of a director whose taps are counted."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def tap(self, target, **more):
        self.count += 1
        self.page.locator(target).filter(visible=True, **more).first.tap()


def change_round(served, page, people, out=(), owes=()):
    """Change to the second round on a phone; return the taps, and what the database says."""
    made = re.search(r"MADE (\S+)", served.manage("shell", "-c", MAKE.format(people=people)))
    assert made is not None
    slug = made[1]
    let_in(page.context, served.url)
    page.goto(f"/tournaments/{slug}/")
    taps = Taps(page)
    taps.tap("form[action$='/rounds/'] button.primary")
    page.wait_for_url("**/rounds/2/draw/")
    expect(page.locator(".folk li")).to_have_count(people)
    for number in out:
        taps.tap(f"label.stay:has-text('Spieler {number}')")
    for number in owes:
        taps.tap(f".folk li:has(.stay:has-text('Spieler {number}')) label.coin-key")
    taps.tap(".act-foot .primary")
    expect(page.locator(".drawn > li").first).to_be_visible()
    taps.tap(".act-foot .primary")
    expect(page.locator(".act-foot [name=what][value=start]")).to_be_visible()
    taps.tap(".act-foot .primary")
    page.wait_for_url("**/rounds/2/")
    expect(page.locator(".round-clock .clock").first).to_have_text(re.compile(r"29:\d\d|30:00"))
    answer = re.search(r"READ (.+)", served.manage("shell", "-c", STAND.format(slug=slug)))
    assert answer is not None
    return taps.count, json.loads(answer[1])


@pytest.fixture
def phone(page_factory):
    """A director's phone."""
    return page_factory(**PHONE)


def test_17_people_change_rounds_in_4_taps(served, phone):
    assert change_round(served, phone, 17) == (4, [17, 17, 4, True])


def test_200_people_change_rounds_in_12_taps_with_those_who_go_and_those_who_owe(served, phone):
    taps, stand = change_round(served, phone, 200, out=(101, 122, 143, 164), owes=(111, 132, 153, 174))
    assert (taps, stand) == (12, [196, 192, 49, True])


def test_whoever_is_tapped_after_the_draw_turns_the_button_and_the_taps_are_not_lost_by_adding_somebody(served, phone):
    made = re.search(r"MADE (\S+)", served.manage("shell", "-c", MAKE.format(people=17)))
    assert made is not None
    let_in(phone.context, served.url)
    phone.goto(f"/tournaments/{made[1]}/")
    taps = Taps(phone)
    taps.tap("form[action$='/rounds/'] button.primary")
    phone.wait_for_url("**/rounds/2/draw/")
    expect(phone.locator("#late-comer")).to_be_visible()
    taps.tap(".act-foot .primary")
    expect(phone.locator(".act-foot .fresh button")).to_be_visible()
    expect(phone.locator(".act-foot .stale button")).to_be_hidden()
    taps.tap("label.stay:has-text('Spieler 12')")
    expect(phone.locator(".act-foot .fresh button")).to_be_hidden()
    expect(phone.locator("#late-comer")).to_be_hidden()
    taps.tap(".act-foot .stale button")
    expect(phone.locator(".act-foot .fresh button")).to_be_visible()
    expect(phone.locator(".drawn > li")).to_have_count(4)
    expect(phone.locator(".drawn")).not_to_contain_text("Spieler 12")
