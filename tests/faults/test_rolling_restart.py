"""Two servers behind a load balancer that are started anew one after the other under load: no request fails."""

import random
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import connection

from scoring.models import Entry
from tests.faults.evening import unequal
from tests.scoring.support.tables import new_table
from tests.support.attack.load import Phone
from tests.support.clients import Client, NoAnswer
from tests.support.server import Restartable

pytestmark = [pytest.mark.heavy, pytest.mark.postgres, pytest.mark.usefixtures("fresh_database")]
PHONES = 8
DRAIN_SECONDS = 10  # as docs/operations.md says: the balancer, too, stands still for seconds on a busy machine
CHECK_SECONDS = 0.1  # between two questions of the balancer
PATIENCE = 60  # seconds until a server must be ready again


class Balancer:
    """The knowledge of a load balancer: which servers say that they are ready, and how often they were not."""

    def __init__(self, servers: Sequence[Restartable]) -> None:
        self.servers, self.ready = servers, [True] * len(servers)
        self.ends = [0] * len(servers)  # connections from before are used no more
        self.over = threading.Event()

    def check(self) -> None:
        """Ask all servers again and again until it is over."""
        while not self.over.wait(CHECK_SECONDS):
            for number, server in enumerate(self.servers):
                was_ready, self.ready[number] = self.ready[number], is_ready(server)
                self.ends[number] += was_ready and not self.ready[number]

    def choose(self, chance: random.Random) -> int:
        """The number of a server that is ready."""
        return chance.choice([number for number, ready in enumerate(self.ready) if ready])


def is_ready(server: Restartable) -> bool:
    """Ask a server whether it is ready."""
    with closing(Client(server.url)) as client:
        try:
            return client.get("/health/ready").status == 200
        except NoAnswer:
            return False


def play(balancer: Balancer, slug: str) -> list[str]:
    """Read and save at one table until it is over; the keys of the hands. A request that fails ends it."""
    chance = random.Random(slug)
    phone = Phone(balancer.servers[0].url, slug, chance)
    clients: dict[tuple[int, int], Client] = {}

    def choose_client() -> Client:
        number = balancer.choose(chance)
        client = clients.setdefault((number, balancer.ends[number]), Client(balancer.servers[number].url))
        client.cookies = phone.client.cookies  # of one phone
        return client

    saved = []
    while not balancer.over.is_set():
        phone.client = choose_client()
        assert phone.look().status == 200
        phone.client = choose_client()
        hand = phone.build_next_hand()
        if phone.learn(hand, phone.client.post(phone.hands, hand)):
            saved.append(hand["key"])
    for client in clients.values():
        client.close()
    return saved


def start_anew(balancer: Balancer) -> None:
    """Start one server after the other anew, as an update does."""
    for server in balancer.servers:
        time.sleep(2)
        server.stop()
        server.start()
        deadline = time.monotonic() + PATIENCE
        while not is_ready(server):
            assert time.monotonic() < deadline, "the server is not ready again"
            time.sleep(CHECK_SECONDS)


def test_no_request_fails_while_servers_are_started_anew_one_after_the_other(starts):
    drain = {"TAROCKCLUB_DRAIN_SECONDS": str(DRAIN_SECONDS)}
    balancer = Balancer([starts(2, **drain), starts(2, **drain)])
    slugs = [str(new_table().slug) for _phone in range(PHONES)]
    connection.close()
    with ThreadPoolExecutor(PHONES + 1) as pool:
        checking = pool.submit(balancer.check)
        playing = [pool.submit(play, balancer, slug) for slug in slugs]
        try:
            start_anew(balancer)
            time.sleep(1)
        finally:
            balancer.over.set()
        saved = [key for phone in playing for key in phone.result()]
        checking.result()
    assert len(saved) > 2 * PHONES
    assert set(Entry.objects.values_list("key", flat=True)) == set(saved)
    assert unequal() == []
