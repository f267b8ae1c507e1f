"""The big hands of a round that is being played: those that pay more than is usual there, the newest first.

They stand in the tables' books, which everybody who may see the standings may open. What is usual follows from the
round itself, so it fits every sheet and every stake.
"""

import uuid
from collections.abc import Iterable
from datetime import datetime
from statistics import median
from typing import NamedTuple

from scoring.models import GameTable
from scoring.table.written_sheet.rows import build_rows
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.amounts import format_points
from tarockclub.platform.server.page_cache import LruCache
from tournaments.hall.rounds.table_capital import CapitalKey, HandSize, TableResult, load_table_results
from tournaments.hall.standing.players import People
from tournaments.hall.standing.progress import RoundProgress, TableProgress
from tournaments.hall.standing.standing import Standings
from tournaments.results.standings.drama import find_running

MOST = 6
FEWEST_HANDS = 8  # before that nothing is usual
TIMES_USUAL = 2  # as much as a hand in the middle
RARE = 0.1  # of all hands at most
MOST_KEPT = 2000


class BigHand(NamedTuple):
    """A big hand."""

    table: int
    slug: uuid.UUID
    line: int
    at: datetime
    words: str
    points: str  # that somebody has won by it


_WORDS: LruCache[tuple[CapitalKey, int, str], str] = LruCache(MOST_KEPT)


def load_big_hands(standings: Standings, language: str) -> tuple[BigHand, ...]:
    """Return the newest big hands of the round that is being played; books are read only for new ones."""
    running = find_running(standings)
    if running is None:
        return ()
    results = load_table_results([table.key for table in running.tables], standings.stand.settings)
    chosen = choose_big_hands(running, results)
    words = _load_words(chosen, standings.people, language)
    return tuple(
        BigHand(table.number, table.slug, hand.line, hand.at, words[table.key, hand.line], format_points(hand.size))
        for table, hand in chosen
    )


BigPairs = list[tuple[TableProgress, HandSize]]


def choose_big_hands(running: RoundProgress, results: dict[int, TableResult]) -> BigPairs:
    """Return the newest hands that pay more than is usual in this round."""
    counting = [table for table in running.tables if table.counts]
    played = [(table, hand) for table in counting for hand in results[table.key.table].hands]
    least = compute_least(hand.size for _table, hand in played)
    pairs = [(table, hand) for table, hand in played if least and hand.size >= least]
    return sorted(pairs, key=lambda pair: (pair[1].at, pair[1].line), reverse=True)[:MOST]


def compute_least(sizes: Iterable[int]) -> int:
    """Return what a hand has to pay to be a big one; 0 as long as too few were played to say.

    >>> compute_least([6] * 20 + [60]), compute_least([6, 60]), compute_least([6] * 30)
    (60, 0, 0)
    """
    ordered = sorted(sizes)
    if len(ordered) < FEWEST_HANDS:
        return 0
    usual = median(ordered)
    rare = ordered[-max(1, int(len(ordered) * RARE)) :]
    return min((size for size in rare if size >= TIMES_USUAL * usual > 0), default=0)


def _load_words(chosen: BigPairs, people: People, language: str) -> dict[tuple[CapitalKey, int], str]:
    """Return the hands in words, with public names; only tables with new ones are read."""
    by_pair = {(table.key, hand.line): _WORDS.get((table.key, hand.line, language)) for table, hand in chosen}
    missing = {key.table for (key, _line), words in by_pair.items() if words is None}
    if missing:
        tables = list(GameTable.objects.filter(pk__in=missing).select_related("sheet_version"))
        for book, seats, _opinions in load_table_books(tables):
            rows = build_rows(book, people.name_seats(seats), (), language, has_full_names=True)
            by_line = {row.line: row.words for row in rows}
            for key, line in [pair for pair in by_pair if pair[0].table == book.table.pk]:
                by_pair[key, line] = by_line.get(line, "")
                _WORDS.put((key, line, language), by_line.get(line, ""))
    return {pair: words or "" for pair, words in by_pair.items()}
