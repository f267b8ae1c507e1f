"""States of the pages from which papers are printed."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, SECRETARY, VISITOR, State

UPCOMING, OVER = "/tournaments/{t_prepared}", "/tournaments/{t_over}"

PAPERS = (
    State("papers", DIRECTOR, f"{OVER}/paper/"),
    State("papers-prepared", SECRETARY, f"{UPCOMING}/paper/", pictured=False),
    State("rules-print", VISITOR, "/sheets/treffpunkt/", acts.show_unfolded, pictured=False),
)
