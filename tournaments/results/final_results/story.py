"""The story of a tournament, from its books: the big hands, who came from far behind, who led when."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book
from scoring.engine.evening.course import Hand
from scoring.models import GameTable
from scoring.table.written_sheet.rows import build_rows
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.amounts import format_points
from tarockclub.kit.words import get_current_language
from tournaments.core.table_names import name_table
from tournaments.hall.rounds.table_capital import HandSize, load_table_results
from tournaments.hall.standing.players import People, StandingPlayer
from tournaments.hall.standing.progress import TableProgress
from tournaments.hall.standing.standing import RankedLine, Standings

MOST_READ = 40  # of the largest hands, in search of one that was played alone
LEAST_RISE = 2  # places


class StoryHand(NamedTuple):
    """A hand of the day."""

    heading: str
    words: str
    where: str
    amount: str


class Rise(NamedTuple):
    """Somebody who has won places since the standings after a round."""

    player: StandingPlayer
    round: int  # how many rounds had been played
    before: int
    now: int

    @property
    def places(self) -> int:
        """The places won."""
        return self.before - self.now


def list_story_hands(standings: Standings) -> Iterator[StoryHand]:
    """Yield the hand that has paid most, and the one of these that somebody played alone against all others."""
    counting = [table for round_ in standings.stand.rounds for table in round_.tables if table.counts]
    results = load_table_results([table.key for table in counting], standings.stand.settings)
    played = [(table, hand) for table in counting for hand in results[table.key.table].hands if hand.size > 0]
    played.sort(key=lambda pair: (-pair[1].size, pair[1].at, pair[1].line))
    if not played:
        return
    books: Books = {}
    largest = played[0]
    alone = next(
        (pair for pair in played[:MOST_READ] if _is_alone(_load_book(pair[0], books, standings.people), pair[1])), None
    )
    heading = _("Hand of the day")
    if alone == largest:
        heading = " · ".join((heading, _("Biggest solo")))
    yield _build_hand(heading, *largest, books, standings.people)
    if alone is not None and alone != largest:
        yield _build_hand(_("Biggest solo"), *alone, books, standings.people)


Books = dict[int, tuple[Book, dict[int, str]]]


def _load_book(table: TableProgress, books: Books, people: People) -> Book:
    """Return the book of a table, read once, with its hands in words."""
    pk = table.key.table
    if pk not in books:
        tables = GameTable.objects.filter(pk=pk).select_related("sheet_version")
        book, seats, _opinions = load_table_books(list(tables))[0]
        rows = build_rows(book, people.name_seats(seats), (), get_current_language(), has_full_names=True)
        books[pk] = book, {row.line: row.words for row in rows}
    return books[pk][0]


def _is_alone(book: Book, hand: HandSize) -> bool:
    """Tell whether a hand was one game, and its declarer had no partner (and it was not each against all)."""
    content = next((line.content for line in book.played if line.number == hand.line), None)
    if not isinstance(content, Hand) or len(content.record.plays) != 1:
        return False
    play = content.record.plays[0]
    return play.partner in (None, play.declarer) and not book.sheet.contracts[play.contract].is_trischaken


def _build_hand(heading: str, table: TableProgress, hand: HandSize, books: Books, people: People) -> StoryHand:
    _load_book(table, books, people)
    amount = _("%(points)s points for one player") % {"points": f"+{format_points(hand.size)}"}
    where = name_table(table.number, table.round, begins=True)
    return StoryHand(heading, books[table.key.table][1].get(hand.line, ""), where, amount)


def list_rises(courses: list[tuple[RankedLine, ...]]) -> list[Rise]:
    """Return for each player the greatest rise since the standings after a round, the greatest of all first."""
    best: dict[int, Rise] = {}
    last = {total.player.person: total for total in courses[-1]} if courses else {}
    for count, before in enumerate(courses[:-1], 1):
        for total in before:
            now = last.get(total.player.person)
            if now is None:
                continue
            rise = Rise(now.player, count, total.rank, now.rank)
            greatest = best.get(now.player.person)
            if greatest is None or rise.places > greatest.places:
                best[now.player.person] = rise
    return sorted((rise for rise in best.values() if rise.places > 0), key=lambda rise: (-rise.places, rise.now))
