"""Two servers on one database, each hand sent to both of them: none is lost, none doubled, no answer is an error.

Whoever reads meanwhile sees whole hands only.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.faults.evening import Evening

pytestmark = [pytest.mark.heavy, pytest.mark.usefixtures("fresh_database")]
TABLES, PHONES_EACH, HANDS = 6, 2, 6


def test_hands_that_are_sent_to_both_servers_are_in_the_book_once(starts):
    workers = 2 if connection.vendor == "postgresql" else 1
    evening = Evening([starts(workers), starts(workers)], TABLES, PHONES_EACH, HANDS, 1.0)
    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(evening.look)
        evening.play()
        assert looking.result()
    assert evening.told.stale, "nobody was quicker than somebody else: nothing was tested"
    evening.assert_all_in_the_book()
