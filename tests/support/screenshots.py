"""Pictures of all states: small and wide, light and dark, German and English; `make screenshots` calls it."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.support.browser import ARGUMENTS, DESKTOP, PHONE
from tests.support.paths import ROOT
from tests.support.pictures import LANGUAGES, build_resolver, rename_world, take_docs_pictures
from tests.support.states.registry import STATES
from tests.support.states.state import State, Viewer
from tests.support.states.world import World, run_world
from tools.needs import CHROMIUM

FOLDER = ROOT / "tarockclub" / "static" / "tarockclub"
DRAWN_ICONS = FOLDER / "icon.svg"
GREEN = "#1f5c44"  # of the drawing
# Systems cut icons to their own shape: what counts lies within a circle of 80 % of the width.
WITHIN_THE_CIRCLE = 0.92
PAGE = """<!doctype html>
<body style="margin: 0; display: grid; place-items: center; height: 100vh; background: {ground}">
<div style="width: {width}px; height: {width}px">{drawing}</div>"""


class Icon(NamedTuple):
    """One of the files."""

    name: str
    pixels: int
    is_cut: bool  # by the system: it fills the whole square


ICONS = (
    Icon("icon-192.png", 192, is_cut=False),
    Icon("icon-512.png", 512, is_cut=False),
    Icon("icon-cut.png", 512, is_cut=True),
    Icon("icon-apple.png", 180, is_cut=True),
)


def draw_icons() -> int:
    """Draw all of them; how many."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        for icon in ICONS:
            page.set_viewport_size({"width": icon.pixels, "height": icon.pixels})
            width = round(icon.pixels * WITHIN_THE_CIRCLE) if icon.is_cut else icon.pixels
            ground = GREEN if icon.is_cut else "transparent"
            page.set_content(PAGE.format(ground=ground, width=width, drawing=DRAWN_ICONS.read_text(encoding="utf-8")))
            page.screenshot(path=FOLDER / icon.name, omit_background=not icon.is_cut)
        browser.close()
    return len(ICONS)


TARGET = ROOT / "var" / "screenshots"
SIZES: dict[str, dict[str, Any]] = {"phone": PHONE, "desktop": DESKTOP}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Job(NamedTuple):
    """The pictures that one browser takes."""

    world: World
    states: tuple[str, ...]
    target: Path
    language: str
    size: str
    full: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures of all states, or of those that are named; of all, also what the docs show and the icons."""
    parser = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="STATE", help="only these, also of those that are only tested")
    parser.add_argument("--target", type=Path, default=TARGET, help="the folder, by itself var/screenshots")
    parser.add_argument("--full", action="store_true", help="whole pages, not what a screen shows of them")
    parser.add_argument("--docs", action="store_true", help="only the pictures of README, docs and handbook")
    chosen = parser.parse_args(arguments)
    unknown = set(chosen.names) - {state.name for state in STATES}
    if unknown:
        parser.error(f"no state {', '.join(sorted(unknown))}; there are {', '.join(state.name for state in STATES)}")
    states = chosen.names or [state.name for state in STATES if state.pictured]
    start = time.monotonic()
    with run_world() as world:
        jobs = [
            Job(world, tuple(states), chosen.target, language, size, chosen.full)
            for size in SIZES
            for language in LANGUAGES
        ]
        with ProcessPoolExecutor(min(len(jobs), os.cpu_count() or 1), get_context("spawn")) as pool:
            count = 0 if chosen.docs else sum(pool.map(take, jobs))
            if chosen.docs or not chosen.names:
                count += pool.submit(take_docs_pictures, world).result() + pool.submit(draw_icons).result()
    print(f"{count} pictures in {time.monotonic() - start:.0f} s: {chosen.target}")
    return 0


def take(job: Job) -> int:
    """Take pictures of some states in one language and size; how many."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, build_resolver(job.world)])
        taken = [
            _take_state(viewer, state, job) for viewer in [_open_viewer(browser, job)] for state in _list_states(job)
        ]
        browser.close()
    return sum(taken)


def _open_viewer(browser: Browser, job: Job) -> Viewer:
    look = {**SIZES[job.size], "locale": LANGUAGES[job.language], "reduced_motion": "reduce"}
    return Viewer(browser, rename_world(job.world), **look)


def _list_states(job: Job) -> list[State]:
    return [state for state in STATES if state.name in job.states]


def _take_state(viewer: Viewer, state: State, job: Job) -> int:
    page = viewer.reach(state)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        folder = job.target / f"{job.size}-{scheme}-{job.language}"
        page.screenshot(path=folder / f"{state.name}.png", full_page=job.full, animations="disabled")
    page.emulate_media(color_scheme=SCHEMES[0])
    return len(SCHEMES)


if __name__ == "__main__":
    sys.exit(main())
