"""A visit to a page: all that a machine can find wrong there, on a phone and on a laptop.

By axe at WCAG 2.2 AA; by the measure of the look (look.py), in the light and in the dark; and what neither looks for:
large text, wide spacing, and that nothing moves.
"""

import importlib.resources
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Browser, Page

from tarockclub.platform.server.static_files import GROUPS, ORDER, TABLE
from tests.looks import measures
from tests.looks.look import NOTE, USUAL, find_reason, measure_focus, measure_look
from tests.support.browser import DESKTOP, PHONE
from tests.support.paths import ROOT
from tests.support.states.state import State, Viewer
from tests.support.states.world import World

_STYLES = ROOT / "tarockclub" / "static" / "tarockclub" / "styles"
_EVERYWHERE = {"fonts"}  # what it means may be missing at tables
_COMES_LATER = {"over_table"}  # with the group OVER, as soon as something opens over the table
_ADDRESS = re.compile(r"/tarockclub/([a-z]+)_[a-z]+\.")
# The selectors of rules, also within conditions, that match something; pseudo-elements stand with their element.
_MATCHED = """(parts) => {
  const selectors = (rules) => [...rules].flatMap((rule) => rule.selectorText === undefined
    ? (rule.cssRules ? selectors(rule.cssRules) : []) : [rule.selectorText]);
  const matches = (selector) => {
    try {
      return document.querySelector(selector.replace(/::[a-z-]+(\\([^)]*\\))?/g, "")) !== null;
    } catch (unfinished) { return false; }
  };
  return Object.entries(parts).flatMap(([part, rules]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    return selectors(sheet.cssRules).filter(matches).map((selector) => `${part}: ${selector}`);
  });
}"""


@cache
def _read_missing_parts(groups: frozenset[str]) -> dict[str, str]:
    there = {part for group in groups for part in GROUPS[group]}
    missing = set(ORDER) - there - _EVERYWHERE - (_COMES_LATER if TABLE in groups else set())
    return {part: (_STYLES / f"{part}.css").read_text("utf-8") for part in sorted(missing)}


def list_missed_rules(page: Page) -> list[str]:
    """Return the rules that mean something on the page and are not in its stylesheet."""
    addresses = page.locator("link[rel=stylesheet]").evaluate_all("links => links.map((link) => link.href)")
    groups = frozenset(found[1] for address in addresses for found in [_ADDRESS.search(address)] if found)
    matched: list[str] = page.evaluate(_MATCHED, _read_missing_parts(groups))
    return matched


AXE_SCRIPT = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Which axe leaves out as long as nobody asks for them.
RULES = {"target-size": {"enabled": True}, "landmark-unique": {"enabled": True}}
EVERYTHING: dict[str, Any] = {"runOnly": {"type": "tag", "values": WCAG}, "rules": RULES}
# Contrast is measured with the look, on each screen.
ALL_BUT_CONTRAST = {**EVERYTHING, "rules": {**RULES, "color-contrast": {"enabled": False}}}
# What axe may find where a page is wider, though no other element is seen; which space a small one has it knows best.
OF_WIDTH, OF_SPACE = "scrollable-region-focusable", "target-size"
# The same page as a new table's, with a question in the ribbon, a result, numbers to type: all died once unnoticed.
OFTEN = ("table", "table-ended", "entry-trischaken")
MOST_TOLD = 12  # lines; a colour that is wrong is wrong everywhere
# At the end of the page the bar of the entry form lies where it belongs and covers nothing.
RUN = """async (options) => {
  window.scrollTo(0, document.documentElement.scrollHeight);
  return (await axe.run(options)).violations;
}"""
LETTERS = 16  # px; what browsers have by themselves
# Whether conditions count with these letters, and how large they are.
IN_FORCE = """async (width) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return [matchMedia(`(max-width: ${width / letters + 0.1}rem)`).matches, letters];
}"""
# Pages that hang on a wall, stand within those of other sites, or come from elsewhere; and the list of all clubs.
WITHOUT_HELP = re.compile(r"/published/|/projector/|/walls?/|^/clubs/$")


class Looks(NamedTuple):
    """A phone for all roles."""

    viewer: Viewer
    has_laptop: bool  # whether axe is asked on one too, as in a soak


@pytest.fixture(scope="module")
def looks(chromium: Browser, world: World, request: pytest.FixtureRequest) -> Iterator[Looks]:
    """The phone of somebody who wants nothing to move."""
    viewer = Viewer(chromium, world, **PHONE, reduced_motion="reduce")
    yield Looks(viewer, has_laptop=request.config.getoption("markexpr") == "heavy")
    viewer.close()


def list_cases(states: Iterable[State]) -> list[ParameterSet]:
    """Return each state as a case with its name; a soak has those too that have no picture, or show a page again."""
    cases, shown = [], set()
    for state in states:
        page = re.sub(r"[?#].*", "", re.sub(r"\{[^}]*\}|\d+", "*", state.path))
        is_often = state.pictured and (page not in shown or state.name in OFTEN)
        cases.append(pytest.param(state, id=state.name, marks=[] if is_often else [pytest.mark.soak]))
        shown.update([page] if is_often else [])
    return cases


def find_faults(looks: Looks, state: State, note: Callable[[str, object], None]) -> dict[str, list[str]]:
    """Reach a state once, and measure it; in a soak, where it has a picture, by axe on a laptop too.

    Where it misses the look, excused or not, is noted for the table at the end of the run.
    """
    page = looks.viewer.reach(state)
    faults = {"axe on a phone": find_violations(page, ALL_BUT_CONTRAST), "without its style": list_missed_rules(page)}
    if state.pictured and looks.has_laptop:
        faults["axe on a laptop"] = _find_violations_on_a_laptop(page)
    misses = measure_look(page)
    faults["without help"] = _find_missing_help(page)
    # What changes letters, spaces and the focus comes last: a page need not get over it within a moment.
    [moving] = _measure(page, (measures.MOVING,))
    page.evaluate(measures.TEXT_SPACING)
    spaced_wide, spaced_cut = _measure(page, (measures.TOO_WIDE, measures.CUT_OFF))
    page.evaluate(measures.USUAL_SPACES)
    large_wide, large_cut = _measure_with_large_letters(page, (measures.TOO_WIDE, measures.CUT_OFF))
    misses += measure_focus(page)
    excused = [(miss, find_reason(page, miss)) for miss in misses]
    note(NOTE, [(state.name, miss.measure, miss.screen, reason) for miss, reason in excused])
    faults |= {
        "misses the look": [" ".join(miss) for miss, reason in excused if not reason],
        "moves": moving,
        "too wide with spaces": spaced_wide,
        "cut off with spaces": spaced_cut,
        "too wide at 200 %": large_wide,
        "cut off at 200 %": large_cut,
    }
    return {name: found[:MOST_TOLD] for name, found in faults.items() if found}


def _find_violations_on_a_laptop(page: Page) -> list[str]:
    """Return what axe finds where more is seen than on the phone, or is wider."""
    page.evaluate(measures.NOTE_SEEN)
    page.set_viewport_size(DESKTOP["viewport"])
    of_width = {"runOnly": {"type": "rule", "values": [OF_WIDTH, OF_SPACE]}}
    options = {**ALL_BUT_CONTRAST, "resultTypes": ["violations"]}
    found = [*find_violations(page, of_width), *_describe(page.evaluate(measures.NEWLY_SEEN, options))]
    page.set_viewport_size(USUAL)
    return found


def _find_missing_help(page: Page) -> list[str]:
    """Return the page if nothing there leads to the handbook, and nobody has said that it needs none."""
    path = urlsplit(page.url).path
    found = page.locator('a[rel~="help"][href*="/help/"]').count()
    return [path] if found == 0 and not WITHOUT_HELP.search(path) else []


def find_violations(page: Page, options: dict[str, Any]) -> list[str]:
    """Return what axe finds wrong by these rules."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return _describe(page.evaluate(RUN, {**options, "resultTypes": ["violations"]}))


def _describe(violations: list[dict[str, Any]]) -> list[str]:
    """Return what is wrong, each with where it is and why."""
    return [
        f"{rule['id']}: {node['target']} {node['html'][:160]} {node['failureSummary'].splitlines()[1:]}"
        for rule in violations
        for node in rule["nodes"]
    ]


def _measure(page: Page, scripts: Sequence[str]) -> list[list[str]]:
    """Return what each script finds wrong, in one question to the browser."""
    found: list[list[str]] = page.evaluate(f"() => [{', '.join(f'({script})()' for script in scripts)}]")
    return found


def _measure_with_large_letters(page: Page, scripts: Sequence[str]) -> list[list[str]]:
    """Measure with letters twice as large, as chosen in the browser's own settings."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 2 * LETTERS, "fixed": 2 * LETTERS}})
    page.set_viewport_size(DESKTOP["viewport"])  # and back, or conditions in rem would stay
    page.set_viewport_size(USUAL)
    assert page.evaluate(IN_FORCE, USUAL["width"]) == [True, 2 * LETTERS]
    found = _measure(page, scripts)
    session.detach()  # which takes the letters back
    return found
