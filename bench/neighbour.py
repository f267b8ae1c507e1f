"""Two clubs on one server: hands and looks of one, while the other keeps it busy with each kind of work there is."""

import sys
from collections import Counter

from bench.ratio import Measurement
from bench.save import serve_bare
from tests.support.attack.neighbour import LOOKING, SAVING, Neighbours, Took, compute_p95

TABLES, EACH = 8, 25
LIMIT = 2.0
WORKS = ("bombs", "import", "draw", "file", "season", "statistics")
WORKERS = {"sqlite": 1, "postgres": 2}


def measure_tail(database: str, *, quick: bool) -> Measurement:
    """Compare the slowest of twenty responses (p95) to a club beside each work of another with those alone.

    The work that slows most is what counts; the error output gets the others.
    """
    worst, season = 0.0, "400, 60, 100" if quick else ""
    with serve_bare(database, workers=WORKERS[database]) as server:
        neighbours = Neighbours(server, TABLES, season or "2000, 300, 200")
        neighbours.measure(EACH)
        with neighbours.prepare() as sender:
            for work in WORKS:
                alone: Took = {SAVING: [], LOOKING: []}
                beside: Took = {SAVING: [], LOOKING: []}
                for _ in range(3 if quick else 8):
                    _add(alone, neighbours.measure(EACH))
                    with neighbours.attack(sender, work):
                        _add(beside, neighbours.measure(EACH))
                worst = max(worst, *(_print_row(work, kind, alone[kind], beside[kind]) for kind in alone))
                _print_answers(neighbours)
    return Measurement(f"p95 of a club beside another one's work, against alone, {database}", (worst,), LIMIT)


def _add(took: Took, more: Took) -> None:
    for kind, seconds in more.items():
        took[kind] += seconds


def _print_row(work: str, kind: str, alone: list[float], beside: list[float]) -> float:
    """Print the p95 of both; return their ratio."""
    one, other = 1000 * compute_p95(alone), 1000 * compute_p95(beside)
    print(
        f"\n  {work}, {kind}: {one:.0f} ms alone, {other:.0f} ms meanwhile, {other / one:.2f}", end="", file=sys.stderr
    )
    return other / one


def _print_answers(neighbours: Neighbours) -> None:
    """Print what the other club got meanwhile: so many of each status, and the seconds in the middle."""
    for what, answers in neighbours.answers.items():
        seconds = sorted(took for _status, took in answers)[len(answers) // 2]
        counted = dict(Counter(int(status) for status, _took in answers))
        print(f"\n    {what}: {counted}, {seconds:.2f} s", end="", file=sys.stderr)
    print(file=sys.stderr)
    neighbours.answers.clear()
