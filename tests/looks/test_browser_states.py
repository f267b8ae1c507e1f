"""Nothing that a machine finds is wrong with any page in any state: of the club, its tables and its rules."""

import contextlib
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.urls import Resolver404, resolve

from tests.looks.visits import find_faults, list_cases
from tests.support.states.registry import STATES
from tests.support.states.world import World

pytestmark = pytest.mark.heavy
DIRECTOR = -2  # his place among the roles of the matrix
ROUTES: dict[str, Any] = tomllib.loads((Path(__file__).parents[1] / "data" / "routes.toml").read_text(encoding="utf-8"))
# Answers to GET that nobody reads as a page.
NO_PAGES = {
    "admin": "the page of an unknown address, with another sentence",
    "live": "pieces of a page",
    "founding": "only where the host has opened it",
    "mailbox": "only in the demo",
    "rows": "lines of a page",
    "tournament_site": "a file",
    "season_site": "a file",
    "club_site": "a file",
    "send_club_file": "a file",
    "cash_payments_file": "a file",
    "cup_file": "a file",
    "members_file": "a file",
    "set_aside_book": "a file",
    "club_file_state": "numbers",
    "taking_over_state": "numbers",
    "setup_import_state": "numbers",
    "setup_import": "the page of taking_over",
    "tablet_live": "pieces of a page",
    "desk_live": "pieces of a page",
    "door_live": "numbers",
    "come": "the page of a player",
    "projector_live": "pieces of a page",
    "wall_live": "pieces of a page",
    "sponsor_picture": "a picture",
    "own_certificate": "a document",
    "standings_live": "pieces of a page",
    "round_standings_live": "pieces of a page",
    "tournament_player_live": "pieces of a page",
    "team_standings_live": "pieces of a page",
    "round_team_standings_live": "pieces of a page",
    "sheet_picture_file": "a picture",
    "feed": "a feed",
    "federation_calendar": "a calendar",
    "invitation_date": "a calendar",
    "invitation_card": "a picture",
    "invitation_picture": "a picture",
    **dict.fromkeys(("club_logo", "club_picture", "club_icon"), "a picture"),
    "look_preview": "a stylesheet",
    "club_colours": "a stylesheet",
    **dict.fromkeys(
        (
            "front_picture",
            "linked_year_picture",
        ),
        "a picture",
    ),
    "season_check": "pieces of a page",
    "season_file": "a file",
    "invited_file": "a file",
    "sheet_file": "a file",
    "draft_file": "a file",
    "rules_file": "a file",
    "fame_for_all": "the page of the staff (hall_of_fame) without what only the staff sees; its address is of the key",
    "linked_year": "season_standing without links to the log-in; the club of the states shows its seasons",
    "account_login": "another name of the page log_in",
    "time": "a number",
    "api": "for programs",
    "export": "a workbook",
    "export_state": "pieces of a page",
    "export_made": "looked at where somebody has it made: its address is new each time",
    "club_file_made": "the same page for the file of the club (tests/tarockclub/office/club_file/test_pages.py)",
    "export_file": "a file",
    "standings_csv": "a file",
    "standings_json": "for programs",
    "download_backup": "a file",
    "person_data": "a file",
    "club_log_file": "a file",
    **dict.fromkeys(
        (
            *("sheet_speiszettel", "sheet_written", "table_speiszettel", "table_written", "paper", "round_paper"),
            *("ruling_pdf", "receipt_pdf", "season_receipt_pdf", "season_paper", "season_certificates"),
            *("fame_paper", "season_settlement_pdf"),
        ),
        "a file to print",
    ),
    "worker": "a script",
    "manifest": "names",
}


@pytest.mark.parametrize("state", list_cases(state for state in STATES if "tournament" not in state.path))
def test_nothing_is_wrong_with_a_page(looks, state, record_property):
    assert find_faults(looks, state, record_property) == {}


def test_every_page_has_a_state(world):
    assert _pages() - _list_shown_routes(world) - set(NO_PAGES) == set()


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


def _list_shown_routes(world: World) -> set[str | None]:
    """The routes that some state leads to."""
    shown = set()
    for state in STATES:
        with contextlib.suppress(Resolver404):
            shown.add(resolve(world.fill_path(state.path).partition("?")[0].partition("#")[0]).url_name)
    return shown
