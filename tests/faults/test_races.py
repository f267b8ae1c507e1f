"""The same hand from fifty phones, and eight hands for one deal: over the wire, at two servers on one database.

One server lets nobody race: it does one thing after the other.
"""

import contextlib
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import pytest

from scoring.models import Deal, Entry, GameTable
from tests.scoring.support.tables import new_table, totals
from tests.support.attack.load import Phone

pytestmark = [pytest.mark.heavy, pytest.mark.usefixtures("fresh_database")]
KEYS, SENDS = 10, 50
PHONES, DEALS = 8, 30
T = TypeVar("T")


def at_once(acts: Sequence[Callable[[], T]]) -> list[T]:
    """Do all that at the same moment."""
    ready = threading.Barrier(len(acts))

    def run(act: Callable[[], T]) -> T:
        ready.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


@contextlib.contextmanager
def phones_at(urls: Sequence[str], table: GameTable, count: int) -> Iterator[list[Phone]]:
    """Phones at one table, spread over the servers."""
    phones = [Phone(urls[at % len(urls)], str(table.slug), random.Random(at)) for at in range(count)]
    try:
        for phone in phones:
            assert phone.look().status == 200
        yield phones
    finally:
        for phone in phones:
            phone.client.close()


def race_keys(urls: Sequence[str]) -> None:
    """Let fifty phones send each of ten hands at the same moment."""
    table = new_table()
    with phones_at(urls, table, SENDS) as phones:
        teller = phones[0]
        for _ in range(KEYS):
            hand = teller.build_next_hand()
            answers = at_once([partial(phone.client.post, phone.hands, hand) for phone in phones])
            assert {answer.status for answer in answers} == {200}
            assert len({answer.body for answer in answers}) == 1
            assert teller.learn(hand, answers[0])
    assert Entry.objects.filter(table=table).count() == Deal.objects.filter(table=table).count() == KEYS
    assert sum(totals(table)) == 0


def race_for_one(phones: Sequence[Phone], number: int) -> None:
    """Let each phone have a hand of its own for the next deal."""
    hands = [phone.build_next_hand() for phone in phones]
    both = list(zip(phones, hands, strict=True))
    answers = at_once([partial(phone.client.post, phone.hands, hand) for phone, hand in both])
    assert sorted(answer.status for answer in answers) == [200, *[412] * (PHONES - 1)]
    won = [phone.learn(hand, answer) for (phone, hand), answer in zip(both, answers, strict=True)]
    winner = phones[won.index(True)]
    for answer in answers:
        if answer.status == 412:
            now = answer.json["now"]
            assert (now["previous"], now["sequence"], now["seats"]) == (winner.previous, number, winner.seats)


def race_for_deals(urls: Sequence[str]) -> None:
    """Let eight phones race for many deals, one after the other."""
    table = new_table()
    with phones_at(urls, table, PHONES) as phones:
        for number in range(1, DEALS + 1):
            race_for_one(phones, number)
    assert Entry.objects.filter(table=table).count() == DEALS
    assert sum(totals(table)) == 0


def test_ten_hands_sent_fifty_times_at_once_are_ten_hands_with_one_answer_each(starts):
    race_keys([starts().url, starts().url])


def test_of_eight_phones_that_race_for_a_deal_one_wins_and_seven_see_its_hand(starts):
    race_for_deals([starts().url, starts().url])
