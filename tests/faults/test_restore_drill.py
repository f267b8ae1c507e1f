"""The restore drill of docs/operations.md: the server and its disk are gone, a base backup and the archive are left."""

import os
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from scoring.models import Deal, Entry
from tests.faults.evening import Evening, unequal
from tests.support.clients import Client
from tests.support.paths import ROOT
from tests.support.replicas import connect_to_cluster, fetch_value, name_database, wait_until
from tests.support.server import Restartable
from tools.postgres import Cluster, run_cluster

pytestmark = [pytest.mark.heavy, pytest.mark.postgres]
TABLES, PHONES_EACH, HANDS, TWICE = 4, 2, 6, 0.1
ARCHIVE = "/srv/tarockclub/archive"  # of the page
SETTINGS = ROOT / "docs" / "deploy" / "archive.conf"
LAST_SEGMENT = "SELECT pg_walfile_name(pg_switch_wal())"
ARCHIVED = "SELECT last_archived_wal FROM pg_stat_archiver"


def read_settings(archive: Path) -> list[str]:
    """The settings that the page recommends, with another folder for the archive, as options of the server."""
    lines = [line for line in SETTINGS.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    settings = [tuple(line.split(" = ", 1)) for line in lines]
    named = [f"{name}={value.strip(chr(39)).replace(ARCHIVE, str(archive))}" for name, value in settings]
    return [part for setting in (*named, "fsync=off", "synchronous_commit=on") for part in ("-c", setting)]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the account of the database servers may write to."""
    made = Path(tempfile.mkdtemp(prefix="tarockclub-drill-"))
    made.chmod(0o777)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def settings_of_page(folder: Path) -> list[str]:
    """The page's settings, with an archive of the test's own."""
    archive = folder / "archive"
    archive.mkdir()
    archive.chmod(0o777)
    return read_settings(archive)


def take_base_backup(evening: Evening, folder: Path, settings: list[str], primary: Cluster) -> Cluster:
    """Copy the data of the primary while hands are saved; the copy is a server that has not been started."""
    assert evening.wait_for(1 / HANDS), "nobody plays"
    base = folder / "base"
    base.mkdir()
    return Cluster(base, settings, primary.url)


def play_with_backup(
    site: Restartable, folder: Path, settings: list[str], primary: Cluster
) -> tuple[Cluster, list[str]]:
    """Play until a base backup has been taken, and another evening after it; the backup, and the keys of all hands."""
    evening = Evening([site], TABLES, PHONES_EACH, HANDS, TWICE)
    with ThreadPoolExecutor(1) as pool:
        backup = pool.submit(take_base_backup, evening, folder, settings, primary)
        evening.play()
        saved = evening.told.saved
        while not backup.done():
            saved += play_evening(site)
    return backup.result(), saved + play_evening(site)


def play_evening(site: Restartable) -> list[str]:
    """Play an evening; the keys of its hands."""
    evening = Evening([site], TABLES, PHONES_EACH, HANDS, TWICE)
    evening.play()
    return evening.told.saved


def read_book() -> Counter[str]:
    """Return how often each key is in the book."""
    return Counter(Entry.objects.values_list("key", flat=True))


def test_a_server_that_is_lost_with_its_disk_comes_back_from_the_archive(
    fresh_database, starts, folder, settings_of_page
):
    connection.close()
    with run_cluster(settings_of_page, os.environ["DATABASE_URL"]) as primary, connect_to_cluster(primary):
        site = starts(2, DATABASE_URL=name_database(primary, fresh_database))
        base, archived = play_with_backup(site, folder, settings_of_page, primary)
        last = fetch_value(primary.url, LAST_SEGMENT)
        wait_until(lambda: (fetch_value(primary.url, ARCHIVED) or "") >= last, "the last segment is in the archive")
        late = play_evening(site)
        site.kill()
        primary.stop(signal.SIGQUIT)
    # Its data are deleted.

    (folder / "base" / "data" / "recovery.signal").touch()
    base.start()
    try:
        wait_until(lambda: fetch_value(base.url, "SELECT NOT pg_is_in_recovery()"), "it takes writes")
        with connect_to_cluster(base):
            book = read_book()
            assert set(archived) <= set(book)
            assert set(book) <= {*archived, *late}
            assert set(book.values()) == {1}
            assert Deal.objects.count() == len(book)
            assert unequal() == []
            go_on(starts(2, DATABASE_URL=name_database(base, fresh_database)), book)
    finally:
        base.stop()


def go_on(site: Restartable, book: Counter[str]) -> None:
    """The program runs on the restored database, its book verifies clean, and hands are saved."""
    with closing(Client(site.url)) as balancer:
        assert balancer.get("/health/ready").status == 200
    site.served.manage("verify_ledger")  # exit code 1 would fail here
    later = play_evening(site)
    assert read_book() == book + Counter(later)
    site.served.manage("verify_ledger")
    site.kill()
