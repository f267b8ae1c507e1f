"""States of the pages of tournaments: before, while a round is played, and when everything is over."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, PLAYER, SECRETARY, VISITOR, State

PREPARED, LAID, RUNNING, OVER = (f"/tournaments/{{t_{name}}}" for name in ("prepared", "laid", "running", "over"))
FIRST, PLAYED = f"{RUNNING}/rounds/1", f"{OVER}/rounds/1"
TABLE = f"{FIRST}/tables/1"
RULING = "form:has(#text)"


def _only_checked(*said: Any) -> State:
    """A state (as of State) that is not pictured."""
    return State(*said)._replace(pictured=False)


def _pressed(button: str) -> acts.Act:
    """A button is tapped that leads to another page."""

    def act(page: Page) -> None:
        with page.expect_navigation():
            page.locator(button).first.click()

    return act


def _lines(*lines: str) -> acts.Act:
    """Lines of a paper sheet are typed."""

    def act(page: Page) -> None:
        page.locator("#lines").fill("\n".join(lines))
        expect(page.locator("#typed tr")).to_have_count(2 * len(lines))

    return act


PREPARING = (
    State("tournaments", DIRECTOR, "/tournaments/"),
    State("tournament-new", DIRECTOR, "/tournaments/new/"),
    _only_checked("tournament-new-refused", DIRECTOR, "/tournaments/new/", acts.sent("main form")),
    State("tournament-prepared", DIRECTOR, f"{PREPARED}/"),
    _only_checked("tournament-settings", DIRECTOR, f"{PREPARED}/settings/", acts.unfolded),
    State("register", SECRETARY, "/tournaments/people/"),
    _only_checked("person", SECRETARY, "/tournaments/people/1/", acts.unfolded),
    State("entrants", DIRECTOR, f"{PREPARED}/people/"),
    State("entrants-list", DIRECTOR, f"{PREPARED}/people/list/"),
    _only_checked("entrant", DIRECTOR, f"{PREPARED}/people/1/", acts.unfolded),
    State("registration", DIRECTOR, f"{PREPARED}/registration/"),
    State("apply", VISITOR, "/tournaments/in/{registration}/"),
    State("draw", DIRECTOR, f"{PREPARED}/rounds/1/draw/"),
    _only_checked("draw-open", DIRECTOR, f"{PREPARED}/rounds/1/draw/", acts.unfolded),
    _only_checked("draw-by-cards", DIRECTOR, f"{PREPARED}/rounds/1/draw/cards/"),
    _only_checked("prizes-prepared", DIRECTOR, f"{PREPARED}/prizes/", acts.unfolded),
)

PLAYING = (
    State("tournament-running", DIRECTOR, f"{RUNNING}/"),
    _only_checked("tournament-secretary", SECRETARY, f"{RUNNING}/"),
    State("desk", DIRECTOR, f"{FIRST}/"),
    State("desk-table", DIRECTOR, f"{TABLE}/", acts.unfolded),
    _only_checked("desk-table-called", DIRECTOR, f"{FIRST}/tables/5/"),
    _only_checked("substitute", DIRECTOR, f"{TABLE}/substitute/"),
    _only_checked("undo", DIRECTOR, f"{RUNNING}/undo/1/"),
    _only_checked("tournament-archive", SECRETARY, f"{RUNNING}/archive/"),
    _only_checked("tournaments-archived", SECRETARY, "/tournaments/archive/"),
    State("desk-chips", DIRECTOR, f"{FIRST}/chips/"),
    _only_checked("table-chips", PLAYER, "/tables/{at_done}/chips/"),
    State("seats", VISITOR, f"{FIRST}/seats/"),
    _only_checked("seat-late", DIRECTOR, f"{FIRST}/late/"),
    State("projector", DIRECTOR, f"{RUNNING}/projector/"),
    State("standings", VISITOR, f"{RUNNING}/standings/"),
    _only_checked("round-standings", VISITOR, f"{FIRST}/standings/"),
    State("tournament-player", VISITOR, f"{RUNNING}/players/1/"),
    State("table-tournament", PLAYER, "/tables/{at_plays}/"),
    _only_checked("table-tournament-watched", VISITOR, "/tables/{at_plays}/"),
    State("table-replaced", PLAYER, "/tables/{at_busted}/"),
    State("table-called", PLAYER, "/tables/{at_called}/"),
    _only_checked("table-done", PLAYER, "/tables/{at_done}/"),
    _only_checked("more-tournament", PLAYER, "/tables/{at_plays}/more/", acts.unfolded),
    _only_checked("settlement-tournament", PLAYER, "/tables/{at_plays}/settlement/"),
    State("call-referee", PLAYER, "/tables/{at_plays}/referee/"),
    _only_checked("referee-called", PLAYER, "/tables/{at_called}/referee/"),
    State("table-cards", DIRECTOR, f"{FIRST}/cards/"),
    _only_checked("table-cards-made", DIRECTOR, f"{FIRST}/cards/", acts.sent("main form")),  # new links each time
)

ON_PAPER = (
    State("quick-round", SECRETARY, f"{LAID}/rounds/1/quick/"),
    _only_checked(
        "quick-round-wrong",
        SECRETARY,
        f"{LAID}/rounds/1/quick/",
        acts.sent("#totals", **{"t1-a0": "12,5", "t1-a1": "-3", "t2-a0": "x"}),
    ),
    _only_checked("quick-round-played", SECRETARY, f"{FIRST}/quick/"),
    _only_checked("quick-table-empty", SECRETARY, f"{LAID}/rounds/1/tables/2/quick/", acts.unfolded),
    _only_checked("quick-table-totals", SECRETARY, f"{LAID}/rounds/1/tables/1/quick/"),
    _only_checked("desk-before", DIRECTOR, f"{LAID}/rounds/1/"),
    _only_checked("desk-start-asked", DIRECTOR, f"{LAID}/rounds/1/", _pressed("button[value=start]")),
    _only_checked("table-before", PLAYER, "/tables/{at_laid}/"),
    State("quick-table", SECRETARY, f"{TABLE}/quick/", _lines("no 24 + pu", "so 1 - k", "no 12 39", "ko 3 +")),
    State("ruling", DIRECTOR, f"{FIRST}/tables/5/ruling/"),
    _only_checked("ruling-incomplete", DIRECTOR, f"{FIRST}/tables/5/ruling/", acts.sent(RULING)),
    State(
        "ruling-shown",
        DIRECTOR,
        f"{FIRST}/tables/5/ruling/",
        acts.sent(RULING, text="Zwei Punkte an den Gegner.", decided_by="Gustav"),
    ),
    State("rulings", SECRETARY, f"{OVER}/rulings/"),
    _only_checked("rulings-none", SECRETARY, f"{PREPARED}/rulings/"),
)

RESULTS = (
    State("tournament-over", DIRECTOR, f"{OVER}/"),
    State("standings-over", VISITOR, f"{OVER}/standings/"),
    _only_checked("round-standings-over", VISITOR, f"{PLAYED}/standings/"),
    _only_checked("player-over", VISITOR, f"{OVER}/players/3/"),
    State("results", DIRECTOR, f"{OVER}/results/"),
    State("results-running", DIRECTOR, f"{RUNNING}/results/", acts.unfolded),
    _only_checked("edition", VISITOR, f"{OVER}/results/1/1/"),
    State("prizes", DIRECTOR, f"{OVER}/prizes/", acts.unfolded),
    State("cash-box", DIRECTOR, f"{OVER}/cash/", acts.unfolded),
    State("exports", SECRETARY, f"{OVER}/exports/"),
    _only_checked("quick-done", SECRETARY, f"{PLAYED}/tables/1/quick/"),
    _only_checked("desk-over", DIRECTOR, f"{PLAYED}/"),
)

TOURNAMENTS = (*PREPARING, *PLAYING, *ON_PAPER, *RESULTS)
