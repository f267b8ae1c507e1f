"""States of a cup: written score, place points and their sum, the donation box, end totals from paper."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, VISITOR, State

CUP, PAPER = "/tournaments/{t_cup}", "/tournaments/{t_cup_paper}"
PICTURED = (
    State("cup-standings", VISITOR, f"{CUP}/standings/"),
    State("cup-round", VISITOR, f"{CUP}/rounds/2/standings/"),
    State("cup-player", VISITOR, f"{CUP}/players/4/", acts.show_unfolded),
    State("cup-donations", DIRECTOR, f"{CUP}/donations/"),
)
CHECKED = (
    ("cup-results", DIRECTOR, f"{CUP}/results/", acts.show_unfolded),
    ("cup-edition", VISITOR, f"{CUP}/results/1/1/"),
    ("cup-on-paper", DIRECTOR, f"{PAPER}/rounds/1/quick/"),
    (
        "cup-on-paper-wrong",
        DIRECTOR,
        f"{PAPER}/rounds/1/quick/",
        acts.submit("#totals", **{"t1-a0": "3", "t1-hands": "x"}),
    ),
    ("cup-donations-none", DIRECTOR, f"{PAPER}/donations/"),
)
CUPS = (*PICTURED, *(State(*said)._replace(pictured=False) for said in CHECKED))
