"""The ceremony: a published result step by step, from the last to the first, with the hands of the day.

All names are those of public pages, so whoever wants to be a number there is one here too.
"""

import uuid
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book
from scoring.engine.evening.course import Hand
from scoring.models import GameTable
from scoring.table.written_sheet.rows import build_rows
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.amounts import format_points
from tarockclub.kit.words import get_current_language
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.table_names import name_table
from tournaments.hall.rounds.table_capital import HandSize, load_table_results
from tournaments.hall.standing.players import People, load_people
from tournaments.hall.standing.progress import TableProgress, load_progress
from tournaments.hall.standing.standing import RankedLine, Standings, compute_standing_totals, load_standings
from tournaments.models import Prize, Tournament
from tournaments.results.final_results.prizes_page import load_scope_sections
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.editions import EditionRow, load_standing_editions, read_lines

FEWEST_HONOURED = 3  # where there are fewer prizes, or none
MOST_BEHIND = 5  # honoured before, that stand below the one who is honoured now
MOST_READ = 40  # of the largest hands, in search of one that was played alone
LEAST_RISE = 2  # places, for a comeback
MOST_KEPT = 16
TITLE, HAND, COMEBACK, PLACE, PODIUM = "title", "hand", "comeback", "place", "podium"


class Honoured(NamedTuple):
    """A player who is honoured."""

    rank: int
    name: str
    amount: str
    prize: str = ""


class Scene(NamedTuple):
    """A step of the ceremony."""

    kind: str
    heading: str
    said: str = ""
    people: tuple[Honoured, ...] = ()
    behind: tuple[Honoured, ...] = ()  # who was honoured before, the best first
    amount: str = ""


_CEREMONIES: LruCache[tuple[uuid.UUID, int, bool, str], tuple[Scene, ...]] = LruCache(MOST_KEPT)


def load_ceremony(tournament: Tournament, *, from_last: bool) -> tuple[Scene, ...]:
    """Return the steps of the newest result's ceremony; read anew where something has happened in the tournament."""
    name = (tournament.slug, tournament.version, from_last, get_current_language())
    scenes = _CEREMONIES.get(name)
    if scenes is None:
        scenes = tuple(_list_scenes(tournament, from_last=from_last))
        _CEREMONIES.put(name, scenes)
    return scenes


def find_result(tournament: Tournament) -> tuple[int, tuple[EditionRow, ...]]:
    """Return the final result, or else that of the last round that is published; (0, ()) where there is none."""
    editions = load_standing_editions(tournament)
    last = max((edition.of for edition in editions if edition.withdrawn is None), default=FINAL)
    for scope in (FINAL, last):
        latest = find_latest_edition(editions, scope)
        if latest is not None:
            return scope, tuple(latest.rows)
    return FINAL, ()


def _list_scenes(tournament: Tournament, *, from_last: bool) -> Iterator[Scene]:
    scope, rows = find_result(tournament)
    about = _("Result of round %(round)s") % {"round": scope} if scope else _("Final result")
    yield Scene(TITLE, _("Prize giving"), about if rows else _("No result is published yet."))
    if not rows:
        return
    standings = load_standings(load_progress(tournament))
    yield from list_hand_scenes(standings)
    yield from _list_comebacks(standings, scope)
    groups = _list_groups(standings, scope, rows)
    prizes = Prize.objects.filter(tournament=tournament, gone=None)
    count = (prizes.filter(round__number=scope) if scope else prizes.filter(round=None)).count()
    least = len(rows) if from_last else max(count, FEWEST_HONOURED)
    honoured = [group for group in groups if group[0].rank <= least]
    for index in reversed(range(len(honoured))):
        behind = tuple(person for group in honoured[index + 1 :] for person in group)[:MOST_BEHIND]
        heading = _("%(rank)s Place") % {"rank": f"{honoured[index][0].rank}."}
        yield Scene(PLACE, heading, people=honoured[index], behind=behind)
    best = tuple(person for group in honoured for person in group if person.rank <= FEWEST_HONOURED)
    yield Scene(PODIUM, _("Congratulations!"), people=best)


def _list_groups(standings: Standings, scope: int, rows: Sequence[EditionRow]) -> list[tuple[Honoured, ...]]:
    """Return the players by place, the best first; who shares a place is honoured together."""
    people = load_people(standings.stand.tournament, {row.person for row in rows})
    column = list_shown_columns(standings.stand.settings, scope)[-1]
    prizes = _load_prizes(standings.stand.tournament, scope)

    def build(line: RankedLine) -> Honoured:
        amount = column.text(column.value(line), True)
        return Honoured(line.rank, line.player.name, amount, prizes.get(line.player.person, ""))

    ordered = sorted(read_lines(rows, people, scope), key=lambda line: line.rank)
    return [tuple(map(build, group)) for _rank, group in groupby(ordered, key=lambda line: line.rank)]


def _load_prizes(tournament: Tournament, scope: int) -> dict[int, str]:
    """Return the names of the prizes that players have chosen, by person."""
    return {
        choice.person: choice.prize.name
        for section in load_scope_sections(tournament)
        if section.scope.of == scope
        for choice in section.chosen
        if choice.prize is not None
    }


def list_hand_scenes(standings: Standings) -> Iterator[Scene]:
    """Yield the hand that has paid most, and the one of these that somebody played alone against all others."""
    counting = [table for round_ in standings.stand.rounds for table in round_.tables if table.counts]
    results = load_table_results([table.key for table in counting], standings.stand.settings)
    played = [(table, hand) for table in counting for hand in results[table.key.table].hands if hand.size > 0]
    played.sort(key=lambda pair: (-pair[1].size, pair[1].at, pair[1].line))
    if not played:
        return
    books: dict[int, tuple[Book, dict[int, str]]] = {}
    largest = played[0]
    alone = next(
        (pair for pair in played[:MOST_READ] if _is_alone(_load_book(pair[0], books, standings.people), pair[1])), None
    )
    heading = _("Hand of the day")
    if alone == largest:
        heading = " · ".join((heading, _("Biggest solo")))
    yield _build_hand_scene(heading, *largest, books, standings.people)
    if alone is not None and alone != largest:
        yield _build_hand_scene(_("Biggest solo"), *alone, books, standings.people)


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


def _build_hand_scene(heading: str, table: TableProgress, hand: HandSize, books: Books, people: People) -> Scene:
    _load_book(table, books, people)
    words = books[table.key.table][1].get(hand.line, "")
    where = name_table(table.number, table.round, begins=True)
    amount = _("%(points)s points for one player") % {"points": f"+{format_points(hand.size)}"}
    return Scene(HAND, heading, words, (Honoured(0, where, ""),), amount=amount)


def _list_comebacks(standings: Standings, scope: int) -> Iterator[Scene]:
    """Yield who has won most places between the standings after an earlier round and the final result."""
    if scope != FINAL or len(standings.rounds) < 2:
        return
    last = {total.player.person: total for total in standings.totals}
    rises = []
    for count in range(1, len(standings.rounds)):
        before = compute_standing_totals(standings.stand, standings.rounds[:count], standings.people, standings.lots)
        rises += [
            (total.rank - last[total.player.person].rank, -count, total)
            for total in before
            if total.player.person in last
        ]
    most = max((rise for rise, _count, _total in rises), default=0)
    if most < LEAST_RISE:
        return
    best = {total.player.person: (-count, total) for rise, count, total in reversed(rises) if rise == most}
    people = tuple(
        Honoured(
            0,  # the place in the end comes afterwards
            total.player.name,
            _("still on place %(then)s after round %(round)s") % {"then": total.rank, "round": count},
        )
        for count, total in best.values()
    )
    yield Scene(COMEBACK, _("Comeback of the day"), people=people)
