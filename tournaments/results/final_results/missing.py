"""The items still missing before a result can be published, with their tables; a fixed number of queries."""

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.core.editions import FINAL, LOTS, find_latest_edition
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.hall.desk.pending import HANDS_DISPUTED, HANDS_HELD, HANDS_LATE, REFEREE_CALLED
from tournaments.hall.standing.standing import Standings, build_standing_scope, is_broken_by_lot, list_drawn_lots
from tournaments.models import RoundTable
from tournaments.results.standings.editions import compute_rows, compute_standing_changes, load_standing_editions

NOT_DONE, NOT_STARTED, NOT_CLOSED, NO_ROUND = "not_done", "not_started", "not_closed", "no_round"
CORRECTED_ROUND = "corrected"  # since its result was published


class Missing(NamedTuple):
    """An item without which there is no result."""

    code: str  # one of the above, of desk.pending, or LOTS
    round: int = 0  # number; 0: of the tournament
    table: int = 0  # number; 0: of the whole round
    many: int = 0


def list_missing(standings: Standings, scope: int) -> tuple[Missing, ...]:
    """Return the items missing before the result of a round, or (FINAL) the final one, can be published."""
    return list_missing_at_end(standings) if scope == FINAL else _list_missing_in_round(standings, scope)


def _list_missing_in_round(standings: Standings, number: int) -> tuple[Missing, ...]:
    round_ = standings.stand.get_round(number)
    if not round_.started:
        return (Missing(NOT_STARTED, number),)
    rows = load_rows(RoundTable.objects.filter(round=round_.id))
    return (
        *(missing_item for row in rows for missing_item in _list_at_table(row, number)),
        *_list_lots(standings, number),
    )


def list_missing_at_end(standings: Standings) -> tuple[Missing, ...]:
    """Return the items missing before the final result can be published: each round must be over, with nothing open."""
    # The other rounds were given up.
    rounds = [round_ for round_ in standings.stand.rounds if round_.started or not round_.closed]
    if not rounds:
        return (Missing(NO_ROUND),)
    # One sentence is enough for a round that is not over: its own list shows the rest.
    tables = RoundTable.objects.filter(round__tournament=standings.stand.tournament, round__started__isnull=False)
    tables = tables.filter(round__closed__isnull=False)
    by_round = dict(tables.values_list("pk", "round__number"))
    open_rounds = (Missing(NOT_CLOSED, round_.number) for round_ in rounds if not round_.closed)
    at_tables = (missing_item for row in load_rows(tables) for missing_item in _list_at_table(row, by_round[row.table]))
    return (*open_rounds, *_list_corrected(standings), *at_tables, *_list_lots(standings, 0))


def _list_corrected(standings: Standings) -> Iterator[Missing]:
    """Yield the rounds whose published result is out of date: papers of one tournament must agree."""
    editions = load_standing_editions(standings.stand.tournament)
    for round_ in standings.stand.rounds:
        edition = find_latest_edition(editions, round_.number)
        if edition is not None and compute_standing_changes(edition.rows, compute_rows(standings, round_.number)):
            yield Missing(CORRECTED_ROUND, round_.number)


def _list_at_table(row: OverviewRow, number: int) -> Iterator[Missing]:
    if row.called is not None:
        yield Missing(REFEREE_CALLED, number, row.number)
    for code, many in ((HANDS_DISPUTED, row.disputed), (HANDS_LATE, row.late), (HANDS_HELD, row.held)):
        if many:
            yield Missing(code, number, row.number, many)
    if row.is_open:
        yield Missing(NOT_DONE, number, row.number)


def _list_lots(standings: Standings, number: int) -> Iterator[Missing]:
    """Yield equal ranks that are to be decided by lot: the director must draw the lots first."""
    if not is_broken_by_lot(standings.stand, number):
        return
    if build_standing_scope(number) in list_drawn_lots(standings.stand.tournament):
        return
    standing = standings.find_round(number) if number else None
    ranks = standing.lines if standing is not None else standings.totals if not number else ()
    by_rule = bool(number) and standings.stand.settings.replaced_last  # the last rank is shared by rule, not by chance
    if any(rank.shared and not (by_rule and rank.replaced) for rank in ranks):
        yield Missing(LOTS, number)
