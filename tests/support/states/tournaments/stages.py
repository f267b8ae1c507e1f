"""States of the pages of tournaments: before, while a round is played, and when everything is over."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, PLAYER, SECRETARY, VISITOR, State

UPCOMING, CANCELLED, TABLES_LAID, RUNNING, OVER = (
    f"/tournaments/{{t_{name}}}" for name in ("prepared", "cancelled", "laid", "running", "over")
)
FIRST, PLAYED_ROUND = f"{RUNNING}/rounds/1", f"{OVER}/rounds/1"
TABLE = f"{FIRST}/tables/1"
RULING = "form:has(#text)"
CORRECTED, ON_SHEET = "/tournaments/{t_cup}/rounds/3/tables/2/correct/", f"{PLAYED_ROUND}/tables/1/correct/"


def _create_unpictured(*said: Any) -> State:
    """A state (as of State) that is not pictured."""
    return State(*said)._replace(pictured=False)


def _press(button: str) -> acts.Act:
    """A button is tapped that leads to another page."""

    def act(page: Page) -> None:
        with page.expect_navigation():
            page.locator(button).first.click()

    return act


def _type_lines(*lines: str) -> acts.Act:
    """Lines of a paper sheet are typed."""

    def act(page: Page) -> None:
        page.locator("#lines").fill("\n".join(lines))
        expect(page.locator("#typed tr")).to_have_count(2 * len(lines))

    return act


PREPARING = (
    State("tournaments", DIRECTOR, "/tournaments/"),
    State("tournament-new", DIRECTOR, "/tournaments/new/"),
    State("format-example", DIRECTOR, "/tournaments/new/tirol/example/"),
    _create_unpictured("format-example-capital", DIRECTOR, "/tournaments/new/spielgeld/example/"),
    _create_unpictured("format-example-five", DIRECTOR, "/tournaments/new/wien/example/"),
    State("tournament-prepare", DIRECTOR, "/tournaments/new/spielgeld/"),
    _create_unpictured("tournament-new-refused", DIRECTOR, "/tournaments/new/spielgeld/", acts.submit("main form")),
    State("tournament-prepared", DIRECTOR, f"{UPCOMING}/"),
    State("tournament-settings", DIRECTOR, f"{UPCOMING}/settings/"),
    _create_unpictured("tournament-settings-open", DIRECTOR, f"{UPCOMING}/settings/", acts.show_unfolded),
    State("register", SECRETARY, "/tournaments/people/"),
    _create_unpictured("people-settings", DIRECTOR, "/tournaments/people/settings/"),
    _create_unpictured("person", SECRETARY, "/tournaments/people/1/", acts.show_unfolded),
    State("entrants", DIRECTOR, f"{UPCOMING}/people/"),
    State("entrants-list", DIRECTOR, f"{UPCOMING}/people/list/"),
    _create_unpictured("entrant", DIRECTOR, f"{UPCOMING}/people/1/", acts.show_unfolded),
    State("registration", DIRECTOR, f"{UPCOMING}/registration/"),
    State("invited", DIRECTOR, f"{UPCOMING}/registration/invited/"),
    State("apply", VISITOR, "/tournaments/in/{registration}/"),
    State("invitation", VISITOR, f"{UPCOMING}/invitation/"),
    _create_unpictured("invitation-cancelled", VISITOR, f"{CANCELLED}/invitation/"),
    State("date", DIRECTOR, f"{UPCOMING}/date/"),
    State("date-cancelled", DIRECTOR, f"{CANCELLED}/date/"),
    State("tournament-cancelled", DIRECTOR, f"{CANCELLED}/"),
    _create_unpictured("entrants-cancelled", DIRECTOR, f"{CANCELLED}/people/"),
    _create_unpictured("own-place-cancelled", VISITOR, f"{CANCELLED}/sign-up/{{code_stays}}/"),
    State("invitation-edited", DIRECTOR, f"{UPCOMING}/invitation/edit/"),
    State("sign-up", VISITOR, f"{UPCOMING}/sign-up/"),
    State("own-place", VISITOR, f"{UPCOMING}/sign-up/{{own_registration}}/", acts.show_unfolded),
    State("tournament-copied", DIRECTOR, f"{UPCOMING}/copy/", acts.submit("main form", rhythm="monthly")),
    State("draw", DIRECTOR, f"{UPCOMING}/rounds/1/draw/"),
    _create_unpictured("draw-open", DIRECTOR, f"{UPCOMING}/rounds/1/draw/", acts.show_unfolded),
    _create_unpictured("draw-by-cards", DIRECTOR, f"{UPCOMING}/rounds/1/draw/cards/"),
    _create_unpictured("prizes-prepared", DIRECTOR, f"{UPCOMING}/prizes/", acts.show_unfolded),
)

PLAYING = (
    State("tournament-running", DIRECTOR, f"{RUNNING}/"),
    _create_unpictured("tournament-secretary", SECRETARY, f"{RUNNING}/"),
    State("desk", DIRECTOR, f"{FIRST}/"),
    State("desk-table", DIRECTOR, f"{TABLE}/", acts.show_unfolded),
    _create_unpictured("desk-table-called", DIRECTOR, f"{FIRST}/tables/5/"),
    _create_unpictured("substitute", DIRECTOR, f"{TABLE}/substitute/"),
    _create_unpictured("undo", DIRECTOR, f"{RUNNING}/undo/1/"),
    _create_unpictured("tournament-archive", SECRETARY, f"{RUNNING}/archive/"),
    _create_unpictured("tournaments-archived", SECRETARY, "/tournaments/archive/"),
    State("desk-chips", DIRECTOR, f"{FIRST}/chips/"),
    _create_unpictured("table-chips", PLAYER, "/tables/{at_done}/chips/"),
    State("seats", VISITOR, f"{FIRST}/seats/"),
    State("draw-fairness", VISITOR, f"{FIRST}/seats/fair/"),
    _create_unpictured("seat-late", DIRECTOR, f"{FIRST}/late/"),
    State("projector", DIRECTOR, f"{RUNNING}/projector/"),
    State("hall", DIRECTOR, f"{RUNNING}/hall/"),
    _create_unpictured("rehearsal", DIRECTOR, f"{UPCOMING}/rehearsal/"),
    State("standings", VISITOR, f"{RUNNING}/standings/"),
    _create_unpictured("standings-seats", VISITOR, f"{TABLES_LAID}/standings/"),
    _create_unpictured("round-standings", VISITOR, f"{FIRST}/standings/"),
    State("tournament-player", VISITOR, f"{RUNNING}/players/1/"),
    State("table-tournament", PLAYER, "/tables/{at_plays}/"),
    _create_unpictured("table-tournament-watched", VISITOR, "/tables/{at_plays}/"),
    State("table-replaced", PLAYER, "/tables/{at_busted}/"),
    State("table-called", PLAYER, "/tables/{at_called}/"),
    _create_unpictured("table-done", PLAYER, "/tables/{at_done}/"),
    _create_unpictured("more-tournament", PLAYER, "/tables/{at_plays}/more/", acts.show_unfolded),
    _create_unpictured("settlement-tournament", PLAYER, "/tables/{at_plays}/settlement/"),
    State("call-referee", PLAYER, "/tables/{at_plays}/referee/"),
    _create_unpictured("referee-called", PLAYER, "/tables/{at_called}/referee/"),
    State("table-cards", DIRECTOR, f"{FIRST}/cards/"),
    _create_unpictured(
        "table-cards-made", DIRECTOR, f"{FIRST}/cards/", acts.submit("main form")
    ),  # new links each time
)

ON_PAPER = (
    State("quick-round", SECRETARY, f"{TABLES_LAID}/rounds/1/quick/"),
    _create_unpictured(
        "quick-round-wrong",
        SECRETARY,
        f"{TABLES_LAID}/rounds/1/quick/",
        acts.submit("#totals", **{"t1-a0": "12,5", "t1-a1": "-3", "t2-a0": "x"}),
    ),
    _create_unpictured("quick-round-played", SECRETARY, f"{FIRST}/quick/"),
    _create_unpictured("quick-table-empty", SECRETARY, f"{TABLES_LAID}/rounds/1/tables/2/quick/", acts.show_unfolded),
    _create_unpictured("quick-table-totals", SECRETARY, f"{TABLES_LAID}/rounds/1/tables/1/quick/"),
    _create_unpictured("desk-before", DIRECTOR, f"{TABLES_LAID}/rounds/1/"),
    _create_unpictured("desk-start-asked", DIRECTOR, f"{TABLES_LAID}/rounds/1/", _press("button[value=start]")),
    _create_unpictured("table-before", PLAYER, "/tables/{at_laid}/"),
    State("quick-table", SECRETARY, f"{TABLE}/quick/", _type_lines("no 24 + pu", "so 1 - k", "no 12 39", "ko 3 +")),
    State("ruling", DIRECTOR, f"{FIRST}/tables/5/ruling/"),
    _create_unpictured("ruling-incomplete", DIRECTOR, f"{FIRST}/tables/5/ruling/", acts.submit(RULING)),
    State(
        "ruling-shown",
        DIRECTOR,
        f"{FIRST}/tables/5/ruling/",
        acts.submit(RULING, text="Zwei Punkte an den Gegner.", decided_by="Gustav"),
    ),
    _create_unpictured(
        "ruling-corrects",
        DIRECTOR,
        f"{PLAYED_ROUND}/tables/1/ruling/",
        acts.submit(RULING, text="Doch nicht.", decided_by="Gustav", corrects="1"),
    ),
    State("rulings", SECRETARY, f"{OVER}/rulings/"),
    _create_unpictured("rulings-none", SECRETARY, f"{UPCOMING}/rulings/"),
)

RESULTS = (
    State("tournament-over", DIRECTOR, f"{OVER}/"),
    State("standings-over", VISITOR, f"{OVER}/standings/"),
    _create_unpictured("round-standings-over", VISITOR, f"{PLAYED_ROUND}/standings/"),
    _create_unpictured("player-over", VISITOR, f"{OVER}/players/3/"),
    State("results", DIRECTOR, f"{OVER}/results/"),
    State("results-running", DIRECTOR, f"{RUNNING}/results/", acts.show_unfolded),
    State("result", VISITOR, f"{OVER}/results/0/1/"),
    _create_unpictured("edition", VISITOR, f"{OVER}/results/1/1/"),
    State("prizes", DIRECTOR, f"{OVER}/prizes/", acts.show_unfolded),
    State("special-prizes", DIRECTOR, f"{OVER}/prizes/special/", acts.submit("form:has(#winners)", winners="3")),
    State("cash-box", DIRECTOR, f"{OVER}/cash/", acts.show_unfolded),
    State("exports", SECRETARY, f"{OVER}/exports/"),
    _create_unpictured("quick-done", SECRETARY, f"{PLAYED_ROUND}/tables/1/quick/"),
    _create_unpictured("desk-over", DIRECTOR, f"{PLAYED_ROUND}/"),
)

CORRECTIONS = (
    State(
        "desk-correct",
        DIRECTOR,
        CORRECTED,
        acts.submit("form.mend", **{"t2-a0": "-3", "t2-a1": "8", "t2-a2": "-8", "t2-a3": "6", "t2-a4": "-3"}),
    ),
    _create_unpictured("desk-correct-totals", DIRECTOR, CORRECTED),
    _create_unpictured("desk-correct-wrong", DIRECTOR, CORRECTED, acts.submit("form.mend", **{"t2-a0": "x"})),
    _create_unpictured("desk-correct-hand", DIRECTOR, ON_SHEET),
    _create_unpictured("desk-correct-sheet", DIRECTOR, f"{ON_SHEET}?kind=sheet"),
    _create_unpictured("desk-correct-chips", DIRECTOR, f"{ON_SHEET}?kind=chips"),
    _create_unpictured("desk-correct-seat", DIRECTOR, f"{ON_SHEET}?kind=seat"),
)

TOURNAMENTS = (*PREPARING, *PLAYING, *ON_PAPER, *RESULTS, *CORRECTIONS)
