"""Rows that several tests of a file take: written once, copied for each test, rolled back after the last one.

    @share_rows
    def played_round():
        return whole(8)

is a fixture. Its rows stand in a transaction below that of each test, which rolls back what the test has written. What
a test gets is a copy: no test sees what another one has changed in memory. A shared fixture may take other shared ones
(`def published(played_round)`), but nothing that is made for each test, such as a clock or a changed setting. Tests
that take the same rows run one after the other; a test that takes none finds the database empty, as everywhere.
"""

import copy
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from django.test import TestCase
from pytest_django import DjangoDbBlocker

from tarockclub.platform.server.page_cache import LruCache, PageCache, VersionCache

PACKAGES = ("scoring.", "tarockclub.", "tournaments.")

Write = Callable[..., Any]


class Level(NamedTuple):
    """The rows of one shared fixture, and the transaction in which they stand."""

    write: Write
    rows: Any
    atomics: Any
    blocker: DjangoDbBlocker


_WRITES: dict[Callable[..., Any], Write] = {}  # by the functions that pytest calls, in the order of their definition
_LEVELS: list[Level] = []  # what stands in the database now, outermost first


def share_rows(write: Write) -> Any:
    """Make a fixture of a function that writes rows for several tests of a file."""

    def take(**taken: Any) -> Any:
        return taken["shared_copies"][write]

    names = ("shared_copies", "db", *inspect.signature(write).parameters)
    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    take.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    _WRITES[take] = write
    return pytest.fixture(name=write.__name__)(take)


@pytest.fixture
def shared_copies(db: None) -> Mapping[Write, Any]:
    """Return one test's copies of its shared rows, made together: what is one object in two of them stays one."""
    clear_caches()
    return copy.deepcopy({level.write: level.rows for level in _LEVELS})


def list_writes(item: pytest.Item) -> list[Write]:
    """Return what writes the shared rows of a test, in an order that is the same for all tests."""
    definitions = getattr(item, "_fixtureinfo", None)
    by_name = {} if definitions is None else definitions.name2fixturedefs
    found = {defined[-1].func: name for name, defined in by_name.items() if defined[-1].func in _WRITES}
    writes: dict[Write, None] = {}
    for take in _WRITES:
        if take in found:
            _add_with_parents(writes, _WRITES[take], by_name)
    return list(writes)


def _add_with_parents(writes: dict[Write, None], write: Write, by_name: Mapping[str, Any]) -> None:
    """Add what writes some rows, behind what writes the rows that they need."""
    for parent in _list_parents(write, by_name):
        _add_with_parents(writes, parent, by_name)
    writes.setdefault(write)


def _list_parents(write: Write, by_name: Mapping[str, Any]) -> list[Write]:
    parents = []
    for name in inspect.signature(write).parameters:
        function = by_name[name][-1].func if name in by_name else None
        if function not in _WRITES:
            where = f"{write.__module__}.{write.__name__}"
            raise pytest.UsageError(f"{where} takes {name}, which each test has of its own: shared rows cannot.")
        parents.append(_WRITES[function])
    return parents


def order_by_rows(items: list[pytest.Item]) -> None:
    """Let the tests of a file that take the same rows follow each other; refuse those that cannot see them."""
    files = {path: at for at, path in enumerate(dict.fromkeys(item.path for item in items))}
    places = {write: at for at, write in enumerate(_WRITES.values())}
    keys: dict[pytest.Item, tuple[int, ...]] = {}
    for item in items:
        writes = list_writes(item)
        if writes and "fresh_database" in getattr(item, "fixturenames", ()):
            raise pytest.UsageError(f"{item.nodeid}: fresh_database is another database than that of shared rows.")
        keys[item] = (files[item.path], *(places[write] for write in writes))
    items.sort(key=keys.__getitem__)


def write_rows(item: pytest.Item, blocker: DjangoDbBlocker) -> None:
    """Write the shared rows of a test that are not there yet, each in a transaction below that of the test."""
    writes = list_writes(item)
    roll_back_rows(writes)
    for write in writes[len(_LEVELS) :]:
        parents = {level.write: level.rows for level in _LEVELS}
        by_name = item._fixtureinfo.name2fixturedefs  # type: ignore[attr-defined]
        taken = [parents[parent] for parent in _list_parents(write, by_name)]
        with blocker.unblock():
            atomics = TestCase._enter_atomics()  # type: ignore[attr-defined]
            try:
                clear_caches()
                rows = write(*copy.deepcopy(taken))
            except BaseException:
                TestCase._rollback_atomics(atomics)  # type: ignore[attr-defined]
                raise
        _LEVELS.append(Level(write, rows, atomics, blocker))


def roll_back_rows(needed: Sequence[Write] = ()) -> None:
    """Roll back the rows that the next test does not take, and those above them."""
    while [level.write for level in _LEVELS] != list(needed[: len(_LEVELS)]):
        level = _LEVELS.pop()
        with level.blocker.unblock():
            TestCase._rollback_atomics(level.atomics)  # type: ignore[attr-defined]


def forget_rows() -> None:
    """Leave the rows to a database that is removed; beside a browser Django may have another connection by now."""
    _LEVELS.clear()


def clear_caches() -> None:
    """Forget what the program keeps in memory by numbers of rows, which are given again after a rollback."""
    for module, name in _list_caches(len(sys.modules)):
        _clear(getattr(module, name))


@lru_cache(maxsize=1)
def _list_caches(_modules: int) -> list[tuple[ModuleType, str]]:
    """Return where the caches of all modules are, of which there are so many now."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(PACKAGES)]
    # By their type: what is lazy would be worked out only to say of what class it is.
    values = [(module, name, type(value)) for module in modules for name, value in vars(module).items()]
    return [(module, name) for module, name, kind in values if issubclass(kind, LruCache | VersionCache | PageCache)]


def _clear(cache: Any) -> None:
    for kept in (cache, *vars(cache).values()):
        if isinstance(kept, dict):
            kept.clear()
        elif isinstance(kept, LruCache | VersionCache) and kept is not cache:
            _clear(kept)
