"""The cached results of a tournament, computed once for all users, and at limited intervals."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.hall.standing.players import RoundProgress, TournamentProgress
from tournaments.hall.standing.standing import RankedLine, Standings, load_standings
from tournaments.models import Tournament

PACE = 10  # computing them for 2,000 players takes at most a tenth of the program's time
MOST_KEPT = 16  # tournaments
LEADS_FOR = 60.0  # seconds: who leads is named where a standing was computed so lately


Lines = dict[int, tuple[tuple[RoundProgress, RankedLine], ...]]  # by person, round by round


@dataclass(frozen=True)
class CachedStandings:
    """Standings, with their lines by person, which are sorted when somebody asks for a player."""

    standings: Standings
    made: float = field(default_factory=time.monotonic)

    @cached_property
    def lines(self) -> Lines:
        """The lines of each person."""
        return self._group_lines(lambda line: (line.player.person,))

    @cached_property
    def left(self) -> Lines:
        """The lines of seats that each person had left."""
        return self._group_lines(lambda line: line.seat_of)

    @cached_property
    def totals(self) -> dict[int, RankedLine]:
        """The places over all rounds, by person."""
        return {total.player.person: total for total in self.standings.totals}

    def _group_lines(self, list_persons: Callable[[RankedLine], tuple[int, ...]]) -> Lines:
        by_person: dict[int, tuple[tuple[RoundProgress, RankedLine], ...]] = {}
        for standing in self.standings.rounds:
            for line in standing.lines:
                for person in list_persons(line):
                    by_person[person] = (*by_person.get(person, ()), (standing.round, line))
        return by_person


STANDINGS_CACHE: VersionCache[CachedStandings] = VersionCache(MOST_KEPT, pace=PACE)


def load_cached_standings(stand: TournamentProgress, *, at_once: bool = False) -> CachedStandings:
    """Return the results for this progress, or, unless `at_once`, slightly older ones."""

    def compute() -> CachedStandings:
        return CachedStandings(load_standings(stand, EVERYBODY))

    return STANDINGS_CACHE.load_newest(stand.tournament.slug, stand.sign, compute, at_once=at_once)[1]


def find_leader(tournament: Tournament) -> int:
    """Return the entrant who alone leads, if standings that everybody may see were computed within the last minute.

    Only the id, or 0: whoever shows it asks for the name as it may be shown now.
    """
    cached = STANDINGS_CACHE.find_any(tournament.slug)
    if cached is None or time.monotonic() - cached.made > LEADS_FOR or not cached.standings.stand.settings.show_live:
        return 0
    first, *rest = cached.standings.totals or (None,)
    return 0 if first is None or (rest and rest[0].rank == first.rank) else first.player.entrant
