"""A visit to a page: all that a machine can find wrong there, on a phone and on a laptop.

By axe at WCAG 2.2 AA, in the light and in the dark; and what axe does not look for: narrow screens, large text, thumbs,
wide spacing, and that nothing moves.
"""

import importlib.resources
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Browser, Page, ViewportSize

from tests.looks import measures
from tests.looks.style_parts import list_missed_rules
from tests.support.browser import DESKTOP, PHONE
from tests.support.states.state import State, Viewer
from tests.support.states.world import World

AXE_SCRIPT = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RULES = {"target-size": {"enabled": True}}  # which axe leaves out as long as nobody asks for it
COLOURS = ("color-contrast", "link-in-text-block")
EVERYTHING: dict[str, Any] = {"runOnly": {"type": "tag", "values": WCAG}, "rules": RULES}
ALL_BUT_COLOURS = {**EVERYTHING, "rules": {**RULES, **{name: {"enabled": False} for name in COLOURS}}}
ONLY_COLOURS = {"runOnly": {"type": "rule", "values": list(COLOURS)}}
# What axe may find where a page is wider, though no other element is seen; which space a small one has it knows best.
OF_WIDTH, OF_SPACE = "scrollable-region-focusable", "target-size"
MOST_ASKED = 2  # times that axe is asked about elements of one kind of which it could not tell
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
MOST_TOLD = 12  # lines; a colour that is wrong is wrong everywhere
# At the end of the page the bar of the entry form lies where it belongs and covers nothing.
RUN = """async (options) => {
  window.scrollTo(0, document.documentElement.scrollHeight);
  return (await axe.run(options)).violations;
}"""
NARROW = ViewportSize(width=320, height=640)  # WCAG 1.4.10: 1280 pixels at 400 %
USUAL: ViewportSize = PHONE["viewport"]
LETTERS = 16  # px; what browsers have by themselves
# Whether conditions count with these letters, and how large they are.
IN_FORCE = """async (width) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return [matchMedia(`(max-width: ${width / letters + 0.1}rem)`).matches, letters];
}"""
# Pages that hang on a wall, stand within those of other sites, or come from elsewhere; and the list of all clubs.
WITHOUT_HELP = re.compile(r"/published/|/projector/|/walls?/|^/clubs/$")
THUMB, POINTER = 44, 24  # px; the latter as in WCAG 2.5.8


class Looks(NamedTuple):
    """A phone for all roles, and what axe has said of the inks on it, whichever page they were on."""

    viewer: Viewer
    good: set[str]
    undecided: Counter[str]  # inks on elements of a kind, and how often axe could not tell
    has_laptop: bool  # whether pages are measured on one too, as a soak does


@pytest.fixture(scope="module")
def looks(chromium: Browser, world: World, request: pytest.FixtureRequest) -> Iterator[Looks]:
    """The phone of somebody who wants nothing to move."""
    viewer = Viewer(chromium, world, **PHONE, reduced_motion="reduce")
    yield Looks(viewer, set(), Counter(), has_laptop=request.config.getoption("markexpr") == "heavy")
    viewer.close()


def list_cases(states: Iterable[State]) -> list[ParameterSet]:
    """Return each state as a case with its name; a soak has those too that have no picture, or show a page again."""
    cases, shown = [], set()
    for state in states:
        page = re.sub(r"[?#].*", "", re.sub(r"\{[^}]*\}|\d+", "*", state.path))
        is_often = state.pictured and page not in shown
        cases.append(pytest.param(state, id=state.name, marks=[] if is_often else [pytest.mark.soak]))
        shown.update([page] if is_often else [])
    return cases


def find_faults(looks: Looks, state: State) -> dict[str, list[str]]:
    """Reach a state once, and measure it on a phone; in a soak, where it has a picture, by axe on a laptop too."""
    page = looks.viewer.reach(state)
    faults = {"axe on a phone": [*find_violations(page, ALL_BUT_COLOURS), *_find_bad_colours(page, looks, SCHEMES)]}
    if state.pictured and looks.has_laptop:
        page.evaluate(measures.NOTE_SEEN)
        page.set_viewport_size(DESKTOP["viewport"])
        [small] = _measure(page, (measures.TOO_LOW,), POINTER)
        of_width = {"runOnly": {"type": "rule", "values": [OF_WIDTH, OF_SPACE] if small else [OF_WIDTH]}}
        newly_seen = _describe(page.evaluate(measures.NEWLY_SEEN, {**ALL_BUT_COLOURS, "resultTypes": ["violations"]}))
        bad_colours = _find_bad_colours(page, looks, SCHEMES[::-1])
        faults["axe on a laptop"] = [*find_violations(page, of_width), *newly_seen, *bad_colours]
        page.set_viewport_size(USUAL)
    page.emulate_media(color_scheme="light")
    faults["without its style"] = list_missed_rules(page)
    faults["without help"] = _find_missing_help(page)
    # What changes letters and spaces comes last: a page need not get over it within a moment.
    low, moving, wide = _measure(page, (measures.TOO_LOW, measures.MOVING, measures.TOO_WIDE))
    page.evaluate(measures.TEXT_SPACING)
    spaced_wide, spaced_cut = _measure(page, (measures.TOO_WIDE, measures.CUT_OFF))
    page.evaluate(measures.USUAL_SPACES)
    page.set_viewport_size(NARROW)
    assert page.evaluate(IN_FORCE, NARROW["width"]) == [True, LETTERS]
    [narrow_wide] = _measure(page, (measures.TOO_WIDE,))
    large_wide, large_cut = _measure_with_large_letters(page, (measures.TOO_WIDE, measures.CUT_OFF))
    faults |= {
        "too low for a thumb": low,
        "moves": moving,
        "too wide for 360 px": wide,
        "too wide with spaces": spaced_wide,
        "cut off with spaces": spaced_cut,
        "too wide for 320 px": narrow_wide,
        "too wide at 200 %": large_wide,
        "cut off at 200 %": large_cut,
    }
    return {name: found[:MOST_TOLD] for name, found in faults.items() if found}


def _find_missing_help(page: Page) -> list[str]:
    """Return the page if nothing there leads to the handbook, and nobody has said that it needs none."""
    path = urlsplit(page.url).path
    found = page.locator('a[rel~="help"][href*="/help/"]').count()
    return [path] if found == 0 and not WITHOUT_HELP.search(path) else []


def _find_bad_colours(page: Page, looks: Looks, schemes: Sequence[Scheme]) -> list[str]:
    """Return which colours are wrong in these schemes, one after the other."""
    found = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        enough = [kind for kind, times in looks.undecided.items() if times >= MOST_ASKED]
        violations, good, undecided = page.evaluate(measures.NEW_INKS, [[*looks.good, *enough], ONLY_COLOURS])
        looks.good.update(good)
        looks.undecided.update(undecided)
        found += [f"{scheme}: {line}" for line in _describe(violations)]
    return found


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


def _measure(page: Page, scripts: Sequence[str], least: int = THUMB) -> list[list[str]]:
    """Return what each script finds wrong, in one question to the browser."""
    found: list[list[str]] = page.evaluate(
        f"(least) => [{', '.join(f'({script})(least)' for script in scripts)}]", least
    )
    return found


def _measure_with_large_letters(page: Page, scripts: Sequence[str]) -> list[list[str]]:
    """Measure with letters twice as large, as chosen in the browser's own settings."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 2 * LETTERS, "fixed": 2 * LETTERS}})
    page.set_viewport_size(USUAL)  # from another size, or conditions in rem would stay
    assert page.evaluate(IN_FORCE, USUAL["width"]) == [True, 2 * LETTERS]
    found = _measure(page, scripts)
    session.detach()  # which takes the letters back
    return found
