"""Finding players of a tournament by a part of their name, or by their start number."""

import unicodedata
from typing import NamedTuple

from scoring.models import Seated
from tournaments.models import Entrant, RoundTable
from tournaments.standings.stand import Stand

MOST = 20


class Found(NamedTuple):
    """Somebody who was searched for."""

    number: int  # start number
    name: str


def found_in(stand: Stand, wanted: str) -> tuple[Found, ...]:
    """Those whose name has all the words in it, by name; or who has just this start number."""
    if wanted.isascii() and wanted.isdigit():
        rows = Entrant.objects.filter(tournament=stand.tournament, number=int(wanted[:9]))
    else:
        rows = Entrant.objects.filter(tournament=stand.tournament)
    words = [] if wanted.isdigit() else folded(wanted).split()
    listed = rows.order_by("person__name", "number").values_list("number", "person__name")
    found = [Found(*row) for row in listed if all(word in folded(row[1]) for word in words)]
    return tuple(found[:MOST])


def folded(name: str) -> str:
    """A name without capitals and dots above letters.

    >>> folded("Ägidius Mößl")
    'agidius mossl'
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def seat_now(stand: Stand, person: int) -> RoundTable | None:
    """The table at which somebody sits in the round that is played or comes next; one query."""
    if stand.now is None:
        return None
    here = Seated.objects.filter(person=person, sitting__to_deal=None, sitting__table__round_table__round=stand.now.id)
    table = here.values_list("sitting__table", flat=True).first()
    return RoundTable.objects.select_related("game_table").filter(game_table=table).first() if table else None
