"""The desk as a cockpit: tables that fit on a screen, and the taps that acts of a director take (docs/dev/hall.md)."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy  # heavy: browsers

MAKE = """
from tests.tournaments.support import factories
from tests.tournaments.support.acts import start_clock
from tests.tournaments.support.acts import change_entries
tournament, first, tables = factories.whole({players})
start_clock(first, factories.new_key())
late = factories.people(tournament, 3)
change_entries(first, factories.new_key(), [entrant.pk for entrant in late])
print("MADE", tournament.slug)
"""
CALL = """
from tarockclub.kit.time_source import now
from tests.tournaments.support import factories
from tests.tournaments.support.acts import halt
from tournaments.models import RoundTable, Tournament
table = RoundTable.objects.get(round__tournament__slug="{slug}", number={table})
halt(table, factories.new_key())
RoundTable.objects.filter(pk=table.pk).update(called=now())
"""
# Tiles that are wholly in sight, not below the bar of places at the foot of a phone.
IN_SIGHT = """() => {
  const bar = document.querySelector(".places").getBoundingClientRect();
  const foot = bar.top > innerHeight / 2 ? bar.top : innerHeight;
  return Array.from(document.querySelectorAll(".tile a"), (tile) => tile.getBoundingClientRect())
    .filter((box) => box.top >= 0 && box.bottom <= foot && box.left >= 0 && box.right <= innerWidth).length;
}"""


def _open_desk(served, page: Page, tables: int) -> str:
    made = re.search(r"MADE (\S+)", served.manage("shell", "-c", MAKE.format(players=4 * tables)))
    assert made is not None
    let_in(page.context, served.url)
    page.goto(f"/tournaments/{made[1]}/rounds/1/")
    return made[1]


@pytest.mark.parametrize("tables", [4, 6, 11, 12, 40])
def test_all_tables_are_in_sight_on_a_laptop_and_the_clock_on_a_phone(served, desktop, tables):
    _open_desk(served, desktop, tables)
    desktop.set_viewport_size({"width": 1280, "height": 800})
    assert desktop.evaluate(IN_SIGHT) == tables
    assert desktop.evaluate("document.querySelector('.needs').getBoundingClientRect().bottom <= innerHeight")
    desktop.set_viewport_size({"width": 360, "height": 740})
    expect(desktop.locator(".round-clock .clock")).to_be_in_viewport()


class CountedTaps:
    """The taps on a desk, counted by the act for which they are done."""

    def __init__(self, page: Page, slug: str) -> None:
        self.page, self.desk = page, f"/tournaments/{slug}/rounds/1/"
        self.counts: Counter[str] = Counter()
        self._act = ""

    def begin(self, act: str) -> None:
        """Begin an act, at the desk."""
        self._act = act
        self.page.goto(self.desk)

    def tap(self, selector: str) -> None:
        """Tap the first of these."""
        self.page.locator(selector).first.click()
        self.counts[self._act] += 1


def test_a_call_is_heard_and_comes_first_and_one_tap_settles_it(served, desktop):
    page = desktop
    slug = _open_desk(served, page, 12)
    page.evaluate("document.addEventListener('call', () => { document.body.dataset.heard = 'yes'; })")
    served.manage("shell", "-c", CALL.format(slug=slug, table=7))
    expect(page.locator("body")).to_have_attribute("data-heard", "yes", timeout=30_000)
    expect(page.locator("#need-called-7")).to_be_visible()
    expect(page.locator(".needs > li").first).to_have_attribute("id", "need-called-7")
    assert re.match(r"\(\d+\) ", page.title())
    page.locator("#need-called-7 button").first.click()
    expect(page.locator("#need-called-7")).to_have_count(0)


def test_no_act_takes_more_than_two_taps(served, desktop):
    page = desktop
    taps = CountedTaps(page, _open_desk(served, page, 12))
    _seat_and_replace_players(taps)
    _use_the_clocks(taps)
    taps.begin("enter a late player and give a seat")
    page.locator("#late-comer").fill("Nachzüglerin")
    taps.tap(".late-comer button")
    taps.tap("[id^=need-unseated]:has-text('Nachzüglerin') button")
    expect(page.locator("[id^=need-unseated]:has-text('Nachzüglerin')")).to_have_count(0)
    taps.begin("to the people who have not paid")
    taps.tap(".desk-more > summary")
    taps.tap(".tools-row a[href*='/people/']")
    expect(page.locator(".numbered > b")).to_be_visible()
    assert max(taps.counts.values()) <= 2, taps.counts


def _seat_and_replace_players(taps: CountedTaps) -> None:
    page = taps.page
    taps.begin("seat a late player")
    waiting = page.locator("[id^=need-unseated]").count()
    taps.tap("[id^=need-unseated] button")
    expect(page.locator("[id^=need-unseated]")).to_have_count(waiting - 1)
    taps.begin("seat one at this table")
    taps.tap("#table-5 a")
    taps.tap("#presence button[name=entrant]")
    expect(page.locator("[id^=need-unseated]")).to_have_count(waiting - 2)
    taps.begin("somebody did not come")
    taps.tap("#table-3 a")
    taps.tap("button[name=no_show]")
    expect(page.locator("#need-short-3")).to_be_visible()
    taps.begin("a substitute")
    taps.tap("#need-short-3 .button")
    taps.tap(".comes-back button")
    page.goto(taps.desk)
    expect(page.locator("#need-short-3")).to_have_count(0)


def _use_the_clocks(taps: CountedTaps) -> None:
    page = taps.page
    taps.begin("five minutes for one table")
    taps.tap("#table-4 a")
    taps.tap("button[value=extend]")
    taps.begin("stop one table")
    taps.tap("#table-4 a")
    taps.tap("button[value=halt]")
    expect(page.locator("button[value=go_on]")).to_be_visible()
    taps.begin("pause")
    taps.tap("button[value=pause]")
    expect(page.locator("button[value=resume]")).to_be_visible()
    taps.begin("go on")
    taps.tap("button[value=resume]")
    taps.begin("five minutes for all")
    taps.tap("button[value=extend]")
    taps.begin("undo it")
    taps.tap(".undo-lines button")
    expect(page.locator(".desk-strip")).to_be_visible()
