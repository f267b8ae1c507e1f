"""More phones than a server can answer: it says so at once, balancers learn it, and every hand is in the book once."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tests.faults.evening import GLANCE, Evening
from tests.support.clients import Client
from tests.support.server import Restartable

pytestmark = [pytest.mark.heavy, pytest.mark.usefixtures("fresh_database")]
TABLES, PHONES_EACH, HANDS = 12, 1, 4
TWICE = 0.1
SLOW = {"DJANGO_SETTINGS_MODULE": "tests.faults.slow_site"}


def watch(evening: Evening, server: Restartable) -> Counter[str]:
    """Ask a server how it is until the evening is over; how often it said what."""
    said: Counter[str] = Counter()
    with closing(Client(server.url)) as balancer:
        while not evening.over.wait(GLANCE):
            assert balancer.get("/health/live").status == 200
            ready = balancer.get("/health/ready")
            assert (ready.status == 200) == ready.json["ready"]
            said[ready.json["reason"]] += 1
        assert balancer.get("/health/ready").json == {"ready": True, "reason": ""}
    return said


def test_an_overloaded_server_sends_phones_away_and_no_hand_is_lost(starts):
    server = starts(**SLOW, TAROCKCLUB_CONNECTIONS="1")
    evening = Evening([server], TABLES, PHONES_EACH, HANDS, TWICE)
    with ThreadPoolExecutor(1) as pool:
        watching = pool.submit(watch, evening, server)
        evening.play()
        said = watching.result()
    assert evening.refused
    assert not evening.told.unanswered  # nobody is left without an answer
    assert said["overloaded"]
    assert set(said) <= {"", "overloaded"}
    evening.assert_all_in_the_book()
