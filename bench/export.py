"""A tournament of 100,000 hands as a workbook: against openpyxl alone, and its memory against that of 10,000."""

import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any

from bench.memory import read_high_water
from bench.ratio import ROOT, Measurement, measure_ratios
from tarockclub.kit.tables.table import FileTable, OpenTable, Row
from tarockclub.kit.xlsx.cells import WorkbookPage

MANY, FEW = 100_000, 10_000
QUICK_MANY, QUICK_FEW = 5_000, 1_000
QUICK_ROUNDS = 3
SPEED = 2.5  # times as long: reading the books takes most of it
MEMORY = 1.1
LANGUAGE = "de"


def measure_speed(*, quick: bool) -> Measurement:
    """Compare the whole export, from the database to the file, with openpyxl's write-only mode and the same cells."""
    hands = QUICK_MANY if quick else MANY
    tournament = _load_tournament(hands)
    with tempfile.TemporaryDirectory() as folder:
        cells = _record_cells(tournament, Path(folder))
        # Each of the many takes half a minute: whatever is loaded or warmed up once says nothing there.
        ratios = measure_ratios(
            QUICK_ROUNDS if quick else 1,
            lambda: _measure_ours(tournament, Path(folder)),
            lambda: _measure_bare(cells, Path(folder) / "bare.xlsx"),
            warm_up=quick,
        )
    return Measurement(f"{hands:,} hands as a workbook, against bare openpyxl", ratios, SPEED)


def measure_memory(*, quick: bool) -> Measurement:
    """Compare the peaks of two processes, each with its tournament."""
    few, many = (QUICK_FEW, QUICK_MANY) if quick else (FEW, MANY)
    found = _measure_peak(_load_tournament(many)) / _measure_peak(_load_tournament(few))
    return Measurement(f"peak of {many:,} hands as a workbook, against {few:,}", (found,), MEMORY)


@cache
def _load_tournament(hands: int) -> int:
    """A tournament with so many hands in the database of this run."""
    from django.core.management import call_command

    from bench.export_filled import fill_tournament

    call_command("migrate", verbosity=0)
    return fill_tournament(hands)


def export(tournament: int, target: Path) -> None:
    """Write a tournament as a workbook, as its process does."""
    from django.utils import translation

    from tournaments.models import Tournament
    from tournaments.results.exports.formats import XLSX
    from tournaments.results.exports.services import write_export

    row = Tournament.objects.select_related("club", "sheet_version").get(pk=tournament)
    with translation.override(LANGUAGE):
        write_export(row, XLSX, LANGUAGE, target, lambda _tables: None)


def _measure_ours(tournament: int, folder: Path) -> float:
    begun = time.process_time()  # the database is in this process too
    export(tournament, folder / "ours.xlsx")
    return time.process_time() - begun


def _record_cells(tournament: int, folder: Path) -> list[tuple[str, Path]]:
    """The cells of the workbook as they are handed to it: for each sheet a file, so that nobody needs the memory."""
    from django.utils import translation

    from tournaments.models import Tournament
    from tournaments.results.exports.book import write_book
    from tournaments.results.exports.data import load_tournament_data

    row = Tournament.objects.select_related("club", "sheet_version").get(pk=tournament)
    with translation.override(LANGUAGE):
        recorder = _Recorder(folder)
        write_book(load_tournament_data(row), recorder)
    return recorder.close()


class _Recorder:
    """Takes what a workbook takes."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._files = folder, list[tuple[str, Path, IO[bytes]]]()

    def open(self, table: FileTable, *, last: bool = False) -> "_SheetRecorder":
        return _SheetRecorder(table, self._create_file(str(table.title)))

    def add_page(self, page: WorkbookPage, below: Iterable[Row] = (), *, last: bool = False) -> None:
        sheet = self.open(FileTable("", page.title, ()))
        for row in (*page.rows, *below):
            sheet.write_cells(row)

    def _create_file(self, title: str) -> IO[bytes]:
        path = self._folder / f"{len(self._files)}.rows"
        self._files.append((title, path, path.open("wb")))
        return self._files[-1][2]

    def close(self) -> list[tuple[str, Path]]:
        for _title, _path, file in self._files:
            file.close()
        return [(title, path) for title, path, _file in self._files]


class _SheetRecorder(OpenTable):
    """Takes the rows of a sheet."""

    def __init__(self, table: FileTable, file: IO[bytes]) -> None:
        super().__init__(table)
        self._file = file

    def write_cells(self, row: Row) -> None:
        pickle.dump([f"={cell.formula}" if cell.formula else cell.value for cell in row], self._file)


def _measure_bare(cells: list[tuple[str, Path]], target: Path) -> float:
    """Seconds that openpyxl takes to write these cells, without those for getting them, and without any style."""
    from openpyxl import Workbook

    begun = time.process_time()
    for _title, path in cells:
        for _row in _read_rows(path):
            pass
    reading = time.process_time() - begun
    begun = time.process_time()
    book = Workbook(write_only=True)
    for title, path in cells:
        sheet: Any = book.create_sheet(title)
        for row in _read_rows(path):
            sheet.append(row)
    book.save(target)
    return time.process_time() - begun - reading


def _read_rows(path: Path) -> Iterator[list[Any]]:
    with path.open("rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except EOFError:
                return


def _measure_peak(tournament: int) -> float:
    """Peak resident memory of a process that writes one workbook."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.export", str(tournament), str(Path(folder) / "one.xlsx")]
        process = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return float(process.stdout)


if __name__ == "__main__":
    import os

    import django

    django.setup()
    export(int(sys.argv[1]), Path(sys.argv[2]))
    print(read_high_water(os.getpid()))
