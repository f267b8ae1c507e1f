"""Two hundred phones at two servers on one PostgreSQL, which are killed by turns: nothing lost, nothing doubled."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.faults.evening import GLANCE, Evening
from tests.support.replicas import connect_to_cluster, fetch_value
from tools.postgres import USER, Cluster, run_cluster

pytestmark = [pytest.mark.heavy, pytest.mark.postgres]
TABLES, PHONES_EACH, HANDS = 50, 4, 3
TWICE = 0.1
DARK_SECONDS = 0.5  # at most, until what was killed is started again
# The data live for minutes and the machine goes on, but what is acknowledged must survive the server.
LASTING = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=on")
A_SESSION = "SELECT pid FROM pg_stat_activity WHERE datname = '{}' AND pid <> pg_backend_pid() LIMIT 1"


@pytest.fixture
def cluster(fresh_database) -> Iterator[Cluster]:
    """A PostgreSQL server of the test's own with the databases of the run, to which its connection leads."""
    connection.close()
    with run_cluster(LASTING, os.environ["DATABASE_URL"]) as cluster, connect_to_cluster(cluster):
        yield cluster


class Killing:
    """The deaths of an evening: each server in turn, a session of PostgreSQL, and PostgreSQL itself."""

    def __init__(self, evening: Evening, cluster: Cluster, database: str) -> None:
        self.evening, self.cluster, self.database = evening, cluster, database
        self.chance = random.Random(3)

    def kill_server(self, number: int) -> None:
        """Kill all processes of a server, and start it again."""
        server = self.evening.servers[number]
        server.kill()
        time.sleep(self.chance.uniform(0, DARK_SECONDS))
        server.start()

    def kill_session(self) -> None:
        """Kill the process of one connection, as the kernel does without memory: PostgreSQL ends all others too."""
        address = self.cluster.url.replace("/postgres", f"/{self.database}")
        session = fetch_value(address, A_SESSION.format(self.database))
        assert session, "no server is connected"
        os.kill(session, signal.SIGKILL)

    def crash_postgres(self) -> None:
        """End PostgreSQL as a crash would, and start it again once a phone has been sent away."""
        self.cluster.stop(signal.SIGQUIT)
        refused = self.evening.refused
        while self.evening.refused == refused and not self.evening.over.wait(GLANCE):
            pass  # the evening has a deadline
        self.cluster.start()

    def run(self) -> int:
        """Let one die after the other, each when as many more hands are saved; how often there was somebody to kill."""
        deaths: list[Callable[[], None]] = [
            lambda: self.kill_server(0),
            self.kill_session,
            lambda: self.kill_server(1),
            self.crash_postgres,
        ]
        for times, die in enumerate(deaths):
            if not self.evening.wait_for((times + 1) / (len(deaths) + 1)):
                return times
            die()
        return len(deaths)


def test_two_hundred_phones_lose_and_double_no_hand_while_two_servers_and_postgres_die(cluster, starts, fresh_database):
    url = f"postgres://{USER}@127.0.0.1:{cluster.port}/{fresh_database}"
    evening = Evening([starts(2, DATABASE_URL=url) for _server in range(2)], TABLES, PHONES_EACH, HANDS, TWICE)
    with ThreadPoolExecutor(1) as pool:
        killing = pool.submit(Killing(evening, cluster, fresh_database).run)
        evening.play()
        deaths = killing.result()
    told = evening.told
    print(
        f"{deaths} deaths, {evening.refused} refused, {len(told.stale)} stale, {len(set(told.unanswered))} unanswered"
    )
    assert deaths == 4
    assert told.unanswered, "no death has cut off an answer: nothing was tested"
    assert evening.refused, "nobody was sent away: nothing was tested"
    evening.assert_all_in_the_book()
    for server in evening.servers:
        server.kill()
