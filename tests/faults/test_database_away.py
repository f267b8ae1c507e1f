"""Two servers with two workers each, whose PostgreSQL goes away and comes back: nothing is lost, nothing doubled."""

import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from tests.faults.evening import Evening
from tests.support.network.gate import run_gate

pytestmark = [pytest.mark.heavy, pytest.mark.postgres, pytest.mark.usefixtures("fresh_database")]
TABLES, PHONES_EACH, HANDS = 20, 2, 6
TWICE = 0.1
TIMES = 3  # that it goes away
AWAY_SECONDS = 4.0  # longer than a worker waits for a connection
GLANCE = 0.05


def go_away(evening: Evening, gate) -> int:
    """Let the database go away again and again, as long as somebody plays; how often."""
    for times in range(TIMES):
        while len(evening.told.saved) < len(evening.phones) * HANDS * (times + 1) // (TIMES + 1):
            if evening.over.wait(GLANCE):
                return times
        gate.close()
        time.sleep(AWAY_SECONDS)
        gate.open()
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
