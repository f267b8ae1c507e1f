"""Nothing that a machine finds is wrong at WCAG 2.2 AA: every page, light and dark; heavy: all states, and wide."""

import contextlib
import importlib.resources
import tomllib
from typing import Any, Literal

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests.looks.conftest import LOOKED_AT
from tests.support.browser import DESKTOP, PHONE
from tests.support.paths import DATA
from tests.support.states.registry import STATES
from tests.support.states.state import Viewer
from tests.support.states.world import World

AXE_SCRIPT = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# axe leaves the size of targets out as long as nobody asks for it.
EVERYTHING = {"runOnly": {"type": "tag", "values": WCAG}, "rules": {"target-size": {"enabled": True}}}
DIRECTOR = -2  # his place among the roles of the matrix
MOST_TOLD = 12  # lines; a colour that is wrong is wrong everywhere
ONLY_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
SCHEMES: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (("light", EVERYTHING), ("dark", ONLY_COLOURS))
ROUTES: dict[str, Any] = tomllib.loads((DATA / "routes.toml").read_text(encoding="utf-8"))
# At the end of the page the bar of the entry form lies where it belongs and covers nothing.
RUN = """async (options) => {
  window.scrollTo(0, document.documentElement.scrollHeight);
  return (await axe.run(options)).violations;
}"""
# Answers to GET that nobody reads as a page.
NO_PAGES = {
    "live": "pieces of a page",
    "desk_live": "pieces of a page",
    "projector_live": "pieces of a page",
    "standings_live": "pieces of a page",
    "round_standings_live": "pieces of a page",
    "tournament_player_live": "pieces of a page",
    "team_standings_live": "pieces of a page",
    "round_team_standings_live": "pieces of a page",
    "season_check": "pieces of a page",
    "season_file": "a file",
    "fame_for_all": "the page of the staff (hall_of_fame) without what only the staff sees; its address is of the key",
    "time": "a number",
    "api": "for programs",
    "export": "a workbook",
    "export_state": "pieces of a page",
    "export_made": "looked at where somebody has it made: its address is new each time",
    "export_file": "a file",
    "standings_csv": "a file",
    "standings_json": "for programs",
    "download_backup": "a file",
    **dict.fromkeys(
        (
            *("sheet_speiszettel", "sheet_written", "table_speiszettel", "table_written", "paper", "round_paper"),
            *("ruling_pdf", "receipt_pdf", "season_receipt_pdf", "season_paper", "season_certificates"),
        ),
        "a file to print",
    ),
    "worker": "a script",
    "manifest": "names",
}


@pytest.fixture(scope="module")
def viewer(chromium, world):
    """A browser for all roles."""
    viewer = Viewer(chromium, world, **PHONE, reduced_motion="reduce")
    yield viewer
    viewer.close()


def found(page: Page, options: dict[str, Any]) -> list[str]:
    """What axe finds wrong, each with where it is and why."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [
        f"{rule['id']}: {node['target']} {node['html'][:160]} {node['failureSummary'].splitlines()[1:]}"
        for rule in page.evaluate(RUN, {**options, "resultTypes": ["violations"]})
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("state", LOOKED_AT)
def test_axe_finds_nothing(viewer, state):
    assert not (told := _told(viewer.reach(state))), "\n".join(told[:MOST_TOLD])


@pytest.mark.heavy
@pytest.mark.parametrize("state", [one for one in STATES if one.pictured], ids=lambda state: state.name)
def test_axe_finds_nothing_on_a_laptop(viewer, state):
    page = viewer.reach(state)
    page.set_viewport_size(DESKTOP["viewport"])
    told = _told(page)
    page.set_viewport_size(PHONE["viewport"])
    assert not told, "\n".join(told[:MOST_TOLD])


def _told(page: Page) -> list[str]:
    """What is wrong in the light and in the dark."""
    told = []
    for scheme, rules in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        told += [f"{scheme}: {line}" for line in found(page, rules)]
    page.emulate_media(color_scheme="light")
    return told


def test_every_page_has_a_state(world):
    assert _pages() - _shown(world) - set(NO_PAGES) == set()


def _pages() -> set[str]:
    """The routes that answer GET with a page, as the matrix of routes says."""
    pages = set()
    for name, row in ROUTES.items():
        [got] = [said for methods, said in row.items() if "GET" in methods.split()]
        statuses = [got, got] if isinstance(got, int) else got
        # Where even a director finds nothing, the row asks for something that is not there.
        if 200 in statuses or statuses[DIRECTOR] == 404:
            pages.add(name.partition(" ")[0])
    return {name for name in pages if not name.startswith("/")}


def _shown(world: World) -> set[str | None]:
    """The routes that some state leads to."""
    shown = set()
    for state in STATES:
        with contextlib.suppress(Resolver404):
            shown.add(resolve(world.path(state.path).partition("?")[0].partition("#")[0]).url_name)
    return shown
