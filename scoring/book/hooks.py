"""The surroundings of a table in a tournament: provided by the app that knows them, used by the pages of a table.

scoring never imports tournaments: the settings name the module that has TABLE_HOOKS and STATISTICS_HOOKS (`HOOKS`). It
is imported when they are first used.
"""

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import IntegerField, Q, QuerySet, Value
from django.db.models.expressions import Combinable

from scoring.models import GameTable
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import Actor


def _build_no_number() -> Combinable:
    return Value(None, output_field=IntegerField())


class TableHooks(NamedTuple):
    """The functions of the app that places tables in tournaments."""

    # The context for the template `template` on a table's page; the same on every phone.
    shown: Callable[[GameTable, Any], dict[str, Any]]  # table, its TableView
    template: str
    # True if a director may change a table with a clock from its own pages now: they have seen the warning.
    may_direct: Callable[[GameTable], bool] = lambda _table: True
    # The correction of a table that is done, which publishes again what has changed (a BookCorrection of
    # table/corrections/services.py); None: the table is not done.
    correction: Callable[[GameTable], Any] = lambda _table: None
    # The expression for the start number of the person of a `Seated` row, in the tournament of its table.
    start_number: Callable[[], Combinable] = _build_no_number
    # The persons (ids) who hold a seat at a table and have not come.
    absent: Callable[[GameTable], Collection[int]] = lambda _table: ()
    # What follows from the end of an evening of a club (its id), in the same transaction; who ended it.
    note_end: Callable[[int, Actor], None] = lambda _club, _who: None
    # True if the euros of an evening are settled in a year, and nobody pays at the table.
    in_year: Callable[[GameTable], bool] = lambda _table: False


def _get_table_hooks(table: GameTable) -> TableHooks | None:
    """Return the functions for a table with a clock, if an app has them."""
    if not table.clock or not settings.HOOKS:
        return None
    hooks: TableHooks = import_module(settings.HOOKS).TABLE_HOOKS
    return hooks


def note_end(club: int, clock: str, who: Actor) -> None:
    """Tell the app that has the seasons that an evening of a club has ended; a table with a clock is no evening."""
    if not clock and settings.HOOKS:
        hooks: TableHooks = import_module(settings.HOOKS).TABLE_HOOKS
        hooks.note_end(club, who)


def is_paid_later(table: GameTable) -> bool:
    """Return whether the euros of a table are settled with those of other evenings; a table with a clock is none."""
    return bool(not table.clock and settings.HOOKS and import_module(settings.HOOKS).TABLE_HOOKS.in_year(table))


def may_direct(table: GameTable) -> bool:
    """Return whether a director may make changes that players cannot, on the pages of a table; True without a clock."""
    hooks = _get_table_hooks(table)
    return hooks is None or hooks.may_direct(table)


def list_absent(table: GameTable) -> Collection[int]:
    """Return the persons (ids) who hold a seat at a table and have not come; nobody without a clock."""
    hooks = _get_table_hooks(table)
    return hooks.absent(table) if hooks else ()


def find_correction(table: GameTable) -> Any:
    """Return the correction of a table that is done; None for one that is still played, or has no clock."""
    hooks = _get_table_hooks(table)
    return hooks.correction(table) if hooks else None


def build_table_context(table: GameTable, view: Any) -> dict[str, Any] | None:
    """Return the template context beside a table's book; None for a table without a clock, outside any tournament."""
    hooks = _get_table_hooks(table)
    return {"template": hooks.template, **hooks.shown(table, view)} if hooks else None


def build_start_number() -> Combinable:
    """Return the expression for the start number of the person of a `Seated` row; null at an evening."""
    if not settings.HOOKS:
        return _build_no_number()
    hooks: TableHooks = import_module(settings.HOOKS).TABLE_HOOKS
    return hooks.start_number()


Choice = tuple[str, str]  # a word for the address, and its label


class ListedTournament(NamedTuple):
    """A tournament in the list of evenings, in the place of its tables."""

    name: str
    href: str
    tables: int  # at once
    people: int


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
    # Of the tables of each tournament only the first one, with its day as `tournament_day`, and all evenings.
    first: Callable[[QuerySet[GameTable]], QuerySet[GameTable]]
    # The sum of an expression over all listed tables of the tournament of a table; null at an evening.
    add: Callable[[Combinable], Combinable]
    # The tournaments of tables, by the ids of these.
    tournaments: Callable[[Collection[int]], dict[int, ListedTournament]]
    # The results of those that are over and published, by the same: `winners`, and the `amount` that decided.
    results: Callable[[Collection[int]], dict[int, Any]]
    # The next tournaments of a club, as its front has them.
    coming: Callable[[Club], Sequence[Any]]


def get_statistics_hooks() -> StatisticsHooks:
    """Return the functions of the app that has them."""
    hooks: StatisticsHooks = import_module(settings.HOOKS).STATISTICS_HOOKS
    return hooks
