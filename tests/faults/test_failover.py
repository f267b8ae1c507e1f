"""A primary that dies or is retired, and a replica that takes its place, while phones play: no saved hand is lost."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.faults.evening import Evening
from tests.support.replicas import connect_to_cluster, fetch_value, run_replica, wait_until
from tests.support.server import Restartable
from tools.postgres import USER, Cluster, run_cluster

pytestmark = [pytest.mark.heavy, pytest.mark.postgres]
TABLES, PHONES_EACH, HANDS = 8, 2, 6
TWICE = 0.1
# The data live for minutes, but what is acknowledged must be at both servers.
BOTH = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=on")


def crash(primary: Cluster) -> None:
    """End a primary as a crash would."""
    primary.stop(signal.SIGQUIT)


def retire(primary: Cluster) -> None:
    """Let a primary go on without taking writes."""
    fetch_value(primary.url, "ALTER SYSTEM SET default_transaction_read_only = on")
    fetch_value(primary.url, "SELECT pg_reload_conf()")
    busy = "SELECT count(*) FROM pg_stat_activity WHERE backend_xid IS NOT NULL"
    wait_until(lambda: fetch_value(primary.url, busy) == 0, "the last writes are done")


def fail_over(evening: Evening, primary: Cluster, replica: Cluster, end: Callable[[Cluster], None]) -> None:
    """End the primary when half of the hands are saved, and promote the replica a moment later."""
    assert evening.wait_for(1 / 2), "nobody plays"
    end(primary)
    refused = evening.refused
    wait_until(lambda: evening.refused > refused or evening.over.is_set(), "somebody is sent away")
    fetch_value(replica.url, "SELECT pg_promote()")


@pytest.fixture
def pair(fresh_database) -> Iterator[tuple[Cluster, Cluster]]:
    """A primary with the databases of the test run, and a replica without which it acknowledges nothing."""
    connection.close()
    with run_cluster(BOTH, os.environ["DATABASE_URL"]) as primary, run_replica(primary.url, BOTH) as replica:
        fetch_value(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        fetch_value(primary.url, "SELECT pg_reload_conf()")
        state = "SELECT sync_state FROM pg_stat_replication"
        wait_until(lambda: fetch_value(primary.url, state) == "sync", "the replica is waited for")
        yield primary, replica


@pytest.fixture
def start_pair(pair, starts, fresh_database) -> Callable[[], list[Restartable]]:
    """Start two sites that look for the primary of the two."""
    hosts = ",".join(f"127.0.0.1:{cluster.port}" for cluster in pair)
    url = f"postgres://{USER}@{hosts}/{fresh_database}?target_session_attrs=read-write"
    return lambda: [starts(2, DATABASE_URL=url) for _site in range(2)]


def play(pair: tuple[Cluster, Cluster], servers: list[Restartable], end: Callable[[Cluster], None]) -> None:
    """Every hand that phones know as saved is in the promoted replica, once."""
    primary, replica = pair
    with connect_to_cluster(primary):
        evening = Evening(servers, TABLES, PHONES_EACH, HANDS, TWICE)
        with ThreadPoolExecutor(1) as pool:
            others = pool.submit(fail_over, evening, primary, replica, end)
            evening.play()
            others.result()
    assert evening.refused, "nobody was sent away: nothing was tested"
    with connect_to_cluster(replica):
        assert fetch_value(replica.url, "SELECT NOT pg_is_in_recovery()")
        evening.assert_all_in_the_book()
    for server in servers:
        server.kill()


def test_a_primary_that_crashes_takes_no_acknowledged_hand_with_it(pair, start_pair):
    play(pair, start_pair(), crash)


def test_workers_leave_a_primary_that_is_retired(pair, start_pair):
    play(pair, start_pair(), retire)
