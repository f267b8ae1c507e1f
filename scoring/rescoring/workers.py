"""Tables scored in several processes, each with a connection of its own that cannot write.

A new process imports this module before Django is set up: so it imports what needs Django only inside its functions.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.engine.house_rules.sheet import Sheet
    from scoring.rescoring.comparison import Comparison

AHEAD = 2  # batches that wait for each process
_work: dict[str, Sheet] = {}  # of a worker


def count_processors() -> int:
    """Return the number of processors of this computer."""
    return os.cpu_count() or 1


def compare_batches(batches: Iterable[list[int]], text: str, processes: int) -> Iterator[Comparison]:
    """Yield the sums of each batch of tables (ids) under a sheet, in any order; `text`: the sheet, canonical."""
    if processes == 1:
        from scoring.ledger.sheet_versions import parse_text

        sheet = parse_text(text)
        return (_compare(batch, sheet) for batch in batches)
    return _compare_beside(iter(batches), text, processes)


def _compare_beside(batches: Iterator[list[int]], text: str, processes: int) -> Iterator[Comparison]:
    from django.db import connection

    begin = (_copy_settings(connection.settings_dict), text)
    with ProcessPoolExecutor(processes, get_context("spawn"), _begin, begin) as pool:
        running: set[Future[Comparison]] = {
            pool.submit(_compare_there, batch) for batch in islice(batches, processes * AHEAD)
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for finished in done:
                running |= {pool.submit(_compare_there, batch) for batch in islice(batches, 1)}
                yield finished.result()


def _copy_settings(settings: dict[str, Any]) -> dict[str, Any]:
    return {name: settings[name] for name in ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")}


def _begin(database: dict[str, Any], text: str) -> None:
    """Set up a worker: Django, its connection, and the sheet."""
    import django

    django.setup()
    from django.db import connection

    from scoring.ledger.sheet_versions import parse_text

    connection.settings_dict.update(database)
    _refuse_writes(connection)
    _work["sheet"] = parse_text(text)
    gc.freeze()
    gc.disable()  # all values here are trees, freed as soon as nobody names them


def _refuse_writes(connection: Any) -> None:
    query = "PRAGMA query_only = ON" if connection.vendor == "sqlite" else "SET default_transaction_read_only = on"
    with connection.cursor() as cursor:
        cursor.execute(query)


def _compare_there(batch: list[int]) -> Comparison:
    return _compare(batch, _work["sheet"])


def _compare(batch: list[int], sheet: Sheet) -> Comparison:
    from scoring.rescoring.comparison import compare_tables
    from scoring.rescoring.selectors import load_table_lines

    return compare_tables(load_table_lines(batch), sheet)
