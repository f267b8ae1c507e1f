"""Finding players of a tournament by a part of their name, or by their start number."""

from typing import NamedTuple

from tarockclub.kit.tables.search import fold_words, has_words
from tarockclub.kit.tables.sorting import order_by_surname
from tarockclub.kit.words.collation import fold
from tarockclub.platform.privacy.public_names import build_player_name
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.models import Entrant

MOST = 20


class SearchHit(NamedTuple):
    """A player found by the search."""

    number: int  # start number
    name: str


def search_players(stand: TournamentProgress, wanted: str) -> tuple[SearchHit, ...]:
    """Return the players whose name contains all words, by surname; or the one with this start number."""
    rows, words = Entrant.objects.filter(tournament=stand.tournament), fold_words(wanted)
    if wanted.isascii() and wanted.isdigit():
        rows, words = rows.filter(number=int(wanted[:9])), ()
    listed = rows.order_by(order_by_surname("person__name"), "number").values_list("number", build_player_name())
    found = [SearchHit(*row) for row in listed if has_words(fold(row[1]), words)]
    return tuple(found[:MOST])
