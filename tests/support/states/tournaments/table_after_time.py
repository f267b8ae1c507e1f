"""States of a tournament's table as its players see it when the time is up, and when a ruling has settled something."""

from tests.support.states import acts
from tests.support.states.state import PLAYER, VISITOR, State

GONG = "/tables/{at_gong}/"
SOLO = acts.enter_hand(p0_contract="solo", p0_declarer="2", p0_result="won")
AT_THE_GONG = (
    State("table-choice", PLAYER, "/tables/{at_choice}/"),
    State("table-gong", PLAYER, GONG),
    State("table-gong-entered", PLAYER, GONG, SOLO),
    State("table-gong-watched", VISITOR, GONG)._replace(pictured=False),
    State("table-gong-more", PLAYER, f"{GONG}more/", acts.show_unfolded)._replace(pictured=False),
    State("table-done-more", PLAYER, "/tables/{at_done}/more/", acts.show_unfolded)._replace(pictured=False),
)
