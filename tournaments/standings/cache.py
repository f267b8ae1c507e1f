"""The cached results of a tournament, computed once for all users, and at limited intervals."""

from typing import NamedTuple

from tarockclub.server.page_cache import VersionCache
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


STANDINGS_CACHE: VersionCache[CachedStandings] = VersionCache(MOST_KEPT, pace=PACE)


def load_cached_standings(stand: TournamentProgress, *, at_once: bool = False) -> CachedStandings:
    """Return the results for this progress, or, unless `at_once`, slightly older ones."""
    slug = stand.tournament.slug
    return STANDINGS_CACHE.newest(slug, stand.sign, lambda: _build_cached(load_standings(stand)), at_once=at_once)[1]


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
