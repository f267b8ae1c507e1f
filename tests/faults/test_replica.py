"""A real replica: pages come from it while it follows the primary, and from the primary while it is late or gone."""

import os
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.db import connection, transaction
from prometheus_client.parser import text_string_to_metric_families

from tests.support.accounts import log_in, make_account
from tests.support.clients import Client
from tests.support.replicas import fetch_value, name_database, run_replica, wait_until
from tests.support.server import Restartable
from tests.support.small_tournament import NAMES, create_small_tournament
from tools.postgres import Cluster

pytestmark = [pytest.mark.heavy, pytest.mark.postgres]
TOKEN, SECONDS = "geheim", "5"
EXPORT = """
from pathlib import Path
from tarockclub.platform.server.reading import get_reading_alias, read_caught_up
from tournaments.results.exports.services import write_export
from tournaments.models import Tournament
tournament = Tournament.objects.get()

def write():
    write_export(tournament, "json", "de", Path("{file}"), lambda tables: None)
    print("written from", get_reading_alias())

read_caught_up(write)
"""


class Club:
    """A site with a replica, a visitor, and somebody of the staff who renames a player."""

    def __init__(self, site: Restartable, replica: Cluster, address: str, page: str, session: str) -> None:
        self.site, self.replica, self.address, self.page = site, replica, address, page
        self.visitor, self.staff = Client(site.url), Client(site.url, sessionid=session)

    def read(self, who: Client) -> str:
        """The page of the player, which is there whatever happens to the replica."""
        answer = who.get(self.page)
        assert answer.status == 200
        return answer.body.decode()

    def rename(self, name: str) -> None:
        """Give the player another name."""
        person = "/tournaments/people/1/"
        assert self.staff.get(person).status == 200
        self.staff.cookies.pop("saved", None)  # as if nothing had been saved for a while
        answer = self.staff.send_form(person, {"what": "rename", "name": name})
        assert answer.status == 302, answer.body.decode()

    def measure(self, *name: str) -> float:
        """A number of the server's metrics."""
        with closing(Client(self.site.url)) as client:
            asked = client.request("GET", "/metrics", more={"Authorization": f"Bearer {TOKEN}"})
            families = text_string_to_metric_families(client.send(asked).body.decode())
        samples = (sample for family in families for sample in family.samples)
        return next((s.value for s in samples if (s.name, *s.labels.values()) == name), 0.0)

    def wait_until_used(self, *, used: bool) -> None:
        """Wait until pages come from the replica, or no more."""
        wait_until(lambda: self.measure("tarockclub_replica_used") == used, f"used: {used}")

    def assert_read_from(self, database: str) -> None:
        """The next page comes from this database."""
        before = self.measure("tarockclub_reads_total", database)
        self.read(self.visitor)
        assert self.measure("tarockclub_reads_total", database) == before + 1


@pytest.fixture
def club(fresh_database, starts) -> Iterator[Club]:
    """A site whose pages come from a replica."""
    with transaction.atomic():
        page = f"/tournaments/{create_small_tournament().slug}/players/1/"
        session = log_in(make_account("director")).cookies["sessionid"].value
    connection.close()
    with run_replica(os.environ["DATABASE_URL"]) as replica:
        address = name_database(replica, fresh_database)
        more = {"TAROCKCLUB_REPLICA_SECONDS": SECONDS, "TAROCKCLUB_METRICS_TOKEN": TOKEN}
        club = Club(starts(DATABASE_REPLICA_URL=address, **more), replica, address, page, session)
        club.wait_until_used(used=True)
        yield club
        club.visitor.close()
        club.staff.close()
        club.site.kill()


def test_a_late_or_lost_replica_is_not_noticed_by_readers(club, tmp_path):
    assert NAMES[0] in club.read(club.visitor)
    club.assert_read_from("replica")
    export = tmp_path / "export.json"
    printed = club.site.served.manage("shell", "--no-imports", "-c", EXPORT.format(file=export))
    assert "written from replica" in printed
    assert NAMES[0] in export.read_text()

    # What somebody has saved is there at once for whoever saved it, and for all others before long.
    fetch_value(club.address, "SELECT pg_wal_replay_pause()")
    wait_until(lambda: fetch_value(club.address, "SELECT pg_get_wal_replay_pause_state()") == "paused", "paused")
    club.rename("Zenzi")
    assert "Zenzi" in club.read(club.staff)
    wait_until(lambda: "Zenzi" in club.read(club.visitor), "the primary is read")
    club.wait_until_used(used=False)
    club.assert_read_from("default")
    assert club.measure("tarockclub_replica_lag_seconds") > 0
    fetch_value(club.address, "SELECT pg_wal_replay_resume()")
    club.wait_until_used(used=True)
    club.assert_read_from("replica")
    assert "Zenzi" in club.read(club.visitor)

    club.replica.stop()
    while club.measure("tarockclub_replica_used"):
        assert "Zenzi" in club.read(club.visitor)
    club.assert_read_from("default")
    with closing(Client(club.site.url)) as balancer:
        assert balancer.get("/health/ready").status == 200
    club.replica.start()
    club.wait_until_used(used=True)
    wait_until(lambda: _is_read_from_replica(club), "the pool has connections again")


def _is_read_from_replica(club: Club) -> bool:
    before = club.measure("tarockclub_reads_total", "replica")
    club.read(club.visitor)
    return club.measure("tarockclub_reads_total", "replica") > before
