"""Standings for their page: plain texts, computed once for all users."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.settings import TABLE, Settings
from tournaments.hall.standing.players import StandingPlayer
from tournaments.hall.standing.standing import RoundLine, RoundOutcome, Standings, Total
from tournaments.results.standings.cells import (
    WHOLE,
    AmountCell,
    build_amount,
    build_amounts,
    format_play_money,
    list_heads,
)
from tournaments.results.standings.columns import MONEY, POINTS, SCORE, list_columns, list_criteria
from tournaments.results.standings.editions import EditionRow, TournamentEdition, compute_rows, compute_standing_changes


class StandingRow(NamedTuple):
    """A player in the standings."""

    rank: str
    number: int  # start number; 0: the player only took over a seat
    name: str
    before: str  # previous holder of the seat
    about: tuple[int, ...]  # in a round: the table; over all rounds: empty
    replaced: int
    amounts: tuple[AmountCell, ...]  # the last one decides the rank
    wins: bool
    place: int = 0  # at the table, if shown


class StandingBlock(NamedTuple):
    """Rows under one heading: a table if tables are ranked separately, else all."""

    table: int  # 0: all
    rows: tuple[StandingRow, ...]


class StandingPage(NamedTuple):
    """Standings."""

    of: int  # a round's number, or FINAL
    rounds: tuple[int, ...]  # columns of the overall standing
    blocks: tuple[StandingBlock, ...]
    struck: tuple[int, ...]
    edition: TournamentEdition | None  # the newest that was published
    has_changed: bool  # since then
    heads: tuple[str, ...] = ()  # of the columns after those of the rounds
    in_money: bool = True  # it shows play money
    in_points: bool = False  # it shows place points


def build_round_page(
    standings: Standings, number: int, editions: Iterable[TournamentEdition] = ()
) -> StandingPage | None:
    """Return the standings of a round; None if it is not drawn."""
    standing = standings.find_round(number)
    if standing is None:
        return None
    settings = standings.stand.settings
    columns = list_columns(settings, settings.round_criteria)
    exact = any(line.capital % WHOLE for line in standing.lines)
    tables = sorted({line.table for line in standing.lines}) if settings.scope == TABLE else [0]
    blocks = (
        StandingBlock(
            table, tuple(_build_row(line, columns, exact=exact) for line in standing.lines if table in (0, line.table))
        )
        for table in tables
    )
    published = find_latest_edition(editions, number)
    told = list_heads(columns, scope=number), MONEY in columns, POINTS in columns
    return StandingPage(
        number, (), tuple(blocks), standing.struck, published, _has_changed(standings, published), *told
    )


def build_standing_rows(ranked: Sequence[RoundLine | Total], settings: Settings, scope: int) -> list[StandingRow]:
    """Return some lines of the standings of a round, or (FINAL) of the whole tournament."""
    columns = list_columns(settings, list_criteria(settings, scope))
    return [
        _build_row(line, columns, exact=bool(line.capital % WHOLE))
        if isinstance(line, RoundLine)
        else _build_total_row(line, columns, exact=bool(line.gain % WHOLE))
        for line in ranked
    ]


def _build_row(line: RoundLine, columns: Sequence[str], *, exact: bool) -> StandingRow:
    return StandingRow(
        _format_rank(line),
        line.player.number,
        line.player.name,
        ", ".join(line.before),
        (line.table,),
        line.replaced,
        build_amounts(line, columns, format_play_money(line.ranked_amount, exact=exact)),
        line.rank == 1,
        line.place if SCORE in columns else 0,
    )


def _format_rank(row: RoundLine | Total | EditionRow) -> str:
    return f"{row.rank}."


def build_overall_page(standings: Standings, editions: Iterable[TournamentEdition] = ()) -> StandingPage:
    """Return the standings over all rounds that have started."""
    settings = standings.stand.settings
    columns = list_columns(settings, settings.overall_criteria)
    exact = any(total.gain % WHOLE for total in standings.totals)
    rows = tuple(_build_total_row(total, columns, exact=exact) for total in standings.totals)
    rounds = tuple(round_.number for round_ in standings.stand.started_rounds)
    published = find_latest_edition(editions, FINAL)
    told = list_heads(columns, scope=FINAL), MONEY in columns, POINTS in columns
    return StandingPage(
        FINAL, rounds, (StandingBlock(0, rows),), (), published, _has_changed(standings, published), *told
    )


def _build_total_row(total: Total, columns: Sequence[str], *, exact: bool) -> StandingRow:
    by_round = (_build_round_amount(outcome, columns, exact=exact) for outcome in total.rounds)
    whole = build_amounts(total, columns, format_play_money(total.gain, exact=exact, sign=True))
    name, number = total.player.name, total.player.number
    return StandingRow(_format_rank(total), number, name, "", (), total.replaced, (*by_round, *whole), total.rank == 1)


def _build_round_amount(outcome: RoundOutcome | None, columns: Sequence[str], *, exact: bool) -> AmountCell:
    """Return the result of a round, by the number that ranks overall."""
    if outcome is None:
        return AmountCell("·", "even of-round")
    cell = build_amount(outcome, columns[-1], format_play_money(outcome.gain, exact=exact, sign=True))
    return AmountCell(cell.text, f"{cell.css} of-round", outcome.place if SCORE in columns else 0)


def _has_changed(standings: Standings, edition: TournamentEdition | None) -> bool:
    """Return True if the published result differs from the current one."""
    return edition is not None and bool(compute_standing_changes(edition.rows, compute_rows(standings, edition.of)))


def build_edition_page(
    edition: TournamentEdition, players: dict[int, StandingPlayer], settings: Settings
) -> StandingPage:
    """Return a published result with the current names."""
    columns = list_columns(settings, list_criteria(settings, edition.of))
    exact = any(row.ranked_amount % WHOLE for row in edition.rows)
    rounds = tuple(sorted({of.round for row in edition.rows for of in row.rounds}))
    rows = tuple(_build_edition_row(row, players[row.person], columns, rounds, exact=exact) for row in edition.rows)
    told = list_heads(columns, scope=edition.of), MONEY in columns, POINTS in columns
    return StandingPage(
        edition.of, rounds if columns[-1] != MONEY else (), (StandingBlock(0, rows),), (), edition, False, *told
    )


def _build_edition_row(
    row: EditionRow, player: StandingPlayer, columns: Sequence[str], rounds: Sequence[int], *, exact: bool
) -> StandingRow:
    text = format_play_money(row.ranked_amount, exact=exact, sign=row.start == 0)
    about: Sequence[int] = (row.table,) if row.table else ()
    cells = (*_list_round_amounts(row, columns, rounds), *build_amounts(row, columns, text))
    place = row.place if SCORE in columns else 0
    return StandingRow(
        _format_rank(row), player.number, player.name, "", tuple(about), row.replaced, cells, row.rank == 1, place
    )


def _list_round_amounts(row: EditionRow, columns: Sequence[str], rounds: Sequence[int]) -> Iterator[AmountCell]:
    """Yield the published result of each round."""
    if columns[-1] == MONEY:
        return
    played = {of.round: of for of in row.rounds}
    for number in rounds:
        of = played.get(number)
        if of is None:
            yield AmountCell("·", "even of-round")
        else:
            cell = build_amount(of, columns[-1], "")
            yield AmountCell(cell.text, f"{cell.css} of-round", of.place)
