"""The surroundings of a table in a tournament: provided by the app that knows them, used by the pages of a table.

scoring never imports tournaments: `tournaments.apps` registers its functions here when the program starts.
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from django.db.models import Q

from scoring.models import GameTable


class TableHooks(NamedTuple):
    """The functions of the app that places tables in tournaments."""

    # The context for the template `template` on a table's page; the same on every phone.
    shown: Callable[[GameTable, Any], dict[str, Any]]  # table, its TableView
    template: str
    # True if a director may change a table with a clock from its own pages now: they have seen the warning.
    may_direct: Callable[[GameTable], bool] = lambda _table: True
    # The warning before a change at a table with a clock; "": none.
    warning: Callable[[GameTable], str] = lambda _table: ""


_table_hooks: list[TableHooks] = []


def register_table_hooks(around: TableHooks) -> None:
    """Register an app's functions; the last registration counts."""
    _table_hooks[:] = [around]


def may_direct(table: GameTable) -> bool:
    """Return whether a director may make changes that players cannot, on the pages of a table; True without a clock."""
    return not table.clock or not _table_hooks or _table_hooks[0].may_direct(table)


def get_table_warning(table: GameTable) -> str:
    """Return the warning before a change of a table's book, in a sentence; empty without a clock."""
    return _table_hooks[0].warning(table) if table.clock and _table_hooks else ""


def build_table_context(table: GameTable, view: Any) -> dict[str, Any] | None:
    """Return the template context beside a table's book; None for a table without a clock, outside any tournament."""
    if not table.clock or not _table_hooks:
        return None
    return {"template": _table_hooks[0].template, **_table_hooks[0].shown(table, view)}


Choice = tuple[str, str]  # a word for the address, and its label


class StatisticsHooks(NamedTuple):
    """The functions of the app that places tables in tournaments, for the statistics."""

    # The evenings, the tables that count by default, and the listed tables: conditions on GameTable.
    # None of them includes the archive.
    evenings: Callable[[], Q]
    counting: Callable[[], Q]
    listed: Callable[[], Q]
    # The other choices of the filter in a club, in groups: tournaments, seasons.
    choices: Callable[[int], list[tuple[str, list[Choice]]]]
    # The tables of a word; None: the club has no such word.
    tables: Callable[[int, str], Q | None]
    # The places of tables in words, by their ids; the others are evenings.
    places: Callable[[Collection[int]], dict[int, str]]


def _exclude_archived() -> Q:
    return Q(archived=None)


_ONLY_EVENINGS = StatisticsHooks(
    _exclude_archived,
    _exclude_archived,
    _exclude_archived,
    lambda _club: [],
    lambda _club, _word: None,
    lambda _tables: {},
)
_statistics_hooks: list[StatisticsHooks] = []


def register_statistics_hooks(among: StatisticsHooks) -> None:
    """Register an app's functions; the last registration counts."""
    _statistics_hooks[:] = [among]


def get_statistics_hooks() -> StatisticsHooks:
    """Return the registered functions, or those for evenings only."""
    return _statistics_hooks[0] if _statistics_hooks else _ONLY_EVENINGS
