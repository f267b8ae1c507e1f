"""How the teams stand as the public page shows it: plain texts."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.models import Tournament
from tournaments.rules.ranking import Result
from tournaments.selectors import settings_of
from tournaments.standings.cells import WHOLE, Amount, amounts, heads_of, play_money
from tournaments.standings.columns import MONEY, POINTS, columns_of, criteria_of
from tournaments.standings.editions import FINAL
from tournaments.standings.players import Player
from tournaments.standings.progress import stand_of
from tournaments.standings.standing import Line, Standings, Total, standings_of
from tournaments.teams.messages import name_of
from tournaments.teams.standing import OfTeam, TeamRound, TeamStandings, TeamTotal, team_standings

MOST_PROJECTED = 40


class MemberRow(NamedTuple):
    """Somebody who has played for a team."""

    name: str
    before: str = ""  # who held his seat before him
    amount: str = ""  # what he has brought in a round; "": over all rounds that is not told


class Row(NamedTuple):
    """A team in the standing."""

    rank: str
    number: int
    name: str
    members: tuple[MemberRow, ...]
    amounts: tuple[Amount, ...]  # the last one ranks
    wins: bool


class Shown(NamedTuple):
    """How the teams stand."""

    of: int  # a round's number, or FINAL
    rounds: tuple[int, ...]  # columns of the overall standing
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    in_money: bool
    in_points: bool


class Projected(NamedTuple):
    """A team on the wall."""

    rank: str
    name: str
    amount: str


def shown(standings: Standings, of: int) -> Shown:
    """How the teams stand in a round (its number), or over all rounds (FINAL)."""
    teams = team_standings(standings)
    settings = standings.stand.settings
    columns = columns_of(settings, criteria_of(settings, of))
    numbers = () if of else tuple(one.round for one in teams.rounds)
    rows = tuple(_totals(teams, columns)) if of == FINAL else _of_round(teams, of, columns)
    return Shown(of, numbers, heads_of(columns, 0), rows, MONEY in columns, POINTS in columns)


def _totals(teams: TeamStandings, columns: Sequence[str]) -> list[Row]:
    exact = any(one.result.gain % WHOLE for one in teams.teams)
    return [_total(one, columns, exact=exact) for one in teams.teams]


def _total(one: TeamTotal, columns: Sequence[str], *, exact: bool) -> Row:
    by_round = (
        _cell(of.result, columns[-1:], exact=exact)[0]._replace(place=of.rank)
        if of is not None
        else Amount("·", "even")
        for of in one.rounds
    )
    cells = (cell._replace(css=f"{cell.css} of-round") for cell in by_round)
    whole = _cell(one.result, columns, exact=exact)
    names = dict.fromkeys(line.player.name for of in one.rounds if of is not None for line in of.members)
    members = tuple(MemberRow(name) for name in names)
    return Row(f"{one.rank}.", one.team.number, name_of(one.team), members, (*cells, *whole), one.rank == 1)


def _of_round(teams: TeamStandings, number: int, columns: Sequence[str]) -> tuple[Row, ...]:
    found = next((one for one in teams.rounds if one.round == number), TeamRound(number, ()))
    exact = any(line.gain % WHOLE for one in found.teams for line in one.members)
    return tuple(_row(one, columns, exact=exact) for one in found.teams)


def _row(one: OfTeam, columns: Sequence[str], *, exact: bool) -> Row:
    members = tuple(_member(line, columns, exact=exact) for line in one.members)
    cells = _cell(one.result, columns, exact=exact)
    return Row(f"{one.rank}.", one.team.number, name_of(one.team), members, cells, one.rank == 1)


def _member(line: Line, columns: Sequence[str], *, exact: bool) -> MemberRow:
    cell = amounts(line, columns[-1:], play_money(line.gain, exact=exact, sign=True))[0]
    return MemberRow(line.player.name, ", ".join(line.before), cell.text)


def _cell(result: Result, columns: Sequence[str], *, exact: bool) -> tuple[Amount, ...]:
    """The numbers of a team, as those of a player."""
    money = play_money(result.gain, exact=exact, sign=True)
    as_one = Total(0, False, Player(0, 0, 0, ""), result.gain, result.replaced, (), result.written, result.points)
    return amounts(as_one, columns, money)


def projected(standings: Standings, most: int = MOST_PROJECTED) -> tuple[Projected, ...]:
    """The best teams over all rounds, for the wall; nothing where there are no teams."""
    rows = shown(standings, FINAL).rows[:most] if standings.stand.settings.team_size else ()
    return tuple(Projected(one.rank, one.name, one.amounts[-1].text) for one in rows)


def team_rows(tournament: Tournament) -> tuple[Projected, ...]:
    """The best teams of a tournament; nothing, and no query, where it has none."""
    return projected(standings_of(stand_of(tournament))) if settings_of(tournament).team_size else ()
