"""The tasks at a player's table now: the last hand to be confirmed, the chips to be counted."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import Max

from scoring.book.marks import NO_VERDICT, compute_verdicts
from scoring.models import GameTable
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.time_source import now
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.settings import Settings
from tournaments.hall.clock.display import UP, build_face
from tournaments.hall.desk.overview import load_rows
from tournaments.models import RoundTable
from tournaments.results.standings.seat_cards import SeatCard

MOST_KEPT = 500  # tables
KEPT_SECONDS = 5  # all phones of a table ask once
COUNT, CONFIRM = "count", "confirm"


class SeatTasks(NamedTuple):
    """The tasks of the players of a table."""

    hand: int = 0  # the number, as on paper, of the last hand, of which nobody has said whether it fits; 0: none
    chips: str = ""  # COUNT, or CONFIRM what one phone has counted


_HANDS: LruCache[tuple[UUID, int, int | None], int] = LruCache(MOST_KEPT)
_CHIPS: LruCache[tuple[UUID, int], str] = LruCache(MOST_KEPT)


def find_tasks(card: SeatCard, settings: Settings) -> SeatTasks:
    """Return what is to be done at a table that plays; one query, and now and then those of its book and its chips."""
    if card.clock.stands:
        return SeatTasks()
    game = GameTable.objects.select_related("sheet_version").annotate(newest=Max("marks__pk")).get(slug=card.slug)
    name = (game.slug, game.last_sequence, game.newest)
    hand = _HANDS.get(name)
    if hand is None:
        hand = _find_unseen_hand(game)
        _HANDS.put(name, hand)
    may_be_over = build_face(card.clock, now()).state == UP or bool(card.clock.hands)
    return SeatTasks(hand, _find_chips(game) if may_be_over and settings.start and settings.count_chips else "")


def _find_unseen_hand(game: GameTable) -> int:
    [(book, _seats, opinions)] = load_table_books([game])
    last = book.last
    if last is None or compute_verdicts(book, opinions).get(last.number, NO_VERDICT) != NO_VERDICT:
        return 0
    return book.waits.number_deal(last.number, sum(line.is_deal for line in book.played) - 1)


def _find_chips(game: GameTable) -> str:
    name = (game.slug, int(now().timestamp() // KEPT_SECONDS))
    task = _CHIPS.get(name)
    if task is None:
        [row] = load_rows(RoundTable.objects.filter(game_table=game))
        task = COUNT if row.is_played and not row.counted else ""
        if row.is_played and row.counted and not (row.differs or row.is_confirmed):
            task = CONFIRM
        _CHIPS.put(name, task)
    return task
