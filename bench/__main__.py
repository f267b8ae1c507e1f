"""`python -m bench [--quick] [NAME …]`: measure, show a table, exit with 1 where a limit is missed."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial

from bench import check, crowd, day, draw, export, live, memory, preview, save, score, statistics, verify
from bench.ratio import Measured

BENCHES: dict[str, Callable[..., Measured]] = {
    "score": score.measured,
    "memory": memory.measured,
    "check": check.measured,
    "save": partial(save.save, "sqlite"),
    "save-postgres": partial(save.save, "postgres"),
    "form": partial(save.form, "sqlite"),
    "form-postgres": partial(save.form, "postgres"),
    "tail": partial(save.tail, "sqlite"),
    "tail-postgres": partial(save.tail, "postgres"),
    "live": live.kept,
    "live-304": live.nothing_new,
    "preview": preview.milliseconds,
    "preview-ratio": preview.against_empty,
    "proof": verify.proof,
    "totals": verify.totals,
    "export": export.speed,
    "export-memory": export.memory,
    "day": day.kept,
    "day-304": day.nothing_new,
    "day-tail": day.tail,
    "crowd": crowd.tail,
    "statistics": statistics.grouped,
    "statistics-hand": statistics.counted,
    "draw": draw.cpu,
    "draw-near": draw.near,
}
WIDTH = 58


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what was asked for, or everything."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Ratios; bench/README.md explains them.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHES)}; all without one")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and lines, for a first look")
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.names if name not in BENCHES]
    if unknown:
        parser.error(f"there is no measurement {', '.join(unknown)}")
    print(f"{'':{WIDTH}}{'ratio':>7}{'min':>7}{'max':>7}{'limit':>7}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        # A data folder of its own: measuring must not touch the club's.
        os.environ.update(TAROCKCLUB_DATA=folder, DATABASE_URL="", DJANGO_SETTINGS_MODULE="tarockclub.settings")
        results = [_shown(BENCHES[name](quick=chosen.quick)) for name in chosen.names or BENCHES]
    return 0 if all(result.ok for result in results) else 1


def _shown(result: Measured) -> Measured:
    numbers = (result.middle, min(result.ratios), max(result.ratios), result.limit)
    columns = "".join(f"{number:7.2f}" for number in numbers)
    print(f"{result.name:{WIDTH}}{columns}  {'ok' if result.ok else 'MISSED'}", flush=True)
    return result


if __name__ == "__main__":
    sys.exit(main())
