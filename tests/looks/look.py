"""The look, measured: what every page is asked at four widths, in the light and in the dark, and who is excused."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Page, ViewportSize

from tests.support.browser import DESKTOP, PHONE

_SCRIPT = (Path(__file__).parent / "look.js").read_text("utf-8").replace("export function", "function")
# What a script of the page does with another width it does until then.
_MEASURE = f"""async (options) => {{
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const before = options.state ? feign(options.state) : [];
  if (!before) return [];
  {_SCRIPT}
  measureLook(options);
  for (const [part, name, text] of before) part[name] = text;
  return misses;
}}"""
_EXCUSES = tomllib.loads((Path(__file__).parents[1] / "data" / "look.toml").read_text("utf-8"))["excuses"]
USUAL: ViewportSize = PHONE["viewport"]
# WCAG 1.4.10 asks for the narrowest: 1280 pixels at 400 %.
SCREENS: tuple[ViewportSize, ...] = (
    USUAL,
    {"width": 320, "height": 640},
    {"width": 768, "height": 1024},
    DESKTOP["viewport"],
)
MEASURES = (
    *("edges", "width", "letters", "rows", "length", "beyond", "overlap"),
    *("broken", "narrow", "cut", "acts", "empty", "contrast", "targets", "focus"),
)
BY_EYE = MEASURES[:-1]  # without a key
STATES = ("hover", "focus", "active", "pressed hover")  # of whatever is tapped: its letters can be read in each
OF_ROOM = {"broken", "narrow", "cut"}  # which may be missing on the narrowest screen
NOTE = "look"  # by which a test says where a page misses: state, measure, screen, and what excuses it


class Miss(NamedTuple):
    """A measure that a page misses, on which screen, and how."""

    measure: str
    screen: str
    words: str


class Excuse(NamedTuple):
    """A family of pages that misses measures on purpose."""

    pages: str
    measures: list[str]
    reason: str


EXCUSES = [Excuse(**excuse) for excuse in _EXCUSES]


def measure_look(page: Page) -> list[Miss]:
    """Measure a page on all screens, in the light and in the dark; it ends as it stood, on a phone in the light."""
    misses = []
    for screen in SCREENS:
        page.set_viewport_size(screen)
        names = BY_EYE if screen["width"] >= USUAL["width"] else [name for name in BY_EYE if name not in OF_ROOM]
        misses += measure(page, screen["width"], *names)
    misses += _measure_states(page, "")
    page.emulate_media(color_scheme="dark")
    for screen in (USUAL, SCREENS[-1]):
        page.set_viewport_size(screen)
        misses += measure(page, screen["width"], "contrast", scheme=" dark")
    misses += _measure_states(page, " dark")
    page.set_viewport_size(USUAL)
    page.emulate_media(color_scheme="light")
    return misses


def _measure_states(page: Page, scheme: str) -> list[Miss]:
    """Return where letters cannot be read under a pointer, with the focus, or while they are held, on a laptop."""
    width = SCREENS[-1]["width"]
    return [miss for state in STATES for miss in measure(page, width, "contrast", scheme=scheme, state=state)]


def measure_focus(page: Page) -> list[Miss]:
    """Go through what can have the focus, as if by keys; scripts may open something there."""
    page.keyboard.press("Tab")
    return measure(page, USUAL["width"], "focus")


def measure(page: Page, width: int, *measures: str, scheme: str = "", state: str = "") -> list[Miss]:
    """Return where a page of this width misses these measures, as it stands or in one of the states."""
    found = page.evaluate(_MEASURE, {"width": width, "measures": measures, "state": state})
    return [Miss(name, " ".join(filter(None, (f"{width}{scheme}", state))), words) for name, words in found]


def find_reason(page: Page, miss: Miss) -> str:
    """Return why a page may miss a measure, or nothing."""
    parts = urlsplit(page.url)
    addresses = (parts.path, f"{parts.path}?{parts.query}")
    asked = (each for each in EXCUSES if miss.measure in each.measures)
    return next((each.reason for each in asked if any(re.fullmatch(each.pages, at) for at in addresses)), "")


def draw_table(notes: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table: which states miss which measure, on which screens; and whom each reason excuses."""
    missing: dict[str, dict[str, dict[str, None]]] = {}
    excused: dict[str, set[str]] = {}
    for state, measure, screen, reason in notes:
        if reason:
            excused.setdefault(reason, set()).add(state)
        else:
            missing.setdefault(state, {}).setdefault(measure, {})[screen] = None
    measures = [name for name in MEASURES if any(name in row for row in missing.values())]
    if measures:
        yield f"{'misses':24}{''.join(f'{name:20}' for name in measures)}"
    for state, row in missing.items():
        cells = [" ".join(row.get(name, ())) for name in measures]
        yield f"{state:24}{''.join(f'{cell:20}' for cell in cells)}"
    for reason, states in excused.items():
        yield f"{len(states)} states are excused: {reason}"
