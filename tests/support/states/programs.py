"""States of the pages of programs: who may use the API, a token that was made, what programs can do."""

from playwright.sync_api import Page

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, VISITOR, State


def _opened(page: Page) -> None:
    """The first operation and its schema."""
    page.locator(".api-docs details").first.evaluate("one => { one.open = true; }")


NEW = "/club/programs/new/"
STATES = (
    ("programs", DIRECTOR, "/club/programs/"),
    ("program-new", DIRECTOR, NEW),
    ("program-refused", DIRECTOR, NEW, acts.sent("main form", client=" ")),
    ("program-made", DIRECTOR, NEW, acts.sent("main form", client="Wandtafel")),
    ("program-end", DIRECTOR, "/club/programs/{program}/end/"),
    ("api-docs", VISITOR, "/api/v1/docs/", _opened),
)
PROGRAMS = tuple(State(*said)._replace(pictured=False) for said in STATES)  # only checked
