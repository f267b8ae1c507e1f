"""Finding players of a tournament by a part of their name, or by their start number."""

import unicodedata
from typing import NamedTuple

from tarockclub.tables.sorting import by_surname
from tournaments.models import Entrant
from tournaments.standings.progress import Stand

MOST = 20


class Found(NamedTuple):
    """Somebody who was searched for."""

    number: int  # start number
    name: str


def found_in(stand: Stand, wanted: str) -> tuple[Found, ...]:
    """Those whose name has all the words in it, by surname; or who has just this start number."""
    rows, words = Entrant.objects.filter(tournament=stand.tournament), folded(wanted).split()
    if wanted.isascii() and wanted.isdigit():
        rows, words = rows.filter(number=int(wanted[:9])), []
    listed = rows.order_by(by_surname("person__name"), "number").values_list("number", "person__name")
    found = [Found(*row) for row in listed if all(word in folded(row[1]) for word in words)]
    return tuple(found[:MOST])


def folded(name: str) -> str:
    """A name without capitals and dots above letters.

    >>> folded("Ägidius Mößl")
    'agidius mossl'
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
