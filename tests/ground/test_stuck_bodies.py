"""Phones that get stuck while they send hold up nobody else; what nobody may send is not read, and not for ever."""

import contextlib
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import Client, NoAnswer
from tests.support.paths import ROOT
from tests.support.server import (
    START_SECONDS,
    RunningServer,
    build_environment,
    copy_club,
    find_free_port,
    run_restartable,
)
from tests.support.signed_in import SESSION

pytestmark = [pytest.mark.heavy, pytest.mark.skipif(sys.platform == "win32", reason="descriptors of POSIX")]
STUCK = 300  # more than there are threads
HALL = 4000
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
BUSY = 8  # times as long where other tests keep the machine busy


def head(served: RunningServer, length: int, path: str = "/log-in/", more: str = FORM) -> bytes:
    """The beginning of a form."""
    host = urlsplit(served.url).netloc
    return f"POST {path} HTTP/1.1\r\nHost: {host}\r\n{more}Content-Length: {length}\r\n\r\n".encode()


def connected(served: RunningServer) -> socket.socket:
    parts = urlsplit(served.url)
    return socket.create_connection((parts.hostname, parts.port), 10)


@contextlib.contextmanager
def stuck(served: RunningServer, count: int, what: bytes = b"login=") -> Iterator[list[socket.socket]]:
    """So many phones that have sent half a form."""
    with contextlib.ExitStack() as stack:
        phones = [stack.enter_context(connected(served)) for _ in range(count)]
        for phone in phones:
            phone.sendall(head(served, 1000) + what)
        yield phones


def answer_to(phone: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    got = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := phone.recv(1 << 16):
            got += piece
    return got


def ask(served: RunningServer, times: int = 20) -> list[float]:
    """Ask for a page again and again, on the same connection; how long each answer took."""
    took = []
    with contextlib.closing(Client(served.url)) as client:
        for _ in range(times):
            start = time.perf_counter()
            assert client.get("/log-in/").status == 200
            took.append(time.perf_counter() - start)
    return took


@pytest.mark.parametrize("count", [STUCK, HALL])
def test_phones_that_are_stuck_in_the_middle_of_a_form_keep_nobody_waiting(serve, count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2 * count + 1000:
        pytest.skip("so many connections are not allowed here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        served = serve()
        with stuck(served, count) as phones:
            took = ask(served)
            for phone in phones[::2]:  # half of them trickle, if they are not given up yet
                with contextlib.suppress(OSError):
                    phone.sendall(b"a")
            took += ask(served)
        assert sorted(took)[len(took) // 2] < BUSY * 0.05
        assert max(took) < BUSY * 0.5
        assert len(served.log) < 100_000
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_half_a_form_is_never_seen_by_the_site(served):
    with connected(served) as phone:
        phone.sendall(head(served, 100) + b"name=Anna&x=1")
        phone.shutdown(socket.SHUT_WR)
        assert answer_to(phone) == b""


def test_a_form_that_does_not_come_is_given_up(served):
    with connected(served) as trickling, connected(served) as silent:
        start = time.monotonic()
        for phone in (trickling, silent):
            phone.sendall(head(served, 1000))
            phone.settimeout(1)
        got = b""
        while not got and time.monotonic() < start + 60:
            with contextlib.suppress(TimeoutError):
                got = trickling.recv(1 << 16)
                break
            trickling.sendall(b"a")
        assert got.startswith(b"HTTP/1.1 408")
        assert 9 < time.monotonic() - start < 30
        silent.settimeout(30)
        assert silent.recv(1) == b""


LARGE = 100 << 20
COOKIE = f"Cookie: sessionid={SESSION}\r\n"
UPLOAD = "/backups/upload/"


@pytest.mark.parametrize("path", ["/log-in/", "/nowhere/", "/api/v1/tournaments"])
def test_more_than_a_form_is_refused_unread_where_it_may_not_be_sent(served, path):
    with connected(served) as phone:
        phone.sendall(head(served, LARGE, path, COOKIE))
        got = answer_to(phone)  # nothing of the body was sent yet
        assert got[9:12] == b"413"
        assert "zu groß" in got.decode()


def test_one_upload_is_read_at_a_time_and_the_next_one_is_told_to_come_again(served):
    multipart = COOKIE + "Content-Type: multipart/form-data; boundary=x\r\n"
    with connected(served) as first, connected(served) as second:
        first.sendall(head(served, LARGE, UPLOAD, multipart))
        first.settimeout(1)
        with pytest.raises(TimeoutError):
            first.recv(1)
        second.sendall(head(served, LARGE, UPLOAD, multipart))
        assert answer_to(second).startswith(b"HTTP/1.1 503")


def test_a_server_with_stuck_bodies_ends_when_it_is_told_to(tmp_path, migrated_data):
    data = tmp_path / "data"
    data.mkdir()
    copy_club(migrated_data, data)
    with run_restartable(data) as server, stuck(server.served, STUCK) as phones:
        ask(server.served, 1)  # all others have been heard before
        start = time.monotonic()
        process = server.process
        assert process is not None
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        assert time.monotonic() - start < 2 * 4  # where nothing else is done, 2
        assert answer_to(phones[0]) == b""


def test_a_full_server_takes_no_more_connections_and_never_fails_a_phone_that_is_in(tmp_path, migrated_data):
    """Under a hard limit of descriptors: whoever is in goes on saving hands, and room comes back within seconds."""
    if shutil.which("prlimit") is None:
        pytest.skip("there is no prlimit here")
    data = tmp_path / "data"
    data.mkdir()
    copy_club(migrated_data, data)
    with run_restartable(data) as server:
        server.stop()
        server.under = ["prlimit", "--nofile=600:600"]
        server.start()
        [slug] = begin_tables(server.served, 1)
        phone = Phone(server.url, slug, random.Random(7))
        assert phone.look().status == 200
        with contextlib.ExitStack() as stack:
            full = [stack.enter_context(connected(server.served)) for _ in range(600)]
            for phone_outside in full:
                with contextlib.suppress(OSError):
                    phone_outside.sendall(b"POST / HTTP/1.1\r\n")
            for _ in range(6):
                hand = phone.build_next_hand()
                assert phone.learn(hand, phone.client.post(phone.hands, hand))
            until = time.monotonic() + BUSY * 5
            while time.monotonic() < until:
                with contextlib.suppress(OSError, NoAnswer):
                    ask(server.served, 1)
                    break
            else:
                pytest.fail("there is no room again")
        phone.client.close()
        assert "Traceback" not in server.served.log
        assert len(server.served.log) < 100_000


def test_a_server_that_is_killed_leaves_nobody_who_answers_and_a_last_backup(tmp_path, migrated_data):
    data = tmp_path / "data"
    data.mkdir()
    copy_club(migrated_data, data)
    with run_restartable(data, TAROCKCLUB_BACKUP_MINUTES="3") as server:
        assert server.process is not None
        ask(server.served, 1)
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
        until = time.monotonic() + BUSY * 5
        while not list(Path(data / "backups").glob("*.zip")):
            assert time.monotonic() < until, "no last backup"
            time.sleep(0.1)
        with pytest.raises(ConnectionRefusedError):
            connected(server.served)
        server.process = None
        server.start()  # the port is free


WINDOWS = """
from tarockclub.wsgi import application
import select, threading
from tarockclub.platform.server.wsgi import inn
del select.poll
inn.MOST_CONNECTIONS, inn.SILENT_SECONDS, inn.IDLE_SECONDS = 450, 5, 5
inn.run(inn.build_server(application, "127.0.0.1", {port}), threading.Event(), int)
"""


def test_under_the_limits_of_windows_four_hundred_phones_find_a_place(tmp_path, migrated_data):
    copy_club(migrated_data, tmp_path)
    port, took = find_free_port(), []
    served = RunningServer(f"http://127.0.0.1:{port}", tmp_path, build_environment(tmp_path))
    process = subprocess.Popen([sys.executable, "-c", WINDOWS.format(port=port)], cwd=ROOT, env=served.env)

    def follow(number: int) -> None:
        time.sleep(number / 200)  # so that they ask all the time
        with contextlib.closing(Client(served.url)) as client:
            for _ in range(4):
                start = time.perf_counter()
                assert client.get("/i18n/setlang/").status == 302
                took.append(time.perf_counter() - start)
                time.sleep(2)

    try:
        until = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(OSError):
                connected(served).close()
                break
            assert time.monotonic() < until
        with ThreadPoolExecutor(400) as phones:
            assert len(list(phones.map(follow, range(400)))) == 400
    finally:
        process.kill()
        process.wait(10)
    assert sorted(took)[len(took) // 2] < BUSY * 0.05
