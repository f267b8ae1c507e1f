"""What the projector shows of a tournament: the round on the clock, its tables, how it stands, what is announced."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scoring.table_clock.clock import DOUBLE
from tarockclub.text import surname_first, surname_key
from tournaments.clock.display import RUNS, Face
from tournaments.desk.overview import Row
from tournaments.desk.page import desk_of
from tournaments.models import Round, Tournament
from tournaments.selectors import settings_of
from tournaments.settings import Settings
from tournaments.standings.cells import Amount, amounts, heads_of, play_money
from tournaments.standings.columns import columns_of, criteria_of
from tournaments.standings.editions import FINAL, Ranked, editions_of, latest
from tournaments.standings.players import people_of
from tournaments.standings.progress import stand_of
from tournaments.standings.standing import Line, standings_of
from tournaments.teams.page import team_rows

ON_A_PAGE = 8  # lines that can be read from ten metres
TABLES_ON_A_PAGE = 16
SEATS_ON_A_PAGE = 27
BEST = 40  # that are shown of a standing; all stand on the public page
MOST_TABLES = 64  # more than these: only those that are not simply playing
LAST_HAND = "last"  # the hand in play when the time was up
MOST_NAMED = 12  # of those who play on with replacement capital
MOST_SEATS = 8 * SEATS_ON_A_PAGE  # nobody waits longer for his name


class Placed(NamedTuple):
    """A line of the standing."""

    rank: int
    name: str
    table: int  # 0 in the final result
    amounts: tuple[Amount, ...]  # as on the page of standings; the last one ranks
    replaced: int


class Seat(NamedTuple):
    """Somebody, and where he sits."""

    name: str
    table: int

    @property
    def listed(self) -> str:
        """The name with the surname first."""
        return surname_first(self.name)


def shown_round(tournament: Tournament) -> Round | None:
    """The round that is shown: one that is played, else one that is drawn, else the last one that was."""
    rounds = Round.objects.filter(tournament=tournament, draw__isnull=False).select_related("draw").order_by("-number")
    found = list(rounds)
    playing = (one for one in found if one.started is not None and one.closed is None)
    waiting = (one for one in found if one.started is None and one.closed is None)
    return next(playing, None) or next(waiting, None) or (found[0] if found else None)


def context_of(tournament: Tournament, round_: Round | None) -> dict[str, Any]:
    """For the template; a fixed number of queries."""
    if round_ is None:
        return {"tournament": tournament, "round": None}
    if round_.closed is not None:
        of = FINAL if tournament.ended is not None else round_.number
        published = _published(tournament, of)
        if published:
            standing = pages(published[:BEST], ON_A_PAGE)
            heads = _heads(tournament, of)
            return {
                "tournament": tournament,
                "round": round_,
                "published": True,
                "standing": standing,
                "heads": heads,
            }
    desk = desk_of(tournament, round_)
    lines, settings = _standing(tournament, round_), settings_of(tournament)
    placed = [_placed(one, settings) for one in lines] if round_.started and settings.show_live else []
    seats = [] if round_.started else sorted(_seats(desk.rows), key=lambda one: surname_key(one.name))
    return {
        "tournament": tournament,
        "round": round_,
        "desk": desk,
        "standing": pages(placed[:BEST], ON_A_PAGE),
        "teams": pages(team_rows(tournament), ON_A_PAGE) if settings.show_live else [],
        "tables": pages(_tables(desk.rows), TABLES_ON_A_PAGE) if round_.started else [],
        "seats": pages(seats, SEATS_ON_A_PAGE) if len(seats) <= MOST_SEATS else [],
        "last_hands": [row.number for row in desk.rows if _ending(row, desk.face) == LAST_HAND],
        "double_rounds": [row for row in desk.rows if _ending(row, desk.face) == DOUBLE],
        "halted": [row for row in desk.rows if row.face.state == "referee"],
        "replaced": [_placed(one, settings) for one in lines if one.replaced][:MOST_NAMED],
        "heads": heads_of(columns_of(settings, settings.round_criteria), round_.number),
    }


def pages(rows: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """Rows in pages of at most so many, all about as long.

    >>> pages([1, 2, 3, 4, 5], 4)
    [[1, 2, 3], [4, 5]]
    """
    count = -(-len(rows) // size)
    each = -(-len(rows) // count) if count else 0
    return [rows[at * each : (at + 1) * each] for at in range(count)]


def _ending(row: Row, round_face: Face) -> str:
    """What a table still plays when its time or its hands are over: LAST_HAND, DOUBLE, or nothing.

    A table whose time ends with the round's is looked at as if it were over: the page says so at the gong by itself.
    """
    ends = row.is_over or (row.face.timed and row.face.ends == round_face.ends != 0)
    if not ends or not row.is_open or row.is_played:
        return ""
    waits = row.clock.in_play and not (row.played_on or row.progress.is_over or row.doubles)
    if waits:
        return LAST_HAND
    return DOUBLE if row.clock.double else ""


def _tables(rows: Sequence[Row]) -> Sequence[Row]:
    if len(rows) <= MOST_TABLES:
        return rows
    return [row for row in rows if row.is_open and row.face.state != RUNS][:MOST_TABLES]


def _standing(tournament: Tournament, round_: Round) -> tuple[Line, ...]:
    standing = standings_of(stand_of(tournament)).of(round_.number) if round_.started else None
    return standing.lines if standing is not None else ()


def _published(tournament: Tournament, of: int) -> list[Placed]:
    """The result that counts of a round, or the final one, as it was published; nothing where none was."""
    edition = latest(editions_of(tournament), of)
    if edition is None:
        return []
    people, settings = people_of(tournament, {one.person for one in edition.rows}), settings_of(tournament)
    columns = columns_of(settings, criteria_of(settings, of))
    return [
        Placed(one.rank, people.player(one.person).name, one.table, amounts(one, columns, _money(one)), one.replaced)
        for one in edition.rows
    ]


def _placed(line: Line, settings: Settings) -> Placed:
    columns = columns_of(settings, settings.round_criteria)
    return Placed(line.rank, line.player.name, line.table, amounts(line, columns, _money(line)), line.replaced)


def _money(one: Line | Ranked) -> str:
    """Play money to the cent; in the final result what was won and lost, with its sign."""
    return play_money(one.counted, exact=True, sign=one.table == 0)


def _heads(tournament: Tournament, of: int) -> tuple[str, ...]:
    settings = settings_of(tournament)
    return heads_of(columns_of(settings, criteria_of(settings, of)), of)


def _seats(rows: Sequence[Row]) -> Iterator[Seat]:
    return (Seat(name, row.number) for row in rows for name in row.names)
