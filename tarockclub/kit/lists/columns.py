"""The meaning of each column of a list: by its heading, without headings by the shape of its cells."""

from typing import Literal, NamedTuple

NAME, SURNAME_FIRST, LAST, FIRST = "name", "turned", "last", "first"  # SURNAME_FIRST: a whole name, turned
TOWN, TEAM, PAYMENT, BIRTH_YEAR, CATEGORIES = "town", "team", "paid", "born", "categories"
NUMBER, PLAYER_NUMBER, FEDERATION_NUMBER = "number", "player", "federation"  # the start number; that of the cup
EMAIL, PHONE, CONTACT = "email", "phone", "contact"
POINTS, PLACE, WRITTEN_SCORE, DAY, CUP, ROUND = "points", "place", "written", "day", "cup", "round"
UNUSED = ""
KINDS = frozenset(
    (
        NAME,
        SURNAME_FIRST,
        LAST,
        FIRST,
        TOWN,
        TEAM,
        PAYMENT,
        BIRTH_YEAR,
        CATEGORIES,
        NUMBER,
        PLAYER_NUMBER,
        FEDERATION_NUMBER,
    )
) | frozenset((EMAIL, PHONE, CONTACT, POINTS, PLACE, WRITTEN_SCORE, DAY, CUP, ROUND))
NAMES = frozenset((NAME, SURNAME_FIRST, LAST, FIRST))
Surety = Literal["sure", "unsure", "unused"]
Reason = Literal["heading", "shape", "chosen", "twice", ""]


class Column(NamedTuple):
    """A column: the kind that is read from it, how sure that is, and the reason for it."""

    kind: str
    heading: str = ""
    surety: Surety = "unused"
    reason: Reason = ""
    filled: int = 0  # cells that are not empty
