"""PostgreSQL without room on its disk: clear words, no half-written hand, and the same hand goes through later."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import LiteralString

import pytest

from tests.faults.test_storage import (
    DREIER,
    assert_stale,
    assert_told,
    fill,
    form_sent,
    phone_at,
    save_hand,
    small_disk,
)
from tests.scoring.support.pages import Page
from tests.support.attack.load import Phone, Record
from tests.support.replicas import fetch_value, wait_until
from tests.support.server import Restartable, build_environment, manage, run_restartable
from tools.postgres import FAST, USER, Cluster

pytestmark = [pytest.mark.heavy, pytest.mark.postgres]
MOST_HANDS = 2000  # that may fit into the room that the tables have left
TABLES_MEGABYTES, LOG_MEGABYTES = 64, 40  # of a disk with the club's tables; of one with PostgreSQL's log
SETTINGS = (*FAST, "-c", "synchronous_commit=on", "-c", "min_wal_size=32MB", "-c", "max_wal_size=32MB")
ENTRIES: LiteralString = "SELECT count(*) FROM scoring_entry"
DEALS: LiteralString = "SELECT count(*) FROM scoring_deal JOIN scoring_entry ON scoring_entry.id = entry_id"
# The server's own error, in the middle of a hand: the entry is written, its deal is not.
FULL_IN_BETWEEN: LiteralString = """
CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER be_full BEFORE INSERT ON scoring_deal EXECUTE FUNCTION be_full()
"""
ROOM_AGAIN: LiteralString = "DROP TRIGGER be_full ON scoring_deal"


class Club:
    """A site on a PostgreSQL server, and a phone at a table, which has saved so many hands."""

    def __init__(self, cluster: Cluster, server: Restartable, phone: Phone) -> None:
        self.cluster, self.server, self.phone, self.saved = cluster, server, phone, 0
        self.refused: Record = {}  # the hand that the phone keeps

    def save(self) -> None:
        """Save a hand."""
        save_hand(self.phone)
        self.saved += 1

    def save_until_refused(self, status: int, code: str) -> None:
        """Save hands until one is refused, which its phone is told."""
        while self.saved < MOST_HANDS:
            self.refused = self.phone.build_next_hand()
            answer = self.phone.client.post(self.phone.hands, self.refused)
            if answer.status != 200:
                assert_told(answer, status, code)
                return
            assert self.phone.learn(self.refused, answer)
            self.saved += 1
        raise AssertionError("the disk is not full")

    def assert_full(self) -> None:
        """Phones and people are told, in their language, that the disk is full; reading goes on."""
        page = self.phone.look()
        assert page.status == 200
        form = Page(page.body.decode()).sent | DREIER
        for language, sentence in (("de", "Die Platte ist voll."), ("en", "The disk is full.")):
            assert_told(self.phone.client.post(self.phone.hands, self.phone.build_next_hand()), 507, "full")
            told = form_sent(self.phone, form, language)
            assert told.status == 507
            assert sentence in told.body.decode()
            assert int(told.get_header("Retry-After")) > 0
        self.assert_whole()

    def assert_whole(self) -> None:
        """All hands are there that were acknowledged, each with its deal, and no other."""
        assert fetch_value(self.cluster.url, ENTRIES) == fetch_value(self.cluster.url, DEALS) == self.saved

    def go_on(self) -> None:
        """Send what was refused again: from the phone it goes through, and a form is too late then."""
        form = Page(self.phone.look().body.decode()).sent | DREIER
        assert self.phone.client.post(self.phone.hands, self.refused).status == 200
        save_hand(self.phone, self.refused)  # sent twice
        self.saved += 1
        assert form_sent(self.phone, form).status == 412
        assert_stale(self.phone.client.post(self.phone.hands, {**self.refused, "key": "another"}))
        self.assert_whole()
        self.server.served.manage("verify_ledger")


@contextlib.contextmanager
def serve_club(folder: Path, data: Path, tables: Path | None = None, log: Path | None = None) -> Iterator[Club]:
    """Serve a club from a PostgreSQL server whose data are in a folder; its tables or its log elsewhere, if wished."""
    (folder / "postgres").mkdir()
    cluster = Cluster(folder / "postgres", SETTINGS)
    account = (folder / "postgres").stat()
    if log is not None:
        own = folder / "postgres" / "data" / "pg_wal"
        shutil.copytree(own, log / "pg_wal")
        shutil.rmtree(own)
        own.symlink_to(log / "pg_wal")
        for path in (log, *log.rglob("*")):
            os.chown(path, account.st_uid, account.st_gid)
    cluster.start()
    try:
        if tables is not None:
            os.chown(tables, account.st_uid, account.st_gid)
            fetch_value(cluster.url, f"CREATE TABLESPACE small LOCATION '{tables}'")
            fetch_value(cluster.url, f"GRANT CREATE ON TABLESPACE small TO {USER}")
            fetch_value(cluster.url, "ALTER SYSTEM SET default_tablespace = small")
            fetch_value(cluster.url, "SELECT pg_reload_conf()")
        settings = {"DATABASE_URL": cluster.url}
        manage(build_environment(data, **settings), "migrate", "--skip-checks", "--verbosity=0")
        with run_restartable(data, **settings) as server, phone_at(server) as phone:
            club = Club(cluster, server, phone)
            club.save()
            yield club
    finally:
        cluster.stop()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder into which PostgreSQL's account may look."""
    folder = Path(tempfile.mkdtemp(prefix="tarockclub-disk-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_what_postgres_says_in_the_middle_of_a_hand_undoes_all_of_it(folder, tmp_path):
    with serve_club(folder, tmp_path) as club:
        fetch_value(club.cluster.url, FULL_IN_BETWEEN)
        club.save_until_refused(507, "full")
        club.assert_full()
        fetch_value(club.cluster.url, ROOM_AGAIN)
        club.go_on()


def test_a_full_disk_of_tables_is_told_and_reading_goes_on(folder, tmp_path):
    with small_disk(folder / "disk", TABLES_MEGABYTES) as disk:
        if disk is None:
            return  # the test before stands for it
        with serve_club(folder, tmp_path, tables=disk) as club:
            filler = fill(disk)
            club.save_until_refused(507, "full")
            club.assert_full()
            filler.unlink()
            club.go_on()


def test_a_full_disk_of_the_log_ends_postgres_and_no_hand_is_lost(folder, tmp_path):
    """Without room for its log PostgreSQL ends, and cannot start: people are told that it is away."""
    with small_disk(folder / "disk", LOG_MEGABYTES) as disk:
        if disk is None:
            return  # PostgreSQL that crashes under load stands for it (test_kills.py)
        with serve_club(folder, tmp_path, log=disk) as club:
            club.save()
            filler = fill(disk)
            with contextlib.suppress(Exception):  # it has no room for the next file of its log, and ends now
                for _file in range(LOG_MEGABYTES):
                    fetch_value(club.cluster.url, "SELECT pg_switch_wal()")
                    fetch_value(club.cluster.url, "CREATE TABLE more AS SELECT 1; DROP TABLE more")
            club.save_until_refused(503, "away")
            page = club.phone.look()
            assert page.status == 503
            assert "Die Datenbank ist gerade nicht erreichbar." in page.body.decode()
            filler.unlink()
            club.cluster.stop()
            club.cluster.start()
            wait_until(lambda: club.phone.look().status == 200, "it is not back")
            club.go_on()
