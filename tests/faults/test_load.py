"""Two hundred phones at fifty tables, and a server that is killed again and again: nothing lost, nothing doubled."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from django.db import connection

from scoring.models import Deal, Entry, GameTable
from tests.faults.reading import page_sums, unequal
from tests.scoring.tables import new_table
from tests.support.clients import Answer, NoAnswer
from tests.support.load import Phone, Record
from tests.support.server import Restartable

pytestmark = [pytest.mark.heavy, pytest.mark.usefixtures("fresh_database")]
TABLES, PHONES_EACH, HANDS = 50, 4, 25
TWICE = 0.1  # how many hands are sent twice
KILLS, APART = 5, (2.0, 6.0)  # how often the server dies; seconds between two deaths
LONGEST = 400  # seconds, also on a machine that does much else
AGAIN = 0.1  # seconds until a phone tries again


class Told(NamedTuple):
    """What the phones were told, by key: saved, or not saved because somebody else was quicker."""

    saved: list[str]
    stale: list[str]
    unanswered: list[str]  # sent once more at least, because no answer came


class Evening:
    """Two hundred phones that play until each has its hands in the book."""

    def __init__(self, site: Restartable, tables: list[GameTable]) -> None:
        self.site, self.told, self.deadline = site, Told([], [], []), time.monotonic() + LONGEST
        self.phones = [
            Phone(site.url, str(table.slug), random.Random(f"{at} {table.pk}"))
            for table in tables
            for at in range(PHONES_EACH)
        ]
        self.over = threading.Event()

    def play(self, phone: Phone) -> None:
        """Save so many hands, however often somebody else is quicker and the server dies."""
        self._answer(phone, phone.client.request("GET", f"/tables/{phone.slug}/"))
        saved = 0
        while saved < HANDS:
            hand = phone.next_hand()
            answer = self._sent(phone, hand)
            mine = phone.learn(hand, answer)
            (self.told.saved if mine else self.told.stale).append(hand["key"])
            saved += mine
        phone.client.close()

    def _sent(self, phone: Phone, hand: Record) -> Answer:
        """Send a hand until there is an answer; one in ten goes out twice, some of them at the same moment."""
        request = phone.client.posting(phone.hands, hand)
        if phone.chance.random() >= TWICE:
            return self._answer(phone, request, hand["key"])
        twin = Phone(self.site.url, phone.slug, phone.chance)
        if phone.chance.random() < 0.5:
            first, second = self._answer(phone, request, hand["key"]), self._answer(twin, request)
        else:
            with ThreadPoolExecutor(1) as other:
                later: Future[Answer] = other.submit(self._answer, twin, request)
                first, second = self._answer(phone, request, hand["key"]), later.result()
        twin.client.close()
        assert first.status == second.status
        assert first.body == second.body or first.status == 412  # where the table stands may have changed
        return first

    def _answer(self, phone: Phone, request: bytes, key: str = "") -> Answer:
        while True:
            try:
                return phone.client.send(request)
            except NoAnswer:
                if key and key not in self.told.unanswered[-1:]:
                    self.told.unanswered.append(key)
                assert time.monotonic() < self.deadline, "the evening takes too long"
                time.sleep(AGAIN)

    def look(self) -> int:
        """Read one table after the other, on its page and in the database, until the evening is over; how often."""
        chance, reads = random.Random(1), 0
        reader = Phone(self.site.url, "", chance)
        try:
            while not self.over.wait(AGAIN):
                reader.slug = chance.choice(self.phones).slug
                answer = self._answer(reader, reader.client.request("GET", f"/tables/{reader.slug}/"))
                assert answer.status == 200
                assert not any(page_sums(answer.body.decode()))
                assert unequal() == []
                reads += 1
        finally:
            connection.close()
            reader.client.close()
        return reads

    def kill(self) -> int:
        """Kill the server again and again, as long as there is something to disturb; how often."""
        chance, kills = random.Random(2), 0
        while kills < KILLS and not self.over.wait(chance.uniform(*APART)):
            self.site.kill()
            time.sleep(chance.uniform(0, 0.5))
            self.site.start()
            kills += 1
        return kills


@contextmanager
def meanwhile(evening: Evening) -> Iterator[list[Future[int]]]:
    """Read and kill while the phones play."""
    with ThreadPoolExecutor(3) as pool:
        others = [pool.submit(evening.look), pool.submit(evening.look), pool.submit(evening.kill)]
        try:
            yield others
        finally:
            evening.over.set()


def test_two_hundred_phones_lose_and_double_no_hand_while_the_server_dies_again_and_again(site):
    evening = Evening(site, [new_table() for _ in range(TABLES)])
    connection.close()
    with meanwhile(evening) as others, ThreadPoolExecutor(len(evening.phones)) as pool:
        for done in [pool.submit(evening.play, phone) for phone in evening.phones]:
            done.result()
    reads, more_reads, kills = (other.result() for other in others)
    told = evening.told
    print(
        f"{kills} deaths, {reads + more_reads} reads, {len(told.stale)} stale, {len(set(told.unanswered))} unanswered"
    )
    assert kills >= 4
    assert reads + more_reads >= 20
    assert told.unanswered, "no death has cut off an answer: nothing was tested"
    in_the_book = Counter(Entry.objects.values_list("key", flat=True))
    assert set(in_the_book.values()) == {1}
    assert in_the_book.keys() == set(told.saved)
    assert len(told.saved) == TABLES * PHONES_EACH * HANDS
    assert Deal.objects.count() == len(told.saved)
    assert unequal() == []
    site.served.manage("verify_ledger")  # exit code 1 would fail here
