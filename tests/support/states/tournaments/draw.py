"""Further states of the draw: what is wrong in what was typed, what cannot be done, tables that are published."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, VISITOR, State

UPCOMING, RUNNING, OVER = (f"/tournaments/{{t_{name}}}" for name in ("prepared", "running", "over"))
CARDS = "main form"
SWAP = "form:has(#swap-one)"
STATES = (
    ("draw-published", DIRECTOR, f"{RUNNING}/rounds/1/draw/", acts.show_unfolded),
    ("draw-over", DIRECTOR, f"{OVER}/rounds/2/draw/", acts.show_unfolded),
    (
        "draw-by-cards-wrong",
        DIRECTOR,
        f"{UPCOMING}/rounds/1/draw/cards/",
        acts.submit(CARDS, tables="1 2 3\n4 4 99 x 5"),
    ),
    ("draw-refused", DIRECTOR, f"{UPCOMING}/rounds/1/draw/", acts.submit(SWAP, one="1", other="1")),
    ("seats-by-table", VISITOR, f"{RUNNING}/rounds/1/seats/?by=table"),
    ("seats-none", VISITOR, f"{UPCOMING}/rounds/1/seats/"),
)
DRAWS = tuple(State(*said)._replace(pictured=False) for said in STATES)  # only checked
