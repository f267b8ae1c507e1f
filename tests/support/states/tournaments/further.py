"""Further states of tournaments: of the director's desk, the draw, standings and results. They are only checked."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, HELPER, SECRETARY, VISITOR, State

UPCOMING, RUNNING, OVER = (f"/tournaments/{{t_{name}}}" for name in ("prepared", "running", "over"))
CUP = "/tournaments/{t_cup}"
CARDS = "main form"
SWAP = "form:has(#swap-one)"
DESK = (
    ("tournament-roles", DIRECTOR, f"{RUNNING}/roles/"),
    ("desk-referee", HELPER, f"{RUNNING}/rounds/1/"),
    ("desk-table-referee", HELPER, f"{RUNNING}/rounds/1/tables/6/", acts.show_unfolded),
    ("desk-unfolded", DIRECTOR, f"{RUNNING}/rounds/1/", acts.show_unfolded),
    ("desk-needed", DIRECTOR, f"{RUNNING}/rounds/1/?only=needed"),
    ("desk-not-done", DIRECTOR, f"{OVER}/rounds/1/?only=open"),
    ("desk-table-over", DIRECTOR, f"{OVER}/rounds/1/tables/1/", acts.show_unfolded),
    ("desk-table-late", DIRECTOR, f"{RUNNING}/rounds/1/tables/6/", acts.show_unfolded),
    ("desk-late", DIRECTOR, f"{RUNNING}/rounds/1/late-hands/"),
    ("desk-late-none", DIRECTOR, f"{OVER}/rounds/1/late-hands/"),
    ("projector-before", VISITOR, f"{UPCOMING}/projector/"),
    ("projector-over", VISITOR, f"{OVER}/projector/"),
    ("wall-arranged", VISITOR, f"{UPCOMING}/projector/2/"),
    ("hall-before", DIRECTOR, f"{UPCOMING}/hall/", acts.show_unfolded),
    ("hall-ceremony", DIRECTOR, f"{CUP}/hall/"),
    ("wall-ceremony", VISITOR, f"{CUP}/projector/"),
    ("podium", VISITOR, f"{OVER}/podium/"),
)
DRAWS = (
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
RESULTS = (
    ("standings-found", VISITOR, f"{RUNNING}/standings/?find=a"),
    ("standings-nobody", VISITOR, f"{RUNNING}/standings/?find=xyz"),
    ("player-running-round", VISITOR, f"{RUNNING}/players/2/", acts.show_unfolded),
    ("results-public", VISITOR, f"{OVER}/results/"),
    ("prizes-secretary", SECRETARY, f"{OVER}/prizes/"),
    ("prizes-running", DIRECTOR, f"{RUNNING}/prizes/"),
    ("cash-box-refused", SECRETARY, f"{OVER}/cash/", acts.submit("form:has(#amount)", amount="viel", reason="so")),
)
FURTHER = tuple(State(*said)._replace(pictured=False) for said in (*DESK, *DRAWS, *RESULTS))
