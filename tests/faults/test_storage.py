"""A database that is busy, full or away: clear words, nothing half-written, and the same hand goes through later."""

import contextlib
import random
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scoring.support.pages import Page
from tests.support.attack.load import Phone, Record, begin_tables
from tests.support.clients import Answer, Client
from tests.support.server import Restartable, build_environment, copy_sqlite, manage, run_restartable
from tests.support.signed_in import PASSWORD
from tools import postgres

pytestmark = pytest.mark.heavy
DREIER = {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"}
PATIENCE_OF_SQLITE = 20  # seconds that the program waits for a lock
# So that the next page of whoever is logged in would write.
LAST_USED_LONG_AGO = """
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
for row in Session.objects.all():
    session = SessionStore(row.session_key)
    session["used"] -= 3600
    session.save()
"""


@contextlib.contextmanager
def phone_at(site: Restartable) -> Iterator[Phone]:
    """A phone at a table of a site."""
    phone = Phone(site.url, begin_tables(site.served, 1)[0], random.Random(1))
    with contextlib.closing(phone.client):
        assert phone.look().status == 200
        yield phone


@pytest.fixture
def at_file(sqlite_file: Path, tmp_path: Path) -> Iterator[Phone]:
    """A phone at a table of a site whose database is a file."""
    with run_restartable(tmp_path, DATABASE_URL=f"sqlite:///{sqlite_file}") as site, phone_at(site) as phone:
        yield phone


def save_hand(phone: Phone, hand: Record | None = None) -> None:
    """Save a hand."""
    hand = phone.build_next_hand() if hand is None else hand
    assert phone.learn(hand, phone.client.post(phone.hands, hand))


def entries(file: Path) -> int:
    """Return the number of lines of the book; the file must be whole."""
    with contextlib.closing(sqlite3.connect(file)) as book:
        assert book.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        deals = book.execute("SELECT count(*) FROM scoring_deal").fetchone()[0]
        written = book.execute("SELECT count(*) FROM scoring_entry").fetchone()[0]
        assert deals == written
        return int(written)


@contextlib.contextmanager
def kept_busy(file: Path) -> Iterator[sqlite3.Connection]:
    """Hold the lock that every writer needs, as another program may."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other
        other.execute("ROLLBACK")


def assert_told(answer: Answer, status: int, code: str) -> None:
    """Check that an answer to a phone says why, and when to try again."""
    assert (answer.status, answer.json["saved"], answer.json["code"]) == (status, False, code)
    assert answer.json["message"]
    assert int(answer.get_header("Retry-After")) > 0


def test_a_hand_waits_for_a_database_that_is_busy_for_two_seconds(at_file, sqlite_file):
    hand, answers = at_file.build_next_hand(), []
    with kept_busy(sqlite_file):
        sender = threading.Thread(target=lambda: answers.append(at_file.client.post(at_file.hands, hand)))
        sender.start()
        sender.join(2)
        assert not answers
    sender.join()
    assert at_file.learn(hand, answers[0])
    assert entries(sqlite_file) == 1


def test_a_database_that_stays_busy_is_told_and_the_same_hand_goes_through_later(at_file, sqlite_file):
    save_hand(at_file)
    hand = at_file.build_next_hand()
    with kept_busy(sqlite_file):
        begun = time.monotonic()
        assert_told(at_file.client.post(at_file.hands, hand), 503, "busy")
        assert time.monotonic() - begun >= PATIENCE_OF_SQLITE * 0.9
        assert at_file.look().status == 200  # reading goes on
    assert entries(sqlite_file) == 1
    save_hand(at_file, hand)
    assert entries(sqlite_file) == 2


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """A disk of its own; none where nobody may mount one."""
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], check=False)
    if mounted.returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def form_sent(phone: Phone, form: dict[str, str], language: str = "de") -> Answer:
    """Send a hand as a browser without script does."""
    return phone.client.send_form(phone.hands, form, {"Accept-Language": language})


def log_in(url: str) -> tuple[int, dict[str, str]]:
    """The status of the answer to the director's log-in, and the cookies of his browser."""
    with contextlib.closing(Client(url)) as browser:
        browser.get("/log-in/")
        answer = browser.send_form("/log-in/", {"login": "leitung", "password": PASSWORD})
        return answer.status, browser.cookies


def assert_stale(answer: Answer) -> None:
    """Check the answer to a phone when somebody else was quicker."""
    assert (answer.status, answer.json["code"]) == (412, "stale")


def fill(disk: Path) -> Path:
    """Fill a disk to the last byte."""
    filler = disk / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as stream:
        while stream.write(bytes(4096)):
            pass
    return filler


def test_a_full_disk_is_told_and_the_same_hand_goes_through_when_there_is_room(sqlite_file, tmp_path):
    with small_disk(tmp_path / "disk") as disk:
        if disk is None:
            return  # the next test stands for it
        file = disk / "book.sqlite3"
        copy_sqlite(sqlite_file, file)
        with run_restartable(tmp_path, DATABASE_URL=f"sqlite:///{file}") as site, phone_at(site) as phone:
            save_hand(phone)
            status, cookies = log_in(site.url)
            assert status == 302
            site.served.manage("shell", "-c", LAST_USED_LONG_AGO)
            form = Page(phone.look().body.decode()).sent | DREIER
            filler, hand = fill(disk), phone.build_next_hand()
            assert_told(phone.client.post(phone.hands, hand), 507, "full")
            told = form_sent(phone, form)
            assert told.status == 507
            assert "Die Platte ist voll." in told.body.decode()
            assert phone.look().status == 200  # reading goes on
            assert log_in(site.url)[0] == 507  # it would have to be written
            with contextlib.closing(Client(site.url, **cookies)) as staff:
                for path in ("/", "/evenings/", "/statistics/", "/club/"):
                    assert staff.get(path).status == 200
            assert entries(file) == 1
            filler.unlink()
            assert form_sent(phone, form).status == 302
            assert_stale(phone.client.post(phone.hands, hand))  # the form was quicker
            assert entries(file) == 2
            site.served.manage("verify_ledger")


def test_a_file_that_may_grow_no_further_is_told(sqlite_file, tmp_path):
    with run_restartable(tmp_path, DATABASE_URL=f"sqlite:///{sqlite_file}") as site, phone_at(site) as phone:
        save_hand(phone)
        process = site.process
        assert process is not None
        size = sqlite_file.stat().st_size
        for pid in _family(process.pid):
            subprocess.run(["prlimit", "--pid", str(pid), f"--fsize={size // 20}:unlimited"], check=True)
        hand = phone.build_next_hand()
        assert_told(phone.client.post(phone.hands, hand), 503, "unwritable")
        assert entries(sqlite_file) == 1
        for pid in _family(process.pid):
            subprocess.run(["prlimit", "--pid", str(pid), "--fsize=unlimited:unlimited"], check=True)
        save_hand(phone, hand)
        assert entries(sqlite_file) == 2


def _family(pid: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *map(int, children)]


@pytest.mark.postgres
def test_nobody_notices_that_postgres_was_restarted_between_two_hands(tmp_path):
    with postgres.run_cluster() as cluster:
        manage(build_environment(tmp_path, DATABASE_URL=cluster.url), "migrate", "--skip-checks", "--verbosity=0")
        with run_restartable(tmp_path, DATABASE_URL=cluster.url) as site, phone_at(site) as phone:
            for _ in range(3):
                save_hand(phone)
                cluster.stop()
                cluster.start()
            save_hand(phone)
            site.served.manage("verify_ledger")
            cluster.stop()
            page = phone.look()
            assert (page.status, "Die Datenbank ist gerade nicht erreichbar." in page.body.decode()) == (503, True)
