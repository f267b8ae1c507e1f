"""Nobody waits for somebody else: for an upload, for hundreds of phones that only follow."""

import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import quantiles

import pytest

from tests.soak import IS_SOAK
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client
from tests.support.server import RunningServer
from tests.support.signed_in import SESSION

pytestmark = pytest.mark.heavy
LONGEST = 0.3  # seconds that anybody waits on a machine that does nothing else
LEAST_ASKED = 20  # times
WATCHERS, WRITERS = (500, 50) if IS_SOAK else (100, 10)
BUSY = 8  # times as long where other tests keep it busy


@contextmanager
def somebody_waiting(served: RunningServer) -> Iterator[list[float]]:
    """Somebody who asks for a page all the time; how long each took."""
    client, took, is_over = Client(served.url), [], threading.Event()

    def ask() -> None:
        while not is_over.is_set():
            start = time.perf_counter()
            assert client.get("/log-in/").status == 200
            took.append(time.perf_counter() - start)
            time.sleep(0.01)

    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(ask)
        try:
            yield took
        finally:
            is_over.set()
            asking.result()
            client.close()


def test_an_upload_is_read_unpacked_and_looked_at_while_others_are_answered(serve, tmp_path):
    served = serve()
    served.manage("backup")
    [backup] = (served.data / "backups").glob("*.zip")
    client = Client(served.url, sessionid=SESSION)
    client.get("/backups/")
    more = {"more": "x" * (2 << 20)}  # so it is more than any form has
    with somebody_waiting(served) as took:
        while len(took) <= LEAST_ASKED:  # a quick machine is done before anybody has asked often
            answer = client.send_file("/backups/upload/", more, "file", backup.read_bytes())
            assert (answer.status, answer.get_header("Location")[:18]) == (302, "/backups/uploaded-")
    client.close()
    assert max(took) < BUSY * LONGEST


def test_hundreds_who_follow_leave_room_for_those_who_save(serve):
    """Each phone asks once a round, from as many connections as there are phones."""
    served = serve()
    writers = [Phone(served.url, slug, random.Random(at)) for at, slug in enumerate(begin_tables(served, WRITERS))]
    for at, phone in enumerate(writers):
        phone.seats[-1] = at % 4
        assert phone.look().status == 200
    watchers = [(Client(served.url), f"/tables/{writers[at % WRITERS].slug}/live/") for at in range(WATCHERS)]
    waited: list[float] = []

    def follow(some: list[tuple[Client, str]]) -> None:
        for client, path in some:
            start = time.perf_counter()
            assert client.get(path).status == 200
            waited.append(time.perf_counter() - start)

    def save(phone: Phone) -> bool:
        hand = phone.build_next_hand()
        start = time.perf_counter()
        saved = phone.learn(hand, phone.client.post(phone.hands, hand))
        waited.append(time.perf_counter() - start)
        return saved

    with ThreadPoolExecutor(10 + WRITERS) as pool:
        following = [pool.submit(follow, watchers[at::10]) for at in range(10)]
        assert all(pool.map(save, writers))
        for done in following:
            done.result()
    for client in (*(client for client, _path in watchers), *(phone.client for phone in writers)):
        client.close()
    assert quantiles(waited, n=20)[18] < 2 * BUSY * LONGEST
