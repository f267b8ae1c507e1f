"""A very long evening becomes a workbook quickly, and without much memory."""

import time
import tracemalloc

import pytest

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.models import GameTable
from tests.scoring.support.exports import file_of, opened_values
from tests.scoring.support.tables import dreier, new_key, new_table, nuller
from tests.support.shared_rows import share_rows

pytestmark = [pytest.mark.django_db, pytest.mark.heavy, pytest.mark.sqlite]
LINES = 1000
SECONDS = 2
MEGABYTES = 80


@share_rows
def long_evening() -> GameTable:
    """A thousand hands at a table of five, some of them in a Radl."""
    table, previous = new_table(names=("Anna", "Berta", "Cilli", "Dora", "Emil")), ""
    for number in range(LINES):
        key = new_key()
        raw = nuller() if number % 40 == 0 else dreier(number % 4)
        assert record_hand(table.slug, key, previous, raw).outcome is Outcome.SAVED
        previous = key
    return GameTable.objects.get(pk=table.pk)


def test_a_thousand_lines_are_written_in_two_seconds(long_evening):
    file_of(long_evening)  # openpyxl is loaded, the sheet is read
    took = []
    for _ in range(3):
        begun = time.process_time()  # what others do meanwhile on the machine hardly counts
        content = file_of(long_evening)
        took.append(time.process_time() - begun)
    sheet = opened_values(content)["Schrift"]
    assert sheet.max_row > LINES * 6 / 5
    assert sheet.cell(sheet.max_row, 8).value == long_evening.sittings.get(place=0).total.written / 6
    assert min(took) < SECONDS


def test_a_thousand_lines_take_little_memory(long_evening):
    tracemalloc.start()
    file_of(long_evening)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEGABYTES * 1024 * 1024
