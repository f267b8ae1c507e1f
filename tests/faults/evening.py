"""Phones that play at many tables over the wire, send hands twice and again, and remember what they were told."""

import random
import re
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from typing import NamedTuple

from django.db import connection

from scoring.models import Deal, Entry
from tests.scoring.support.tables import new_table
from tests.support.attack.load import Phone, Record
from tests.support.clients import Answer, NoAnswer
from tests.support.server import Restartable

FRACTIONS = {sign: Fraction(part, 6) for part, sign in enumerate("⅙⅓½⅔⅚", 1)}
_SUMS = re.compile(r"<tfoot>(.*?)</tfoot>", re.DOTALL)
_CELL = re.compile(r"<td[^>]*>([^<]*)</td>")
# Tables whose totals are not what their deals add up to, place by place, or do not add up to 0: one statement, so
# one moment of the database.
_UNEQUAL = """
SELECT s.table_id, s.place, t.money, t.written FROM scoring_total t JOIN scoring_sitting s ON s.id = t.sitting_id
WHERE t.money <> (SELECT COALESCE(SUM({money}), 0) FROM scoring_deal d JOIN scoring_entry e ON e.id = d.entry_id
                  WHERE d.table_id = s.table_id)
   OR t.written <> (SELECT COALESCE(SUM({written}), 0) FROM scoring_deal d JOIN scoring_entry e ON e.id = d.entry_id
                    WHERE d.table_id = s.table_id)
   OR 0 <> (SELECT SUM(o.money) FROM scoring_total o JOIN scoring_sitting p ON p.id = o.sitting_id
            WHERE p.table_id = s.table_id)
   OR (SELECT g.last_sequence FROM scoring_gametable g WHERE g.id = s.table_id)
      <> (SELECT COUNT(*) FROM scoring_entry n WHERE n.table_id = s.table_id)
"""


def _by_place(letter: str) -> str:
    cases = " ".join(f"WHEN {place} THEN e.{letter}{place}" for place in range(6))
    return f"CASE s.place {cases} END"


def unequal() -> list[tuple[int, ...]]:
    """The places of all tables whose totals are off at this moment."""
    with connection.cursor() as cursor:
        cursor.execute(_UNEQUAL.format(money=_by_place("money"), written=_by_place("written")))
        return [tuple(row) for row in cursor.fetchall()]


def page_sums(page: str) -> list[Fraction]:
    """The sums of the rows below the written sheet: of the players' totals, and of their money where it is shown."""
    found = _SUMS.search(page)
    if found is None:
        assert "<tbody" not in page
        return []  # nothing was played yet
    rows = found[1].split("</tr>")[:-1]
    return [sum((amount(cell) for cell in _CELL.findall(row)), Fraction()) for row in rows]


def amount(text: str) -> Fraction:
    """An amount as a page writes it.

    >>> amount("−3½"), amount("⅔"), amount("0")
    (Fraction(-7, 2), Fraction(2, 3), Fraction(0, 1))
    """
    digits = text.lstrip("−").rstrip("".join(FRACTIONS))
    value = Fraction(int(digits or 0)) + FRACTIONS.get(text[-1], Fraction())
    return -value if text.startswith("−") else value


LONGEST = 400  # seconds, also on a machine that does much else
AGAIN = 0.1  # seconds until a phone tries again
GLANCE = 0.05  # seconds between two looks at how many hands there are


def is_refusal(request: bytes, answer: Answer) -> bool:
    """Tell whether the database is away, or the server overloaded: somebody who reads, or a phone, tries again."""
    if answer.status != 503:
        return False
    assert int(answer.get_header("Retry-After")) > 0
    return request.startswith(b"GET") or answer.json["code"] in ("away", "overloaded")


class PhoneAnswers(NamedTuple):
    """The answers that the phones got, by key: saved, or not saved because somebody else was quicker."""

    saved: list[str]
    stale: list[str]
    unanswered: list[str]  # sent once more at least, because no answer came


class Evening:
    """Phones that play until each has its hands in the book, some at each of the servers of one database."""

    def __init__(self, servers: Sequence[Restartable], tables: int, phones_each: int, hands: int, twice: float) -> None:
        self.servers, self.hands, self.twice = servers, hands, twice
        self.told, self.deadline = PhoneAnswers([], [], []), time.monotonic() + LONGEST
        self.refused = 0  # answers after which a phone tries again
        slugs = [str(new_table().slug) for _ in range(tables)]
        connection.close()
        self.phones = [
            Phone(servers[at % len(servers)].url, slug, random.Random(f"{at} {slug}"))
            for slug in slugs
            for at in range(phones_each)
        ]
        self.over = threading.Event()

    def wait_for(self, share: float) -> bool:
        """Wait until this share of all hands is saved; whether it came to that."""
        while len(self.told.saved) < int(len(self.phones) * self.hands * share):
            if self.over.wait(GLANCE):
                return False
        return True

    def play(self) -> None:
        """Let all phones play at once."""
        try:
            with ThreadPoolExecutor(len(self.phones)) as pool:
                for done in [pool.submit(self._play, phone) for phone in self.phones]:
                    done.result()
        finally:
            self.over.set()

    def _play(self, phone: Phone) -> None:
        """Save so many hands, however often somebody else is quicker and a server dies."""
        with closing(phone.client):
            self._answer(phone, phone.client.request("GET", f"/tables/{phone.slug}/"))
            saved = 0
            while saved < self.hands:
                hand = phone.build_next_hand()
                answer = self._send_hand(phone, hand)
                mine = phone.learn(hand, answer)
                (self.told.saved if mine else self.told.stale).append(hand["key"])
                saved += mine

    def _send_hand(self, phone: Phone, hand: Record) -> Answer:
        """Send a hand until there is an answer; some go out twice, half of these at the same moment."""
        request = phone.client.build_post(phone.hands, hand)
        if phone.chance.random() >= self.twice:
            return self._answer(phone, request, hand["key"])
        twin = Phone(self._other(phone).url, phone.slug, phone.chance)
        with closing(twin.client), ThreadPoolExecutor(1) as other:
            if phone.chance.random() < 0.5:
                first, second = self._answer(phone, request, hand["key"]), self._answer(twin, request)
            else:
                later: Future[Answer] = other.submit(self._answer, twin, request)
                first, second = self._answer(phone, request, hand["key"]), later.result()
        assert first.status == second.status, (first, second)
        # Where the table stands may have changed in between.
        assert first.body == second.body or first.status == 412, (first, second)
        return first

    def _other(self, phone: Phone) -> Restartable:
        """A server that a phone does not ask, where there are two."""
        return next((server for server in self.servers if server.port != phone.client.port), self.servers[0])

    def _answer(self, phone: Phone, request: bytes, key: str = "") -> Answer:
        while True:
            try:
                answer = phone.client.send(request)
                if not is_refusal(request, answer):
                    return answer
                self.refused += 1
                assert time.monotonic() < self.deadline, answer.body
                time.sleep(AGAIN)
            except NoAnswer:
                if key and key not in self.told.unanswered[-1:]:
                    self.told.unanswered.append(key)
                assert time.monotonic() < self.deadline, "the evening takes too long"
                time.sleep(AGAIN)

    def look(self) -> int:
        """Read one table after the other, on its page and in the database, until the evening is over; how often."""
        chance, reads = random.Random(1), 0
        reader = Phone(self.servers[0].url, "", chance)
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

    def assert_all_in_the_book(self) -> None:
        """Every hand that phones know as saved is in the book, once, and nothing else."""
        saved = self.told.saved
        assert len(saved) == len(self.phones) * self.hands
        in_the_book = Counter(Entry.objects.values_list("key", flat=True))
        assert in_the_book == Counter(saved)
        assert Deal.objects.count() == len(saved)
        assert unequal() == []
        self.servers[0].served.manage("verify_ledger")  # exit code 1 would fail here
