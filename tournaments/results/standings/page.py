"""Standings for their page: plain texts, computed once for all users."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.selectors import load_settings
from tournaments.core.settings import TABLE, Settings
from tournaments.hall.standing.players import People, load_people
from tournaments.hall.standing.standing import RankedLine, Standings
from tournaments.models import Tournament
from tournaments.results.standings.column import NOTHING, WHOLE, AmountCell, StandingColumn, build_amounts, list_heads
from tournaments.results.standings.columns import SCORE, has_place_points_shown, is_money, list_shown_columns
from tournaments.results.standings.editions import (
    TournamentEdition,
    compute_rows,
    compute_standing_changes,
    load_standing_editions,
    read_lines,
)


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
    has_withdrawn: bool = False


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
    settings, lines = standings.stand.settings, standing.lines
    columns = list_shown_columns(settings, number, lines)
    exact = any(line.capital % WHOLE for line in lines)
    tables = sorted({line.table for line in lines}) if settings.scope == TABLE else [0]
    groups = [(table, [line for line in lines if table in (0, line.table)]) for table in tables]
    page = _build_page(groups, columns, number, exact=exact)._replace(struck=standing.struck)
    return _add_publication(page, standings, editions)


def build_overall_page(standings: Standings, editions: Iterable[TournamentEdition] = ()) -> StandingPage:
    """Return the standings over all rounds that have started."""
    exact = any(total.gain % WHOLE for total in standings.totals)
    rounds = tuple(round_.number for round_ in standings.stand.started_rounds)
    columns = list_shown_columns(standings.stand.settings, FINAL, standings.totals)
    page = _build_page([(0, standings.totals)], columns, FINAL, rounds, exact=exact)
    return _add_publication(page, standings, editions)


def build_edition_page(edition: TournamentEdition, people: People, settings: Settings) -> StandingPage:
    """Return a published result with the current names."""
    exact = any(row.ranked_amount % WHOLE for row in edition.rows)
    lines = read_lines(edition.rows, people, edition.of)
    rounds = tuple(sorted({played.round for row in edition.rows for played in row.rounds}))
    columns = list_shown_columns(settings, edition.of, lines)
    if is_money(columns[-1]):
        rounds = ()  # play money was not published round by round
    return _build_page([(0, lines)], columns, edition.of, rounds, exact=exact)._replace(edition=edition)


def list_winners(tournament: Tournament) -> list[StandingRow]:
    """Return who has won a tournament by the final result that counts; nobody before it is published."""
    edition = find_latest_edition(load_standing_editions(tournament), FINAL)
    if edition is None:
        return []
    first = edition._replace(rows=tuple(row for row in edition.rows if row.rank == 1))
    people = load_people(tournament, [row.person for row in first.rows])
    return [row for block in build_edition_page(first, people, load_settings(tournament)).blocks for row in block.rows]


def _build_page(
    groups: Iterable[tuple[int, Sequence[RankedLine]]],
    columns: Sequence[StandingColumn],
    scope: int,
    rounds: tuple[int, ...] = (),
    *,
    exact: bool,
) -> StandingPage:
    """Return standings as a page; `groups`: lines under the number of their table, or all under 0."""
    blocks = tuple(
        StandingBlock(table, tuple(_build_row(line, columns, exact=exact, by_round=bool(rounds)) for line in lines))
        for table, lines in groups
    )
    in_money, in_points = any(map(is_money, columns)), has_place_points_shown(columns)
    return StandingPage(scope, rounds, blocks, (), None, False, list_heads(columns), in_money, in_points)


def _add_publication(page: StandingPage, standings: Standings, editions: Iterable[TournamentEdition]) -> StandingPage:
    """Return the page with its newest edition, and whether the published result differs from the current one."""
    edition = find_latest_edition(editions, page.of)
    if edition is None:
        return page
    changes = compute_standing_changes(edition.rows, compute_rows(standings, page.of))
    return page._replace(edition=edition, has_changed=bool(changes))


def build_standing_rows(ranked: Sequence[RankedLine], settings: Settings, scope: int) -> list[StandingRow]:
    """Return some lines of the standings of a round, or (FINAL) of the whole tournament."""
    columns = list_shown_columns(settings, scope, ranked)
    return [
        _build_row(line, columns, exact=bool((line.capital if scope else line.gain) % WHOLE), by_round=True)
        for line in ranked
    ]


def _build_row(line: RankedLine, columns: Sequence[StandingColumn], *, exact: bool, by_round: bool) -> StandingRow:
    rounds = [_build_round_amount(played, columns, exact=exact) for played in line.rounds] if by_round else []
    return StandingRow(
        f"{line.rank}.",
        line.player.number,
        line.player.name,
        ", ".join(line.before),
        (line.table,) if line.table else (),
        line.replaced,
        (*rounds, *build_amounts(line, columns, exact=exact)),
        line.rank == 1,
        line.place if SCORE in columns else 0,
        line.player.has_withdrawn,
    )


def _build_round_amount(line: RankedLine | None, columns: Sequence[StandingColumn], *, exact: bool) -> AmountCell:
    """Return the result of a round, by the number that ranks overall."""
    if line is None:
        return AmountCell(NOTHING, "even of-round")
    cell = columns[-1].build_amount(line, exact=exact, mark=" of-round")
    return cell._replace(place=line.place) if SCORE in columns else cell
