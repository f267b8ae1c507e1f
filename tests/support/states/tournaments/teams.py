"""States of the pages of teams, of a draw by the standing, and of the cash box with all that moves in it."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, SECRETARY, VISITOR, State

TEAMS, RUNNING = "/tournaments/{t_teams}", "/tournaments/{t_running}"
PICTURED = (
    State("teams", DIRECTOR, f"{TEAMS}/teams/"),
    State("team", DIRECTOR, f"{TEAMS}/teams/2/", acts.show_unfolded),
    State("team-standings", VISITOR, f"{TEAMS}/teams/standings/"),
    State("round-team-standings", VISITOR, f"{TEAMS}/rounds/1/teams/"),
    State("cash-moves", SECRETARY, f"{TEAMS}/cash/", acts.show_unfolded),
    State("season-teams", DIRECTOR, "/tournaments/seasons/{season_teams}/standing/?provisional=1"),
    State("cash-payments", SECRETARY, f"{TEAMS}/cash/payments/"),
    State("cash-receipts", SECRETARY, f"{TEAMS}/cash/receipts/"),
    State("cash-receipt", SECRETARY, f"{TEAMS}/cash/receipts/1/"),
    State("draw-by-standing", DIRECTOR, f"{TEAMS}/rounds/2/draw/", acts.show_unfolded),
    State("round-change", DIRECTOR, f"{TEAMS}/rounds/3/draw/"),
)
CHECKED = (
    State("season-cash", SECRETARY, "/tournaments/seasons/{season}/cash/", acts.show_unfolded),
    State("season-cash-year", SECRETARY, "/tournaments/seasons/{season_euros}/cash/", acts.show_unfolded),
    State(
        "season-cash-refused",
        SECRETARY,
        "/tournaments/seasons/{season}/cash/",
        acts.submit("form:has(#amount)", amount="x"),
    ),
    State("cash-moves-refused", SECRETARY, f"{TEAMS}/cash/", acts.submit("form:has(#amount)", amount="viel")),
    State("cash-move", SECRETARY, f"{TEAMS}/cash/{{t_cash_move}}/", acts.show_unfolded),
    State("cash-move-back", SECRETARY, f"{TEAMS}/cash/{{t_cash_back}}/", acts.show_unfolded),
    State("cash-donations", SECRETARY, f"{TEAMS}/cash/donations/"),
    State("cash-receipt-paid", SECRETARY, f"{TEAMS}/cash/receipts/2/"),
    State("teams-refused", SECRETARY, f"{TEAMS}/teams/", acts.submit("form:has(#name)", name="Neu")),
    State("teams-none", DIRECTOR, f"{RUNNING}/teams/"),
    State("teams-list", DIRECTOR, f"{TEAMS}/teams/list/"),
    State("teams-list-wrong", DIRECTOR, f"{TEAMS}/teams/list/", acts.submit("main form", text="Neu; 1; niemand\n99")),
    State("team-secretary", SECRETARY, f"{TEAMS}/teams/1/"),
    State("team-standings-none", VISITOR, f"{RUNNING}/teams/standings/"),
)
TEAMS_AND_CASH = (*PICTURED, *(state._replace(pictured=False) for state in CHECKED))
