"""The drama of live standings: who has moved, who leads by how much, what is missing for a prize.

All of it follows from the books, like the standings, and is computed with them; nothing is said that the rules leave
open: a distance only between players whom the amount itself ranks.
"""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import median
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.book.table_clock import decode_clock
from scoring.models import GameTable
from scoring.table.written_sheet.rows import build_rows
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.amounts import format_points
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language, say_number
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.editions import FINAL
from tournaments.core.settings import NO_REPLACEMENTS, REPLACEMENTS, TABLE, has_double_round
from tournaments.hall.rounds.table_capital import CapitalKey, HandSize, TableResult, load_table_results
from tournaments.hall.standing.players import People, RoundProgress, TableProgress
from tournaments.hall.standing.standing import (
    RankedLine,
    Standings,
    compute_round,
    compute_standing_totals,
    rank_players,
)
from tournaments.models import Prize
from tournaments.results.standings.cache import CachedStandings
from tournaments.results.standings.column import WHOLE, StandingColumn, format_play_money
from tournaments.results.standings.columns import find_deciding_column, is_money, list_criteria, list_shown_columns

MOST_LEADERS = 4  # who are named
LONGEST_SAID = 12  # a distance in words
CHASERS = 5  # behind the last prize, whose distance stands in the list


class Drama(NamedTuple):
    """The words and numbers beside live standings; start numbers stand for players."""

    lead: str = ""
    left: str = ""
    prizes: str = ""
    moves: dict[int, int] = {}  # noqa: RUF012 -- never written; places won since the last hand of each table
    gaps: dict[int, str] = {}  # noqa: RUF012 -- the same; what is missing for a prize
    behind: dict[int, str] = {}  # noqa: RUF012 -- the same; the distance to whoever leads


NO_DRAMA = Drama()


class DramaMeasure(NamedTuple):
    """The amount that ranks, if nothing else does."""

    column: StandingColumn
    by_replacements: bool  # these come first

    def compute_distance(self, better: RankedLine, worse: RankedLine) -> int:
        """Return the distance between two players; 0 if something else ranks them."""
        if self.by_replacements and better.replaced != worse.replaced:
            return 0
        distance: int = self.column.value(better) - self.column.value(worse)
        return max(0, distance)

    def format(self, distance: int) -> str:
        """Return a distance in words."""
        if is_money(self.column):
            return format_play_money(distance, exact=bool(distance % WHOLE))
        return format_points(distance, self.column.parts)


def build_measure(standings: Standings, scope: int) -> DramaMeasure | None:
    """Return the amount that ranks; None where the first criterion is none, or tables are ranked by themselves."""
    settings = standings.stand.settings
    criteria = list_criteria(settings, scope)
    if scope != FINAL and settings.scope == TABLE:
        return None
    by_replacements = bool(criteria) and criteria[0] in (NO_REPLACEMENTS, REPLACEMENTS)
    return DramaMeasure(find_deciding_column(settings, scope), by_replacements)


def load_drama(cached: CachedStandings, scope: int) -> Drama:
    """Return what is exciting now; nothing while no round is played. Few queries."""
    standings = cached.standings
    running = find_running(standings)
    if running is None or scope not in (FINAL, running.number):
        return NO_DRAMA
    results = load_table_results([table.key for table in running.tables], standings.stand.settings)
    ranked, measure = standings.list_lines(scope), build_measure(standings, scope)
    prizes, columns = count_prizes(standings, scope), list_shown_columns(standings.stand.settings, scope, ranked)
    return Drama(
        lead=format_lead(ranked, measure) if measure is not None else "",
        left=_format_left(standings, running),
        prizes=_format_prizes(prizes) if measure is not None else "",
        moves=compute_moves(standings, running, results, scope) if running.number > 1 else {},
        gaps=compute_gaps(ranked, measure, prizes) if measure is not None else {},
        behind=_compute_distances(ranked, measure) if measure is not None and len(columns) == 1 else {},
    )


def _compute_distances(ranked: Sequence[RankedLine], measure: DramaMeasure) -> dict[int, str]:
    """Return the distance to whoever leads, by start number: beside the only number of a line."""
    distances = ((row.player.number, measure.compute_distance(ranked[0], row)) for row in ranked)
    return {number: measure.format(distance) for number, distance in distances if number and distance}


def find_running(standings: Standings) -> RoundProgress | None:
    """Return the round that is being played; None if there is none."""
    last = standings.stand.now
    return last if last is not None and last.started else None


def compute_moves(
    standings: Standings, running: RoundProgress, results: dict[int, TableResult], scope: int
) -> dict[int, int]:
    """Return the places that players have won, or lost (below 0), by the last hand of each table; by start number."""
    holders = {table: result.before for table, result in results.items()}
    if not any(holder.facts.hands for table_holders in holders.values() for holder in table_holders):
        return {}  # before it nobody had played, and all were first
    stand, people, lots = standings.stand, standings.people, standings.lots
    if scope == FINAL:
        before = compute_round(stand, running, holders, people, lots)
        rounds = [before if standing.round.number == running.number else standing for standing in standings.rounds]
        ranks = {row.player.person: row.rank for row in compute_standing_totals(stand, rounds, people, lots)}
    else:
        ranks = rank_players(stand, running, holders, people, lots)
    now = ((row.player, row.rank) for row in standings.list_lines(scope) if row.player.number)
    moves = {player.number: ranks.get(player.person, rank) - rank for player, rank in now}
    return {number: places for number, places in moves.items() if places}


def format_lead(ranked: Sequence[RankedLine], measure: DramaMeasure) -> str:
    """Return who leads and by how much; empty as long as more than a few do, or nobody has won anything."""
    if len(ranked) < 2:
        return ""
    leaders = [row.player.name for row in ranked if row.rank == 1]
    if len(leaders) > 1:
        amount = measure.column.value(ranked[0])
        words = {
            "names": get_text_list(leaders, pgettext("between the last two names", "and")),
            "points": measure.column.text(amount, bool(amount % WHOLE)),
        }
        return _("%(names)s lead with %(points)s.") % words if len(leaders) <= MOST_LEADERS and amount > 0 else ""
    first, second = ranked[0], ranked[1]
    distance = measure.compute_distance(first, second)
    names = {"first": first.player.name, "second": second.player.name}
    if not distance:
        return _("%(first)s leads ahead of %(second)s.") % names
    names["gap"] = measure.format(distance)
    shares = len(ranked) > 2 and ranked[2].rank == second.rank
    return (_("%(first)s leads by %(gap)s.") if shares else _("%(first)s leads, %(gap)s ahead of %(second)s.")) % names


def _format_left(standings: Standings, running: RoundProgress) -> str:
    """Return how many hands a table may still play at most; empty where the time decides, or a double round follows."""
    settings = standings.stand.settings
    if not settings.hands or has_double_round(settings, running.number):
        return ""
    played = {line.slug: line.facts.hands for line in standings.list_lines(running.number) if line.there}
    open_tables = [table for table in running.tables if not table.done]
    rows = GameTable.objects.filter(pk__in=[table.key.table for table in open_tables])
    left = [_count_left(clock, players, played.get(slug, 0)) for slug, clock, players in rows.values_list(*_TABLE)]
    most = max(left, default=0)
    return (
        ngettext("at most %(left)s hand to go", "at most %(left)s hands to go", most) % {"left": most} if most else ""
    )


_TABLE = ("slug", "clock", "players")


def _count_left(clock: str, players: int, played: int) -> int:
    play = decode_clock(clock)
    return max(0, play.get_most_hands(players) - played) if play is not None else 0


def count_prizes(standings: Standings, scope: int) -> int:
    """Return how many places have a prize to choose, as far as the list of prizes says."""
    settings = standings.stand.settings
    prizes = Prize.objects.filter(tournament=standings.stand.tournament, gone=None)
    of_scope = prizes.filter(round=None) if scope == FINAL else prizes.filter(round__number=scope)
    return min(of_scope.count(), settings.choosers)


def _format_prizes(prizes: int) -> str:
    if not prizes:
        return ""
    return ngettext("Place 1 wins a prize", "Places 1 to %(prizes)s win a prize", prizes) % {"prizes": prizes}


def compute_gaps(ranked: Sequence[RankedLine], measure: DramaMeasure, prizes: int) -> dict[int, str]:
    """Return what is missing for a prize, by start number: for those just behind the last one."""
    chasers = ranked[prizes : prizes + CHASERS] if prizes else ()
    gaps = {row.player.number: format_gap(ranked, row, measure, prizes) for row in chasers}
    return {number: words for number, words in gaps.items() if number and words}


def format_gap(ranked: Sequence[RankedLine], row: RankedLine, measure: DramaMeasure, prizes: int) -> str:
    """Return what a player is missing for a prize; empty for one who has it, and where something else ranks."""
    if not prizes or len(ranked) < prizes or row.rank <= prizes:
        return ""
    distance = measure.compute_distance(ranked[prizes - 1], row)
    if not distance:
        return ""
    return _("%(gap)s short of place %(place)s") % {"gap": measure.format(distance), "place": prizes}


def format_distance(ranked: Sequence[RankedLine], index: int, measure: DramaMeasure | None) -> str:
    """Return the distance of a player to the next better one, of a leader to the second; empty as in format_gap."""
    own = ranked[index]
    better = next((line for line in reversed(ranked[:index]) if line.rank < own.rank), None)
    pair = (better, own) if better is not None else (own, ranked[min(1, len(ranked) - 1)])
    distance = measure.compute_distance(*pair) if measure is not None else 0
    if measure is None or not distance:
        return ""
    gap = measure.format(distance)
    number = parse_whole(gap, 2)
    whole = LONGEST_SAID + 1 if number is None else number
    words = {
        "gap": say_number(whole, get_current_language()) if whole <= LONGEST_SAID else gap,
        "name": (better or pair[1]).player.name,
    }
    if better is None:
        return ngettext("one ahead of %(name)s", "%(gap)s ahead of %(name)s", whole) % words
    return ngettext("one behind %(name)s", "%(gap)s behind %(name)s", whole) % words


# Big hands pay more than is usual in their round, so the measure fits every sheet and every stake. They stand in the
# tables' books, which everybody who may see the standings may open.

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
        for book, seats, _opinions in load_table_books(tables, EVERYBODY):
            rows = build_rows(book, people.name_seats(seats), (), language, has_full_names=True)
            by_line = {row.line: row.words for row in rows}
            for key, line in [pair for pair in by_pair if pair[0].table == book.table.pk]:
                by_pair[key, line] = by_line.get(line, "")
                _WORDS.put((key, line, language), by_line.get(line, ""))
    return {pair: words or "" for pair, words in by_pair.items()}
