"""States of the pages of seasons."""

from tests.support.states.state import DIRECTOR, State

RUNNING = "/tournaments/seasons/{season}"

SEASONS = (
    State("seasons", DIRECTOR, "/tournaments/seasons/"),
    State("season", DIRECTOR, f"{RUNNING}/"),
)
