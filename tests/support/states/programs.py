"""States of the pages of programs: who may use the API, a token that was made, what programs can do."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, VISITOR, State

NEW = "/club/programs/new/"
STATES = (
    ("programs", DIRECTOR, "/club/programs/"),
    ("program-new", DIRECTOR, NEW),
    ("program-refused", DIRECTOR, NEW, acts.submit("main form", client=" ")),
    ("program-made", DIRECTOR, NEW, acts.submit("main form", client="Wandtafel")),
    ("program-end", DIRECTOR, "/club/programs/{program}/end/"),
    ("api-docs", VISITOR, "/api/v1/docs/"),
    ("api-docs-hands", VISITOR, "/api/v1/docs/hands/"),
)
PROGRAMS = tuple(State(*said)._replace(pictured=False) for said in STATES)  # only checked
