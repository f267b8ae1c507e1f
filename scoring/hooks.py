"""What surrounds a table of a tournament: told by the app that knows, asked by the pages of a table.

scoring never imports tournaments: `tournaments.apps` puts its own answers here when the program starts.
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from django.db.models import Q

from scoring.models import GameTable


class TableHooks(NamedTuple):
    """The answers of the app that has put a table somewhere."""

    # What a table's page shows of it: a context for the template that `template` names; the same on every phone.
    shown: Callable[[GameTable, Any], dict[str, Any]]  # table, its TableView
    template: str
    # Whether a director may change a table with a clock from its own pages now: he has been told what that means.
    may_direct: Callable[[GameTable], bool] = lambda _table: True
    # What whoever changes a table with a clock is told before it is written; "": nothing.
    warning: Callable[[GameTable], str] = lambda _table: ""


_table_hooks: list[TableHooks] = []


def register_table_hooks(around: TableHooks) -> None:
    """Let an app answer; the last one counts."""
    _table_hooks[:] = [around]


def may_direct(table: GameTable) -> bool:
    """Whether a director may change what players cannot, on the pages of a table; always where no clock is."""
    return not table.clock or not _table_hooks or _table_hooks[0].may_direct(table)


def get_table_warning(table: GameTable) -> str:
    """What stands against a change of a table's book, in a sentence; nothing where no clock is."""
    return _table_hooks[0].warning(table) if table.clock and _table_hooks else ""


def build_table_context(table: GameTable, view: Any) -> dict[str, Any] | None:
    """What a table's page shows beside its book; None for a table without a clock: it is of no tournament."""
    if not table.clock or not _table_hooks:
        return None
    return {"template": _table_hooks[0].template, **_table_hooks[0].shown(table, view)}


Choice = tuple[str, str]  # a word for the address, and what is read


class StatisticsHooks(NamedTuple):
    """The answers of the app that has put tables somewhere."""

    # Those of an evening, what of a club's tables counts by itself, and what is listed: conditions on GameTable.
    # What is in the archive is none of them.
    evenings: Callable[[], Q]
    counting: Callable[[], Q]
    listed: Callable[[], Q]
    # What else can be picked out in a club, in groups: tournaments, seasons.
    choices: Callable[[int], list[tuple[str, list[Choice]]]]
    # The tables of a word; None: there is no such word in this club.
    tables: Callable[[int, str], Q | None]
    # Where tables stand, in words, by their ids; those that are not there are evenings.
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
    """Let an app answer; the last one counts."""
    _statistics_hooks[:] = [among]


def get_statistics_hooks() -> StatisticsHooks:
    """Whoever answers."""
    return _statistics_hooks[0] if _statistics_hooks else _ONLY_EVENINGS
