"""Where help leads to from each page: a section of the handbook and a heading in it."""

from typing import Final

from tarockclub.navigation.pages import PAGES
from tarockclub.navigation.rows import (
    CLUB,
    EVENINGS,
    MORE,
    PEOPLE,
    RULES,
    SEASONS,
    TOURNAMENTS,
    Stage,
)

CONTENTS: Final = ""  # the handbook's first page
UNKNOWN: Final = "when-something-fails"  # for a page that is in no map: it says that something went wrong
BY_PLACE: Final = {
    EVENINGS: "at-the-table",
    TOURNAMENTS: "tournament-day",
    SEASONS: "cup-and-season",
    PEOPLE: "printing-and-spreadsheets",
    RULES: "own-house-rules",
    CLUB: "first-evening",
    MORE: "first-evening",
}
BY_STAGE: Final = {
    Stage.SETTINGS: "tournament-day",
    Stage.PEOPLE: "tournament-day",
    Stage.DRAW: "tournament-day",
    Stage.PLAY: "tournament-day",
    Stage.RESULTS: "tournament-day",
    Stage.PRIZES: "treasury",
}
BY_ROUTE: Final = {
    "help": CONTENTS,
    "help_section": CONTENTS,
}


def find_guide(route: str) -> str:
    """Return `section#heading` for the page of a route."""
    page = PAGES.get(route)
    if page is None:
        return UNKNOWN
    if route in BY_ROUTE:
        return BY_ROUTE[route]
    return BY_PLACE[page.place] if page.stage is None else BY_STAGE[page.stage]
