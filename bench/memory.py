"""The memory of `manage.py score`: very many lines against few."""

import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from threading import Thread
from typing import IO

from bench.ratio import ROOT, Measurement, measure_ratios
from bench.records import make_variants

NAME = "peak of {many:,} lines, against {few:,}"
LIMIT = 1.2
FEW = 1_000
BLOCK = 500  # lines written at once


def measure(*, quick: bool) -> Measurement:
    """Compare the peaks of two processes; lines come through a pipe, so neither holds them."""
    many = 100_000 if quick else 1_000_000
    ratios = measure_ratios(1 if quick else 3, lambda: _measure_peak(many), lambda: _measure_peak(FEW))
    return Measurement(NAME.format(many=many, few=FEW), ratios, LIMIT)


def _measure_peak(count: int) -> float:
    """Let a process score so many lines and return its peak resident memory, before it ends."""
    command = [sys.executable, "manage.py", "score"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        feeder = Thread(target=_feed, args=(process.stdin, make_variants(), count))
        feeder.start()
        _await_answers(process.stdout, count)
        feeder.join()
        peak = read_high_water(process.pid)
        process.stdin.close()
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return peak


def _feed(pipe: IO[bytes], lines: list[bytes], count: int) -> None:
    endless = cycle(lines)
    for _ in range(0, count, BLOCK):
        rest = b"".join(islice(endless, BLOCK))
        while rest:
            rest = rest[pipe.write(rest) :]


def _await_answers(pipe: IO[bytes], count: int) -> None:
    while count > 0:
        chunk = pipe.read(1 << 16)
        if not chunk:
            raise RuntimeError(f"{count} answers are missing")
        count -= chunk.count(b"\n")


def read_high_water(pid: int) -> float:
    """Linux's own count: the one for ended children would include the process that started them."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return float(line.split()[1])
    raise RuntimeError("this system does not tell the peak memory of a process")
