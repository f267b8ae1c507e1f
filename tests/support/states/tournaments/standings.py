"""Further states of standings and results: what is searched for, what is asked."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, SECRETARY, VISITOR, State

RUNNING, OVER = (f"/tournaments/{{t_{name}}}" for name in ("running", "over"))
STATES = (
    ("standings-found", VISITOR, f"{RUNNING}/standings/?find=a"),
    ("standings-nobody", VISITOR, f"{RUNNING}/standings/?find=xyz"),
    ("player-running-round", VISITOR, f"{RUNNING}/players/2/", acts.show_unfolded),
    ("results-public", VISITOR, f"{OVER}/results/"),
    ("edition-final", VISITOR, f"{OVER}/results/0/1/"),
    ("prizes-secretary", SECRETARY, f"{OVER}/prizes/"),
    ("prizes-running", DIRECTOR, f"{RUNNING}/prizes/"),
    ("cash-box-refused", SECRETARY, f"{OVER}/cash/", acts.submit("form:has(#amount)", amount="viel", reason="so")),
)
RESULTS = tuple(State(*said)._replace(pictured=False) for said in STATES)  # only checked
