"""The page of a table with everything at once: each text stays in its box."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.looks import measures
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import ENTRY, build_call
from tests.scoring.table.table_page.test_browser_large_letters import CLIPPED, OVERPRINTED
from tests.support.browser import PHONE
from tests.support.links import open_link

pytestmark = pytest.mark.soak

MAKE = """
from tests.scoring.support.full_table import make_full_table
print(*(make_full_table(players).slug for players in (4, 5, 6)))
"""
PLAYERS = (4, 5, 6)
WIDTHS = (320, 360, 412)
USUAL_LETTERS, DOUBLE_LETTERS = 16, 32  # px; those of the browser
# Texts beyond the edge of what they stand on; what ends in an ellipsis is cut on purpose.
OUTSIDE = """() => {
  const clipped = (one) => one !== null
    && (getComputedStyle(one).clipPath === "inset(50%)" || clipped(one.parentElement));
  const boxes = [".totals > li, .radl, .in-pot, button, .button, .choices label, .amounts > div, .follows tr",
    ".saved, .reminders, .mark"].join();
  const found = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const { parentElement } = text;
    const box = parentElement.closest(boxes);
    if (!box || !text.data.trim() || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
    if (parentElement.closest(".unseen, script") || clipped(parentElement)) continue;
    if (getComputedStyle(parentElement).textOverflow === "ellipsis") continue;
    const edge = box.getBoundingClientRect();
    const frame = box.matches(".totals > li") ? 2 : -1;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const part of range.getClientRects()) {
      if (part.width <= 1) continue;
      const isIn = part.left >= edge.left + frame && part.right <= edge.right - frame;
      if (isIn && part.top >= edge.top - 1 && part.bottom <= edge.bottom + 1) continue;
      found.push(`${text.data.trim()} in ${box.className || box.localName}`);
    }
  }
  return found;
}"""


def find_faults(page: Page) -> list[str]:
    """Return what lies outside of its box or on something else, is cut, broken or too wide."""
    words = {*" ".join(page.locator(".standing .deal, #save").all_inner_texts()).split()}
    broken = [word for word in page.evaluate(measures.BROKEN_WORDS) if word in words]
    ways = (OUTSIDE, OVERPRINTED, CLIPPED, measures.TOO_WIDE)
    return [*(fault for way in ways for fault in page.evaluate(way)), *broken]


def open_full(page_factory, served, slug: str, width: int, letters: int, inn: str) -> Page:
    """The page of a table on a phone that writes there."""
    page: Page = page_factory(**{**PHONE, "viewport": {"width": width, "height": 740}}, reduced_motion="reduce")
    open_link(page.context, served.url, slug)
    if inn:
        page.context.add_cookies([{"name": "letters", "value": inn, "url": served.url}])
    if letters != USUAL_LETTERS:
        session = page.context.new_cdp_session(page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    page.goto(f"/tables/{slug}/")
    page.locator("#entry.surface").wait_for()
    return page


@pytest.mark.parametrize(("letters", "inn"), [(USUAL_LETTERS, ""), (DOUBLE_LETTERS, ""), (USUAL_LETTERS, "huge")])
def test_each_text_stays_in_its_box(page_factory, served, faults, letters, inn):
    faults.expect("ERR_ABORTED")  # previews that nobody waits for
    slugs = dict(zip(PLAYERS, served.manage("shell", "-v0", "-c", MAKE).split(), strict=True))
    found: dict[object, list[str]] = {}
    for width, (players, slug) in product(WIDTHS, slugs.items()):
        page = open_full(page_factory, served, slug, width, letters, inn)
        found[width, players] = find_faults(page)
        thumb = Thumb(page)
        thumb.choose(p0_contract="rufer", p0_partner="2", prem_trull_declarer="silent", prem_pagat_declarer="announced")
        expect(page.locator(".pays.won").first).to_be_visible()
        found[width, players, "entered"] = find_faults(page)
        correction = page.locator(".written tbody th a").nth(1).get_attribute("href")
        page.goto(f"{correction}hand/")
        page.locator("#entry.surface").wait_for()
        page.evaluate(build_call(ENTRY, "() => tapField(radio('p0-result', 'won'))"))
        expect(page.locator(".follows")).to_be_visible()
        found[width, players, "corrected"] = find_faults(page)
        page.context.close()
    assert {at: faults_here for at, faults_here in found.items() if faults_here} == {}
