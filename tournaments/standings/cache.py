"""What is known of a tournament's results, worked out once for all who look, and at a pace."""

import time
import uuid
from typing import NamedTuple

from tarockclub.server.page_cache import Recent
from tournaments.standings.progress import RoundAt, Stand
from tournaments.standings.standing import Line, Standings, Total, standings_of

PACE = 10  # working it out for 2,000 players takes at most a tenth of the program's time
MOST_KEPT = 16  # tournaments


class Known(NamedTuple):
    """Standings, and whose results they are."""

    standings: Standings
    lines: dict[int, tuple[tuple[RoundAt, Line], ...]]  # by person, round by round
    totals: dict[int, Total]  # by person
    left: dict[int, tuple[tuple[RoundAt, Line], ...]]  # by person: whose line it is that he had begun


_KNOWN: Recent[uuid.UUID, tuple[Known, float]] = Recent(MOST_KEPT)


def known_of(stand: Stand, *, at_once: bool = False) -> Known:
    """The results as they are at this stand or, unless that must be, were a moment ago."""
    slug, began = stand.tournament.slug, time.monotonic()
    found = _KNOWN.get(slug)
    if found is not None and (found[0].standings.stand.sign == stand.sign or (began < found[1] and not at_once)):
        return found[0]
    known = _known(standings_of(stand))
    now = time.monotonic()
    _KNOWN.put(slug, (known, now + PACE * (now - began)))
    return known


def _known(standings: Standings) -> Known:
    lines: dict[int, list[tuple[RoundAt, Line]]] = {}
    left: dict[int, list[tuple[RoundAt, Line]]] = {}
    for standing in standings.rounds:
        for line in standing.lines:
            lines.setdefault(line.player.person, []).append((standing.round, line))
            for person in line.seat_of:
                left.setdefault(person, []).append((standing.round, line))
    totals = {one.player.person: one for one in standings.totals}
    return Known(standings, _fixed(lines), totals, _fixed(left))


def _fixed(some: dict[int, list[tuple[RoundAt, Line]]]) -> dict[int, tuple[tuple[RoundAt, Line], ...]]:
    return {person: tuple(lines) for person, lines in some.items()}
