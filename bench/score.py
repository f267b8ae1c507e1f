"""`manage.py score` against reading and writing the same JSON."""

import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.random_records import draw_lines
from bench.ratio import Measurement, build_stopwatch, measure_ratios

NAME = "line to line, against json.loads + json.dumps"
LIMIT = 6.0


def measure(*, quick: bool) -> Measurement:
    """Score different records in this process, through the command's own reading and writing."""
    lines = draw_lines(4_000 if quick else 20_000)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.jsonl"
        file.write_bytes(b"".join(lines))
        # Both sides only compute: the time that other programs take away is none of theirs.
        ours, theirs = (
            build_stopwatch(work, time.process_time) for work in (_score(file), lambda: _read_and_write(lines))
        )
        ratios = measure_ratios(3 if quick else 9, ours, theirs)
    return Measurement(NAME, ratios, LIMIT)


def _score(file: Path) -> Callable[[], None]:
    """Return the command, reading a file and writing to nowhere; it would end the program at an invalid record."""
    from django.core.management import call_command

    def run() -> None:
        with Path(os.devnull).open("w", encoding="utf-8") as sink:
            call_command("score", str(file), stdout=sink)

    return run


def _read_and_write(lines: list[bytes]) -> None:
    for line in lines:
        json.dumps(json.loads(line))
