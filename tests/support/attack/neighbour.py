"""A club that sends bombs of each kind, and the hands of another club on the same server meanwhile."""

import contextlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import quantiles

from tests.support.attack import bombs
from tests.support.attack.load import Phone, begin_tables
from tests.support.paths import ROOT
from tests.support.server import RunningServer

PATIENCE = 120  # seconds until the last bomb has its answer
GUEST_CLUB = f"""
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.office.hosting.services import FirstDirector, found_club
print(found_club("Gast", "gast", FirstDirector("Gast", "{bombs.LOGIN}"), AT_THE_COMPUTER).password)
"""


class Neighbours:
    """Phones of one club, and an attacker of another."""

    def __init__(self, server: RunningServer, tables: int) -> None:
        slugs = begin_tables(server, tables)
        self.phones = [Phone(server.url, slug, random.Random(at)) for at, slug in enumerate(slugs)]
        for at, phone in enumerate(self.phones):
            phone.seats[-1] = at % 4
            phone.look()
        self._url = server.url
        self._password = server.manage("shell", "--no-imports", "-v0", "-c", GUEST_CLUB).split()[-1]
        self.answers: dict[str, list[int]] = {}

    def close(self) -> None:
        """Close the connections of the phones."""
        for phone in self.phones:
            phone.client.close()

    def measure_p95(self, hands: int) -> float:
        """Save so many hands, one after the other; return the seconds that 19 of 20 keep below."""
        took = []
        for at in range(hands):
            phone = self.phones[at % len(self.phones)]
            hand = phone.build_next_hand()
            began = time.perf_counter()
            answer = phone.client.post(phone.hands, hand)
            took.append(time.perf_counter() - began)
            assert phone.learn(hand, answer), answer
            time.sleep(0.02)
        return quantiles(took, n=20)[18]

    @contextlib.contextmanager
    def attack(self) -> Iterator[None]:
        """Send bombs without a pause, several at once."""
        command = [sys.executable, "-m", bombs.__name__, self._url, self._password]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as sender:
            assert sender.stdout is not None
            assert sender.stdout.readline() == "begun\n"
            time.sleep(1.0)
            try:
                yield
            finally:
                self.answers = json.loads(sender.communicate("", PATIENCE)[0])
