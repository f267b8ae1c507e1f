"""The written sheet and its page with large letters, zoomed in, and with long names: all of it can be read."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from playwright.sync_api import ViewportSize

from tarockclub.kit.preferences import CHOICES, USUAL
from tarockclub.kit.words import SOFT_HYPHEN
from tarockclub.platform.server.style_parts import TABLE, get_style_name
from tests.looks import measures
from tests.looks.visits import SCHEMES, find_violations
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.browser import PHONE
from tests.support.phones import Client

pytestmark = [pytest.mark.django_db, pytest.mark.soak]

INN_MODE = [letters for letters in CHOICES["letters"] if letters != USUAL]
THUMB = 56  # px; in the inn mode
STRONG_CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}  # 7:1
NAMES = (
    *("Margarethe Mayrhofer-Schmidhuber", "Christoph Oberhumer", "Elisabeth", "Johannes", "Hermann", "Friederike"),
)
# Texts that lie on one another, or beyond the edge of the screen.
OVERPRINTED = """() => {
  const clipped = (one) => one !== null
    && (getComputedStyle(one).clipPath === "inset(50%)" || clipped(one.parentElement));
  const boxes = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const { parentElement } = text;
    if (!text.data.trim() || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
    if (parentElement.closest(".unseen, script, svg, option, .save, thead tr:not(.carried)")) continue;
    if (getComputedStyle(parentElement).textOverflow === "ellipsis") continue; // cut, on one line
    if (clipped(parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) if (box.width > 1) boxes.push([box, text.data.trim(), parentElement]);
  }
  const rolls = (one) => one !== null && (getComputedStyle(one).overflowX === "auto" || rolls(one.parentElement));
  const isBeyond = (box) => box.left < -1 || box.right > innerWidth + 1;
  const beyond = boxes.filter(([box, , at]) => isBeyond(box) && !rolls(at)).map(([, words]) => words);
  const over = [];
  boxes.forEach(([one, words], at) => boxes.slice(at + 1).forEach(([other, others]) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 2 && high > 0.4 * Math.min(one.height, other.height)) over.push(`${words} | ${others}`);
  }));
  return [...beyond, ...over];
}"""
# Numbers and names that are wider than the line or the column they stand in.
CLIPPED = """() => [...document.querySelectorAll(".written :is(td:not([colspan]), thead th), .totals span")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""


def page_of(players: int, letters: str = USUAL) -> str:
    """The page of a table after nine hands, as its browser gets it, with the style in it and without scripts."""
    table = new_table("treffpunkt", 0, NAMES[:players])
    for number in range(9):
        play(table, dreier(number % 4, kontra=8, result="lost" if number % 3 else "won"))
    html = Client().get(reverse("table", kwargs={"slug": table.slug})).content.decode()
    style = Path(str(finders.find(get_style_name(TABLE, letters)))).read_text("utf-8")
    return html.replace("</head>", f"<style>{style}</style></head>")


def find_faults(page):
    """Return what is too wide, cut off or broken, or lies on something else."""
    broken = [word for word in page.evaluate(measures.BROKEN_WORDS) if word.isalpha()]
    return [*page.evaluate(measures.TOO_WIDE), *page.evaluate(OVERPRINTED), *page.evaluate(CLIPPED), *broken]


def test_with_large_letters_a_hand_is_a_card_with_a_line_for_each_player(chromium):
    page = chromium.new_context(**PHONE).new_page()
    page.set_content(page_of(4))
    line = "getComputedStyle(document.querySelector('.written td[data-name]'), '::before').content"
    assert page.evaluate(line) == "none"
    page.set_viewport_size(ViewportSize(width=240, height=740))
    assert page.evaluate(line).strip('"').replace(SOFT_HYPHEN, "") == "Margarethe"
    tops = (
        page.locator(".written tbody")
        .first.locator("td[data-name]")
        .evaluate_all("cells => cells.map((cell) => Math.round(cell.getBoundingClientRect().top))")
    )
    assert tops == sorted(set(tops))
    assert len(tops) == 4
    page.context.close()


@pytest.mark.parametrize("letters", INN_MODE)
@pytest.mark.parametrize("players", [4, 5, 6])
def test_in_the_inn_mode_nothing_overprints_and_everything_is_large_and_clear(chromium, players, letters):
    page = chromium.new_context(**PHONE, reduced_motion="reduce").new_page()
    page.set_content(page_of(players, letters))
    found: dict[object, list[str]] = {}
    for wide in (360, 320):
        page.set_viewport_size(ViewportSize(width=wide, height=740))
        found[wide] = [*find_faults(page), *page.evaluate(measures.TOO_LOW, THUMB)]
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found[scheme] = find_violations(page, STRONG_CONTRAST)
    page.context.close()
    assert found == {360: [], 320: [], "light": [], "dark": []}


@pytest.mark.parametrize("letters", INN_MODE)
@pytest.mark.parametrize("wide", [360, 1280])
def test_in_the_inn_mode_a_hand_is_a_card_with_name_change_and_total(chromium, letters, wide):
    page = chromium.new_context(viewport=ViewportSize(width=wide, height=740)).new_page()
    page.set_content(page_of(4, letters))
    cells = page.locator(".written tbody.newest td[data-name]")
    tops = cells.evaluate_all("cells => cells.map((cell) => Math.round(cell.getBoundingClientRect().top))")
    assert tops == sorted(set(tops))
    assert len(tops) == 4
    name, change, total, change_end, total_end = cells.first.evaluate("""(cell) => {
      const total = document.createRange();
      total.selectNodeContents(cell.firstChild);
      const [change, sum] = [cell.querySelector("small"), total].map((part) => part.getBoundingClientRect());
      return [cell.getBoundingClientRect().left, change.left, sum.left, change.right, sum.right];
    }""")  # the name begins where the line begins
    assert name < change
    assert change_end <= total or change_end <= total_end + 1  # beside it, or above it where there is no room
    page.context.close()
