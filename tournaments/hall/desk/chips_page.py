"""The chips of all tables of a round in one list: computed, counted, and by whom."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tournaments.core.selectors import RoundContext
from tournaments.core.settings import Settings, has_double_round
from tournaments.hall.desk.chips import (
    ChipTableCount,
    PlayerChips,
    build_player_chips,
    list_present_courses,
    load_counts,
)
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.hall.desk.pending import format_pending, list_row_pending
from tournaments.hall.rounds import table_capital
from tournaments.models import Round, RoundTable


class ChipTally(NamedTuple):
    """A table in the list."""

    row: OverviewRow
    seen: int  # sequence number of the last entry of its book
    players: tuple[PlayerChips, ...]
    last_count: ChipTableCount | None  # of chips, since the last entry
    pending: tuple[str, ...]  # the open points there, a sentence each
    is_ticked: bool

    @property
    def can_agree(self) -> bool:
        """Tell whether one tap may confirm the chips of this table: it has played, and nothing differs."""
        return self.row.is_at_end and not self.pending and not self.row.differs

    @property
    def needs(self) -> bool:
        """Tell whether the table needs attention: chips differ, or have to be counted again."""
        return self.row.is_open and (self.row.differs or self.row.is_stale)


def build_chips_context(context: RoundContext, *, tick_all: bool = False) -> dict[str, Any]:
    """Build the template context; `tick_all`: tick all tables that have played, not only those confirmed by a phone."""
    tallies = load_tallies(context.round, context.settings, tick_all=tick_all)
    return {
        "tournament": context.tournament,
        "round": context.round,
        "tallies": sorted(tallies, key=lambda tally: (not tally.row.is_open, not tally.needs, not tally.row.is_at_end)),
        "done": sum(not tally.row.is_open for tally in tallies),
        "agreeable": sum(tally.can_agree for tally in tallies),
        "ticked": sum(tally.is_ticked for tally in tallies),
        "confirmed": sum(tally.row.is_played and tally.row.is_confirmed and not tally.row.differs for tally in tallies),
    }


def load_tallies(round_: Round, settings: Settings, *, tick_all: bool = False) -> list[ChipTally]:
    """Load all tables of a round, by number; a fixed number of queries."""
    tables = RoundTable.objects.filter(round=round_)
    counts = load_counts(list(tables.values_list("pk", flat=True)))
    games = {table.pk: table.game_table for table in tables.select_related("game_table")}
    keys = {
        pk: table_capital.CapitalKey(game.pk, game.last_sequence, bytes(game.head), game.news)
        for pk, game in games.items()
    }
    holders = table_capital.load_holders(list(keys.values()), settings)
    settings = settings._replace(double_round=has_double_round(settings, round_.number))
    return [
        _build_tally(
            row, games[row.table].last_sequence, holders[games[row.table].pk], counts, settings, tick_all=tick_all
        )
        for row in load_rows(tables)
    ]


def _build_tally(
    row: OverviewRow,
    seen: int,
    holders: tuple[table_capital.Holder, ...],
    counts: Mapping[int, ChipTableCount],
    settings: Settings,
    *,
    tick_all: bool,
) -> ChipTally:
    count = counts.get(row.table) if row.counted else None
    counted = {} if count is None else count.chips
    courses = list_present_courses(holder.course for holder in holders)
    players = tuple(build_player_chips(course, name, counted) for name, course in zip(row.names, courses, strict=False))
    pending = tuple(format_pending(list_row_pending(row, double=settings.double_round)))
    tally = ChipTally(row, seen, players, count, pending, is_ticked=False)
    return tally._replace(is_ticked=tally.can_agree and row.is_played and (tick_all or row.counted))
