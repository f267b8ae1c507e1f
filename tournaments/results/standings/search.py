"""Finding players of a tournament by a part of their name, or by their start number."""

from tarockclub.kit.tables.search import fold_words, has_words
from tarockclub.kit.tables.sorting import order_by_surname
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import fold
from tarockclub.platform.privacy.public_names import build_player_name
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.models import Entrant

MOST = 20


def search_players(stand: TournamentProgress, query: str) -> list[tuple[int, str]]:
    """Return the players whose name contains all words, by surname, or the one with this start number; each with it."""
    rows, words = Entrant.objects.filter(tournament=stand.tournament), fold_words(query)
    if (number := parse_whole(query, 9)) is not None:
        rows, words = rows.filter(number=number), ()
    listed = rows.order_by(order_by_surname("person__name"), "number").values_list("number", build_player_name())
    return [(number, name) for number, name in listed if has_words(fold(name), words)][:MOST]
