"""States of cups: one that is played, and one with its written score, place points, donation box and end totals."""

from playwright.sync_api import Page

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, PLAYER, VISITOR, State

CUP = "/tournaments/{t_plays_cup}"
ROUND = f"{CUP}/rounds/1"
NEW = "/tournaments/new/tirol/"
ENDED_CUP, PAPER = "/tournaments/{t_cup}", "/tournaments/{t_cup_paper}"


def _tap(selector: str, **fields: str) -> acts.Act:
    """Fields are filled in, and a button is tapped."""

    def act(page: Page) -> None:
        acts.unfold(page)
        for name, value in fields.items():
            page.locator(f"#{name}").fill(value)
        with page.expect_navigation():
            page.locator(selector).click()

    return act


PICTURED = (
    State("cup-desk", DIRECTOR, f"{ROUND}/"),
    State("cup-desk-table", DIRECTOR, f"{ROUND}/tables/{{cup_five}}/", acts.show_unfolded),
    State("cup-table-last-hand", PLAYER, "/tables/{at_cup_last}/"),
    State("cup-table-played", PLAYER, "/tables/{at_cup_played}/"),
    State("cup-wall", VISITOR, f"{CUP}/projector/"),
    State("cup-settings", DIRECTOR, NEW),
)
CHECKED = (
    ("cup-desk-unfolded", DIRECTOR, f"{ROUND}/", acts.show_unfolded),
    ("cup-home", DIRECTOR, f"{CUP}/"),
    ("cup-settlement", PLAYER, "/tables/{at_cup_last}/settlement/"),
    ("cup-finished", DIRECTOR, f"{ROUND}/", _tap("#finished")),  # closes nothing: a hand is disputed there
    ("cup-hands-asked", DIRECTOR, f"{ROUND}/", _tap("form:has(#hands) button", hands="13")),
    ("cup-settings-refused", DIRECTOR, NEW, acts.submit("main form", points="own", points_4="1/2")),
)
SCORES = (
    State("cup-standings", VISITOR, f"{ENDED_CUP}/standings/"),
    State("cup-round", VISITOR, f"{ENDED_CUP}/rounds/2/standings/"),
    State("cup-player", VISITOR, f"{ENDED_CUP}/players/4/", acts.show_unfolded),
    State("cup-donations", DIRECTOR, f"{ENDED_CUP}/donations/"),
)
CHECKED_SCORES = (
    ("cup-results", DIRECTOR, f"{ENDED_CUP}/results/", acts.show_unfolded),
    ("cup-edition", VISITOR, f"{ENDED_CUP}/results/1/1/"),
    ("cup-on-paper", DIRECTOR, f"{PAPER}/rounds/1/quick/"),
    (
        "cup-on-paper-wrong",
        DIRECTOR,
        f"{PAPER}/rounds/1/quick/",
        acts.submit("#totals", **{"t1-a0": "3", "t1-hands": "x"}),
    ),
    ("cup-donations-none", DIRECTOR, f"{PAPER}/donations/"),
)
CUPS = (
    *(*PICTURED, *(State(*said)._replace(pictured=False) for said in CHECKED)),
    *(*SCORES, *(State(*said)._replace(pictured=False) for said in CHECKED_SCORES)),
)
