"""Two servers on one database, each hand sent to both of them: none is lost, none doubled, no answer is an error.

Whoever reads meanwhile sees whole hands only.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.faults.evening import Evening
from tests.faults.weakened import without

pytestmark = [pytest.mark.heavy, pytest.mark.usefixtures("fresh_database")]
TABLES, PHONES_EACH, HANDS = 6, 2, 6
EVENINGS = 20  # at most, until something goes wrong where it must
# What a phone is told instead where a protection is missing.
WRONG = {"immediate": "503", "keys": "412"}


def test_hands_that_are_sent_to_both_servers_are_in_the_book_once(starts):
    workers = 2 if connection.vendor == "postgresql" else 1
    evening = Evening([starts(workers), starts(workers)], TABLES, PHONES_EACH, HANDS, 1.0)
    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(evening.look)
        evening.play()
        assert looking.result()
    assert evening.told.stale, "nobody was quicker than somebody else: nothing was tested"
    evening.assert_all_in_the_book()


@pytest.mark.sqlite
@pytest.mark.parametrize("protection", WRONG)
def test_that_goes_wrong_where_a_protection_is_missing(starts, protection):
    weak = without(protection)
    servers = [starts(**weak), starts(**weak)]
    with pytest.raises(AssertionError, match=WRONG[protection]):
        play_evenings(servers)


def play_evenings(servers):
    for _ in range(EVENINGS):  # two hands meet by chance
        Evening(servers, TABLES, PHONES_EACH, HANDS, 1.0).play()
