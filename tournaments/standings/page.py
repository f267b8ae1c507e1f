"""A standing as its page shows it: plain texts, worked out once for all who look."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.templatetags.amounts import direction
from tournaments.settings import TABLE, Settings
from tournaments.standings.cells import WHOLE, Amount, amounts, heads_of, in_round, play_money
from tournaments.standings.columns import MONEY, POINTS, SCORE, columns_of, criteria_of
from tournaments.standings.editions import FINAL, Edition, Ranked, changes, latest, rows_now
from tournaments.standings.players import Player
from tournaments.standings.standing import Line, OfRound, Standings, Total


class Row(NamedTuple):
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
    rows: tuple[Row, ...]


class Shown(NamedTuple):
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


def shown_round(standings: Standings, number: int, editions: Iterable[Edition] = ()) -> Shown | None:
    """The standing of a round; None where it is not drawn."""
    standing = standings.of(number)
    if standing is None:
        return None
    settings = standings.stand.settings
    columns = columns_of(settings, settings.round_criteria)
    exact = any(one.capital % WHOLE for one in standing.lines)
    tables = sorted({one.table for one in standing.lines}) if settings.scope == TABLE else [0]
    blocks = (
        Block(table, tuple(_row(one, columns, exact=exact) for one in standing.lines if table in (0, one.table)))
        for table in tables
    )
    published = latest(editions, number)
    told = heads_of(columns, of=number), MONEY in columns, POINTS in columns
    return Shown(number, (), tuple(blocks), standing.struck, published, _changed(standings, published), *told)


def _row(line: Line, columns: Sequence[str], *, exact: bool) -> Row:
    return Row(
        _rank(line),
        line.player.number,
        line.player.name,
        ", ".join(line.before),
        (line.table,),
        line.replaced,
        amounts(line, columns, play_money(line.counted, exact=exact)),
        line.rank == 1,
        line.place if SCORE in columns else 0,
    )


def _rank(one: Line | Total | Ranked) -> str:
    return f"{one.rank}."


def shown_totals(standings: Standings, editions: Iterable[Edition] = ()) -> Shown:
    """The standing over all rounds that have started."""
    settings = standings.stand.settings
    columns = columns_of(settings, settings.overall_criteria)
    exact = any(one.gain % WHOLE for one in standings.totals)
    rows = tuple(_total(one, columns, exact=exact) for one in standings.totals)
    rounds = tuple(one.number for one in standings.stand.played)
    published = latest(editions, FINAL)
    told = heads_of(columns, of=FINAL), MONEY in columns, POINTS in columns
    return Shown(FINAL, rounds, (Block(0, rows),), (), published, _changed(standings, published), *told)


def _total(total: Total, columns: Sequence[str], *, exact: bool) -> Row:
    by_round = (_of_round(one, columns, exact=exact) for one in total.rounds)
    whole = amounts(total, columns, play_money(total.gain, exact=exact, sign=True))
    name, number = total.player.name, total.player.number
    return Row(_rank(total), number, name, "", (), total.replaced, (*by_round, *whole), total.rank == 1)


def _of_round(one: OfRound | None, columns: Sequence[str], *, exact: bool) -> Amount:
    """What a round brought, by the number that ranks overall."""
    if one is None:
        return Amount("·", "even of-round")
    text, css = in_round(one, columns[-1]) if columns[-1] != MONEY else _won(one.gain, exact=exact)
    return Amount(text, f"{css} of-round", one.place if SCORE in columns else 0)


def _won(gain: int, *, exact: bool) -> tuple[str, str]:
    return play_money(gain, exact=exact, sign=True), direction(gain)


def _changed(standings: Standings, edition: Edition | None) -> bool:
    """Whether what was published is not what would be published now."""
    return edition is not None and bool(changes(edition.rows, rows_now(standings, edition.of)))


def shown_edition(edition: Edition, players: dict[int, Player], settings: Settings) -> Shown:
    """A result as it was published, with the names of today."""
    columns = columns_of(settings, criteria_of(settings, edition.of))
    exact = any(one.counted % WHOLE for one in edition.rows)
    rounds = tuple(sorted({of.round for one in edition.rows for of in one.rounds}))
    rows = tuple(_ranked(one, players[one.person], columns, rounds, exact=exact) for one in edition.rows)
    told = heads_of(columns, of=edition.of), MONEY in columns, POINTS in columns
    return Shown(edition.of, rounds if columns[-1] != MONEY else (), (Block(0, rows),), (), edition, False, *told)


def _ranked(one: Ranked, player: Player, columns: Sequence[str], rounds: Sequence[int], *, exact: bool) -> Row:
    text = play_money(one.counted, exact=exact, sign=one.start == 0)
    about: Sequence[int] = (one.table,) if one.table else ()
    cells = (*_rounds_of(one, columns, rounds), *amounts(one, columns, text))
    place = one.place if SCORE in columns else 0
    return Row(_rank(one), player.number, player.name, "", tuple(about), one.replaced, cells, one.rank == 1, place)


def _rounds_of(one: Ranked, columns: Sequence[str], rounds: Sequence[int]) -> Iterator[Amount]:
    """What each round brought, as it was published."""
    if columns[-1] == MONEY:
        return
    played = {of.round: of for of in one.rounds}
    for number in rounds:
        of = played.get(number)
        if of is None:
            yield Amount("·", "even of-round")
        else:
            text, css = in_round(of, columns[-1])
            yield Amount(text, f"{css} of-round", of.place)
