"""Tables scored in several processes: this one, and helpers with a connection of their own that cannot write.

A new process imports this module before Django is set up: so it imports what needs Django only inside its functions.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.engine.house_rules.sheet import Sheet
    from scoring.reports.rescoring.comparison import Comparison

MAP_BYTES = 1 << 32  # at most
AHEAD = 2  # batches for each helper: the one that it scores, and the next
_work: dict[str, Sheet] = {}  # of a helper


def count_processors() -> int:
    """Return the number of processors of this computer."""
    return os.cpu_count() or 1


def compare_batches(batches: Iterable[list[int]], text: str, processes: int) -> Iterator[Comparison]:
    """Yield the sums of each batch of tables (ids) under a sheet, in any order; `text`: the sheet, canonical."""
    from scoring.book.ledger.sheet_versions import parse_text

    sheet, helpers = parse_text(text), processes - 1
    if not helpers:
        return (_compare(batch, sheet) for batch in batches)
    return _compare_with_helpers(iter(batches), sheet, text, helpers)


def _compare_with_helpers(batches: Iterator[list[int]], sheet: Sheet, text: str, helpers: int) -> Iterator[Comparison]:
    """Give each helper its batches, and score one here as often as all of them have theirs."""
    running: set[Future[Comparison]] = set()
    with _pause_collector(), _start_helpers(text, helpers) as pool:
        while True:
            done = {future for future in running if future.done()}
            running -= done
            yield from (future.result() for future in done)
            running |= {pool.submit(_compare_there, batch) for batch in islice(batches, helpers * AHEAD - len(running))}
            own = next(batches, None)
            if own is None:
                break
            yield _compare(own, sheet)
        yield from (future.result() for future in as_completed(running))


def _start_helpers(text: str, helpers: int) -> ProcessPoolExecutor:
    """Start the helpers, as copies of this process where that is safe: such a one can score at once.

    A copy must not have this process's connections, nor may other threads run while it is made.
    """
    from django.db import connection, connections

    can_copy = sys.platform == "linux" and threading.active_count() == 1 and not connection.in_atomic_block
    begin = (_copy_settings(connection.settings_dict), text)
    pool = ProcessPoolExecutor(helpers, get_context("fork" if can_copy else "spawn"), _begin, begin)
    if can_copy:
        connections.close_all()
        pool.submit(count_processors)  # with the first work for any of them all copies are made
        _map_file(connection)
    return pool


@contextmanager
def _pause_collector() -> Iterator[None]:
    """Let Python's garbage collector rest: all values here are trees, freed as soon as nobody names them."""
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def _copy_settings(settings: dict[str, Any]) -> dict[str, Any]:
    return {name: settings[name] for name in ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")}


def _begin(database: dict[str, Any], text: str) -> None:
    """Set up a helper: Django, its connection, and the sheet."""
    import django

    django.setup()
    from django.db import connection

    from scoring.book.ledger.sheet_versions import parse_text

    connection.settings_dict.update(database)
    _refuse_writes(connection)
    _map_file(connection)
    _work["sheet"] = parse_text(text)
    gc.freeze()
    gc.disable()


def _refuse_writes(connection: Any) -> None:
    query = "PRAGMA query_only = ON" if connection.vendor == "sqlite" else "SET default_transaction_read_only = on"
    with connection.cursor() as cursor:
        cursor.execute(query)


def _map_file(connection: Any) -> None:
    """Let SQLite read its file through the memory, without a copy of each page."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA mmap_size = {MAP_BYTES}")


def _compare_there(batch: list[int]) -> Comparison:
    return _compare(batch, _work["sheet"])


def _compare(batch: list[int], sheet: Sheet) -> Comparison:
    from scoring.reports.rescoring.comparison import compare_tables
    from scoring.reports.rescoring.selectors import load_table_lines

    return compare_tables(load_table_lines(batch), sheet)
