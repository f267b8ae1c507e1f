"""The freshness of a replica: it has replayed all that the primary had written a few seconds ago."""

from typing import Any

import pytest

from tarockclub.platform.server import replica
from tarockclub.platform.server.replica import ReplicaWatch

CLUSTER = 7


class Servers:
    """Two servers that a watch asks, and the time."""

    def __init__(self) -> None:
        self.now, self.written, self.replayed = 100.0, 10, 10
        self.follows, self.cluster = True, CLUSTER
        self.away: set[str] = set()

    def ask(self, alias: str, _question: str) -> tuple[Any, ...]:
        if alias in self.away:
            raise OSError(alias)
        if alias == replica.REPLICA:
            return self.follows, self.replayed, self.cluster
        return self.written, CLUSTER

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def servers(monkeypatch, settings):
    """A primary and a replica that is nothing behind."""
    settings.REPLICA_SECONDS = 5
    servers = Servers()
    monkeypatch.setattr(replica, "time", servers)
    return servers


@pytest.fixture
def watch(servers, monkeypatch):
    """A watch over them."""
    watch = ReplicaWatch()
    monkeypatch.setattr(watch, "_ask", servers.ask)
    return watch


def test_nothing_is_known_before_the_first_look(watch):
    assert not watch.is_fresh()
    assert watch.compute_lag() is None


def test_an_idle_primary_is_not_late(watch, servers):
    for _hour in range(3):
        servers.now += 3600
        assert not watch.is_fresh()  # nobody has looked for an hour
        watch.look()
        assert watch.is_fresh()
        assert watch.compute_lag() == 0


def test_a_replica_is_as_late_as_the_oldest_thing_that_it_lacks(watch, servers):
    for lag in range(5):
        watch.look()
        assert (watch.is_fresh(), watch.compute_lag()) == (True, lag)
        servers.now += 1
        servers.written += 1
    watch.look()
    assert not watch.is_fresh()
    servers.replayed = servers.written
    watch.look()
    assert watch.compute_lag() == 0


@pytest.mark.parametrize("away", ["default", replica.REPLICA])
def test_a_server_that_is_gone_ends_it_within_the_bound(watch, servers, away):
    watch.look()
    servers.away.add(away)
    watch.look()
    assert watch.is_fresh() == (away == "default")  # it has all that there is
    servers.now += 5
    watch.look()
    assert not watch.is_fresh()
    servers.away.clear()
    watch.look()
    assert watch.is_fresh()


def test_a_server_that_does_not_answer_is_late_without_a_look(watch, servers):
    watch.look()
    servers.now += 5
    assert not watch.is_fresh()


@pytest.mark.parametrize(("name", "value"), [("follows", False), ("cluster", CLUSTER + 1)])
def test_a_server_that_follows_nobody_or_somebody_else_is_no_replica(watch, servers, name, value):
    watch.look()
    setattr(servers, name, value)
    watch.look()
    assert not watch.is_fresh()


def test_catching_up_waits_for_what_is_written_now(watch, servers):
    assert watch.catch_up()
    servers.now += 1
    servers.written += 1
    watch.look()
    assert watch.is_fresh()
    began = servers.now
    assert not watch.catch_up()
    assert servers.now - began >= 5
    servers.replayed = servers.written
    assert watch.catch_up()
    servers.away.add(replica.REPLICA)
    began = servers.now
    assert not watch.catch_up()
    assert servers.now == began


def test_forgetting_lasts_until_the_next_look(watch):
    watch.look()
    watch.forget()
    assert not watch.is_fresh()
    watch.look()
    assert watch.is_fresh()
