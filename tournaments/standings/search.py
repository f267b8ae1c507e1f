"""Finding players of a tournament by a part of their name, or by their start number."""

import unicodedata
from typing import NamedTuple

from tarockclub.privacy.public_names import build_player_name
from tarockclub.tables.sorting import order_by_surname
from tournaments.models import Entrant
from tournaments.standings.progress import TournamentProgress

MOST = 20


class SearchHit(NamedTuple):
    """A player found by the search."""

    number: int  # start number
    name: str


def search_players(stand: TournamentProgress, wanted: str) -> tuple[SearchHit, ...]:
    """Return the players whose name contains all words, by surname; or the one with this start number."""
    rows, words = Entrant.objects.filter(tournament=stand.tournament), fold_name(wanted).split()
    if wanted.isascii() and wanted.isdigit():
        rows, words = rows.filter(number=int(wanted[:9])), []
    listed = rows.order_by(order_by_surname("person__name"), "number").values_list("number", build_player_name())
    found = [SearchHit(*row) for row in listed if all(word in fold_name(row[1]) for word in words)]
    return tuple(found[:MOST])


def fold_name(name: str) -> str:
    """Return a name without capitals and accents.

    >>> fold_name("Ägidius Mößl")
    'agidius mossl'
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
