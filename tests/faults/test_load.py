"""Two hundred phones at fifty tables, and a server that is killed again and again: nothing lost, nothing doubled."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.evening import Evening

# PostgreSQL has more to bear in test_kills.py, and is read meanwhile in test_two_servers.py.
pytestmark = [pytest.mark.soak, pytest.mark.sqlite, pytest.mark.usefixtures("fresh_database")]
TABLES, PHONES_EACH, HANDS = 50, 4, 4
TWICE = 0.1  # how many hands are sent twice
KILLS = 3  # how often the server dies, each time when as many more hands are saved


def kill(evening: Evening) -> int:
    """Kill the server again and again, as long as there is something to disturb; how often."""
    chance, [site] = random.Random(2), evening.servers
    for kills in range(KILLS):
        if not evening.wait_for((kills + 1) / (KILLS + 1)):
            return kills
        site.kill()
        time.sleep(chance.uniform(0, 0.5))
        site.start()
    return KILLS


def test_two_hundred_phones_lose_and_double_no_hand_while_the_server_dies_again_and_again(site):
    evening = Evening([site], TABLES, PHONES_EACH, HANDS, TWICE)
    with ThreadPoolExecutor(3) as pool:
        others = [pool.submit(evening.look), pool.submit(evening.look), pool.submit(kill, evening)]
        evening.play()
        reads, more_reads, kills = (other.result() for other in others)
    told = evening.told
    print(
        f"{kills} deaths, {reads + more_reads} reads, {len(told.stale)} stale, {len(set(told.unanswered))} unanswered"
    )
    assert kills == KILLS
    assert reads + more_reads >= 10
    assert told.unanswered, "no death has cut off an answer: nothing was tested"
    evening.assert_all_in_the_book()
