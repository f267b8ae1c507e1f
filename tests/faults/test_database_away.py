"""Two servers with two workers each, whose PostgreSQL goes away and comes back: nothing is lost, nothing doubled.

Four seconds stand for a minute and for an hour: a worker forgets after two that it was looking for the database
(WAIT_SECONDS, the pool's reconnect_timeout), and whoever asks next begins anew. What lasts longer is tested apart: the
30 seconds after which a job's process is taken for dead (tests/tarockclub/platform/jobs). A minute was measured, too
(docs/operations.md).
"""

import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from tarockclub.platform.server import databases
from tests.faults.evening import GLANCE, Evening
from tests.support.network.gate import run_gate

pytestmark = [pytest.mark.heavy, pytest.mark.postgres, pytest.mark.usefixtures("fresh_database")]
TABLES, PHONES_EACH, HANDS = 20, 2, 6
TWICE = 0.1
TIMES = 3  # that it goes away
AWAY_SECONDS = 2.0 * databases.WAIT_SECONDS  # longer than anything remembers that it was away


def go_away(evening: Evening, gate) -> int:
    """Let the database go away again and again, as long as somebody plays; how often."""
    for times in range(TIMES):
        if not evening.wait_for((times + 1) / (TIMES + 1)):
            return times
        gate.close()
        time.sleep(AWAY_SECONDS)
        saved, began = len(evening.told.saved), time.monotonic()
        gate.open()
        while len(evening.told.saved) == saved and not evening.over.wait(GLANCE):
            pass
        print(f"hands are saved again after {time.monotonic() - began:.1f} s")
    return TIMES


def test_hands_of_two_servers_survive_a_database_that_goes_away(starts, database_url):
    address = urlsplit(database_url)
    with run_gate(str(address.hostname), int(address.port or 5432)) as gate:
        gated = address._replace(netloc=f"{address.username}@127.0.0.1:{gate.port}").geturl()
        evening = Evening(
            [starts(2, DATABASE_URL=gated), starts(2, DATABASE_URL=gated)], TABLES, PHONES_EACH, HANDS, TWICE
        )
        with ThreadPoolExecutor(1) as pool:
            others = pool.submit(go_away, evening, gate)
            evening.play()
            times = others.result()
        assert times == TIMES
        assert evening.refused, "nobody was sent away: nothing was tested"
        evening.assert_all_in_the_book()
