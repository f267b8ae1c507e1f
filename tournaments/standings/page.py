"""A standing as its page shows it: plain texts, worked out once for all who look."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.templatetags.amounts import direction
from tournaments.settings import TABLE, Settings
from tournaments.standings.cells import WHOLE, Amount, build_amounts, format_in_round, format_play_money, list_heads
from tournaments.standings.columns import MONEY, POINTS, SCORE, list_columns, list_criteria
from tournaments.standings.editions import FINAL, Edition, EditionRow, compute_changes, compute_rows, find_latest
from tournaments.standings.players import Player
from tournaments.standings.standing import RoundLine, RoundOutcome, Standings, Total


class StandingRow(NamedTuple):
    """Somebody in a standing."""

    rank: str
    number: int  # start number; 0: he has only taken over a seat
    name: str
    before: str  # who held his seat before him
    about: tuple[int, ...]  # in a round: his table; over all rounds: none
    replaced: int
    amounts: tuple[Amount, ...]  # the last one ranks
    wins: bool
    place: int = 0  # at his table, where that is told


class Block(NamedTuple):
    """Rows under one heading: a table where tables are ranked by themselves, else all."""

    table: int  # 0: all
    rows: tuple[StandingRow, ...]


class StandingPage(NamedTuple):
    """A standing."""

    of: int  # a round's number, or FINAL
    rounds: tuple[int, ...]  # columns of the overall standing
    blocks: tuple[Block, ...]
    struck: tuple[int, ...]
    edition: Edition | None  # the newest that was published
    has_changed: bool  # since then
    heads: tuple[str, ...] = ()  # of the columns after those of the rounds
    in_money: bool = True  # it tells play money
    in_points: bool = False  # it tells place points


def build_round_page(standings: Standings, number: int, editions: Iterable[Edition] = ()) -> StandingPage | None:
    """The standing of a round; None where it is not drawn."""
    standing = standings.of(number)
    if standing is None:
        return None
    settings = standings.stand.settings
    columns = list_columns(settings, settings.round_criteria)
    exact = any(line.capital % WHOLE for line in standing.lines)
    tables = sorted({line.table for line in standing.lines}) if settings.scope == TABLE else [0]
    blocks = (
        Block(
            table, tuple(_build_row(line, columns, exact=exact) for line in standing.lines if table in (0, line.table))
        )
        for table in tables
    )
    published = find_latest(editions, number)
    told = list_heads(columns, of=number), MONEY in columns, POINTS in columns
    return StandingPage(
        number, (), tuple(blocks), standing.struck, published, _has_changed(standings, published), *told
    )


def _build_row(line: RoundLine, columns: Sequence[str], *, exact: bool) -> StandingRow:
    return StandingRow(
        _format_rank(line),
        line.player.number,
        line.player.name,
        ", ".join(line.before),
        (line.table,),
        line.replaced,
        build_amounts(line, columns, format_play_money(line.counted, exact=exact)),
        line.rank == 1,
        line.place if SCORE in columns else 0,
    )


def _format_rank(one: RoundLine | Total | EditionRow) -> str:
    return f"{one.rank}."


def build_overall_page(standings: Standings, editions: Iterable[Edition] = ()) -> StandingPage:
    """The standing over all rounds that have started."""
    settings = standings.stand.settings
    columns = list_columns(settings, settings.overall_criteria)
    exact = any(total.gain % WHOLE for total in standings.totals)
    rows = tuple(_build_total_row(total, columns, exact=exact) for total in standings.totals)
    rounds = tuple(one.number for one in standings.stand.played)
    published = find_latest(editions, FINAL)
    told = list_heads(columns, of=FINAL), MONEY in columns, POINTS in columns
    return StandingPage(FINAL, rounds, (Block(0, rows),), (), published, _has_changed(standings, published), *told)


def _build_total_row(total: Total, columns: Sequence[str], *, exact: bool) -> StandingRow:
    by_round = (_build_round_amount(one, columns, exact=exact) for one in total.rounds)
    whole = build_amounts(total, columns, format_play_money(total.gain, exact=exact, sign=True))
    name, number = total.player.name, total.player.number
    return StandingRow(_format_rank(total), number, name, "", (), total.replaced, (*by_round, *whole), total.rank == 1)


def _build_round_amount(one: RoundOutcome | None, columns: Sequence[str], *, exact: bool) -> Amount:
    """What a round brought, by the number that ranks overall."""
    if one is None:
        return Amount("·", "even of-round")
    text, css = format_in_round(one, columns[-1]) if columns[-1] != MONEY else _format_gain(one.gain, exact=exact)
    return Amount(text, f"{css} of-round", one.place if SCORE in columns else 0)


def _format_gain(gain: int, *, exact: bool) -> tuple[str, str]:
    return format_play_money(gain, exact=exact, sign=True), direction(gain)


def _has_changed(standings: Standings, edition: Edition | None) -> bool:
    """Whether what was published is not what would be published now."""
    return edition is not None and bool(compute_changes(edition.rows, compute_rows(standings, edition.of)))


def build_edition_page(edition: Edition, players: dict[int, Player], settings: Settings) -> StandingPage:
    """A result as it was published, with the names of today."""
    columns = list_columns(settings, list_criteria(settings, edition.of))
    exact = any(row.counted % WHOLE for row in edition.rows)
    rounds = tuple(sorted({of.round for row in edition.rows for of in row.rounds}))
    rows = tuple(_build_edition_row(row, players[row.person], columns, rounds, exact=exact) for row in edition.rows)
    told = list_heads(columns, of=edition.of), MONEY in columns, POINTS in columns
    return StandingPage(
        edition.of, rounds if columns[-1] != MONEY else (), (Block(0, rows),), (), edition, False, *told
    )


def _build_edition_row(
    one: EditionRow, player: Player, columns: Sequence[str], rounds: Sequence[int], *, exact: bool
) -> StandingRow:
    text = format_play_money(one.counted, exact=exact, sign=one.start == 0)
    about: Sequence[int] = (one.table,) if one.table else ()
    cells = (*_list_round_amounts(one, columns, rounds), *build_amounts(one, columns, text))
    place = one.place if SCORE in columns else 0
    return StandingRow(
        _format_rank(one), player.number, player.name, "", tuple(about), one.replaced, cells, one.rank == 1, place
    )


def _list_round_amounts(one: EditionRow, columns: Sequence[str], rounds: Sequence[int]) -> Iterator[Amount]:
    """What each round brought, as it was published."""
    if columns[-1] == MONEY:
        return
    played = {of.round: of for of in one.rounds}
    for number in rounds:
        of = played.get(number)
        if of is None:
            yield Amount("·", "even of-round")
        else:
            text, css = format_in_round(of, columns[-1])
            yield Amount(text, f"{css} of-round", of.place)
