"""The chips of all tables of a round in one list: what is computed, what was counted, and by whom."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tournaments.desk.chips import Count, counts_at
from tournaments.desk.messages import open_at
from tournaments.desk.overview import Row, rows_of
from tournaments.desk.pending import pending_in
from tournaments.models import Round, RoundTable
from tournaments.rounds import table_capital
from tournaments.rules import capital
from tournaments.selectors import Found
from tournaments.settings import Settings


class Player(NamedTuple):
    """What should lie before a player, and what was counted there, in cents."""

    place: int
    name: str
    computed: int
    counted: int | None  # None: not since the last entry

    @property
    def difference(self) -> int:
        """By how much the chips are more."""
        return 0 if self.counted is None else self.counted - self.computed


class Tally(NamedTuple):
    """A table in the list."""

    row: Row
    seen: int  # sequence number of the last entry of its book
    players: tuple[Player, ...]
    last_count: Count | None  # of chips, since the last entry
    pending: tuple[str, ...]  # what is open there, a sentence each
    is_ticked: bool

    @property
    def can_agree(self) -> bool:
        """Whether one tap may say that the chips of this table are right: it has played, and nothing differs."""
        return self.row.is_at_end and not self.pending and not self.row.differs

    @property
    def needs(self) -> bool:
        """Whether somebody must look at it: chips differ, or have to be counted once more."""
        return self.row.is_open and (self.row.differs or self.row.is_stale)


def context_of(found: Found, *, tick_all: bool = False) -> dict[str, Any]:
    """For the template; `tick_all`: of all tables that have played, not only those of which a phone says so."""
    tallies = tallies_of(found.round, found.settings, tick_all=tick_all)
    return {
        "tournament": found.tournament,
        "round": found.round,
        "tallies": sorted(tallies, key=lambda one: (not one.row.is_open, not one.needs, not one.row.is_at_end)),
        "done": sum(not one.row.is_open for one in tallies),
        "agreeable": sum(one.can_agree for one in tallies),
        "ticked": sum(one.is_ticked for one in tallies),
        "confirmed": sum(one.row.is_played and one.row.is_confirmed and not one.row.differs for one in tallies),
    }


def tallies_of(round_: Round, settings: Settings, *, tick_all: bool = False, only: int | None = None) -> list[Tally]:
    """All tables of a round, by number, or the one with this id; a fixed number of queries."""
    tables = RoundTable.objects.filter(round=round_, **({} if only is None else {"pk": only}))
    counts = counts_at(list(tables.values_list("pk", flat=True)))
    games = {one.pk: one.game_table for one in tables.select_related("game_table")}
    keys = {pk: table_capital.Key(one.pk, one.last_sequence, bytes(one.head), one.news) for pk, one in games.items()}
    holders = table_capital.of_tables(list(keys.values()), settings)
    return [
        _tally(row, games[row.table].last_sequence, holders[games[row.table].pk], counts, settings, tick_all=tick_all)
        for row in rows_of(tables)
    ]


def _tally(
    row: Row,
    seen: int,
    holders: tuple[table_capital.Holder, ...],
    counts: Mapping[int, Count],
    settings: Settings,
    *,
    tick_all: bool,
) -> Tally:
    count = counts.get(row.table) if row.counted else None
    counted = {} if count is None else count.chips
    here = sorted((one.course for one in holders if one.course.stay.until is None), key=lambda one: one.stay.place)
    players = tuple(
        Player(one.stay.place, name, capital.shown(one.now), counted.get(one.stay.id))
        for name, one in zip(row.names, here, strict=False)
    )
    pending = tuple(open_at(pending_in(row, double=settings.double_round)))
    tally = Tally(row, seen, players, count, pending, is_ticked=False)
    return tally._replace(is_ticked=tally.can_agree and row.is_played and (tick_all or row.counted))
