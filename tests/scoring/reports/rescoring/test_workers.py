"""Several processes come to what one comes to, and cannot write."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from scoring.book.sheet_library import find_rules
from scoring.models import GameTable
from scoring.reports.rescoring.comparison import Comparison
from scoring.reports.rescoring.sheets import build_other_rules
from scoring.reports.rescoring.workers import compare_batches
from tests.scoring.support.evenings import evening_of, play_hands
from tests.scoring.support.tables import dreier, trischaken


def _compare(tables: list[list[int]], processes: int) -> Comparison:
    rules = find_rules("karlsruhe")
    assert rules is not None
    sums = Comparison()
    for part in compare_batches(iter(tables), build_other_rules(rules, {}).text, processes):
        sums.add(part)
    return sums


@pytest.mark.heavy
def test_several_processes_come_to_the_same(fresh_database: str):
    tables = []
    for players in (4, 5, 6, 4, 5, 6):
        table = evening_of(players)
        play_hands(table, dreier(0), trischaken(1 if players == 4 else 0), dreier(1))
        tables.append([table.pk])
    alone = _compare(tables, 1)
    assert alone.hands == 18
    assert _compare(tables, 2) == alone  # with a helper that is a copy of this process, if no thread runs here
    over = Event()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(over.wait)
        assert _compare(tables, 2) == alone  # with one that began anew
        over.set()
    assert GameTable.objects.count() == len(tables)  # the connection is open again
