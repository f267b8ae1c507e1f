"""The players whom a reader follows: their start numbers stand in the address, and nowhere here."""

from collections.abc import Iterable
from typing import NamedTuple

from tarockclub.kit.text import parse_whole
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.results.standings.cached_page import load_known_standings, load_public_page
from tournaments.results.standings.drama import build_measure, count_prizes, format_gap
from tournaments.results.standings.page import StandingRow, build_standing_rows

MOST = 8
_DIGITS = 5


class FollowedPlayer(NamedTuple):
    """A player, or a team, as the reader sees them above the standings."""

    number: int
    name: str
    rank: str
    amount: str
    gap: str = ""


def parse_numbers(typed: str) -> tuple[int, ...]:
    """Return the start numbers of an address: "7,12".

    >>> parse_numbers("7,12,x,7"), parse_numbers("")
    ((7, 12), ())
    """
    numbers = (parse_whole(word, _DIGITS) for word in typed.split(",")[: 4 * MOST])
    return tuple(dict.fromkeys(number for number in numbers if number))[:MOST]


def load_followed(
    stand: TournamentProgress, scope: int, numbers: tuple[int, ...], *, staff: bool
) -> list[FollowedPlayer]:
    """Return the players with these numbers who are in the standings, the best first: only what the page shows too."""
    if not numbers:
        return []
    cached = load_known_standings(stand, staff=staff)
    if cached is None:
        _stand, shown = load_public_page(stand.tournament.slug, scope)
        return [_build_player(row) for row in _list_rows(shown.blocks if shown else (), numbers)]
    standings = cached.standings
    ranked, measure, prizes = (
        standings.list_lines(scope),
        build_measure(standings, scope),
        count_prizes(standings, scope),
    )
    mine = [row for row in ranked if row.player.number in numbers]
    gaps = [format_gap(ranked, row, measure, prizes) if measure is not None else "" for row in mine]
    rows = build_standing_rows(mine, standings.stand.settings, scope)
    return [_build_player(row)._replace(gap=gap) for row, gap in zip(rows, gaps, strict=True)]


def _list_rows(blocks: Iterable[tuple[int, tuple[StandingRow, ...]]], numbers: tuple[int, ...]) -> list[StandingRow]:
    return [row for _table, rows in blocks for row in rows if row.number in numbers]


def _build_player(row: StandingRow) -> FollowedPlayer:
    return FollowedPlayer(row.number, row.name, row.rank, row.amounts[-1].text if row.amounts else "")
