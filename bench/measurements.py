"""All measurements by name, each done in a process and a data folder of its own."""

import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context

from bench.ratio import Failure, Measurement, build_failure

# The function of each measurement, and what it is called with.
BENCHES: dict[str, tuple[str, ...]] = {
    "score": ("score.measure",),
    "memory": ("memory.measure",),
    "check": ("check.measure",),
    "start": ("start.measure",),
    "save": ("save.measure_save", "sqlite"),
    "save-postgres": ("save.measure_save", "postgres"),
    "form": ("save.measure_form", "sqlite"),
    "form-postgres": ("save.measure_form", "postgres"),
    "tail": ("save.measure_tail", "sqlite"),
    "tail-postgres": ("save.measure_tail", "postgres"),
    "row-security": ("row_security.measure_save",),
    "row-security-form": ("row_security.measure_form",),
    "row-security-statistics": ("row_security.measure_statistics",),
    "live": ("live.measure_page",),
    "live-304": ("live.measure_nothing_new",),
    "seen": ("live.measure_seen",),
    "page": ("live.measure_first_page",),
    "preview": ("preview.measure_milliseconds",),
    "preview-ratio": ("preview.measure_ratio",),
    "proof": ("verify.measure_proof",),
    "totals": ("verify.measure_totals",),
    "export": ("export.measure_speed",),
    "export-memory": ("export.measure_memory",),
    "day": ("day.measure_page",),
    "day-304": ("day.measure_nothing_new",),
    "day-tail": ("day.measure_tail",),
    "crowd": ("crowd.measure_tail",),
    "neighbour": ("neighbour.measure_tail", "sqlite"),
    "neighbour-postgres": ("neighbour.measure_tail", "postgres"),
    "workers": ("workers.measure_standings", "postgres"),
    "workers-sqlite": ("workers.measure_standings", "sqlite"),
    "workers-save": ("workers.measure_saving", "postgres"),
    "workers-save-sqlite": ("workers.measure_saving", "sqlite"),
    "workers-day": ("workers.measure_day", "postgres"),
    "workers-day-sqlite": ("workers.measure_day", "sqlite"),
    "growth": ("growth.measure",),
    "statistics": ("statistics.measure_players",),
    "statistics-hand": ("statistics.measure_hand",),
    "season": ("season.measure_second_look",),
    "season-first": ("season.measure_first_look",),
    "season-memory": ("season.measure_memory",),
    "year": ("year.measure_first_look",),
    "year-again": ("year.measure_second_look",),
    "draw": ("draw.measure_seconds",),
    "draw-near": ("draw.measure_repeats",),
    "publish": ("publish.measure_hall",),
    "publish-longest": ("publish.measure_longest",),
}


def measure_alone(name: str, *, quick: bool) -> Measurement | Failure:
    """Measure in a process and a data folder of its own, so that no measurement meets what another one has left.

    What goes wrong with one is a row of the table: the others are still measured.
    """
    start = time.perf_counter()
    print(f"{name} …", end=" ", file=sys.stderr, flush=True)
    result: Measurement | Failure
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, get_context("spawn")) as process:
        try:
            result = process.submit(_measure, name, folder, quick=quick).result()
        except Exception as error:  # noqa: BLE001 -- the process has died
            result = build_failure(error)
    found = f"{result.middle:.2f}" if isinstance(result, Measurement) else result.reason
    print(f"{found} ({time.perf_counter() - start:.0f} s)", file=sys.stderr, flush=True)
    return result


def _measure(name: str, folder: str, *, quick: bool) -> Measurement | Failure:
    """Measure here; an error becomes words, since not every one can be sent to another process."""
    try:
        return _call(name, folder, quick=quick)
    except (Exception, SystemExit) as error:  # noqa: BLE001 -- whatever it is, it is printed
        return build_failure(error)


def _call(name: str, folder: str, *, quick: bool) -> Measurement:
    os.environ.update(TAROCKCLUB_DATA=folder, DATABASE_URL="", DJANGO_SETTINGS_MODULE="tarockclub.settings")
    import django

    django.setup()
    path, *arguments = BENCHES[name]
    module, function = path.split(".")
    result: Measurement = getattr(import_module(f"bench.{module}"), function)(*arguments, quick=quick)
    return result
