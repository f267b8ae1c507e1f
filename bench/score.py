"""`manage.py score` against reading and writing the same JSON."""

import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.ratio import Measured, ratios, seconds
from bench.records import lines

NAME = "score: line to line against json.loads + json.dumps"
LIMIT = 5.0


def measured(*, quick: bool) -> Measured:
    """Score the mix in this process, through the command's own reading and writing."""
    repeated = lines() * (5 if quick else 25)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.jsonl"
        file.write_bytes(b"".join(repeated))
        # Both sides only compute: the time that other programs take away is none of theirs.
        ours, theirs = (seconds(work, time.process_time) for work in (scoring(file), lambda: _json_alone(repeated)))
        found = ratios(5 if quick else 25, ours, theirs)
    return Measured(NAME, found, LIMIT)


def scoring(file: Path) -> Callable[[], None]:
    """The command, reading a file and writing to nowhere; it would end the program at an invalid record."""
    import django
    from django.core.management import call_command

    django.setup()

    def run() -> None:
        with Path(os.devnull).open("w", encoding="utf-8") as sink:
            call_command("score", str(file), stdout=sink)

    return run


def _json_alone(repeated: list[bytes]) -> None:
    for line in repeated:
        json.dumps(json.loads(line))
