"""Further states of the director's desk: what is only there at times."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, HELPER, VISITOR, State

UPCOMING, RUNNING, OVER = (f"/tournaments/{{t_{name}}}" for name in ("prepared", "running", "over"))
CUP = "/tournaments/{t_cup}"
STATES = (
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
DESK = tuple(State(*said)._replace(pictured=False) for said in STATES)  # only checked
