"""The drill with a stick: the laptop dies while hands come in; all but the last seconds are on the stick."""

import os
import random
import signal
import sqlite3
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.support.attack.load import Phone, begin_tables
from tests.support.server import RunningServer, build_environment, copy_club, run_restartable

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]
LATEST_SECONDS = 10.0
CHOOSE = """
from pathlib import Path
from tarockclub.platform.server.second_folder import choose_second_folder
choose_second_folder(Path({folder!r}), is_drive=True)
"""


def cut_power(server):
    """Kill the server and the process beside it that makes the backups, so that nothing more is written."""
    pid = server.process.pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        os.kill(int(child), signal.SIGKILL)
    server.kill()


def play_until(phones, until):
    """Enter hands at all tables until then; the key of each and the moment when it was acknowledged."""
    saved = {}
    while time.monotonic() < until:
        for phone in phones:
            hand = phone.build_next_hand()
            if phone.learn(hand, phone.client.post(phone.hands, hand)):
                saved[hand["key"]] = time.monotonic()
        time.sleep(0.3)
    return saved


def read_keys(data):
    """The keys of all lines of a book."""
    with closing(sqlite3.connect(data / "tarockclub.sqlite3")) as book:
        return {key for (key,) in book.execute("SELECT key FROM scoring_entry")}


@pytest.mark.parametrize("seconds", [25, 31.5, 62])  # the last about when the next whole backup is made
def test_from_the_stick_alone_every_hand_older_than_ten_seconds_is_back(migrated_data, tmp_path, seconds):
    data, stick, other = tmp_path / "data", tmp_path / "stick", tmp_path / "other"
    for folder in (data, stick, other):
        folder.mkdir()
    copy_club(migrated_data, data)
    chance = random.Random(seconds)
    with ExitStack() as clients, run_restartable(data, TAROCKCLUB_BACKUP_MINUTES="1") as server:
        server.served.manage("shell", "--no-imports", "-c", CHOOSE.format(folder=str(stick)))
        phones = [Phone(server.url, slug, chance) for slug in begin_tables(server.served, 4)]
        for phone in phones:
            clients.enter_context(closing(phone.client))
            phone.look()
        until = time.monotonic() + 60
        while not list(stick.glob("*.changes")):
            assert time.monotonic() < until, server.served.log
            time.sleep(0.2)
        saved = play_until(phones, time.monotonic() + seconds)
        cut_power(server)
        cut = time.monotonic()
        assert "Traceback" not in server.served.log
    second = RunningServer("", other, build_environment(other))
    newest = max(stick.glob("*.zip"))
    assert "Stand von" in second.manage("restore", str(newest))
    lost = saved.keys() - read_keys(other)
    print(
        f"{len(saved)} hands, {len(lost)} lost, the oldest after {max((cut - saved[key] for key in lost), default=0)} s"
    )
    assert [key for key in lost if cut - saved[key] > LATEST_SECONDS] == []
    assert len(saved) > len(lost)
    second.manage("verify_ledger")
