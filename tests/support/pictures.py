"""The pictures that README and docs show, and those of the handbook: a state, named by its file."""

import re
from io import BytesIO
from typing import Literal
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support.browser import ARGUMENTS, DESKTOP, PHONE
from tests.support.paths import ROOT
from tests.support.states.design import serve_design
from tests.support.states.registry import STATES
from tests.support.states.state import Viewer
from tests.support.states.world import CLUB, SEVERAL, World
from tools.needs import CHROMIUM

TARGET = ROOT / "docs" / "images"
COLOURS = 96  # of a picture of flat tones: a third of the bytes
HOSTS = {CLUB: "tarockclub.local", "unclaimed": "neu.local", "broken": "weg.local", SEVERAL: "verband.local"}
CLUB_PICTURES = {"desk": "cup-desk", "wall": "cup-wall", "season": "season-standing"}  # on a laptop
LANGUAGES = {"de": "de-AT", "en": "en-GB"}
PICTURE = re.compile(r"!\[[^]]*\]\(images/([a-z0-9-]+)\.png\)")
LAPTOP = "-laptop"  # ends the name of a picture that is not of a phone
SHARP = 1.5  # dots for each pixel
FEW_COLOURS = 24  # in the handbook: its pictures come over the inn's Wi-Fi
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def take_docs_pictures(world: World) -> int:
    """Take them in German, most of them light and on a phone; how many."""
    states = {state.name: state for state in STATES}
    TARGET.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, build_resolver(world)])
        viewer = Viewer(browser, world, **PHONE, reduced_motion="reduce")
        _show_entry(viewer.reach(states["entry-dreier"]))
        _show_sheet(viewer.reach(states["table-sheet"]))
        count = 2 + _show_club(browser, world) + _show_design(browser)
        return count + sum(_take_handbook_pictures(browser, world, code) for code in LANGUAGES)


def build_resolver(world: World) -> str:
    """The option that lets a browser find the servers under names, whatever their ports are this time."""
    rules = (f"MAP {host}:80 {urlsplit(world.sites[site]).netloc}" for site, host in HOSTS.items())
    return f"--host-resolver-rules={','.join(rules)}"


def rename_world(world: World) -> World:
    """The world under the names of its servers."""
    return world._replace(sites={site: f"http://{host}" for site, host in HOSTS.items()})


def list_handbook_pictures(language: str) -> list[str]:
    """Return the names of the pictures that the sections of the handbook show."""
    texts = (file.read_text("utf-8") for file in sorted((ROOT / "docs" / language).glob("*.md")))
    return sorted({name for text in texts for name in PICTURE.findall(text)})


def _take_handbook_pictures(browser: Browser, world: World, language: str) -> int:
    """Take the states after which the pictures of the handbook are named, in the language of its texts."""
    folder = ROOT / "docs" / language / "images"
    folder.mkdir(parents=True, exist_ok=True)
    states = {state.name: state for state in STATES}
    names = list_handbook_pictures(language)
    for size, of_size in ((PHONE, _leave_out_laptops(names)), (DESKTOP, set(names) - _leave_out_laptops(names))):
        look = {**size, "locale": LANGUAGES[language], "reduced_motion": "reduce"}
        viewer = Viewer(browser, rename_world(world), **{**look, "device_scale_factor": SHARP if size is PHONE else 1})
        for name in sorted(of_size):
            page = viewer.reach(states[name.removesuffix(LAPTOP)])
            taken = page.screenshot(animations="disabled")
            few = Image.open(BytesIO(taken)).convert("RGB").quantize(FEW_COLOURS, dither=Image.Dither.NONE)
            few.save(folder / f"{name}.png", optimize=True)
        viewer.close()
    return len(names)


def _leave_out_laptops(names: list[str]) -> set[str]:
    return {name for name in names if not name.endswith(LAPTOP)}


def _show_entry(page: Page) -> None:
    """A hand being entered: the whole screen."""
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#preview")).not_to_have_class(re.compile("stale"))
    others = page.locator(".ribbon [data-asks]")  # what other states have left to be answered
    others.evaluate_all("(rows) => rows.forEach((row) => row.remove())")
    expect(page.locator("#preview .is-shown")).to_be_visible()
    page.screenshot(path=TARGET / "entry-phone.png", animations="disabled")


def _show_sheet(page: Page) -> None:
    """The written sheet."""
    page.locator(".written").screenshot(path=TARGET / "written-sheet.png", animations="disabled")


def _show_club(browser: Browser, world: World) -> int:
    """Take the desk, the wall of the hall, and a season."""
    states = {state.name: state for state in STATES}
    viewer = Viewer(browser, rename_world(world), **DESKTOP, reduced_motion="reduce")
    for name, state in CLUB_PICTURES.items():
        taken = viewer.reach(states[state]).screenshot(animations="disabled")
        Image.open(BytesIO(taken)).quantize(COLOURS).save(TARGET / f"{name}.png", optimize=True)
    viewer.close()
    return len(CLUB_PICTURES)


def _show_design(browser: Browser) -> int:
    """Sizes, colours, icons and components, in light and in dark."""
    with serve_design() as address:
        page = browser.new_context(**DESKTOP, reduced_motion="reduce").new_page()
        page.goto(address)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.evaluate("document.fonts.ready")
            taken = page.screenshot(full_page=True, animations="disabled")
            Image.open(BytesIO(taken)).quantize(COLOURS).save(TARGET / f"design-{scheme}.png", optimize=True)
    return len(SCHEMES)
