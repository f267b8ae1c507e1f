"""The cached results of a tournament, computed once for all users, and at limited intervals."""

import time
import uuid
from typing import NamedTuple

from tarockclub.server.page_cache import LruCache
from tournaments.standings.progress import RoundProgress, TournamentProgress
from tournaments.standings.standing import RoundLine, Standings, Total, load_standings

PACE = 10  # computing them for 2,000 players takes at most a tenth of the program's time
MOST_KEPT = 16  # tournaments


class CachedStandings(NamedTuple):
    """Standings, with their lines by person."""

    standings: Standings
    lines: dict[int, tuple[tuple[RoundProgress, RoundLine], ...]]  # by person, round by round
    totals: dict[int, Total]  # by person
    left: dict[int, tuple[tuple[RoundProgress, RoundLine], ...]]  # by person: lines of seats that they had left


_CACHE: LruCache[uuid.UUID, tuple[CachedStandings, float]] = LruCache(MOST_KEPT)


def load_cached_standings(stand: TournamentProgress, *, at_once: bool = False) -> CachedStandings:
    """Return the results for this progress, or, unless `at_once`, slightly older ones."""
    slug, began = stand.tournament.slug, time.monotonic()
    found = _CACHE.get(slug)
    if found is not None and (found[0].standings.stand.sign == stand.sign or (began < found[1] and not at_once)):
        return found[0]
    known = _build_cached(load_standings(stand))
    now = time.monotonic()
    _CACHE.put(slug, (known, now + PACE * (now - began)))
    return known


def _build_cached(standings: Standings) -> CachedStandings:
    lines: dict[int, list[tuple[RoundProgress, RoundLine]]] = {}
    left: dict[int, list[tuple[RoundProgress, RoundLine]]] = {}
    for standing in standings.rounds:
        for line in standing.lines:
            lines.setdefault(line.player.person, []).append((standing.round, line))
            for person in line.seat_of:
                left.setdefault(person, []).append((standing.round, line))
    totals = {total.player.person: total for total in standings.totals}
    return CachedStandings(standings, _freeze_lines(lines), totals, _freeze_lines(left))


def _freeze_lines(
    some: dict[int, list[tuple[RoundProgress, RoundLine]]],
) -> dict[int, tuple[tuple[RoundProgress, RoundLine], ...]]:
    return {person: tuple(lines) for person, lines in some.items()}
