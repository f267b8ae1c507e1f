"""Two clubs on one server: the hands of one, while the other sends files that take long to read."""

from bench.ratio import Measurement
from bench.save import serve_bare
from tests.support.attack.neighbour import Neighbours

TABLES, HANDS = 8, 100
LIMIT = 2.0


def measure_tail(*, quick: bool) -> Measurement:
    """Compare the slowest of twenty responses (p95) to a club's hands beside the bombs of another with those alone."""
    with serve_bare("sqlite") as server:
        neighbours = Neighbours(server, TABLES)
        neighbours.measure_p95(HANDS)
        found = []
        for _ in range(3 if quick else 8):
            alone = neighbours.measure_p95(HANDS)
            with neighbours.attack():
                found.append(neighbours.measure_p95(HANDS) / alone)
    return Measurement("p95 of hands beside a club that sends bombs, against alone", tuple(found), LIMIT)
