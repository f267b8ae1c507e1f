"""The page of a table with everything at once, on every screen and in large letters: each text stays in its box."""

import pytest
from playwright.sync_api import Page, expect

from tests.looks.look import measure
from tests.looks.visits import find_violations
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import ENTRY, build_call
from tests.support.browser import IN_FIREFOX_TOO, PHONE
from tests.support.links import open_link

MAKE = """
from tests.scoring.support.full_table import make_full_table
print(*(make_full_table(players).slug for players in {players}))
"""
PLAYERS = (4, 5, 6)
SCREENS = ((320, 640), (360, 740), (412, 740), (740, 360), (768, 1024))
USUAL_LETTERS, DOUBLE_LETTERS = 16, 32  # px; those of the browser
LETTERS = [(USUAL_LETTERS, ""), (DOUBLE_LETTERS, ""), (USUAL_LETTERS, "huge")]
STRONG_CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}  # 7:1
# Numbers and names that are wider than the line or the column they stand in.
CLIPPED = """() => [...document.querySelectorAll(".written :is(td:not([colspan]), thead th), .totals span")]
  .filter((one) => !one.matches(".unseen"))
  .filter((one) => getComputedStyle(one).textOverflow !== "ellipsis")
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""
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
      const { overflow, webkitLineClamp } = getComputedStyle(parentElement);
      if (overflow === "hidden" && webkitLineClamp !== "none") continue; // a name that is cut on purpose
      const isIn = part.left >= edge.left + frame && part.right <= edge.right - frame;
      if (isIn && part.top >= edge.top - 1 && part.bottom <= edge.bottom + 1) continue;
      found.push(`${text.data.trim()} in ${box.className || box.localName}`);
    }
  }
  return found;
}"""


def find_faults(page: Page, width: int) -> list[str]:
    """Return what lies outside of its box or on something else, is cut, broken or too wide."""
    words = {*" ".join(page.locator(".standing .deal, #save").all_inner_texts()).split()}
    misses = measure(page, width, "overlap", "beyond", "broken")
    told = [miss.words for miss in misses if miss.measure != "broken" or miss.words.split()[0] in words]
    return [*page.evaluate(OUTSIDE), *page.evaluate(CLIPPED), *told]


def open_full(page_factory, served, slug: str, letters: int, inn: str) -> Page:
    """The page of a table on a phone that writes there."""
    page: Page = page_factory(**PHONE, reduced_motion="reduce")
    open_link(page.context, served.url, slug)
    if inn:
        page.context.add_cookies([{"name": "letters", "value": inn, "url": served.url}])
    if letters != USUAL_LETTERS:
        session = page.context.new_cdp_session(page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    page.goto(f"/tables/{slug}/")
    page.locator("#entry.surface").wait_for()
    return page


def find_on_each_screen(page: Page) -> dict[object, list[str]]:
    """Return the faults by the size of the screen, where there are any."""
    found: dict[object, list[str]] = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")  # under what stays at the top while one scrolls other texts pass
        found[width, height] = find_faults(page, width)
    return {screen: faults for screen, faults in found.items() if faults}


@pytest.mark.heavy
@IN_FIREFOX_TOO
def test_each_text_stays_in_its_box(page_factory, served):
    slug = served.manage("shell", "-v0", "-c", MAKE.format(players=[4])).strip()
    page = open_full(page_factory, served, slug, USUAL_LETTERS, "")
    assert find_on_each_screen(page) == {}
    Thumb(page).choose(p0_contract="rufer", p0_partner="2", prem_pagat_declarer="announced")
    assert find_on_each_screen(page) == {}


@pytest.mark.heavy
@pytest.mark.parametrize(("letters", "inn"), LETTERS[1:], ids=["double", "inn"])
def test_each_large_text_stays_in_its_box_and_is_clear(page_factory, served, letters, inn):
    slug = served.manage("shell", "-v0", "-c", MAKE.format(players=[5])).strip()
    page = open_full(page_factory, served, slug, letters, inn)
    assert find_on_each_screen(page) == {}
    for scheme in ("light", "dark") if inn else ():
        page.emulate_media(color_scheme=scheme)
        assert find_violations(page, STRONG_CONTRAST) == []


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("letters", "inn", "numbers"),
    [
        (*LETTERS[-1], [6]),  # of an inn: where least fits
        *(pytest.param(*letters, PLAYERS, marks=pytest.mark.soak) for letters in LETTERS),
    ],
)
def test_each_text_of_a_hand_and_its_correction_stays_in_its_box(page_factory, served, faults, letters, inn, numbers):
    faults.expect("ERR_ABORTED")  # previews that nobody waits for
    slugs = dict(zip(numbers, served.manage("shell", "-v0", "-c", MAKE.format(players=numbers)).split(), strict=True))
    found: dict[object, dict[object, list[str]]] = {}
    for players, slug in slugs.items():
        page = open_full(page_factory, served, slug, letters, inn)
        found[players] = find_on_each_screen(page)
        page.set_viewport_size(PHONE["viewport"])
        thumb = Thumb(page)
        thumb.choose(p0_contract="rufer", p0_partner="2", prem_trull_declarer="silent", prem_pagat_declarer="announced")
        expect(page.locator(".pays.won").first).to_be_visible()
        found[players, "entered"] = find_on_each_screen(page)
        dreier = page.locator(".written tbody").filter(has_text="Dreier").first  # which is won or lost
        correction = dreier.locator("th a").first.get_attribute("href")
        page.goto(f"{correction}hand/")
        page.locator("#entry.surface").wait_for()
        page.evaluate(build_call(ENTRY, "() => tapField(radio('p0-result', 'won'))"))
        expect(page.locator(".follows")).to_be_visible()
        found[players, "corrected"] = find_on_each_screen(page)
        page.context.close()
    assert {at: faults_here for at, faults_here in found.items() if faults_here} == {}


@pytest.mark.heavy
@IN_FIREFOX_TOO
def test_in_the_inn_mode_a_hand_is_a_card_with_a_line_for_each_player(page_factory, served):
    slug = served.manage("shell", "-v0", "-c", MAKE.format(players=[4])).strip()
    page = open_full(page_factory, served, slug, USUAL_LETTERS, "huge")
    cells = page.locator(".written tbody.newest td[data-name]")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        tops = cells.evaluate_all("cells => cells.map((cell) => Math.round(cell.getBoundingClientRect().top))")
        assert tops == sorted(set(tops))
        assert len(tops) == 4
