"""The projector's data of a tournament: the round on the clock, its tables, the standings, announcements."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scoring.table_clock.clock import DOUBLE
from tarockclub.text import compute_surname_key, format_surname_first
from tournaments.clock.display import RUNS, Face
from tournaments.desk.overview import TableRow
from tournaments.desk.page import load_desk
from tournaments.editions import FINAL, find_latest
from tournaments.models import Round, Tournament
from tournaments.results.special_page import list_raffle_names
from tournaments.selectors import load_settings
from tournaments.settings import Settings
from tournaments.standings.cells import Amount, build_amounts, format_play_money, list_heads
from tournaments.standings.columns import list_columns, list_criteria
from tournaments.standings.editions import EditionRow, load_editions
from tournaments.standings.players import load_people
from tournaments.standings.progress import load_progress
from tournaments.standings.standing import RoundLine, load_standings
from tournaments.teams.page import load_wall_teams

ON_A_PAGE = 8  # lines that can be read from ten metres
TABLES_ON_A_PAGE = 16
SEATS_ON_A_PAGE = 27
BEST = 40  # rows of the standings that are shown; the public page has all
MOST_TABLES = 64  # with more tables, only those in a special state are shown
LAST_HAND = "last"  # the hand in play when the time was up
MOST_NAMED = 12  # players who play on with replacement capital
MOST_SEATS = 8 * SEATS_ON_A_PAGE  # so that nobody waits long for their name


class WallLine(NamedTuple):
    """A row of the standings."""

    rank: int
    name: str
    table: int  # 0 in the final result
    amounts: tuple[Amount, ...]  # as on the page of standings; the last one decides the rank
    replaced: int


class WallSeat(NamedTuple):
    """A player and their table."""

    name: str
    table: int

    @property
    def listed_name(self) -> str:
        """The name with the surname first."""
        return format_surname_first(self.name)


def find_shown_round(tournament: Tournament) -> Round | None:
    """Return the round to show: one being played, else one that is drawn, else the latest one; None if none."""
    rounds = Round.objects.filter(tournament=tournament, draw__isnull=False).select_related("draw").order_by("-number")
    found = list(rounds)
    playing = (round_ for round_ in found if round_.started is not None and round_.closed is None)
    waiting = (round_ for round_ in found if round_.started is None and round_.closed is None)
    return next(playing, None) or next(waiting, None) or (found[0] if found else None)


def load_context(tournament: Tournament, round_: Round | None) -> dict[str, Any]:
    """Return the template's context; a fixed number of queries."""
    return _load_round_context(tournament, round_) | {"raffle": split_pages(list_raffle_names(tournament), ON_A_PAGE)}


def _load_round_context(tournament: Tournament, round_: Round | None) -> dict[str, Any]:
    if round_ is None:
        return {"tournament": tournament, "round": None}
    if round_.closed is not None:
        of = FINAL if tournament.ended is not None else round_.number
        published = _load_published(tournament, of)
        if published:
            standing = split_pages(published[:BEST], ON_A_PAGE)
            heads = _list_heads(tournament, of)
            return {
                "tournament": tournament,
                "round": round_,
                "published": True,
                "standing": standing,
                "heads": heads,
            }
    desk = load_desk(tournament, round_, is_public=True)
    lines, settings = _load_lines(tournament, round_), load_settings(tournament)
    placed = [_build_line(line, settings) for line in lines] if round_.started and settings.show_live else []
    seats = [] if round_.started else sorted(_list_seats(desk.rows), key=lambda seat: compute_surname_key(seat.name))
    return {
        "tournament": tournament,
        "round": round_,
        "desk": desk,
        "standing": split_pages(placed[:BEST], ON_A_PAGE),
        "teams": split_pages(load_wall_teams(tournament), ON_A_PAGE) if settings.show_live else [],
        "tables": split_pages(_list_ending_tables(desk.rows), TABLES_ON_A_PAGE) if round_.started else [],
        "seats": split_pages(seats, SEATS_ON_A_PAGE) if len(seats) <= MOST_SEATS else [],
        "last_hands": [row.number for row in desk.rows if _find_ending(row, desk.face) == LAST_HAND],
        "double_rounds": [row for row in desk.rows if _find_ending(row, desk.face) == DOUBLE],
        "halted": [row for row in desk.rows if row.face.state == "referee"],
        "replaced": [_build_line(line, settings) for line in lines if line.replaced][:MOST_NAMED],
        "heads": list_heads(list_columns(settings, settings.round_criteria), round_.number),
    }


def split_pages(rows: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """Return the rows in pages of at most `size` rows, all about equally long.

    >>> split_pages([1, 2, 3, 4, 5], 4)
    [[1, 2, 3], [4, 5]]
    """
    count = -(-len(rows) // size)
    each = -(-len(rows) // count) if count else 0
    return [rows[at * each : (at + 1) * each] for at in range(count)]


def _find_ending(row: TableRow, round_face: Face) -> str:
    """Return what a table still plays after its time or hands are over: LAST_HAND, DOUBLE, or an empty text.

    A table whose time ends with the round's is treated as if it were over: the page says so by itself at the gong.
    """
    ends = row.is_over or (row.face.timed and row.face.ends == round_face.ends != 0)
    if not ends or not row.is_open or row.is_played:
        return ""
    waits = row.clock.in_play and not (row.played_on or row.progress.is_over or row.doubles)
    if waits:
        return LAST_HAND
    return DOUBLE if row.clock.double else ""


def _list_ending_tables(rows: Sequence[TableRow]) -> Sequence[TableRow]:
    if len(rows) <= MOST_TABLES:
        return rows
    return [row for row in rows if row.is_open and row.face.state != RUNS][:MOST_TABLES]


def _load_lines(tournament: Tournament, round_: Round) -> tuple[RoundLine, ...]:
    standing = load_standings(load_progress(tournament)).find_round(round_.number) if round_.started else None
    return standing.lines if standing is not None else ()


def _load_published(tournament: Tournament, of: int) -> list[WallLine]:
    """Return the published result of a round, or the final one, that counts; empty if there is none."""
    edition = find_latest(load_editions(tournament), of)
    if edition is None:
        return []
    people, settings = load_people(tournament, {row.person for row in edition.rows}), load_settings(tournament)
    columns = list_columns(settings, list_criteria(settings, of))
    return [
        WallLine(
            row.rank,
            people.get_player(row.person).name,
            row.table,
            build_amounts(row, columns, _format_money(row)),
            row.replaced,
        )
        for row in edition.rows
    ]


def _build_line(line: RoundLine, settings: Settings) -> WallLine:
    columns = list_columns(settings, settings.round_criteria)
    return WallLine(
        line.rank, line.player.name, line.table, build_amounts(line, columns, _format_money(line)), line.replaced
    )


def _format_money(row: RoundLine | EditionRow) -> str:
    """Return play money to the cent; in the final result the gain or loss, with its sign."""
    return format_play_money(row.ranked_amount, exact=True, sign=row.table == 0)


def _list_heads(tournament: Tournament, of: int) -> tuple[str, ...]:
    settings = load_settings(tournament)
    return list_heads(list_columns(settings, list_criteria(settings, of)), of)


def _list_seats(rows: Sequence[TableRow]) -> Iterator[WallSeat]:
    return (WallSeat(name, row.number) for row in rows for name in row.names)
