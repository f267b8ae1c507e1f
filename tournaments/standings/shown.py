"""A standing as its page shows it: plain texts, worked out once for all who look."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.templatetags.amounts import MINUS, bare_cents, direction
from tournaments.capital import PARTS, shown
from tournaments.standings.editions import FINAL, Edition, Ranked, changes, latest, rows_now
from tournaments.standings.people import Player
from tournaments.standings.standing import Line, Standings, Total

WHOLE = 100 * PARTS  # one of play money


class Row(NamedTuple):
    """Somebody in a standing."""

    rank: str
    number: int  # start number; 0: he has only taken over a seat
    name: str
    before: str  # who held his seat before him
    about: tuple[int, ...]  # in a round: his table; over all rounds: none
    replaced: int
    amounts: tuple[tuple[str, str], ...]  # text and the class of its cell; the last one ranks
    wins: bool


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


def play_money(amount: int, *, exact: bool = False, sign: bool = False) -> str:
    """Play money to be read; without decimals unless `exact`.

    >>> play_money(-12 * WHOLE), play_money(12 * WHOLE + 200, exact=True).replace(",", "."), play_money(600, sign=True)
    ('−12', '12.33', '+1')
    """
    text = bare_cents(shown(amount)) if exact else str(abs(amount) // WHOLE)
    if not exact and amount <= -WHOLE:
        text = MINUS + text
    return f"+{text}" if sign and amount > 0 else text


def shown_round(standings: Standings, number: int, editions: Iterable[Edition] = ()) -> Shown | None:
    """The standing of a round; None where it is not drawn."""
    standing = standings.of(number)
    if standing is None:
        return None
    exact = any(one.capital % WHOLE for one in standing.lines)
    by_table = standings.stand.settings.scope == "table"
    tables = sorted({one.table for one in standing.lines}) if by_table else [0]
    blocks = (
        Block(table, tuple(_row(one, exact=exact) for one in standing.lines if table in (0, one.table)))
        for table in tables
    )
    published = latest(editions, number)
    return Shown(number, (), tuple(blocks), standing.struck, published, _changed(standings, published))


def _row(line: Line, *, exact: bool) -> Row:
    return Row(
        _rank(line),
        line.player.number,
        line.player.name,
        ", ".join(line.before),
        (line.table,),
        line.replaced,
        ((play_money(line.counted, exact=exact), direction(line.gain)),),
        line.rank == 1,
    )


def _rank(one: Line | Total | Ranked) -> str:
    return f"{one.rank}."


def shown_totals(standings: Standings, editions: Iterable[Edition] = ()) -> Shown:
    """The standing over all rounds that have started."""
    exact = any(one.gain % WHOLE for one in standings.totals)
    rows = tuple(_total(one, exact=exact) for one in standings.totals)
    rounds = tuple(one.number for one in standings.stand.played)
    published = latest(editions, FINAL)
    return Shown(FINAL, rounds, (Block(0, rows),), (), published, _changed(standings, published))


def _total(total: Total, *, exact: bool) -> Row:
    by_round = (
        ("·", "even") if one is None else (play_money(one.gain, exact=exact, sign=True), direction(one.gain))
        for one in total.rounds
    )
    whole = play_money(total.gain, exact=exact, sign=True), direction(total.gain)
    name, number = total.player.name, total.player.number
    return Row(_rank(total), number, name, "", (), total.replaced, (*by_round, whole), total.rank == 1)


def _changed(standings: Standings, edition: Edition | None) -> bool:
    """Whether what was published is not what would be published now."""
    return edition is not None and bool(changes(edition.rows, rows_now(standings, edition.of)))


def shown_edition(edition: Edition, players: dict[int, Player]) -> Shown:
    """A result as it was published, with the names of today."""
    exact = any(one.counted % WHOLE for one in edition.rows)
    rows = tuple(_ranked(one, players[one.person], exact=exact) for one in edition.rows)
    return Shown(edition.of, (), (Block(0, rows),), (), edition, has_changed=False)


def _ranked(one: Ranked, player: Player, *, exact: bool) -> Row:
    text = play_money(one.counted, exact=exact, sign=one.start == 0)
    about: Sequence[int] = (one.table,) if one.table else ()
    amounts = ((text, direction(one.gain)),)
    return Row(_rank(one), player.number, player.name, "", tuple(about), one.replaced, amounts, one.rank == 1)
